import type { Response } from 'express';
import { getNamedType, GraphQLError, isInputObjectType, type GraphQLArgument } from 'graphql';
import type { UnknownRecord } from '../../shared/records';
import type { Failure } from '../auth/failure';
import type { ApiContext } from '../graphql/context';
import { parameterName, spelled } from './arguments';
import type { Naming } from './names';
import { inputNames } from './write-input';

type Reader = Pick<ApiContext, 'locale' | 'requestId'>;

/** Operations throw GraphQL errors that carry the failure they are made from. */
export const causeOf = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError ? error.originalError : error;

type FieldNames = NonNullable<Naming['instead']>;
/** Under which names the fields of an answer go out. */
const noted = new WeakMap<Response, FieldNames>();

/** Notes under which names the fields of an answer to this request go out: those of the operation's arguments, and the ones that it used itself. */
export const nameFields = (
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
  noted.set(res, {
    ...Object.fromEntries(own),
    ...naming.instead,
    ...Object.fromEntries(used),
    ...(byOwnName && { id }),
  });
};

/** Each reason in words. Of input that can't be used they name their fields, under the names that REST gives them. */
function reasons(
  failure: Failure,
  fields: ReadonlyArray<readonly [string, readonly string[]]>,
  { locale }: Reader,
): string[] {
  const said = failure.messages(locale);
  if (failure.code !== 'BAD_USER_INPUT' || fields.length === 0) return said;
  const named = fields.flatMap(([name, list]) => list.map((text) => `${name}: ${text}`));
  const told = new Set(fields.flatMap(([, list]) => list));
  return [...named, ...said.filter((text) => failure.text !== 'invalidInput' && !told.has(text))];
}

/** A failure as REST says it: `_message`, `errors` by field (of bad input always, of a body as such none), `request_id`. */
export function restAnswer(failure: Failure, reader: Reader, res: Response | undefined): object {
  const names = (res && noted.get(res)) ?? {};
  const fields = Object.entries(failure.fields(reader.locale)).map(
    ([name, list]) => [names[name] ?? spelled(name), list] as const,
  );
  return {
    _message: reasons(failure, fields, reader),
    ...((fields.length > 0 || failure.code === 'BAD_USER_INPUT') && { errors: Object.fromEntries(fields) }),
    request_id: reader.requestId,
  };
}
