import { inputTypeOf, ref, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const PageLinkType = typeOf('PageLink');

export const PageLinkResolver = resolver({
  pageLink: query(PageLinkType, { code: text }, ({ services, actor }, { code }) =>
    services.pageLinks.open(actor, code),
  ),
  createPageLink: mutation(
    PageLinkType,
    { input: ref(() => inputTypeOf('PageLinkInput')) },
    ({ services, actor }, { input }) => services.pageLinks.create(actor, input),
  ),
});
