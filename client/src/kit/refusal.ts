import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { isRecord } from '../../../shared/records';
import { RestError } from '../session/rest';

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
