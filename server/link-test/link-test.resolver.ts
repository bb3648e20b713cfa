import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { bool, float, inputType, int, listOf, objectType, opt, ref, text } from '../graphql/fields';
import type { LinkTestOptions } from './link-test.service';

const LinkTestInputType = inputType('RehearsalInput', {
  redirectId: opt(int),
  cvSettingId: opt(int),
  amount: opt(float),
  send: opt(bool),
});
const LinkTestHopType = objectType('RehearsalHop', {
  step: text,
  state: text,
  finding: text,
  durationMs: int,
  detail: opt(text),
});
const LinkTestType = objectType('Rehearsal', { hops: listOf(ref(() => LinkTestHopType)) });

@Resolver()
export class LinkTestResolver {
  @Mutation(() => LinkTestType)
  rehearse(
    @Ctx() context: ApiContext,
    @Arg('adId', () => Int) adId: number,
    @Arg('input', () => LinkTestInputType, { nullable: true }) input: LinkTestOptions | null,
  ): Promise<object> {
    return context.services.linkTests.run(signedIn(context), adId, input ?? {});
  }
}
