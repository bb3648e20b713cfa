import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, inputType, instant, int, objectType, opt, text } from '../../graphql/fields';

const SavedViewType = objectType('SavedView', {
  id: int,
  code: text,
  title: text,
  path: text,
  search: text,
  productId: opt(int),
  report: opt(text),
  reportQuery: opt(text),
  shared: bool,
  pinned: bool,
  editable: bool,
  userName: opt(text),
  scheduleCount: int,
  updatedAt: instant,
  version: int,
});
const SavedViewInputType = inputType('SavedViewInput', {
  productId: opt(int),
  title: opt(text),
  path: opt(text),
  search: opt(text),
  report: opt(text),
  reportQuery: opt(text),
  shared: opt(bool),
  version: opt(int),
});

@Resolver()
export class SavedViewResolver {
  @Query(() => [SavedViewType])
  savedViews(@Ctx() context: ApiContext): Promise<object[]> {
    return context.services.savedViews.list(signedIn(context));
  }

  @Query(() => SavedViewType)
  savedView(@Ctx() context: ApiContext, @Arg('code', () => String) code: string): Promise<object> {
    return context.services.savedViews.open(signedIn(context), code);
  }

  @Mutation(() => SavedViewType)
  createSavedView(
    @Ctx() context: ApiContext,
    @Arg('input', () => SavedViewInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.savedViews.create(signedIn(context), input, context.client);
  }

  @Mutation(() => SavedViewType)
  updateSavedView(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('input', () => SavedViewInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.savedViews.update(signedIn(context), id, input, context.client);
  }

  @Mutation(() => Boolean)
  deleteSavedView(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('version', () => Int, { nullable: true }) version: number | null,
  ): Promise<boolean> {
    return context.services.savedViews.remove(signedIn(context), id, version, context.client);
  }

  @Mutation(() => SavedViewType)
  pinSavedView(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('pinned', () => Boolean) pinned: boolean,
  ): Promise<object> {
    return context.services.savedViews.pin(signedIn(context), id, pinned);
  }
}
