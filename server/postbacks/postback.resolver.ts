import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { inputType, int, objectType, opt, text } from '../graphql/fields';
import type { TestSend } from './test-send.service';

const PostbackTestInputType = inputType('PostbackTestInput', { productId: int, webhookUrl: text, approvalStatus: opt(int), word: opt(text) });

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
  testPostback(@Ctx() context: ApiContext, @Arg('input', () => PostbackTestInputType) input: TestSend): Promise<object> {
    return context.services.testSends.send(signedIn(context), input);
  }
}
