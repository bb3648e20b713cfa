import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { isRecord, recordOf, type UnknownRecord } from '../../shared/records';
import { badInput } from '../auth/failure';
import { signedIn, type ApiContext } from '../services/context';
import { resolveInfo } from '../graphql/requested-fields';
import { formatDateTime } from '../../shared/format';
import { formatDay } from '../graphql/scalars';
import { requireProduct } from '../auth/permissions';
import { isAbsent, withoutSingleProduct, parameterName, readArguments, MAX_INT } from './arguments';
import { rowMapper, type Answer, type RowMapper, fieldNames } from './mapper';
import {
  requestsCustomMeasures,
  besideMapper,
  reportOf,
  reportRowMapper,
  totalMapper,
  withoutCustomMeasures,
} from './report-rows';
import { relationReader, relationsOf, type Relation } from './relations';
import type { Route } from './routes';

/** Returns the REST names of row fields that are neither an argument nor a filter. */
function unfilterableNames(
  args: readonly GraphQLArgument[],
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const filters = args.flatMap(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  });
  const own = withoutSingleProduct(args).map(({ name }) => parameterName(name));
  return [...names]
    .filter(([rest, field]) => !own.includes(rest) && !filters.includes(field))
    .map(([rest]) => rest);
}

/**
 * Rejects row fields that are no filter: ignored like an unknown parameter, they would return all rows.
 * @throws BAD_USER_INPUT naming each
 */
export function rejectUnfilterable(unfilterable: readonly string[], given: UnknownRecord): void {
  const requested = unfilterable.filter((name) => !isAbsent(given[name]));
  if (requested.length > 0)
    throw badInput(recordOf(requested, (name) => ({ key: 'notFilterable', params: { name } })));
}

/** Input and output of a route's operation. */
export interface Operation {
  readonly field: GraphQLField<unknown, unknown>;
  /** Type of a list or report row, or of the entity; null without a response. */
  readonly rowType: GraphQLObjectType | null;
  /** Field names of the row by REST name. */
  readonly names: ReadonlyMap<string, string>;
  /** REST names that the list can't be filtered by. */
  readonly unfilterable: readonly string[];
  readonly args: (given: UnknownRecord, fixed: UnknownRecord) => UnknownRecord;
  /** Runs the operation like GraphQL does, with its rules, permissions and queries. */
  readonly run: (args: UnknownRecord, context: ApiContext) => Promise<unknown>;
  readonly toRow: RowMapper;
  readonly toTotal: RowMapper;
  /** Maps the additional fields of a report. */
  readonly toAdditional: RowMapper;
  /** Relations in the entity's response. */
  readonly relations: readonly Relation[];
  readonly related: (row: unknown, given: UnknownRecord, context: ApiContext) => Promise<Answer>;
}

function rowTypeOf(route: Route, field: GraphQLField<unknown, unknown>): GraphQLObjectType | null {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return null;
  if (route.answer !== 'list' && route.answer !== 'report') return type;
  const row = getNamedType(type.getFields().results?.type);
  return isObjectType(row) ? row : null;
}

/** Builds the operation of a route. */
export function operationOf(schema: GraphQLSchema, route: Route): Operation {
  const root = route.kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[route.operation];
  if (!root || !field?.resolve) throw new Error(`No operation ${route.operation}`);
  const { resolve } = field;
  const rowType = rowTypeOf(route, field);
  const relations = relationsOf(rowType, route.relations);
  const names =
    route.answer === 'report' ? new Map<string, string>() : fieldNames(rowType, route.naming ?? {});
  const readSort = (given: UnknownRecord): UnknownRecord => {
    const sort = given.sortName;
    // Reports resolve their column names themselves.
    return typeof sort === 'string' && route.answer === 'list' && names.has(sort)
      ? { ...given, sortName: names.get(sort) }
      : given;
  };
  return {
    field,
    rowType,
    names,
    unfilterable: route.answer === 'list' ? unfilterableNames(field.args, names) : [],
    args: (given, fixed) =>
      readArguments(field, readSort(given), {
        fieldNames: names,
        fixed,
        naming: route.naming,
        nested: route.kind === 'mutation' || route.method === 'post',
        filterNames: route.filterNames,
      }),
    // REST needs whole entities, so there is no selection to pass on.
    run: async (args, context) =>
      resolve(undefined, args, context, resolveInfo({ schema, parentType: root, field })),
    toAdditional:
      route.answer === 'report' ? besideMapper(reportOf(route), getNamedType(field.type)) : () => ({}),
    toRow:
      route.answer === 'report'
        ? reportRowMapper(reportOf(route))
        : rowType
          ? rowMapper(rowType, route.naming)
          : () => ({}),
    toTotal: route.answer === 'report' ? totalMapper(reportOf(route), getNamedType(field.type)) : () => ({}),
    relations,
    related: relationReader(schema, rowType, relations),
  };
}

