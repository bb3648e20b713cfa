import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { landingPath, type Route } from '../../../shared/catalog/menus';
import { Boundary } from '../kit/boundary';
import { Loading } from '../kit/loading';
import { NoPermission } from '../kit/no-permission';
import { firstPage, mayOpen } from '../session/rights';
import { useOptionalSession } from '../session/session-context';
import { SCREENS } from './screens';
import { UnderDevelopment } from './under-development';

/** What a route shows: its screen, or a refusal where the role lacks the menu. */
export function RoutePage({
  route,
}: {
  route: Pick<Route, 'key' | 'right' | 'orRight' | 'andRight' | 'needs'>;
}) {
  const { pathname } = useLocation();
  const session = useOptionalSession();
  const isOpen = session !== undefined && !session.asking && mayOpen(session.profile, route);
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (isOpen) opened.current = route.key;
  }, [isOpen, route.key]);
  if (session && !mayOpen(session.profile, route)) {
    if (session.asking) return <Loading />;
    // Nobody chose to come here: signing in, the brand and 404 lead here. Whoever stood here while the right was taken away is told.
    const first =
      pathname === landingPath && opened.current !== route.key ? firstPage(session.profile) : undefined;
    return first ? <Navigate to={first.path} replace /> : <NoPermission />;
  }
  const screen = SCREENS[route.key];
  // No released route: a test holds the screens against the table of routes.
  if (!screen) return <UnderDevelopment />;
  return (
    <Boundary of={pathname}>
      <screen.Screen />
    </Boundary>
  );
}
