import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Query, Resolver } from 'type-graphql';
import type { Services } from '../composition/services';
import type { ListArgs } from '../crud/list-args';
import type { ListService } from '../crud/list.service';
import { signedIn, type ApiContext } from './context';
import {
  argsType,
  bool,
  filterType,
  instant,
  int,
  listType,
  objectType,
  opt,
  otherwise,
  ref,
  text,
  type Fields,
  type TypeClass,
} from './fields';
import { wantedFields } from './wanted-fields';

/** What is special to the queries of an entity or a log. */
interface ReadOptions {
  /** Name of the object type; its list and filter are named after it. */
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly fields: Fields;
  /** Fields that the list can be filtered by. */
  readonly filters?: readonly string[];
  /** Whether rows belong to a product, by which lists are narrowed. */
  readonly ofProduct?: boolean;
  /** Logs: limited by time, and known by the ids of their events. */
  readonly log?: 'textId' | 'numberId';
  readonly service: (services: Services) => ListService;
}

const pagingArgs: Fields = {
  page: otherwise(int, 1),
  pageSize: otherwise(int, 30),
  sortName: opt(text),
  sortAsc: opt(bool),
  keyword: opt(text),
};

/** The resolver of `many(...) {results count page pageSize}` and `one(id)`. */
export function readResolver(options: ReadOptions): new () => object {
  const { one, many, service } = options;
  const type = objectType(options.type, options.fields);
  const list = listType(`${options.type}List`, type);
  const filter = options.filters && filterType(`${options.type}Filter`, options.fields, options.filters);
  const args = argsType({
    ...pagingArgs,
    ...(options.ofProduct && { productId: opt(int) }),
    ...(options.log && { timeFrom: opt(instant), timeTo: opt(instant) }),
    ...(filter && { filter: opt(ref(() => filter)) }),
  });

  @Resolver()
  class ListResolver {
    @Query(() => list, { name: many })
    list(@Ctx() context: ApiContext, @Args(() => args) asked: ListArgs, @Info() info: GraphQLResolveInfo): Promise<object> {
      return service(context.services).list(signedIn(context), asked, wantedFields(info, ['results']));
    }
  }

  return options.log === 'textId' ? withEventId(ListResolver, one, type, service) : withNumberId(ListResolver, one, type, service);
}

type Constructor = new () => object;

function withNumberId(Base: Constructor, name: string, type: TypeClass, service: ReadOptions['service']): Constructor {
  @Resolver()
  class ReadResolver extends Base {
    @Query(() => type, { name })
    one(@Ctx() context: ApiContext, @Arg('id', () => Int) id: number, @Info() info: GraphQLResolveInfo): Promise<object> {
      return service(context.services).get(signedIn(context), id, wantedFields(info));
    }
  }
  return ReadResolver;
}

/** Ids of events are texts, and unique within their product. */
function withEventId(Base: Constructor, name: string, type: TypeClass, service: ReadOptions['service']): Constructor {
  @Resolver()
  class ReadResolver extends Base {
    @Query(() => type, { name })
    one(
      @Ctx() context: ApiContext,
      @Arg('id', () => String) id: string,
      @Arg('productId', () => Int, { nullable: true }) productId: number | null,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return service(context.services).get(signedIn(context), id, wantedFields(info), productId ?? null);
    }
  }
  return ReadResolver;
}