/**
 * Returns the response as a list.
 * @throws TypeError if route and schema disagree
 */
function rowsOf(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('The operation returns no list');
  return answer;
}

/** Builds a page of rows with its metadata. */
function pageOf(operation: Operation, answer: unknown, given: UnknownRecord): Answer {
  if (!isRecord(answer)) throw new TypeError('The operation returns no page');
  const { results, count, page, pageSize, total, previousFrom, previousTo } = answer;
  const { countExact, next, previous, searchedTo } = answer;
  const prepareRow = requestsCustomMeasures(given) ? (row: unknown) => row : withoutCustomMeasures;
  return {
    results: rowsOf(results).map((row) => operation.toRow(prepareRow(row))),
    count,
    page,
    page_size: pageSize,
    ...(countExact !== undefined && { count_exact: countExact, next, previous }),
    ...(searchedTo instanceof Date && { searched_to: formatDateTime(searchedTo.getTime()) }),
    ...(isRecord(total) && { total: operation.toTotal(prepareRow(total)) }),
    ...(typeof previousFrom === 'number' &&
      typeof previousTo === 'number' && {
        previous_from: formatDay(previousFrom, '/'),
        previous_to: formatDay(previousTo, '/'),
      }),
    ...operation.toAdditional(answer),
  };
}

/** Builds the response for a single object. */
export function entityOf(route: Route, operation: Operation, answer: unknown): Answer {
  const row = operation.toRow(answer);
  return route.shape ? route.shape(row) : row;
}

/**
 * Builds the response body.
 * @param given the request parameters
 */
export function bodyOf(
  route: Route,
  operation: Operation,
  answer: unknown,
  given: UnknownRecord,
): Answer | undefined {
  switch (route.answer) {
    case 'nothing':
      return undefined;
    case 'whole': {
      const rows = rowsOf(answer).map(operation.toRow);
      return { results: rows, count: rows.length, page: 1, page_size: rows.length };
    }
    case 'entity':
      return entityOf(route, operation, answer);
    default:
      return pageOf(operation, answer, given);
  }
}

/** Splits the products of a query: one, several parameters, or comma-joined. */
const productTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((part) => String(part).split(','))
    .map((part) => part.trim())
    .filter(Boolean);

const isInteger = (text: string): boolean => /^[+-]?\d+$/.test(text);

/**
 * Rejects products outside the user's list where the operation doesn't: on lists without products, and for
 * numbers too large for an argument.
 * @throws FORBIDDEN; BAD_USER_INPUT for a non-number that the operation doesn't read
 */
export function rejectForeignProducts(
  { method, answer, pathNames = {} }: Route,
  { field }: Operation,
  given: Readonly<Record<string, unknown>>,
  context: ApiContext,
): void {
  if (method !== 'get' || given.product_id == null) return;
  const requested = productTexts(given.product_id);
  const takes = (name: string): boolean =>
    field.args.some((argument) => argument.name === name) && !Object.values(pathNames).includes(name);
  const reads = takes('productIds') || takes('productId');
  const isList = answer === 'list' || answer === 'whole';
  if (!reads && isList && !requested.every(isInteger))
    throw badInput({ productId: { key: 'mustBeInteger' } });
  const ids = requested.filter(isInteger).map(Number);
  const checked = isList && !takes('productIds') ? ids : ids.filter((id) => reads && Math.abs(id) > MAX_INT);
  for (const id of checked) requireProduct(signedIn(context), id);
}
