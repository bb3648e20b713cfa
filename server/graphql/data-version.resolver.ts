import { Args, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from './context';
import { argsType, day, int } from './fields';

const DataVersionArgs = argsType({ productId: int, dateFrom: day, dateTo: day });

@Resolver()
export class DataVersionResolver {
  /**
   * Data version of these days: increases when their rollups change. A report returns the version it was read
   * at.
   */
  @Query(() => Int)
  figureVersion(
    @Ctx() context: ApiContext,
    @Args(() => DataVersionArgs)
    { productId, dateFrom, dateTo }: { productId: number; dateFrom: number; dateTo: number },
  ): Promise<number> {
    return context.services.dataVersion(signedIn(context), productId, { from: dateFrom, to: dateTo });
  }
}
