/** Parameter with the code of the saved view that an address was opened from. */
export const VIEW = 'v';

/** Parameters for positions and temporary states, which are not part of a view. */
const TRANSIENT = [VIEW, 'page', 'after', 'before', 'at', 'live'];

/** Queries with saved views, to refetch after a change. */
export const VIEW_QUERIES = ['PinnedViews', 'SavedViews'];

interface Address {
  readonly code: string;
  readonly path: string;
  readonly search: string;
}

/** Returns the path of a saved view: its screen with its state. */
export const viewPath = ({ code, path, search }: Address): string =>
  `${path}?${new URLSearchParams([...new URLSearchParams(search), [VIEW, code]])}`;

/** Returns the target of a short link. */
export const linkPath = ({ saved, ...page }: Address & { readonly saved: boolean }): string =>
  saved ? viewPath(page) : `${page.path}?${page.search}`;

/** Returns the short link of a saved view or a page. */
export const viewLink = ({ code }: Pick<Address, 'code'>): string => `${location.origin}/v/${code}`;

/** Returns the parameters of an address that a view stores. */
export function viewParameters(address: URLSearchParams, productId: number | undefined): URLSearchParams {
  const parameters = new URLSearchParams([...address].filter(([name]) => !TRANSIENT.includes(name)));
  if (productId !== undefined) parameters.set('product_id', String(productId));
  return parameters;
}
