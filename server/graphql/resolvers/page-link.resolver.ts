import { bool, inputType, int, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const PageLinkType = objectType('PageLink', { code: text, path: text, search: text, saved: bool });
const PageLinkInputType = inputType('PageLinkInput', { productId: opt(int), path: text, search: opt(text) });

export const PageLinkResolver = resolver({
  pageLink: query(PageLinkType, { code: text }, ({ services, actor }, { code }) =>
    services.pageLinks.open(actor, code),
  ),
  createPageLink: mutation(
    PageLinkType,
    { input: ref(() => PageLinkInputType) },
    ({ services, actor }, { input }) => services.pageLinks.create(actor, input),
  ),
});
