import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Route } from '../../../shared/catalog';
import { Boundary } from '../kit/boundary';
import { Loading } from '../kit/loading';
import { NoPermission } from '../kit/no-permission';
import { UnderDevelopment } from '../kit/states';
import { mayOpen } from '../session/rights';
import { useOptionalSession } from '../session/session-context';
import { menuLabel } from './menu-label';
import { SCREENS } from './screens';

/** What a route shows: its screen, a refusal where the role lacks the menu, or that it is under development. */
export function RoutePage({ route }: { route: Pick<Route, 'key' | 'right' | 'orRight' | 'needs'> }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const session = useOptionalSession();
  if (session && !mayOpen(session.profile, route)) {
    return <NoPermission />;
  }
  const Screen = SCREENS[route.key];
  if (!Screen) return <UnderDevelopment title={menuLabel(t, route.key)} />;
  return (
    <Boundary of={pathname}>
      <Suspense fallback={<Loading />}>
        <Screen />
      </Suspense>
    </Boundary>
  );
}
