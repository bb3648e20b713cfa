import { inputTypeOf, int, opt, ref, typeOf } from '../fields';
import { mutation, resolver } from '../operation';
import type { LinkTestOptions } from '../../link-test/link-test.service';

export const LinkTestResolver = resolver({
  rehearse: mutation(
    typeOf('Rehearsal'),
    { adId: int, input: opt(ref<LinkTestOptions>(() => inputTypeOf('RehearsalInput'))) },
    ({ services, actor }, { adId, input }) => services.linkTests.run(actor, adId, input ?? {}),
  ),
});
