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
export function RoutePage({ route }: { route: Pick<Route, 'key' | 'right' | 'orRight' | 'andRight' | 'needs'> }) {
  const { pathname } = useLocation();
  const session = useOptionalSession();
  if (session && !mayOpen(session.profile, route)) {
    if (session.asking) return <Loading />;
    // Nobody chose to come here: signing in, the brand and 404 lead here.
    const first = pathname === landingPath ? firstPage(session.profile) : undefined;
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
