import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, inputType, int, objectType, opt, text } from '../../graphql/fields';

const PageLinkType = objectType('PageLink', { code: text, path: text, search: text, saved: bool });
const PageLinkInputType = inputType('PageLinkInput', { productId: opt(int), path: text, search: opt(text) });

@Resolver()
export class PageLinkResolver {
  @Query(() => PageLinkType)
  pageLink(@Ctx() context: ApiContext, @Arg('code', () => String) code: string): Promise<object> {
    return context.services.pageLinks.open(signedIn(context), code);
  }

  @Mutation(() => PageLinkType)
  createPageLink(
    @Ctx() context: ApiContext,
    @Arg('input', () => PageLinkInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.pageLinks.create(signedIn(context), input);
  }
}
