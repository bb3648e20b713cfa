import { hashSecret, randomSecret } from './tokens';

/** Prefix of a secret, which makes a leaked one recognisable. */
const SECRET_PREFIX = 'ick_';
const PREFIX_LENGTH = SECRET_PREFIX.length + 6;

/** A new secret with its stored parts. */
export interface NewApiKey {
  readonly secret: string;
  /** SHA-256 of the secret, hexadecimal: column key_hash. */
  readonly keyHash: string;
  /** First characters, which distinguish keys: column prefix. */
  readonly prefix: string;
}

/** Creates the secret of an API key. It is shown once and never stored. */
export function newApiKey(): NewApiKey {
  const secret = SECRET_PREFIX + randomSecret(24);
  return { secret, keyHash: hashSecret(secret), prefix: secret.slice(0, PREFIX_LENGTH) };
}
