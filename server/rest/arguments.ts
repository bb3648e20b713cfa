import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { isRecord, type UnknownRecord } from '../../shared/records';
import { badInput, type FailureMessage } from '../auth/failure';
import { parseDateTime, parseDay } from '../graphql/scalars';
import { enumName, snake, type Naming } from './mapper';
import { areEntries, readEntries, readInput } from './write-input';

/** Names that the specification spells in camelCase. */
const CAMEL_CASE_NAMES: Readonly<Record<string, string>> = { sortName: 'sortName', sortAsc: 'sortAsc' };

/** Returns the REST name of an input field or of a field with an error. */
export const restFieldName = (field: string): string => CAMEL_CASE_NAMES[field] ?? snake(field);

/** Returns the REST name of an argument; one product and several share a name. */
export const parameterName = (argument: string): string =>
  argument === 'productIds' ? 'product_id' : restFieldName(argument);

/**
 * Returns the arguments of REST: a list with `productIds` drops `productId`, because one product is a list of
 * one.
 */
export const withoutSingleProduct = (args: readonly GraphQLArgument[]): readonly GraphQLArgument[] =>
  args.some(({ name }) => name === 'productIds') ? args.filter(({ name }) => name !== 'productId') : args;

type Read = (value: unknown) => unknown;
/** Maximum value of an integer argument or column. */
export const MAX_INT = 2_147_483_647;

/** Value that can't be parsed, with its error. */
class Malformed {
  constructor(readonly message: FailureMessage) {}
}
const malformed = (key: FailureMessage['key'], params?: FailureMessage['params']) =>
  new Malformed({ key, params });

const booleans = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
]);

const textOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

const scalars: Readonly<Record<string, Read>> = {
  Int: (value) => {
    const text = textOf(value) ?? '';
    const number = /^[+-]?\d{1,12}$/.test(text.trim()) ? Number(text) : NaN;
    return Math.abs(number) <= MAX_INT ? number : malformed('mustBeInteger');
  },
  Float: (value) => {
    const text = (textOf(value) ?? '').trim();
    return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : malformed('mustBeNumber');
  },
  Boolean: (value) =>
    booleans.get(typeof value === 'string' ? value.toLowerCase() : value) ?? malformed('mustBeBoolean'),
  String: (value) => textOf(value) ?? malformed('mustBeText'),
  Date: (value) => parseDay(textOf(value) ?? '') ?? malformed('mustBeDate'),
  DateTime: (value) => parseDateTime(textOf(value) ?? '') ?? malformed('mustBeDateTime'),
};

function readScalar(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const known = named.getValues();
    const match = known.find((entry) => enumName(entry) === textOf(value));
    return match ? match.value : malformed('mustBeOneOf', { values: known.map(enumName).join(', ') });
  }
  return scalars[named.name]?.(value) ?? malformed('invalidInput');
}

/** Parses a value. Lists are comma-joined, repeated parameters, or arrays of a body. */
function readValue(type: GraphQLInputType, value: unknown): unknown {
  if (!isListType(getNullableType(type))) return readScalar(type, value);
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part: unknown) =>
    typeof part === 'string' ? part.split(',') : [part],
  );
  const values = parts
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '');
  const read = values.map((part) => readScalar(type, part));
  return read.find((part) => part instanceof Malformed) ?? read;
}

/** Extends an end time without seconds or milliseconds to the end of its day or second. */
function extendToEnd(name: string, given: unknown, value: unknown): unknown {
  if (!(value instanceof Date) || !name.endsWith('To') || typeof given !== 'string') return value;
  if (!given.includes(':')) return new Date(value.getTime() + 86_400_000 - 1);
  return given.includes('.') ? value : new Date(value.getTime() + 999);
}

export interface ArgumentOptions {
  /** GraphQL names of filter fields by REST name. */
  readonly fieldNames?: ReadonlyMap<string, string>;
  /** Values from the path instead of parameters. */
  readonly fixed?: UnknownRecord;
  /** Names of the fields of a write. */
  readonly naming?: Naming | undefined;
  /** Whether object arguments are objects of the body instead of flat parameters. */
  readonly nested?: boolean;
  /** Aliases of filter fields, for a filter sent as an object. */
  readonly filterNames?: Readonly<Record<string, string>> | undefined;
}

