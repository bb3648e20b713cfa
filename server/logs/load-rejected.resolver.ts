import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { objectType, opt, text } from '../graphql/fields';

const LoadedEventType = objectType('LoadedEvent', { id: text, outcome: text, reason: opt(text) });

@Resolver()
export class LoadRejectedResolver {
  @Mutation(() => [LoadedEventType])
  loadRefusedEvents(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('ids', () => [String]) ids: string[],
  ): Promise<object[]> {
    return context.services.rejectedEventLoader.load(signedIn(context), productId, ids);
  }
}
