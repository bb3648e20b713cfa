import { hashSecret, randomSecret } from './tokens';

/** Letters that a secret begins with, so that it is recognised where it should not lie about. */
const MARK = 'ick_';
const SHOWN = MARK.length + 6;

/** A new secret with what is kept of it. */
export interface NewApiKey {
  readonly secret: string;
  /** SHA-256 of the secret, hexadecimal: column key_hash. */
  readonly keyHash: string;
  /** First characters, to tell keys apart: column prefix. */
  readonly prefix: string;
}

/** Makes the secret of an API key; the secret itself is shown once and never stored. */
export function newApiKey(): NewApiKey {
  const secret = MARK + randomSecret(24);
  return { secret, keyHash: hashSecret(secret), prefix: secret.slice(0, SHOWN) };
}
