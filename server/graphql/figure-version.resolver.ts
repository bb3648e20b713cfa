import { Args, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from './context';
import { argsType, day, int } from './fields';

const FigureVersionArgs = argsType({ productId: int, dateFrom: day, dateTo: day });

@Resolver()
export class FigureVersionResolver {
  /** Grows when the rollups of these days change; that of a report says which ones it was made of. */
  @Query(() => Int)
  figureVersion(
    @Ctx() context: ApiContext,
    @Args(() => FigureVersionArgs)
    { productId, dateFrom, dateTo }: { productId: number; dateFrom: number; dateTo: number },
  ): Promise<number> {
    return context.services.figureVersion(signedIn(context), productId, { from: dateFrom, to: dateTo });
  }
}
