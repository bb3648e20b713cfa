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
import { FIGURE_FILTER } from '../../shared/catalog';
import { isRecord, recordOf, type UnknownRecord } from '../../shared/records';
import { badInput, mustBeOneOf, type FailureMessage } from '../auth/failure';
import { parseDateTime, parseDay } from '../graphql/scalars';
import { filtersOf, type LogDefinition } from '../logs/log-definition';
import { logs } from '../logs/logs';
import { TimeSpan } from '../records/list-args';
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
const malformed = (key: FailureMessage['key']) => new Malformed({ key });

const booleans = new Map<unknown, boolean>([
  ...[true, 'true', '1', 1].map((word) => [word, true] as const),
  ...[false, 'false', '0', 0].map((word) => [word, false] as const),
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

/** Text of null, for rows without a value. */
const NULL = 'null';

function readScalar(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const known = named.getValues();
    const match = known.find((entry) => enumName(entry) === textOf(value));
    return match ? match.value : new Malformed(mustBeOneOf(known.map(enumName)));
  }
  return scalars[named.name]?.(value) ?? malformed('invalidInput');
}

/** Reads one of several values: null if entries can be null, and a day or second as all of its moments. */
function readEntry(type: GraphQLInputType, value: unknown): unknown {
  if (!isNonNullType(type) && (value === NULL || value === null)) return null;
  const read = readScalar(type, value);
  return read instanceof Date ? new TimeSpan(read, endOf(textOf(value) ?? '', read)) : read;
}

/**
 * Parses a value. Lists are comma-joined, repeated parameters, or arrays of a body.
 * @param isText whether a text is one value, with its commas
 */
function readValue(type: GraphQLInputType, value: unknown, isText: boolean): unknown {
  const list = getNullableType(type);
  if (!isListType(list)) return readScalar(type, value);
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  const values = isText
    ? parts
    : parts
        .flatMap((part: unknown) => (typeof part === 'string' ? part.split(',') : [part]))
        .map((part) => (typeof part === 'string' ? part.trim() : part));
  const read = values.filter((part) => part !== '').map((part) => readEntry(list.ofType, part));
  return read.find((part) => part instanceof Malformed) ?? read;
}

/** Filters by texts without commas, such as the values of an enumeration. */
const joinedFilters: ReadonlySet<string> = new Set([
  ...Object.values<LogDefinition>(logs).flatMap((log) =>
    Object.entries(filtersOf(log)).flatMap(([name, { values }]) => (values ? [name] : [])),
  ),
  'action',
  FIGURE_FILTER,
  // Addresses and ranges contain no comma.
  'ipAddress',
]);

/** Returns whether a filter takes texts of any content, each as its own parameter. */
export const isFreeText = ({ name, type }: GraphQLArgument | GraphQLInputField): boolean =>
  getNamedType(type).name === 'String' && !joinedFilters.has(name);

/** Returns the last moment of a time without seconds or milliseconds. */
function endOf(text: string, from: Date): Date {
  if (!text.includes(':')) return new Date(from.getTime() + 86_400_000 - 1);
  return text.includes('.') ? from : new Date(from.getTime() + 999);
}

/** Extends an end time without seconds or milliseconds to the end of its day or second. */
function extendToEnd(name: string, given: unknown, value: unknown): unknown {
  return value instanceof Date && name.endsWith('To') && typeof given === 'string'
    ? endOf(given, value)
    : value;
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
  /** Whether the fields are those of a filter. */
  readonly ofFilter?: boolean;
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
    throw badInput(recordOf(unknown, (key) => ({ key: 'unknownFilter', params: { name: key } })));
  return readArguments({ args: fields }, given, { ofFilter: true });
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
  {
    fieldNames,
    fixed = {},
    naming,
    nested = false,
    ofFilter = false,
    filterNames = {},
  }: ArgumentOptions = {},
): UnknownRecord {
  const wrong: Record<string, FailureMessage> = {};
  const restNames = new Map([...(fieldNames ?? [])].map(([rest, field]) => [field, rest] as const));

  const read = (
    target: GraphQLArgument | GraphQLInputField,
    parameters: readonly string[],
    inFilter = ofFilter,
  ): unknown => {
    const value = parameters.map((name) => given[name]).find((candidate) => !isAbsent(candidate));
    if (isAbsent(value)) {
      if (isNonNullType(target.type) && target.defaultValue === undefined)
        wrong[target.name] = { key: 'required' };
      return target.defaultValue;
    }
    const result = readValue(target.type, value, inFilter && isFreeText(target));
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
      if (isAbsent(given[argument.name]) && !isNonNullType(argument.type)) continue;
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
          read(field, [snake(field.name), ...(further === undefined ? [] : [further])], true),
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
