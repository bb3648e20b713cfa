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

/**
 * Builds the REST body of a failure: `_message`, `errors` by field (always for invalid input; empty if the
 * body itself is invalid), `request_id`.
 */
export function restError(failure: Failure, reader: Reader, res: Response | undefined): object {
  const names = (res && errorNames.get(res)) ?? {};
  const nameOf = (field: string): string => names[field] ?? restFieldName(field);
  const fields = Object.entries(failure.fields(reader.locale, nameOf)).map(
    ([name, list]) => [nameOf(name), list] as const,
  );
  return {
    _message: failure.messages(reader.locale, nameOf),
    ...((fields.length > 0 || failure.code === 'BAD_USER_INPUT') && { errors: Object.fromEntries(fields) }),
    request_id: reader.requestId,
  };
}
