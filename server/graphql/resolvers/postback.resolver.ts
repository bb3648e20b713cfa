import { inputType, int, listOf, objectType, opt, ref, text, typeOf } from '../fields';
import { mutation, resolver } from '../operation';
import { requestedFields } from '../requested-fields';
import { resultQueue } from '../../logs/result-queue.log';
import { listArgsOf, selectionType, type GivenSelection } from '../selection-input';
import type { TestSend } from '../../postbacks/test-send.service';

const PostbackSelectionType = selectionType('Postback', resultQueue);
const ResentType = objectType('Resent', { resent: int, waiting: int });

const PostbackTestInputType = inputType('PostbackTestInput', {
  productId: int,
  webhookUrl: text,
  approvalStatus: opt(int),
  word: opt(text),
});

const PostbackTestType = objectType('PostbackTest', {
  url: text,
  requestHeaders: text,
  durationMs: int,
  httpStatus: opt(int),
  error: opt(text),
  answer: opt(text),
  location: opt(text),
  diagnosis: text,
});

export const PostbackResolver = resolver({
  testPostback: mutation(
    PostbackTestType,
    { input: ref<TestSend>(() => PostbackTestInputType) },
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
    ResentType,
    { ids: opt(listOf(text)), filter: opt(ref<GivenSelection>(() => PostbackSelectionType)) },
    ({ services, actor, client }, { ids, filter }) =>
      services.resends.resend(actor, { ids, filter: listArgsOf(filter) }, client),
  ),
});
