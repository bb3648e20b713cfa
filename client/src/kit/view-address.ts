/** The parameter that says which saved view an address was opened from. */
export const VIEW = 'v';

/** What leads to a place among rows, or to what passes: no part of a view. */
const PASSING = [VIEW, 'page', 'after', 'before', 'at', 'live'];

/** Queries that hold saved views, to be read again when one changes. */
export const VIEW_QUERIES = ['PinnedViews', 'SavedViews'];

interface Address {
  readonly code: string;
  readonly path: string;
  readonly search: string;
}

/** Where a saved view leads: its screen in its state. */
export const viewPath = ({ code, path, search }: Address): string =>
  `${path}?${new URLSearchParams([...new URLSearchParams(search), [VIEW, code]])}`;

/** Where a short link leads. */
export const linkPath = ({ saved, ...page }: Address & { readonly saved: boolean }): string =>
  saved ? viewPath(page) : `${page.path}?${page.search}`;

/** The short link of a saved view, or of a page. */
export const viewLink = ({ code }: Pick<Address, 'code'>): string => `${location.origin}/v/${code}`;

/** What of an address is kept in a view. */
export function keptParameters(address: URLSearchParams, productId: number | undefined): URLSearchParams {
  const kept = new URLSearchParams([...address].filter(([name]) => !PASSING.includes(name)));
  if (productId !== undefined) kept.set('product_id', String(productId));
  return kept;
}
