import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { routes } from '../../../shared/catalog/menus';
import { isPlain } from '../kit/plain-click';
import { useSession } from '../session/session-context';

/** How a link leaves its page for a tab of its own, or is copied: by the middle button, with a key held, by its menu. */
const WAYS = ['click', 'auxclick', 'contextmenu'] as const;

/** Short links know their product themselves. */
const isOfProduct = ({ path, right, public: open }: (typeof routes)[number], pathname: string): boolean =>
  !open && right !== null && matchPath(path, pathname) !== null;

const PRODUCT = 'product_id';

/** An address of the console with its product; undefined where it leads to what is of none. */
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
 * What is opened in a new tab, and what is copied from the address bar, is of the product that stood here: a tab without
 * one in its address begins with the product that its user chose last, in whichever tab. The pages' own links and the
 * router stay without it: for them it is the session's.
 */
export function ProductLinks(): null {
  const { productId, products } = useSession();
  const several = products.length > 1;
  const { key, search } = useLocation();
  // The router's own word: what stands in the bar beside it was put there for a product that may be open no more.
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
      if (!link || (event.type === 'click' && link.target !== '_blank' && isPlain(event))) return;
      const before = link.getAttribute('href');
      const address = namesProduct(link.search) ? undefined : withProduct(link, productId);
      if (before === null || address === undefined) return;
      link.setAttribute('href', address);
      // The browser has read it once the event is over.
      setTimeout(() => link.getAttribute('href') === address && link.setAttribute('href', before));
    };
    for (const way of WAYS) document.addEventListener(way, follow, true);
    return () => {
      for (const way of WAYS) document.removeEventListener(way, follow, true);
    };
  }, [productId, several]);
  return null;
}
