import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import { float, int, objectType, text } from '../../graphql/fields';

const MetricTotalType = objectType('FigureTotal', { log: text, value: float, rows: int });

@Resolver()
export class DrillDownResolver {
  @Query(() => MetricTotalType)
  figureTotal(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('figure', () => String) figure: string,
  ): Promise<object> {
    return context.services.drillDownTotal(signedIn(context), productId, figure);
  }
}
