import { isRecord, type UnknownRecord } from '../../records';

/** Values of a platform's credential fields by name. */
export type Credentials = Readonly<Record<string, string>>;

/** Match keys that a conversion carries beside click ids. */
export const hashNames = ['hashed_email', 'hashed_phone', 'hashed_phone_digits'] as const;
export type HashName = (typeof hashNames)[number];

/** One conversion as it is sent to a platform. */
export interface SentConversion {
  readonly transactionId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Yen. */
  readonly value: number;
  /** Whether the visitor granted consent. */
  readonly consent: boolean;
  readonly url: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Click ids by the names of their parameters, of the newest interaction with one of the platform's. */
  readonly clickIds: Readonly<Record<string, string>>;
  /** When that interaction happened; null without click ids. */
  readonly clickTime: number | null;
  /** SHA-256 in hexadecimal digits. */
  readonly hashes: Readonly<Partial<Record<HashName, string>>>;
  readonly fbp: string | null;
  readonly lySu: string | null;
  readonly lyR: string | null;
}

/** An HTTPS request to a platform. */
export interface PlatformRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: UnknownRecord;
}

/** A platform's judgement of a request. */
export interface PlatformAnswer {
  /**
   * accepted: the platform confirmed the conversions; sent: it confirmed the reception only; refused: a repetition
   * is refused too; retry: a repetition may succeed.
   */
  readonly outcome: 'accepted' | 'sent' | 'refused' | 'retry';
  /** Reason of the platform, as it says; null for a success. */
  readonly reason: string | null;
  /** Whether it refused the credentials: none of the conversions is at fault. */
  readonly unauthorized?: true;
  /** Name of the received batch, by which its outcome can be asked for. */
  readonly requestId?: string;
}

/** A field of a platform's credentials. */
export interface CredentialField {
  readonly name: string;
  readonly required?: true;
  /** Whether its value is never shown again. */
  readonly secret?: true;
}

interface PlatformBase {
  /** Name of the platform, the same in every language. */
  readonly name: string;
  /** Company that receives the data, for the privacy notice. */
  readonly recipient: string;
  readonly credentials: readonly CredentialField[];
  /** Click ids that identify the visitor, best first. */
  readonly clickIds: readonly string[];
  /** Hashes that identify the visitor, if it has no click id. */
  readonly hashes: readonly HashName[];
  /** Properties of a conversion without which it can't be sent. */
  readonly needs?: readonly ('url' | 'ip' | 'userAgent')[];
  readonly maxBatch: number;
  /** Maximum age of a conversion in days. */
  readonly maxAgeDays: number;
}

/** A platform with an API. */
export interface ApiPlatform extends PlatformBase {
  readonly kind: 'api';
  /** Whether a request can be marked as a test. */
  readonly hasTestMode: boolean;
  /** Builds the request for conversions, at most `maxBatch`. */
  request(
    conversions: readonly SentConversion[],
    credentials: Credentials,
    options: { readonly test: boolean },
  ): PlatformRequest;
  /** Judges an answer. @param body the parsed JSON, else its text */
  answer(status: number, body: unknown): PlatformAnswer;
  /** How to ask for the outcome of a batch that it received; absent if its answers are final. */
  readonly status?: {
    request(requestId: string, credentials: Credentials): PlatformRequest;
    answer(status: number, body: unknown): PlatformAnswer;
  };
}

/** A platform that takes files, which people upload. */
export interface FilePlatform extends PlatformBase {
  readonly kind: 'file';
  readonly encoding: 'utf8' | 'cp932';
  /** Whether it takes back conversions by a file. */
  readonly retracts: boolean;
  /** Writes the file of conversions. */
  file(conversions: readonly SentConversion[], credentials: Credentials): string;
  /** Writes the file that takes conversions back, by transaction id. */
  retractions?(conversions: readonly SentConversion[], credentials: Credentials): string;
}

export type Platform = ApiPlatform | FilePlatform;

/** Returns an object without its null and undefined values. */
export const present = (values: UnknownRecord): UnknownRecord =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Returns a nested text of a JSON answer; null if absent. */
function textAt(body: unknown, ...path: string[]): string | null {
  let value = body;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Maximum length of a reason. */
const REASON_LENGTH = 200;

/**
 * Judges a status that is no success: 429 and 5xx are temporary, anything else is final.
 * @param path where the platform's message is in its answer
 */
export function failed(status: number, body: unknown, ...path: string[]): PlatformAnswer {
  const message = textAt(body, ...path);
  const reason = `HTTP ${status}${message === null ? '' : `: ${message}`}`.slice(0, REASON_LENGTH);
  if (status === 429 || status >= 500) return { outcome: 'retry', reason };
  const unauthorized = status === 401 || status === 403;
  return { outcome: 'refused', reason, ...(unauthorized && { unauthorized }) };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Returns epoch seconds. */
export const seconds = (time: number): number => Math.floor(time / 1000);

/** A JSON header, and others. */
export const jsonHeaders = (headers: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...headers,
  'Content-Type': 'application/json',
});
