import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { day, int, objectType, opt } from '../graphql/fields';

const LogHorizonType = objectType('LogHorizon', {
  productId: int,
  sealedBefore: opt(day),
  keptFrom: opt(day),
  retentionMonths: opt(int),
});

@Resolver()
export class HorizonResolver {
  @Query(() => LogHorizonType)
  logHorizon(@Ctx() context: ApiContext, @Arg('productId', () => Int) productId: number): Promise<object> {
    return context.services.logHorizons.of(signedIn(context), productId);
  }
}
