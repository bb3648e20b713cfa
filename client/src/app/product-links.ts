import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { routes } from '../../../shared/catalog/menus';
import { isPlainClick } from '../kit/plain-click';
import { useSession } from '../session/session-context';

/**
 * Events by which a user opens a link in a new tab or copies it: middle button, modifier key or context
 * menu.
 */
const LINK_EVENTS = ['click', 'auxclick', 'contextmenu'] as const;

/** Short links carry no product, because they know theirs. */
const isOfProduct = ({ path, right, public: open }: (typeof routes)[number], pathname: string): boolean =>
  !open && right !== null && matchPath(path, pathname) !== null;

const PRODUCT = 'product_id';

/** Adds the product to an address of the console; undefined if the target has no product. */
function withProduct(
  { origin, pathname, search, hash }: HTMLAnchorElement | Location,
  productId: number,
): string | undefined {
  if (origin !== location.origin || !routes.some((route) => isOfProduct(route, pathname))) return undefined;
  const parameters = new URLSearchParams(search);
  parameters.set(PRODUCT, String(productId));
  return `${pathname}?${parameters}${hash}`;
}

const namesProduct = (search: string): boolean => new URLSearchParams(search).has(PRODUCT);

/**
 * Adds the current product to links that are opened in a new tab and to the address bar, from which users
 * copy. A tab without a product in its address starts with the product last chosen in any tab. Links within
 * the tab and the router need no product, because the session has one.
 */
export function ProductLinks(): null {
  const { productId, products } = useSession();
  const several = products.length > 1;
  const { key, search } = useLocation();
  // From the router, because the address bar may still name a product that is no longer available.
  const named = namesProduct(search);
  useEffect(() => {
    if (named || productId === undefined || !(several || namesProduct(window.location.search))) return;
    const address = withProduct(window.location, productId);
    if (address !== undefined) window.history.replaceState(window.history.state, '', address);
  }, [key, named, productId, several]);
  useEffect(() => {
    if (!several || productId === undefined) return undefined;
    const follow = (event: MouseEvent): void => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || (event.type === 'click' && link.target !== '_blank' && isPlainClick(event))) return;
      const before = link.getAttribute('href');
      const address = namesProduct(link.search) ? undefined : withProduct(link, productId);
      if (before === null || address === undefined) return;
      link.setAttribute('href', address);
      // The browser reads the address before this timer runs.
      setTimeout(() => link.getAttribute('href') === address && link.setAttribute('href', before));
    };
    for (const eventName of LINK_EVENTS) document.addEventListener(eventName, follow, true);
    return () => {
      for (const eventName of LINK_EVENTS) document.removeEventListener(eventName, follow, true);
    };
  }, [productId, several]);
  return null;
}
