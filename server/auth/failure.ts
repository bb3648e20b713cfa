import { statusOf } from '../../shared/failure-codes';
import { textAt, translator } from '../../shared/i18n';
import type { Locale, MessageKey } from '../../shared/i18n/messages';

/** Why a request was rejected: `extensions.code` in GraphQL, the status in REST. */
export type FailureCode = keyof typeof statusOf;

export { statusOf };

/** A message key with parameters. It is translated only when the response is written. */
export interface FailureMessage {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/** Translates a message. */
export const messageText = ({ key, params }: FailureMessage, locale: Locale): string =>
  textAt(translator(locale), `messages.${key}`, params);

export interface FailureDetails {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Messages by field (camelCase), which forms show beside the field. */
  readonly fields?: Readonly<Record<string, readonly FailureMessage[]>>;
  /** Additional sentences to show. */
  readonly also?: readonly FailureMessage[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
}

/** Returns the name of a field in an API. */
type NameOf = (field: string) => string;

/** An error that clients may see. All other exceptions are internal errors. */
export class Failure extends Error {
  constructor(
    readonly code: FailureCode,
    readonly text: MessageKey,
    readonly details: FailureDetails = {},
  ) {
    super(messageText({ key: text, params: details.params }, 'en'));
    this.name = 'Failure';
  }

  /**
   * Returns the translated sentences. Those about fields of invalid input start with the field's name.
   * @param nameOf returns the name of a field in the request
   */
  messages(locale: Locale, nameOf: NameOf = (field) => field): string[] {
    const { params, also = [] } = this.details;
    const own = [{ key: this.text, params }, ...also].map((one) => messageText(one, locale));
    const fields = Object.entries(this.fields(locale, nameOf));
    if (this.code !== 'BAD_USER_INPUT' || fields.length === 0) return own;
    const ofFields = new Set(fields.flatMap(([, list]) => list));
    return [
      ...fields.flatMap(([name, list]) => list.map((text) => `${nameOf(name)}: ${text}`)),
      ...own.filter((text) => this.text !== 'invalidInput' && !ofFields.has(text)),
    ];
  }

  /** Returns the translated sentences of each field by its camelCase name; they contain fields as the API names them. */
  fields(locale: Locale, nameOf: NameOf = (field) => field): Record<string, string[]> {
    const named = ({ key, params }: FailureMessage): FailureMessage =>
      params?.field === undefined
        ? { key, params }
        : { key, params: { ...params, field: nameOf(String(params.field)) } };
    const entries = Object.entries(this.details.fields ?? {});
    return Object.fromEntries(
      entries.map(([name, list]) => [name, list.map((one) => messageText(named(one), locale))]),
    );
  }
}

/** Creates the error for invalid input, by field. */
export const badInput = (fields: Record<string, FailureMessage | readonly FailureMessage[]>): Failure =>
  new Failure('BAD_USER_INPUT', 'invalidInput', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, messages]) => [name, 'key' in messages ? [messages] : messages]),
    ),
  });

/** Returns the message for a value outside an enumeration. */
export const mustBeOneOf = (values: readonly unknown[]): FailureMessage => ({
  key: 'mustBeOneOf',
  params: { values: values.map(String).join(', ') },
});

/** Creates the error for an id that doesn't exist or that the actor may not see. */
export const notFound = (): Failure => new Failure('NOT_FOUND', 'notFound');

/** Creates the error for fields that the actor may not set. */
export const notWritable = (...names: string[]): Failure =>
  new Failure('FORBIDDEN', 'forbidden', {
    fields: Object.fromEntries(names.map((name) => [name, [{ key: 'notWritable' }]])),
  });
