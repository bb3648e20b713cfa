import type { Response } from 'express';
import { getNamedType, GraphQLError, isInputObjectType, type GraphQLArgument } from 'graphql';
import type { UnknownRecord } from '../../shared/records';
import type { Failure } from '../auth/failure';
import type { ApiContext } from '../services/context';
import { parameterName, restFieldName } from './arguments';
import type { Naming } from './mapper';
import { inputNames } from './write-input';

type Reader = Pick<ApiContext, 'locale' | 'requestId'>;

/** Returns the failure inside a GraphQL error of an operation. */
export const causeOf = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError ? error.originalError : error;

type FieldNames = NonNullable<Naming['instead']>;
/** REST names of fields by response. */
const errorNames = new WeakMap<Response, FieldNames>();

/**
 * Stores the REST names for error fields of this request: those of the operation's arguments and those the
 * request used.
 */
export const setErrorNames = (
  res: Response,
  args: readonly GraphQLArgument[],
  naming: Naming = {},
  given: UnknownRecord = {},
): void => {
  const filters = args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return name === 'filter' && isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  });
  const own = [...args.map(({ name }) => name), ...filters].map(
    (name) => [name, parameterName(name)] as const,
  );
  const used = Object.keys(naming.also ?? {}).map((field) => {
    const names = inputNames(field, naming);
    return [field, names.find((name) => given[name] !== undefined) ?? names[0] ?? field] as const;
  });
  const { id } = naming;
  const byOwnName = id !== undefined && given[id] !== undefined && given.id === undefined;
  errorNames.set(res, {
    ...Object.fromEntries(own),
    ...naming.instead,
    ...Object.fromEntries(used),
    ...(byOwnName && { id }),
  });
};

/** Returns the reasons as text; those of invalid input start with the field's REST name. */
function reasons(
  failure: Failure,
  fields: ReadonlyArray<readonly [string, readonly string[]]>,
  { locale }: Reader,
): string[] {
  const messages = failure.messages(locale);
  if (failure.code !== 'BAD_USER_INPUT' || fields.length === 0) return messages;
  const named = fields.flatMap(([name, list]) => list.map((text) => `${name}: ${text}`));
  const fieldMessages = new Set(fields.flatMap(([, list]) => list));
  return [
    ...named,
    ...messages.filter((text) => failure.text !== 'invalidInput' && !fieldMessages.has(text)),
  ];
}

/**
 * Builds the REST body of a failure: `_message`, `errors` by field (always for invalid input; empty if the
 * body itself is invalid), `request_id`.
 */
export function restError(failure: Failure, reader: Reader, res: Response | undefined): object {
  const names = (res && errorNames.get(res)) ?? {};
  const fields = Object.entries(failure.fields(reader.locale)).map(
    ([name, list]) => [names[name] ?? restFieldName(name), list] as const,
  );
  return {
    _message: reasons(failure, fields, reader),
    ...((fields.length > 0 || failure.code === 'BAD_USER_INPUT') && { errors: Object.fromEntries(fields) }),
    request_id: reader.requestId,
  };
}
