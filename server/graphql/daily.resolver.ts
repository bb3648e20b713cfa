import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { DailyInput } from '../analysis';
import { signedIn, type ApiContext } from './context';
import { argsType, day, int, listOf, objectType, opt, ref, typeOf } from './fields';
// Declares the type of the metric values.
import './report.resolvers';
import { requestedPaths } from './requested-fields';

const DayMetricsType = objectType('DayFigures', { day, figures: ref(() => typeOf('Figures')) });
const DailyMetricsType = objectType('DailyFigures', { days: listOf(ref(() => DayMetricsType)) });
const DailyArgs = argsType({
  productId: int,
  dateFrom: day,
  dateTo: day,
  adIds: opt(listOf(int)),
  attributionModel: opt(int),
  evaluation: opt(int),
});

@Resolver()
export class DailyResolver {
  @Query(() => DailyMetricsType)
  async dailyFigures(
    @Ctx() context: ApiContext,
    @Args(() => DailyArgs) input: DailyInput,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    return {
      days: await context.services.dailyMetrics(signedIn(context), {
        ...input,
        fields: requestedPaths(info, 'days'),
      }),
    };
  }
}
