import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Query, registerEnumType, Resolver } from 'type-graphql';
import type { Services } from '../../services/services';
import type { CountMode, ListArgs } from '../../records/list-args';
import type { ListService } from '../../records/list.service';
import { signedIn, type ApiContext } from '../../services/context';
import {
  argsType,
  bool,
  filterType,
  instant,
  int,
  listOf,
  listType,
  objectType,
  opt,
  withDefault,
  pick,
  ref,
  text,
  type Fields,
  type TypeClass,
} from '../fields';
import { requestedFields } from '../requested-fields';

/** Options of the queries for an entity or a log. */
interface ReadOptions {
  /** Name of the object type; the names of its list and filter are derived from it. */
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly fields: Fields;
  /** Fields that the list can be filtered by. */
  readonly filters?: readonly string[] | Fields;
  /** Whether rows belong to a product and lists can be limited to one. */
  readonly ofProduct?: boolean;
  /** For logs: the kind of event id. Logs are limited by time and have cursor paging. */
  readonly log?: 'textId' | 'numberId';
  /** Fields that distinguish rows with the same id. */
  readonly within?: readonly string[] | undefined;
  readonly service: (services: Services) => ListService;
}

/** Ways to count a log, as GraphQL names. */
const CountMode = { EXACT: 'exact', CAPPED: 'capped', NONE: 'none' } as const satisfies Record<
  string,
  CountMode
>;
registerEnumType(CountMode, { name: 'CountMode' });

const cursorArgs: Fields = {
  after: opt(text),
  before: opt(text),
  at: opt(instant),
  count: opt(ref(() => CountMode)),
};
const cursorFields: Fields = { countExact: bool, next: opt(text), previous: opt(text) };

const pagingArgs: Fields = {
  page: withDefault(int, 1),
  pageSize: withDefault(int, 30),
  sortName: opt(text),
  sortAsc: opt(bool),
  keyword: opt(text),
};

const namesFields = (filters: ReadOptions['filters']): filters is readonly string[] => Array.isArray(filters);

/** Creates the resolver of `many(...) {results count page pageSize}` and `one(id)`. */
export function readResolver(options: ReadOptions): new () => object {
  const { one, many, service } = options;
  const type = objectType(options.type, options.fields);
  const hasCursors = options.log === 'textId';
  const list = listType(`${options.type}List`, type, hasCursors ? cursorFields : {});
  const filters = namesFields(options.filters) ? pick(options.fields, options.filters) : options.filters;
  const filter = filters && filterType(`${options.type}Filter`, filters);
  const args = argsType({
    ...pagingArgs,
    ...(options.ofProduct && { productId: opt(int), productIds: opt(listOf(int)) }),
    ...(options.log && { timeFrom: opt(instant), timeTo: opt(instant) }),
    ...(hasCursors && cursorArgs),
    ...(filter && { filter: opt(ref(() => filter)) }),
  });

  @Resolver()
  class ListResolver {
    @Query(() => list, { name: many })
    list(
      @Ctx() context: ApiContext,
      @Args(() => args) input: ListArgs,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return service(context.services).list(signedIn(context), input, requestedFields(info, ['results']));
    }
  }

  return hasCursors
    ? withEventId(ListResolver, type, options)
    : withNumberId(ListResolver, one, type, service);
}

type Constructor = new () => object;
type EventArgs = Readonly<Record<string, number | null | undefined>> & { readonly id: never };

function withNumberId(
  Base: Constructor,
  name: string,
  type: TypeClass,
  service: ReadOptions['service'],
): Constructor {
  @Resolver()
  class ReadResolver extends Base {
    @Query(() => type, { name })
    one(
      @Ctx() context: ApiContext,
      @Arg('id', () => Int) id: number,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return service(context.services).get(signedIn(context), id, requestedFields(info));
    }
  }
  return ReadResolver;
}

/** Adds `one(id)` for event ids: texts that are unique within the product and the fields of `within`. */
function withEventId(
  Base: Constructor,
  type: TypeClass,
  { one: name, fields, service, within = [] }: ReadOptions,
): Constructor {
  const apart = Object.entries(pick(fields, within)).map(([field, def]) => [field, opt(def)]);
  const args = argsType({ id: text, productId: opt(int), ...Object.fromEntries(apart) });
  @Resolver()
  class ReadResolver extends Base {
    @Query(() => type, { name })
    one(
      @Ctx() context: ApiContext,
      @Args(() => args) input: EventArgs,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      const { id, ...distinguishing } = input;
      return service(context.services).get(signedIn(context), id, requestedFields(info), distinguishing);
    }
  }
  return ReadResolver;
}