/** Replaces aliases by field names; a value under the field's own name wins. */
function resolveAliases(given: UnknownRecord, names: Readonly<Record<string, string>>): UnknownRecord {
  const further = Object.entries(names).filter(([name]) => Object.hasOwn(given, name));
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(names, name));
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(
      further.map(([name, field]) => [field, isAbsent(given[field]) ? given[name] : given[field]]),
    ),
  };
}

/**
 * Reads an object argument. An unknown name in the filter of a change is rejected: ignored, it would widen
 * the change to all rows of the remaining filter.
 * @throws BAD_USER_INPUT
 */
function readNested(
  name: string,
  fields: readonly GraphQLArgument[],
  sent: UnknownRecord,
  filterNames: Readonly<Record<string, string>>,
): UnknownRecord {
  const given = name === 'filter' ? resolveAliases(sent, filterNames) : sent;
  const known = new Set(fields.map((field) => parameterName(field.name)));
  const unknown = name === 'filter' ? Object.keys(given).filter((key) => !known.has(key)) : [];
  if (unknown.length > 0)
    throw badInput(
      Object.fromEntries(
        unknown.map((key): [string, FailureMessage] => [
          key,
          { key: 'unknownFilter', params: { name: key } },
        ]),
      ),
    );
  return readArguments({ args: fields }, given);
}

/** Returns whether a value counts as not sent. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Reads an operation's arguments from REST parameters: snake_case names, filter fields beside the other
 * arguments. Unknown parameters are ignored.
 * @throws BAD_USER_INPUT naming every malformed or missing one
 */
export function readArguments(
  operation: Pick<GraphQLField<unknown, unknown>, 'args'>,
  given: UnknownRecord,
  { fieldNames, fixed = {}, naming, nested = false, filterNames = {} }: ArgumentOptions = {},
): UnknownRecord {
  const wrong: Record<string, FailureMessage> = {};
  const restNames = new Map([...(fieldNames ?? [])].map(([rest, field]) => [field, rest] as const));

  const read = (target: GraphQLArgument | GraphQLInputField, parameters: readonly string[]): unknown => {
    const value = parameters.map((name) => given[name]).find((candidate) => !isAbsent(candidate));
    if (isAbsent(value)) {
      if (isNonNullType(target.type) && target.defaultValue === undefined)
        wrong[target.name] = { key: 'required' };
      return target.defaultValue;
    }
    const result = readValue(target.type, value);
    if (!(result instanceof Malformed)) return extendToEnd(target.name, value, result);
    wrong[target.name] = result.message;
    return undefined;
  };

  const args = new Map<string, unknown>(Object.entries(fixed));
  for (const argument of withoutSingleProduct(operation.args)) {
    if (argument.name in fixed) continue;
    const type = getNamedType(argument.type);
    if (isInputObjectType(type) && argument.name === 'input') {
      args.set('input', readInput(type, given, naming));
    } else if (isInputObjectType(type) && isListType(getNullableType(argument.type))) {
      if (areEntries(argument.type, given[argument.name]))
        args.set(argument.name, readEntries(argument.type, given[argument.name], argument.name));
      else wrong[argument.name] = { key: 'mustBeList' };
    } else if (isInputObjectType(type) && nested) {
      const value = given[argument.name];
      if (isRecord(value))
        args.set(
          argument.name,
          readNested(argument.name, Object.values(type.getFields()), value, filterNames),
        );
      else if (!isAbsent(value)) wrong[argument.name] = { key: 'invalidInput' };
    } else if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).map((field) => {
        const further = restNames.get(field.name);
        return [
          field.name,
          read(field, [snake(field.name), ...(further === undefined ? [] : [further])]),
        ] as const;
      });
      args.set(argument.name, Object.fromEntries(fields.filter(([, value]) => value !== undefined)));
    } else {
      const value = read(argument, [parameterName(argument.name)]);
      if (value !== undefined) args.set(argument.name, value);
    }
  }
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  return Object.fromEntries(args);
}
