import { getNamedType, isObjectType, type GraphQLField, type GraphQLObjectType, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { ApiContext } from '../graphql/context';
import { formatDay } from '../graphql/scalars';
import { readArguments } from './arguments';
import { rowMapper } from './mapper';
import { fieldNames } from './names';
import { reportOf, reportRowMapper } from './report-rows';
import { relationReader, relationsOf, type Relation } from './relations';
import type { Route } from './routes';

type Answer = Record<string, unknown>;
type Given = Readonly<Record<string, unknown>>;

/** What a route's operation takes and gives. */
export interface Operation {
  readonly field: GraphQLField<unknown, ApiContext>;
  /** Type of a row of a list or report, or of the entity; null when it answers nothing. */
  readonly rowType: GraphQLObjectType | null;
  /** Names of the row's fields by their REST names. */
  readonly names: ReadonlyMap<string, string>;
  readonly args: (given: Given, fixed: Given) => Record<string, unknown>;
  /** Runs the operation as GraphQL would; rules, permissions and queries are its own. */
  readonly run: (args: Record<string, unknown>, context: ApiContext) => Promise<unknown>;
  readonly toRow: (row: object) => Answer;
  /** Relations that are answered with the entity. */
  readonly relations: readonly Relation[];
  readonly related: (row: object, given: Given, context: ApiContext) => Promise<Answer>;
}

function rowTypeOf(route: Route, field: GraphQLField<unknown, ApiContext>): GraphQLObjectType | null {
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
  if (!field?.resolve) throw new Error(`No operation ${route.operation}`);
  const { resolve } = field;
  const rowType = rowTypeOf(route, field);
  const relations = relationsOf(rowType, route.relations);
  const names = route.answer === 'report' ? new Map<string, string>() : fieldNames(rowType, route.naming ?? {});
  const readSort = (given: Given): Given => {
    const sort = given.sortName;
    // Reports know the names of their columns themselves.
    return typeof sort === 'string' && route.answer === 'list' && names.has(sort) ? { ...given, sortName: names.get(sort) } : given;
  };
  return {
    field,
    rowType,
    names,
    args: (given, fixed) => readArguments(field, readSort(given), { fieldNames: names, fixed, naming: route.naming }),
    // REST asks for whole entities: there is no selection to tell of.
    run: async (args, context) => resolve(undefined, args, context, undefined as unknown as GraphQLResolveInfo),
    toRow: route.answer === 'report' ? reportRowMapper(reportOf(route)) : rowType ? rowMapper(rowType, route.naming) : () => ({}),
    relations,
    related: relationReader(relations),
  };
}

interface Paged {
  readonly results: object[];
  readonly count: number;
  readonly page: number;
  readonly pageSize: number;
  readonly total?: object;
  /** Of reports that compare. */
  readonly previousFrom?: number | null;
  readonly previousTo?: number | null;
  /** Of logs. */
  readonly countExact?: boolean;
  readonly next?: string | null;
  readonly previous?: string | null;
}

/** The body of an answer. */
export function bodyOf(route: Route, operation: Operation, result: unknown): unknown {
  switch (route.answer) {
    case 'nothing':
      return undefined;
    case 'array':
      return (result as object[]).map(operation.toRow);
    case 'whole': {
      const rows = (result as object[]).map(operation.toRow);
      return { results: rows, count: rows.length, page: 1, page_size: rows.length };
    }
    case 'entity': {
      const row = operation.toRow(result as object);
      return route.shape ? route.shape(row) : row;
    }
    default: {
      const { results, count, page, pageSize, total, previousFrom, previousTo, countExact, next, previous } = result as Paged;
      return {
        results: results.map(operation.toRow),
        count,
        page,
        page_size: pageSize,
        ...(countExact !== undefined && { count_exact: countExact, next, previous }),
        ...(total && { total: operation.toRow(total) }),
        ...(previousFrom && previousTo && { previous_from: formatDay(previousFrom, '/'), previous_to: formatDay(previousTo, '/') }),
      };
    }
  }
}
