import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { DailyInput } from '../analysis';
import { signedIn, type ApiContext } from './context';
import { argsType, day, int, listOf, objectType, opt, ref, typeOf } from './fields';
// Declares the type of the metric values.
import './report.resolvers';
import { wantedPaths } from './requested-fields';

const DayFiguresType = objectType('DayFigures', { day, figures: ref(() => typeOf('Figures')) });
const DailyFiguresType = objectType('DailyFigures', { days: listOf(ref(() => DayFiguresType)) });
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
  @Query(() => DailyFiguresType)
  async dailyFigures(
    @Ctx() context: ApiContext,
    @Args(() => DailyArgs) asked: DailyInput,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    return {
      days: await context.services.dailyFigures(signedIn(context), {
        ...asked,
        fields: wantedPaths(info, 'days'),
      }),
    };
  }
}
