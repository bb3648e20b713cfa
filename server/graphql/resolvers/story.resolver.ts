import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../services/context';
import {
  argsType,
  bool,
  instant,
  int,
  listOf,
  objectType,
  opt,
  withDefault,
  ref,
  text,
  typeOf,
} from '../fields';
// Imported for the types of the rows.
import './log.resolver';
import { logs } from '../../logs/logs';
import { storyKinds } from '../../logs/story/story-kinds';
import type { Story, StoryQuery } from '../../logs/story/story.service';

const rowFields = Object.fromEntries(
  storyKinds.map(({ log }) => [logs[log].one, { ...opt(ref(() => typeOf(logs[log].type))), property: log }]),
);
const EventType = objectType('StoryEvent', { kind: text, time: instant, ...rowFields });
const CountType = objectType('StoryCount', { kind: text, count: int, countExact: bool });
const StoryType = objectType('VisitorStory', {
  results: listOf(ref(() => EventType)),
  counts: listOf(ref(() => CountType)),
  next: opt(text),
  previous: opt(text),
});
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
  @Query(() => StoryType)
  visitorStory(@Ctx() context: ApiContext, @Args(() => StoryArgs) query: StoryQuery): Promise<Story> {
    return context.services.stories.read(signedIn(context), query);
  }
}
