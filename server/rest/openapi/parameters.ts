import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
} from 'graphql';
import { locales } from '../../../shared/i18n/messages';
import { MAX_PAGE_SIZE } from '../../records/list-args';
import { deviceNames, type EnumValue } from '../../../shared/catalog';
import { isKeyOf } from '../../../shared/records';
import { filtersOf } from '../../logs/log-definition';
import { logs } from '../../logs/logs';
import { filterValues } from '../../records/setting-fields';
import { settingEntries } from '../../settings/settings';
import { isFreeText, withoutSingleProduct, parameterName } from '../arguments';
import { hasCustomMeasures } from '../../analysis';
import { layoutsOf } from '../export-table';
import { snake } from '../mapper';
import type { Operation } from '../operation';
import { relationArguments } from '../relations';
import { reportOf } from '../report-rows';
import type { Route } from '../routes';
import type { JsonSchema, Parameter } from './description';
import { leafSchema } from './schemas';

/** Times and days are accepted in more formats than they are returned in. */
const READ: Readonly<Record<string, JsonSchema>> = {
  Date: { type: 'string', pattern: '^\\d{4}[/-]\\d{2}[/-]\\d{2}$', examples: ['2026/01/31', '2026-01-31'] },
  DateTime: { type: 'string', examples: ['2026/01/31 12:34:56', '2026/01/31', '2026-01-31T03:34:56Z'] },
};

/** Parameters that all lists share. */
const COMMON: Readonly<Record<string, JsonSchema>> = {
  page: { minimum: 1 },
  page_size: { minimum: 1, maximum: MAX_PAGE_SIZE },
};
const WORDS: Readonly<Record<string, string>> = {
  sortName: 'A field of the rows. Derived fields such as links, and unknown fields are rejected.',
  sortAsc: 'Whether to sort in ascending order: true, false, 1 or 0.',
};

/** Returns the allowed values of a filter; undefined if it takes any. */
function filterEnum(operation: string, field: string): readonly EnumValue[] | undefined {
  const setting = settingEntries.find(([many]) => many === operation)?.[1];
  if (setting) return filterValues(setting.name, field);
  if (isKeyOf(logs, operation)) return filtersOf(logs[operation])[field]?.values;
  return field === 'device' ? Object.values(deviceNames) : undefined;
}

/** Adds the allowed values to a schema; null is sent as text. */
const withEnum = (schema: JsonSchema, values: readonly EnumValue[]): JsonSchema => ({
  ...schema,
  ...(values.includes(null) && schema.type !== 'string' && { type: [String(schema.type), 'string'] }),
  enum: values.map((value) => value ?? 'null'),
});

function queryParameter(
  name: string,
  { type, description, defaultValue }: GraphQLArgument | GraphQLInputField,
  {
    values,
    isText = false,
  }: { readonly values?: readonly EnumValue[] | undefined; readonly isText?: boolean } = {},
): Parameter {
  const list = isListType(getNullableType(type));
  const free = READ[getNamedType(type).name] ?? leafSchema(type);
  const leaf = values ? withEnum(free, values) : free;
  const words = WORDS[name] ?? description;
  return {
    name,
    in: 'query',
    required: isNonNullType(type) && defaultValue === undefined,
    ...(words && { description: words }),
    schema: {
      ...(list ? { type: 'array', items: leaf } : leaf),
      ...COMMON[name],
      ...(defaultValue !== undefined && { default: defaultValue }),
    },
    // Several values are comma-joined, several texts are several parameters.
    ...(list && { style: 'form', explode: isText }),
  };
}

/** Returns the names of a path's parameters. */
const namesInPath = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

const argumentOf = (route: Route, { field }: Operation, pathName: string): GraphQLArgument | undefined =>
  field.args.find(({ name }) => name === (route.pathNames?.[pathName] ?? pathName));

