import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { RankingInput } from '../../analysis';
import { signedIn, type ApiContext } from '../../services/context';
import { argsType, day, int, listOf, objectType, withDefault, ref, text, typeOf } from '../fields';
// Declares the row type.
import './report.resolvers';
import { requestedPaths } from '../requested-fields';

const rows = listOf(ref(() => typeOf('AdSummaryRow')));
const RankingType = objectType('AdRanking', { best: rows, worst: rows, count: int });
const RankingArgs = argsType({
  productId: int,
  dateFrom: day,
  dateTo: day,
  measure: text,
  size: withDefault(int, 5),
});

@Resolver()
export class AdRankingResolver {
  @Query(() => RankingType)
  adRanking(
    @Ctx() context: ApiContext,
    @Args(() => RankingArgs) input: RankingInput,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    return context.services.adRanking(signedIn(context), {
      ...input,
      fields: requestedPaths(info, 'best', 'worst'),
    });
  }
}
