import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { RestError } from '../session/rest';
import { isRecord } from '../../../shared/records';
import type { TFunction } from 'i18next';
import { withHeading } from '../i18n/punctuation';
import { showNotice, type NoticeType } from './notifier';

/** Returns the request id of a failed call in the server's log, if it has one. */
export function requestIdOf(error: unknown): string | undefined {
  if (error instanceof RestError) return error.requestId;
  if (CombinedGraphQLErrors.is(error)) {
    const id = error.errors[0]?.extensions?.requestId;
    return typeof id === 'string' ? id : undefined;
  }
  if (ServerError.is(error)) return error.response.headers.get('X-Request-Id') ?? undefined;
  return undefined;
}

/** Whether the server refused a call for missing rights. */
export function isForbidden(error: unknown): boolean {
  if (error instanceof RestError) return error.status === 403;
  return CombinedGraphQLErrors.is(error) && error.errors.some((one) => one.extensions?.code === 'FORBIDDEN');
}

/** HTTP statuses of the GraphQL codes that the error catalogue names. */
const STATUSES: Readonly<Record<string, number>> = { NOT_FOUND: 404, INTERNAL_SERVER_ERROR: 500 };

/**
 * Returns the status of a failed call; undefined if there was no answer or the GraphQL code has no named
 * status.
 */
function statusOf(error: unknown): number | undefined {
  if (error instanceof RestError) return error.status;
  if (ServerError.is(error) || ServerParseError.is(error)) return error.statusCode;
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const code = error.errors[0]?.extensions?.code;
  return typeof code === 'string' ? STATUSES[code] : undefined;
}

const SERVER_FAILURES: ReadonlySet<number> = new Set([500, 502, 504]);

/** Returns the name of a failure, the same in every language; undefined if it has none. */
export function failureName(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === 404) return '404 Not Found';
  return status !== undefined && SERVER_FAILURES.has(status) ? `${status} Internal Server Error` : undefined;
}

/** Server refusal of a change, in the form that the console needs. */
export interface Refusal {
  /** GraphQL's `extensions.code`; undefined if there was no answer or an unexpected one. */
  code: string | undefined;
  /** Translated sentences for the user. */
  messages: readonly string[];
  /** Sentences by camelCase field name (`lpo[0].url`). */
  fields: Readonly<Record<string, readonly string[]>>;
}

const NO_FIELDS: Refusal['fields'] = {};
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** Reads the server's reasons for refusing a change. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RestError) {
    const code = error.status === 409 ? 'CONFLICT' : error.status === 403 ? 'FORBIDDEN' : undefined;
    return { code, messages: error.messages, fields: NO_FIELDS };
  }
  if (!CombinedGraphQLErrors.is(error)) return { code: undefined, messages: [], fields: NO_FIELDS };
  const { extensions, message } = error.errors[0] ?? {};
  const fields = isRecord(extensions?.fields) ? extensions.fields : {};
  const messages = texts(extensions?.messages);
  return {
    code: typeof extensions?.code === 'string' ? extensions.code : undefined,
    messages: messages.length > 0 ? messages : texts(message),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, texts(value)])),
  };
}

/** Whether there was no answer: browsers throw these when a call fails or times out. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException;

interface FailureOptions {
  /** Whether the user's input is still there; defaults to true. */
  input?: boolean;
}

/** Sentence for a failure that has no messages. */
function sentence(t: TFunction, error: unknown, input: boolean): string {
  const status = statusOf(error);
  if (status === 404) return t('failure.missing');
  if (status !== undefined)
    return t(input ? 'failure.inputKept.serverFailed' : 'failure.serverFailed', { status });
  if (!isUnreachable(error)) return t('common.unknownError');
  return t(input ? 'failure.inputKept.unreachable' : 'failure.unreachable');
}

/** Returns the failure in lines: its name if it has one, the sentences, and the request id. */
export function failureText(t: TFunction, error: unknown, { input = true }: FailureOptions = {}): string {
  const name = failureName(error);
  const { messages } = refusalOf(error);
  const sentences = messages.length > 0 ? messages.join('\n') : sentence(t, error, input);
  if (name === undefined) return sentences;
  const id = requestIdOf(error);
  return [
    name,
    ...(sentences === name ? [] : [sentences]),
    ...(id ? [withHeading(t('common.requestId'), id)] : []),
  ].join('\n');
}

/**
 * Returns a handler that shows a failure at the top of the console. With a request id it stays until it is
 * clicked.
 */
export const failureToast =
  (t: TFunction, type: Extract<NoticeType, 'WARNING' | 'ERROR'> = 'ERROR') =>
  (error: unknown): void =>
    showNotice({
      type,
      text: failureText(t, error, { input: false }),
      ...(requestIdOf(error) ? { timeout: -1 } : {}),
    });