/** Returns the path parameters: ids of settings are whole numbers, those of events are texts. */
export const pathParameters = (route: Route, operation: Operation): Parameter[] =>
  namesInPath(route.path).map((name) => {
    const argument = argumentOf(route, operation, name);
    const schema = argument ? leafSchema(argument.type) : { type: 'string' };
    return {
      name,
      in: 'path',
      required: true,
      ...(argument?.description && { description: argument.description }),
      schema: { ...schema, ...(schema.type === 'integer' && { minimum: 1 }) },
    };
  });

/** Returns the arguments outside the path, of the operation and its relations. */
export function restArguments(route: Route, operation: Operation): GraphQLArgument[] {
  const inPath = new Set([
    ...namesInPath(route.path).map((name) => argumentOf(route, operation, name)?.name),
    ...Object.keys(route.fixed ?? {}),
  ]);
  return [...operation.field.args, ...relationArguments(operation.relations)].filter(
    ({ name }) => !inPath.has(name),
  );
}

/** Returns the query parameters of an operation's arguments; filter fields are separate parameters. */
export function queryParameters(
  args: readonly GraphQLArgument[],
  { names, field: { name: operation } }: Pick<Operation, 'names' | 'field'>,
): Parameter[] {
  const restNames = new Map([...names].map(([rest, field]) => [field, rest] as const));
  const known = withoutSingleProduct(args).flatMap((argument) => {
    const type = getNamedType(argument.type);
    if (!isInputObjectType(type)) return [queryParameter(parameterName(argument.name), argument)];
    return Object.values(type.getFields()).map((field) =>
      queryParameter(restNames.get(field.name) ?? snake(field.name), field, {
        values: filterEnum(operation, field.name),
        isText: isFreeText(field),
      }),
    );
  });
  // A product's own id and the product of its settings share a name.
  return [...new Map(known.map((parameter) => [parameter.name, parameter] as const)).values()];
}

/** Returns the parameter that adds custom measures to the rows of a report. */
export const customMeasureParameters = (route: Route): Parameter[] =>
  route.answer === 'report' && hasCustomMeasures(reportOf(route))
    ? [
        {
          name: 'columns',
          in: 'query',
          description: 'Custom measures (`custom_` and their id) to add to the rows.',
          style: 'form',
          explode: false,
          schema: { type: 'array', items: { type: 'string' } },
        },
      ]
    : [];

/** Returns the parameters that select the rows and columns of a file. */
export function downloadParameters(route: Route, operation: Operation): Parameter[] {
  const rows = queryParameters(operation.field.args, operation).filter(
    ({ name }) => name !== 'page' && name !== 'page_size',
  );
  const known = route.answer === 'list' ? { enum: [...operation.names.keys()] } : {};
  const columns: Parameter = {
    name: 'columns',
    in: 'query',
    description: 'Columns to write, comma-joined, in order; all by default.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', ...known } },
  };
  const layout: Parameter = {
    name: 'layout',
    in: 'query',
    schema: { type: 'string', enum: layoutsOf(route), default: 'data' },
    description:
      'data: a header of keys and plain values. document: for people, with title, product, period, filters and, for a report, its total; headers and values as labels, numbers rounded like in the console. Fields without a label in the console keep their key.' +
      (route.answer === 'list' ? ' template: only the header of keys.' : ''),
  };
  const ofLocale =
    route.answer === 'report'
      ? 'Language of a document (ja by default); in the data layout, the language of the headers instead of keys.'
      : 'Language of a document (ja by default).';
  const locale: Parameter = {
    name: 'locale',
    in: 'query',
    description: ofLocale,
    schema: { type: 'string', enum: locales },
  };
  const title: Parameter = {
    name: 'title',
    in: 'query',
    description: 'Title of a document instead of the report’s: at most 100 characters.',
    schema: { type: 'string', maxLength: 100 },
  };
  return [...rows, columns, layout, locale, ...(route.answer === 'report' ? [title] : [])];
}
