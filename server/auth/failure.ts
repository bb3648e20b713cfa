import { messageText, type Locale, type MessageKey } from '../../shared/i18n/messages';

/** Why a request was refused; GraphQL's `extensions.code`, REST's status. */
export type FailureCode = keyof typeof statusOf;

/** The HTTP status of each code. */
export const statusOf = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** A message by its key, to be worded in the reader's language at the very end. */
export interface FailureMessage {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

export interface FailureDetails {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Messages by field (camelCase), for a form to show beside it. */
  readonly fields?: Readonly<Record<string, readonly FailureMessage[]>>;
  /** Further sentences to show. */
  readonly also?: readonly FailureMessage[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
}

/** A refusal that its reader may see. Everything else that is thrown is an internal error. */
export class Failure extends Error {
  constructor(
    readonly code: FailureCode,
    readonly text: MessageKey,
    readonly details: FailureDetails = {},
  ) {
    super(messageText(text, 'en', details.params));
    this.name = 'Failure';
  }

  /** The sentences to show. */
  messages(locale: Locale): string[] {
    const { params, also = [] } = this.details;
    return [{ key: this.text, params }, ...also].map((one) => messageText(one.key, locale, one.params));
  }

  /** The sentences beside each field, by its camelCase name. */
  fields(locale: Locale): Record<string, string[]> {
    const entries = Object.entries(this.details.fields ?? {});
    return Object.fromEntries(
      entries.map(([name, list]) => [name, list.map(({ key, params }) => messageText(key, locale, params))]),
    );
  }
}

/** Input that can't be used, named by field. */
export const badInput = (fields: Record<string, FailureMessage | readonly FailureMessage[]>): Failure =>
  new Failure('BAD_USER_INPUT', 'invalidInput', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, found]) => [name, 'key' in found ? [found] : found]),
    ),
  });

/** Nothing that this reader may see has the id. */
export const notFound = (): Failure => new Failure('NOT_FOUND', 'notFound');
