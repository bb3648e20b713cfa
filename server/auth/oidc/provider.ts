import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type CustomFetch,
} from 'openid-client';
import { isRecord } from '../../../shared/records';
import { messageOf } from '../../platform/errors';
import { isTrustedUrl } from './issuer';

/** Tolerated clock difference to the provider. */
export const SKEW_SECONDS = 60;

/** A company's account at an identity provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderAccess {
  readonly fetch: CustomFetch;
  readonly now: () => number;
}

/** The provider doesn't answer, or its answer is not valid. */
export class ProviderError extends Error {}

const otherIssuer = (issuer: string): string => `its issuer is ${issuer}`;

/** Returns the reason of a failed request in a few words. The client library hides it in causes. */
export function reasonOf(error: unknown): string {
  const cause = isRecord(error) ? error.cause : undefined;
  if (cause instanceof Response) return `HTTP ${cause.status}`;
  if (!isRecord(cause)) return messageOf(error);
  const { body } = cause;
  if (isRecord(body) && typeof body.issuer === 'string') return otherIssuer(body.issuer);
  return 'message' in cause ? reasonOf(cause) : messageOf(error);
}

/** Sends the secret in the form, or as Basic if the provider supports no form: encodings of Basic differ. */
const clientAuth =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const basic = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    (basic ? ClientSecretBasic(secret) : ClientSecretPost(secret))(server, ...rest);
  };

/**
 * Reads the provider's metadata.
 * @throws ProviderError
 */
export async function openProvider(
  { issuer, clientId, clientSecret }: ProviderClient,
  { fetch, now }: ProviderAccess,
): Promise<Configuration> {
  const url = new URL(issuer);
  const client = {
    [clockTolerance]: SKEW_SECONDS,
    [clockSkew]: Math.round((now() - Date.now()) / 1000),
  };
  const config = await discovery(url, clientId, client, clientAuth(clientSecret), {
    [customFetch]: fetch,
    // The only http issuers are on this machine (isTrustedUrl).
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  }).catch((error: unknown) => {
    throw new ProviderError(reasonOf(error));
  });
  const metadata = config.serverMetadata();
  // The library tolerates another issuer for Entra ID, whose `common` endpoint serves every tenant.
  if (new URL(metadata.issuer).href !== url.href) throw new ProviderError(otherIssuer(metadata.issuer));
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!isTrustedUrl(metadata[name] ?? '')) throw new ProviderError(`${name} is not valid`);
  return config;
}
