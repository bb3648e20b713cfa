import { inputTypeOf, listOf, opt, ref, text, typeOf } from '../fields';
import { mutation, resolver } from '../operation';
import { requestedFields } from '../requested-fields';
import { listArgsOf, type GivenSelection } from '../selection-input';
import type { TestSend } from '../../postbacks/test-send.service';

export const PostbackResolver = resolver({
  testPostback: mutation(
    typeOf('PostbackTest'),
    { input: ref<TestSend>(() => inputTypeOf('PostbackTestInput')) },
    ({ services, actor }, { input }) => services.testSends.send(actor, input),
  ),
  resendPostback: mutation(
    ref<object>(() => typeOf('ResultQueueItem')),
    { id: text },
    async ({ services, actor, client, info }, { id }) => {
      await services.resends.resend(actor, { ids: [id] }, client);
      return services.resultQueue.get(actor, id, requestedFields(info));
    },
  ),
  resendPostbacks: mutation(
    typeOf('Resent'),
    { ids: opt(listOf(text)), filter: opt(ref<GivenSelection>(() => inputTypeOf('PostbackSelection'))) },
    ({ services, actor, client }, { ids, filter }) =>
      services.resends.resend(actor, { ids, filter: listArgsOf(filter) }, client),
  ),
});
