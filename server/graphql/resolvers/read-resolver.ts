import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Query, registerEnumType, Resolver } from 'type-graphql';
import type { Services } from '../../services/services';
import type { CountMode, ListArgs } from '../../records/list-args';
import type { Row } from '../../records/list-definition';
import type { ListService } from '../../records/list.service';
import { signedIn, type ApiContext } from '../../services/context';
import {
  argsType,
  bool,
  inputTypeOf,
  instant,
  int,
  listOf,
  opt,
  withDefault,
  ref,
  text,
  typeOf,
  type Fields,
  type TypeClass,
} from '../fields';
import { requestedFields } from '../requested-fields';

/** Options of the queries for an entity or a log. */
interface ReadOptions {
  /** Name of the object type; its list is `XList`, its filter `XFilter`. */
  readonly type: string;
  readonly one: string;
  readonly many: string;
  /** Whether rows belong to a product and lists can be limited to one. */
  readonly ofProduct?: boolean;
  /** For logs: the kind of event id. Logs are limited by time and have cursor paging. */
  readonly log?: 'textId' | 'numberId';
  /** Fields that distinguish rows with the same id. */
  readonly within?: Fields;
  readonly service: (services: Services) => ListService;
  /** Completes rows for the reader, for example in their language. */
  readonly complete?: (context: ApiContext, rows: readonly Row[]) => Promise<void>;
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
const pagingArgs: Fields = {
  page: withDefault(int, 1),
  pageSize: withDefault(int, 30),
  sortName: opt(text),
  sortAsc: opt(bool),
  keyword: opt(text),
};

/** Creates the resolver of `many(...) {results count page pageSize}` and `one(id)`. */
export function readResolver(options: ReadOptions): new () => object {
  const { many, service } = options;
  const type = typeOf(options.type);
  const hasCursors = options.log === 'textId';
  const args = argsType({
    ...pagingArgs,
    ...(options.ofProduct && { productId: opt(int), productIds: opt(listOf(int)) }),
    ...(options.log && { timeFrom: opt(instant), timeTo: opt(instant) }),
    ...(hasCursors && cursorArgs),
    filter: opt(ref(() => inputTypeOf(`${options.type}Filter`))),
  });

  @Resolver()
  class ListResolver {
    @Query(() => typeOf(`${options.type}List`), { name: many })
    async list(
      @Ctx() context: ApiContext,
      @Args(() => args) input: ListArgs,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      const fields = requestedFields(info, ['results']);
      const page = await service(context.services).list(signedIn(context), input, fields);
      await options.complete?.(context, page.results);
      return page;
    }
  }

  return hasCursors ? withEventId(ListResolver, type, options) : withNumberId(ListResolver, type, options);
}

type Constructor = new () => object;
type EventArgs = Readonly<Record<string, number | null | undefined>> & { readonly id: never };

function withNumberId(
  Base: Constructor,
  type: TypeClass,
  { one: name, service, complete }: ReadOptions,
): Constructor {
  @Resolver()
  class ReadResolver extends Base {
    @Query(() => type, { name })
    async one(
      @Ctx() context: ApiContext,
      @Arg('id', () => Int) id: number,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      const row = await service(context.services).get(signedIn(context), id, requestedFields(info));
      await complete?.(context, [row]);
      return row;
    }
  }
  return ReadResolver;
}

/** Adds `one(id)` for event ids: texts that are unique within the product and the fields of `within`. */
function withEventId(
  Base: Constructor,
  type: TypeClass,
  { one: name, service, within = {} }: ReadOptions,
): Constructor {
  const apart = Object.entries(within).map(([field, def]) => [field, opt(def)]);
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
