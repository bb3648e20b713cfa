import { MASK, maskCredentials, platformOf, type Credentials } from '../../../shared/catalog/platforms';
import type { SecretBox } from '../../records/setting-definition';

/** Credentials as a row stores them. */
export interface StoredCredentials {
  readonly productId: number;
  readonly platform: string;
  /** Secret ones are masked. */
  readonly credentials: Credentials;
  readonly sealedCredentials: string | null;
}

/** Returns the credentials of a row with their secrets. @throws Error if no key fits */
export function openCredentials(box: SecretBox, row: StoredCredentials): Credentials {
  const { productId, credentials, sealedCredentials: sealed } = row;
  const secrets: Credentials = sealed === null ? {} : JSON.parse(box.open(productId, sealed));
  return { ...credentials, ...secrets };
}

/** Returns credentials as columns: masked, and the secret ones encrypted. */
export function sealCredentials(
  box: SecretBox,
  productId: number,
  platform: string,
  credentials: Credentials,
): Pick<StoredCredentials, 'credentials' | 'sealedCredentials'> {
  const known = platformOf(platform);
  const secrets = Object.fromEntries(
    (known?.credentials ?? []).flatMap(({ name, secret }) => {
      const value = credentials[name];
      return secret && value !== undefined ? [[name, value]] : [];
    }),
  );
  return {
    credentials: known ? maskCredentials(known, credentials) : {},
    sealedCredentials: Object.keys(secrets).length > 0 ? box.seal(productId, JSON.stringify(secrets)) : null,
  };
}

/**
 * Merges credentials that were sent into the stored ones: those left out or sent as `***` stay, empty ones go.
 * @param sent null if none were sent
 */
export function mergeCredentials(
  stored: Credentials,
  sent: Readonly<Record<string, unknown>> | null,
  platform: string,
): Credentials {
  const names = platformOf(platform)?.credentials.map(({ name }) => name) ?? [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const given = sent?.[name];
      const value = given === undefined || given === MASK ? stored[name] : String(given ?? '').trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Returns masked credentials without the secret ones. */
export const withoutSecrets = (credentials: Credentials): Credentials =>
  Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== MASK));

/** Returns the names of the credentials that are missing. */
export function missingCredentials(platform: string, credentials: Credentials): string[] {
  const required = (platformOf(platform)?.credentials ?? []).flatMap(({ name, required: is }) =>
    is && credentials[name] === undefined ? [name] : [],
  );
  const needsToken = platform === 'google_data_manager' && !credentials.access_token;
  const renewal = ['refresh_token', 'client_id', 'client_secret'].filter((name) => !credentials[name]);
  return [...required, ...(needsToken && renewal.length > 0 ? ['access_token', ...renewal] : [])];
}
