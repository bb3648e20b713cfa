import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { RankingInput } from '../../analysis';
import { signedIn, type ApiContext } from '../../services/context';
import { argsType, day, int, text, typeOf, withDefault } from '../fields';
import { requestedPaths } from '../requested-fields';

const RankingArgs = argsType({
  productId: int,
  dateFrom: day,
  dateTo: day,
  measure: text,
  size: withDefault(int, 5),
});

@Resolver()
export class AdRankingResolver {
  @Query(() => typeOf('AdRanking'))
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
