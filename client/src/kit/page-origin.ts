import { useEffect, useRef } from 'react';
import { matchPath, useLocation, type DataRouter } from 'react-router-dom';
import { routes } from '../../../shared/catalog/menus';

/** Navigation state of the main menu's links. */
export const FROM_MENU = { fromMenu: true } as const;

const isFromMenu = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromMenu' in state;

/**
 * Calls `begin` when the page is opened from the menu. Only then may a page start with the user's last
 * choices; any other address shows the same to every user.
 * @param begin replaces the address, which also clears the menu's mark
 */
export function useEnteredFromMenu(begin: () => void): void {
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    if (isFromMenu(state)) latest.current();
  }, [state, key]);
}

/** Address of the page that led to a history entry, by its key. */
const origins = new Map<string, string>();

/**
 * Records where navigations came from while the console is open. Back and Forward restore it; a new tab
 * starts without.
 */
export function trackOrigins({ state, subscribe }: Pick<DataRouter, 'state' | 'subscribe'>): void {
  let here = state.location;
  subscribe(({ location: next, historyAction }) => {
    if (next.key !== here.key && historyAction !== 'POP') {
      // A change within the same page keeps its origin.
      const isSamePage = next.pathname === here.pathname || historyAction === 'REPLACE';
      const origin = isSamePage ? origins.get(here.key) : here.pathname + here.search;
      if (origin !== undefined) origins.set(next.key, origin);
    }
    here = next;
  });
}

/** Returns the page that led here and the key of its route; `otherwise` if no page of the console did. */
export function usePageOrigin(otherwise: string): { to: string; routeKey: string | undefined } {
  const to = origins.get(useLocation().key) ?? otherwise;
  const [path = ''] = to.split('?', 1);
  return { to, routeKey: routes.find((one) => matchPath(one.path, path) !== null)?.key };
}
