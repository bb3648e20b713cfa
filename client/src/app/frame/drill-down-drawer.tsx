import { Button, Drawer } from 'antd';
import { useContext, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createPath,
  matchPath,
  NavigationType,
  parsePath,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  useLocation,
  useNavigate,
  type Navigator,
  type To,
} from 'react-router-dom';
import { routes } from '../../../../shared/catalog';
import { focusOpener, isDrillDownPath, type DrillDown } from '../../kit/drill-down';
import { Embedded } from '../../kit/embedded';
import { menuLabel } from '../../kit/menu-label';
import { isPlainClick } from '../../kit/plain-click';
import { useNarrow } from '../../kit/use-window';
import { RoutePage } from '../route-page';
import styles from './drill-down-drawer.module.css';

const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * Keeps the address of the log in the drawer in the state of the page's history entry. Back undoes its filters and
 * pages, and then closes the drawer. Links to other pages leave the page.
 */
function DrawerRouter({ path, depth, children }: DrillDown & { children: ReactNode }) {
  const here = useLocation();
  const navigate = useNavigate();
  const outer = useContext(NavigationContext);
  const place = useMemo(() => {
    const location = { pathname: '', search: '', hash: '', ...parsePath(path), state: null, key: path };
    return { location, navigationType: NavigationType.Pop };
  }, [path]);
  const navigation = useMemo(() => {
    const go = (to: To, state: unknown, replace: boolean): void => {
      const next = typeof to === 'string' ? to : createPath({ pathname: place.location.pathname, ...to });
      if (!isDrillDownPath(next)) return void navigate(next, { state });
      const drillDown: DrillDown = { path: next, depth: replace ? depth : depth + 1 };
      void navigate(here, { replace, state: { drillDown }, preventScrollReset: true });
    };
    const navigator: Navigator = {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (steps) => void navigate(steps),
      push: (to, state: unknown) => go(to, state, false),
      replace: (to, state: unknown) => go(to, state, true),
    };
    return { ...outer, navigator };
  }, [outer, navigate, here, place, depth]);
  return (
    <RouteContext.Provider value={NO_ROUTE}>
      <NavigationContext.Provider value={navigation}>
        <LocationContext.Provider value={place}>{children}</LocationContext.Provider>
      </NavigationContext.Provider>
    </RouteContext.Provider>
  );
}

/** Drawer with the log rows behind a metric value: the screen of the log itself. */
export function DrillDownDrawer({ open, onClose }: { open: DrillDown | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const navigate = useNavigate();
  // Stays while the drawer closes.
  const [shown, setShown] = useState(open);
  if (open && open !== shown && (open.path !== shown?.path || open.depth !== shown.depth)) setShown(open);
  const path = shown?.path ?? '';
  const route = routes.find((one) => matchPath(one.path, parsePath(path).pathname ?? '') !== null);
  if (!shown || !route) return null;
  return (
    <Drawer
      open={open !== undefined}
      size={narrow ? '100%' : 'min(1200px, 88vw)'}
      title={menuLabel(t, route.key)}
      extra={
        <Button
          href={path}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            void navigate(path);
          }}
        >
          {t(path.startsWith('/log/') ? 'logs.openLog' : 'gap.openPage')}
        </Button>
      }
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (!isOpen) focusOpener();
      }}
      onClose={onClose}
    >
      <div className={styles.content}>
        <Embedded.Provider value>
          <DrawerRouter {...shown}>
            <RoutePage route={route} />
          </DrawerRouter>
        </Embedded.Provider>
      </div>
    </Drawer>
  );
}
