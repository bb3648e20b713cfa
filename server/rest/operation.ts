import {
  getNamedType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { isRecord, type UnknownRecord } from '../../shared/records';
import type { ApiContext } from '../graphql/context';
import { resolveInfo } from '../graphql/resolve-info';
import { formatDay } from '../graphql/scalars';
import { readArguments } from './arguments';
import { rowMapper, type Answer, type RowMapper } from './mapper';
import { fieldNames } from './names';
import {
  asksOwnRatios,
  besideMapper,
  reportOf,
  reportRowMapper,
  totalMapper,
  withoutOwnRatios,
} from './report-rows';
import { relationReader, relationsOf, type Relation } from './relations';
import type { Route } from './routes';
import { unfilterableNames } from './unfilterable';

/** What a route's operation takes and gives. */
export interface Operation {
  readonly field: GraphQLField<unknown, unknown>;
  /** Type of a row of a list or report, or of the entity; null when it answers nothing. */
  readonly rowType: GraphQLObjectType | null;
  /** Names of the row's fields by their REST names. */
  readonly names: ReadonlyMap<string, string>;
  /** Those by which a list chooses no rows. */
  readonly unfilterable: readonly string[];
  readonly args: (given: UnknownRecord, fixed: UnknownRecord) => UnknownRecord;
  /** Runs the operation as GraphQL would; rules, permissions and queries are its own. */
  readonly run: (args: UnknownRecord, context: ApiContext) => Promise<unknown>;
  readonly toRow: RowMapper;
  readonly toTotal: RowMapper;
  /** What a report says beside its rows. */
  readonly beside: RowMapper;
  /** Relations that are answered with the entity. */
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

/** The operation behind a route. */
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
    // Reports know the names of their columns themselves.
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
    // REST asks for whole entities: there is no selection to tell of.
    run: async (args, context) =>
      resolve(undefined, args, context, resolveInfo({ schema, parentType: root, field })),
    beside: route.answer === 'report' ? besideMapper(reportOf(route), getNamedType(field.type)) : () => ({}),
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

/** What an operation answers as a list. @throws TypeError when route and schema disagree */
function rowsOf(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('The operation answers no list');
  return answer;
}

/** One page of rows, and what it says of itself. */
function pageOf(operation: Operation, answer: unknown, given: UnknownRecord): Answer {
  if (!isRecord(answer)) throw new TypeError('The operation answers no page');
  const { results, count, page, pageSize, total, previousFrom, previousTo, countExact, next, previous } =
    answer;
  const told = asksOwnRatios(given) ? (row: unknown) => row : withoutOwnRatios;
  return {
    results: rowsOf(results).map((row) => operation.toRow(told(row))),
    count,
    page,
    page_size: pageSize,
    ...(countExact !== undefined && { count_exact: countExact, next, previous }),
    ...(isRecord(total) && { total: operation.toTotal(told(total)) }),
    ...(typeof previousFrom === 'number' &&
      typeof previousTo === 'number' && {
        previous_from: formatDay(previousFrom, '/'),
        previous_to: formatDay(previousTo, '/'),
      }),
    ...operation.beside(answer),
  };
}

/** The answer of an operation on one thing. */
export function entityOf(route: Route, operation: Operation, answer: unknown): Answer {
  const row = operation.toRow(answer);
  return route.shape ? route.shape(row) : row;
}

/** The body of an answer. @param given the parameters */
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
