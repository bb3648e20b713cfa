import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { inputType, int, objectType, opt, text, typeOf } from '../graphql/fields';
import { requestedFields } from '../graphql/requested-fields';
import { resultQueue } from '../logs/result-queue.log';
import { listArgsOf, selectionType, type GivenSelection } from '../graphql/selection-input';
import type { TestSend } from './test-send.service';

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

@Resolver()
export class PostbackResolver {
  @Mutation(() => PostbackTestType)
  testPostback(
    @Ctx() context: ApiContext,
    @Arg('input', () => PostbackTestInputType) input: TestSend,
  ): Promise<object> {
    return context.services.testSends.send(signedIn(context), input);
  }

  @Mutation(() => typeOf('ResultQueueItem'))
  async resendPostback(
    @Ctx() context: ApiContext,
    @Arg('id', () => String) id: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    const actor = signedIn(context);
    await context.services.resends.resend(actor, { ids: [id] }, context.client);
    return context.services.resultQueue.get(actor, id, requestedFields(info));
  }

  @Mutation(() => ResentType)
  resendPostbacks(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [String], { nullable: true }) ids: string[] | null,
    @Arg('filter', () => PostbackSelectionType, { nullable: true }) filter: GivenSelection | null,
  ): Promise<object> {
    return context.services.resends.resend(
      signedIn(context),
      { ids, filter: listArgsOf(filter) },
      context.client,
    );
  }
}
