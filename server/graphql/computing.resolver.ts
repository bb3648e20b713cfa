import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from './context';
import { argsType, int, objectType, opt } from './fields';

const ComputingType = objectType('Computing', { visitors: int, days: int, secondsLeft: opt(int) });
const ComputingArgs = argsType({ productId: int });

@Resolver()
export class ComputingResolver {
  /** Pending computations of a product's metrics; null if there are none. */
  @Query(() => ComputingType, { nullable: true })
  computing(
    @Ctx() context: ApiContext,
    @Args(() => ComputingArgs) { productId }: { productId: number },
  ): Promise<object | null> {
    return context.services.computing(signedIn(context), productId);
  }
}
