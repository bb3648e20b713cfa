import { useLocation } from 'react-router-dom';
import type { Route } from '../../../shared/catalog/menus';
import { Boundary } from '../kit/boundary';
import { NoPermission } from '../kit/no-permission';
import { mayOpen } from '../session/rights';
import { useOptionalSession } from '../session/session-context';
import { SCREENS } from './screens';
import { UnderDevelopment } from './under-development';

/** What a route shows: its screen, or a refusal where the role lacks the menu. */
export function RoutePage({ route }: { route: Pick<Route, 'key' | 'right' | 'orRight' | 'needs'> }) {
  const { pathname } = useLocation();
  const session = useOptionalSession();
  if (session && !mayOpen(session.profile, route)) {
    return <NoPermission />;
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
