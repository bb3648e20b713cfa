import { bool, float, inputType, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, resolver } from '../operation';
import type { LinkTestOptions } from '../../link-test/link-test.service';

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

export const LinkTestResolver = resolver({
  rehearse: mutation(
    LinkTestType,
    { adId: int, input: opt(ref<LinkTestOptions>(() => LinkTestInputType)) },
    ({ services, actor }, { adId, input }) => services.linkTests.run(actor, adId, input ?? {}),
  ),
});
