import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../services/context';
import { argsType, bool, instant, int, opt, text, typeOf, withDefault } from '../fields';
import type { Story, StoryQuery } from '../../logs/story/story.service';

const StoryArgs = argsType({
  productId: int,
  visitorId: text,
  newestFirst: withDefault(bool, false),
  pageSize: withDefault(int, 30),
  after: opt(text),
  before: opt(text),
  at: opt(instant),
});

/** Query of a visitor's story. */
@Resolver()
export class StoryResolver {
  @Query(() => typeOf('VisitorStory'))
  visitorStory(@Ctx() context: ApiContext, @Args(() => StoryArgs) query: StoryQuery): Promise<Story> {
    return context.services.stories.read(signedIn(context), query);
  }
}
