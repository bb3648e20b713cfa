import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { bool, float, inputType, int, listOf, objectType, opt, ref, text } from '../graphql/fields';
import type { RehearsalOptions } from './link-test.service';

const RehearsalInputType = inputType('RehearsalInput', {
  redirectId: opt(int),
  cvSettingId: opt(int),
  amount: opt(float),
  send: opt(bool),
});
const RehearsalHopType = objectType('RehearsalHop', {
  step: text,
  state: text,
  finding: text,
  durationMs: int,
  detail: opt(text),
});
const RehearsalType = objectType('Rehearsal', { hops: listOf(ref(() => RehearsalHopType)) });

@Resolver()
export class RehearsalResolver {
  @Mutation(() => RehearsalType)
  rehearse(
    @Ctx() context: ApiContext,
    @Arg('adId', () => Int) adId: number,
    @Arg('input', () => RehearsalInputType, { nullable: true }) input: RehearsalOptions | null,
  ): Promise<object> {
    return context.services.rehearsals.rehearse(signedIn(context), adId, input ?? {});
  }
}
