import { isRecord } from '../../records';
import { googleDataManager, googleFile } from './google';
import { isPlatformKey, type PlatformKey } from './keys';
import { lineYahooDisplay, yahooSearch, yahooSearchFile } from './lineyahoo';
import { metaConversionsApi } from './meta';
import { microsoftUetCapi } from './microsoft';
import { tiktokEventsApi } from './tiktok';
import type {
  ApiPlatform,
  Credentials,
  Platform,
  PlatformAnswer,
  PlatformRequest,
  SentConversion,
} from './platform';

export { tokenRequest } from './google';
export { isPlatformKey, platformKeys, type PlatformKey } from './keys';
export { decideSend, sendStates, transactionId, type SendState } from './decide';
export type {
  Credentials,
  FilePlatform,
  HashName,
  Platform,
  PlatformAnswer,
  PlatformRequest,
  SentConversion,
} from './platform';

/** Ad platforms that take conversions, by key. */
const table = {
  google_data_manager: googleDataManager,
  google_file: googleFile,
  meta_conversions_api: metaConversionsApi,
  lineyahoo_display: lineYahooDisplay,
  yahoo_search: yahooSearch,
  yahoo_search_file: yahooSearchFile,
  tiktok_events_api: tiktokEventsApi,
  microsoft_uet_capi: microsoftUetCapi,
} as const satisfies Record<PlatformKey, Platform>;

export const platforms: Readonly<Record<PlatformKey, Platform>> = table;

/** Returns the platform of a key; undefined for an unknown one. */
export const platformOf = (key: string): Platform | undefined =>
  isPlatformKey(key) ? platforms[key] : undefined;

function apiOf(key: PlatformKey): ApiPlatform {
  const platform = platforms[key];
  if (platform.kind === 'api') return platform;
  throw new TypeError(`${key} takes files`);
}

/** Replaces scheme and host of an address. */
export function rebase(url: string, baseUrl: string | null | undefined): string {
  if (!baseUrl) return url;
  const { pathname, search } = new URL(url);
  return new URL(baseUrl).origin + pathname + search;
}

/**
 * Builds the request that sends conversions to a platform.
 * @param options `baseUrl` replaces scheme and host; `test` marks the conversions as a test
 */
export function request(
  platform: PlatformKey,
  conversions: readonly SentConversion[],
  credentials: Credentials,
  { baseUrl, test = false }: { readonly baseUrl?: string | null; readonly test?: boolean } = {},
): PlatformRequest {
  const built = apiOf(platform).request(conversions, credentials, { test });
  return { ...built, url: rebase(built.url, baseUrl) };
}

/** Parses JSON; returns the text if it is none. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Judges a platform's answer to conversions. @param status null if no answer came */
export const answer = (platform: PlatformKey, status: number | null, body: string): PlatformAnswer =>
  judgeBody(status, body, apiOf(platform).answer);

/** Judges an answer by a platform's rule; no answer may be repeated, a redirect is not followed. */
export function judgeBody(status: number | null, body: string, rule: ApiPlatform['answer']): PlatformAnswer {
  if (status === null) return { outcome: 'retry', reason: null };
  if (status >= 300 && status < 400) return { outcome: 'refused', reason: `HTTP ${status}` };
  return rule(status, parseBody(body));
}

export const MASK = '***';

/** Returns the values with `***` for the secret ones. */
export const maskCredentials = (platform: Platform, credentials: Credentials): Credentials =>
  Object.fromEntries(
    platform.credentials.flatMap(({ name, secret }) => {
      const value = credentials[name];
      return value === undefined ? [] : [[name, secret ? MASK : value]];
    }),
  );

/** Replaces the secrets of a platform, and all digests, in a text that is stored or shown. */
export function redact(platform: Platform, credentials: Credentials, text: string): string {
  const secrets = platform.credentials
    .flatMap(({ name, secret }) => (secret ? (credentials[name] ?? []) : []))
    .filter((value) => value.length >= 4);
  const hidden = secrets.reduce((rest, value) => rest.replaceAll(value, MASK), text);
  return hidden.replace(/[0-9a-f]{64}/gi, MASK);
}

/** Reads credentials as sent: texts by known name; null if they are none. */
export const readCredentials = (value: unknown): Credentials | null => {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).filter(([, text]) => text !== null && text !== '');
  return entries.every(([, text]) => typeof text === 'string')
    ? Object.fromEntries(entries.map(([name, text]) => [name, String(text).trim()]))
    : null;
};
