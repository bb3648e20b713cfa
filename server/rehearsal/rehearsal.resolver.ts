import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { bool, float, inputType, int, listOf, objectType, opt, ref, text } from '../graphql/fields';
import type { RehearsalRequest } from './rehearsal.service';

const RehearsalInputType = inputType('RehearsalInput', {
  adId: int,
  redirectId: opt(int),
  cvSettingId: opt(int),
  amount: opt(float),
  send: opt(bool),
});
const RehearsalHopType = objectType('RehearsalHop', { step: text, state: text, finding: text, durationMs: int, detail: opt(text) });
const RehearsalType = objectType('Rehearsal', { hops: listOf(ref(() => RehearsalHopType)) });

@Resolver()
export class RehearsalResolver {
  @Mutation(() => RehearsalType)
  rehearse(@Ctx() context: ApiContext, @Arg('input', () => RehearsalInputType) input: RehearsalRequest): Promise<object> {
    return context.services.rehearsals.rehearse(signedIn(context), input);
  }
}
