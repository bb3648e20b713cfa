import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { RestError } from '../session/rest';
import { statusOf } from '../../../shared/failure-codes';
import { isKeyOf, isRecord, keysOf, recordsIn, type UnknownRecord } from '../../../shared/records';
import type { TFunction } from 'i18next';
import { withHeading } from '../i18n/punctuation';
import { showNotice, type NoticeType } from './notifier';

/** Failed call in the form that the console shows. */
export interface Refusal {
  /** HTTP status; undefined if there was no answer. */
  status: number | undefined;
  /** GraphQL's `extensions.code`; undefined if there was no answer or an unexpected one. */
  code: string | undefined;
  /** Translated sentences for the user. */
  messages: readonly string[];
  /** Sentences by camelCase field name (`lpo[0].url`). */
  fields: Readonly<Record<string, readonly string[]>>;
  /** Id of the request in the server's log. */
  requestId: string | undefined;
}

const NO_ANSWER: Refusal = {
  status: undefined,
  code: undefined,
  messages: [],
  fields: {},
  requestId: undefined,
};
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => text(one) || []);

function refusalInGraphql(errors: readonly UnknownRecord[]): Refusal {
  const [first] = errors.map(({ extensions }) => (isRecord(extensions) ? extensions : {}));
  const code = text(first?.code);
  const sentences = errors.flatMap(({ extensions, message }) => {
    const messages = isRecord(extensions) ? texts(extensions.messages) : [];
    return messages.length > 0 ? messages : texts(message);
  });
  const fields = Object.fromEntries(
    Object.entries(isRecord(first?.fields) ? first.fields : {}).map(([name, value]) => [name, texts(value)]),
  );
  // The messages repeat those of the fields below the fields' names in the API.
  const ofFields = new Set(
    Object.entries(fields).flatMap(([name, list]) => list.map((one) => `${name}: ${one}`)),
  );
  return {
    status: code !== undefined && isKeyOf(statusOf, code) ? statusOf[code] : undefined,
    code,
    messages: [...new Set(sentences)].filter((one) => !ofFields.has(one)),
    fields,
    requestId: text(first?.requestId),
  };
}

const refusalInRest = (status: number, body: UnknownRecord): Refusal => ({
  ...NO_ANSWER,
  status,
  code: keysOf(statusOf).find((code) => statusOf[code] === status),
  messages: texts(body._message),
  requestId: text(body.request_id),
});

/** Reads the body of an answer outside 2xx: GraphQL errors, REST messages, or a proxy's page. */
function refusalInBody({ statusCode: status, bodyText, response }: ServerError | ServerParseError): Refusal {
  let body: unknown;
  try {
    body = JSON.parse(bodyText);
  } catch {
    body = undefined;
  }
  const answer = isRecord(body) ? body : {};
  const errors = recordsIn(answer.errors);
  const refusal = errors.length > 0 ? { ...refusalInGraphql(errors), status } : refusalInRest(status, answer);
  return { ...refusal, requestId: refusal.requestId ?? text(response.headers.get('X-Request-Id')) };
}

/** Reads why a call failed, from any kind of error. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RestError)
    return refusalInRest(error.status, { _message: error.messages, request_id: error.requestId });
  if (CombinedGraphQLErrors.is(error)) return refusalInGraphql(error.errors.map((one) => ({ ...one })));
  return ServerError.is(error) || ServerParseError.is(error) ? refusalInBody(error) : NO_ANSWER;
}

/** Whether the server refused a call for missing rights. */
export const isForbidden = (error: unknown): boolean => refusalOf(error).code === 'FORBIDDEN';

const SERVER_FAILURES: ReadonlySet<number> = new Set([500, 502, 504]);

/** Returns the name of a failure, the same in every language; undefined if it has none. */
export function failureName({ status }: Pick<Refusal, 'status'>): string | undefined {
  if (status === 404) return '404 Not Found';
  return status !== undefined && SERVER_FAILURES.has(status) ? `${status} Internal Server Error` : undefined;
}

/** Returns all sentences of a refusal, including those of single fields. */
export const reasonsOf = ({ messages, fields }: Refusal): string[] => [
  ...new Set([...messages, ...Object.values(fields).flat()]),
];

/** Whether there was no answer: browsers throw these when a call fails or times out. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException;

interface FailureOptions {
  /** Whether the user's input is still there; defaults to true. */
  input?: boolean;
  /** Whether to add the sentences of single fields, which forms show beside them; defaults to true. */
  fields?: boolean;
}

/** Sentence for a failure that has no messages. */
function sentence(t: TFunction, error: unknown, input: boolean): string {
  const { status } = refusalOf(error);
  if (status === 404) return t('failure.missing');
  if (status === 403) return t('frame.noPermission');
  if (status !== undefined && status >= 400 && status < 500) return t('common.unknownError');
  if (status !== undefined)
    return t(input ? 'failure.inputKept.serverFailed' : 'failure.serverFailed', { status });
  if (!isUnreachable(error)) return t('common.unknownError');
  return t(input ? 'failure.inputKept.unreachable' : 'failure.unreachable');
}

/** Returns the failure in lines: its name if it has one, the sentences, and the request id. */
export function failureText(
  t: TFunction,
  error: unknown,
  { input = true, fields = true }: FailureOptions = {},
): string {
  const refusal = refusalOf(error);
  const { requestId } = refusal;
  const name = failureName(refusal);
  const reasons = fields ? reasonsOf(refusal) : refusal.messages;
  const isShownByFields = !fields && Object.keys(refusal.fields).length > 0;
  const unnamed = () => (isShownByFields ? t('common.invalidInput') : sentence(t, error, input));
  const sentences = reasons.length > 0 ? reasons.join('\n') : unnamed();
  if (name === undefined) return sentences;
  return [
    name,
    ...(sentences === name ? [] : [sentences]),
    ...(requestId ? [withHeading(t('common.requestId'), requestId)] : []),
  ].join('\n');
}

/**
 * Returns a handler that shows a failure at the top of the console, below the title of the action if given. With a request id it stays until it is
 * clicked.
 */
export const failureToast =
  (t: TFunction, type: Extract<NoticeType, 'WARNING' | 'ERROR'> = 'ERROR', title?: string) =>
  (error: unknown): void =>
    showNotice({
      type,
      text: [title ?? [], failureText(t, error, { input: false })].flat().join('\n'),
      ...(refusalOf(error).requestId ? { timeout: -1 } : {}),
    });
