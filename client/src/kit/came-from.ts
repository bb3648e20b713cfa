import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, type DataRouter } from 'react-router-dom';
import { routes } from '../../../shared/catalog/menus';
import { textAt } from '../i18n/i18n';

/** By the key of an entry of the history the address of the page that led to it. */
const origins = new Map<string, string>();

/** Keeps where pages were come to from, for as long as the console is open: Back and Forward find it again, a new tab has none. */
export function keepOrigins({ state, subscribe }: Pick<DataRouter, 'state' | 'subscribe'>): void {
  let here = state.location;
  subscribe(({ location: next, historyAction }) => {
    if (next.key !== here.key && historyAction !== 'POP') {
      // A page that only shows another part of itself was come to from where it was before.
      const isSamePage = next.pathname === here.pathname || historyAction === 'REPLACE';
      const origin = isSamePage ? origins.get(here.key) : here.pathname + here.search;
      if (origin !== undefined) origins.set(next.key, origin);
    }
    here = next;
  });
}

/** The page that led here, with its name; `otherwise` where none of the console's did. */
export function useCameFrom(otherwise: string): { to: string; label: string } {
  const { t } = useTranslation();
  const to = origins.get(useLocation().key) ?? otherwise;
  const [path = ''] = to.split('?', 1);
  const route = routes.find((one) => matchPath(one.path, path) !== null);
  return { to, label: route ? textAt(t, `menu.${route.key}`) : '' };
}
