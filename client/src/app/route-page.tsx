import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { landingPath, type Route } from '../../../shared/catalog/menus';
import { Boundary } from '../kit/boundary';
import { Loading } from '../kit/loading';
import { NoPermission, StateNote } from '../kit/states';
import { firstPage, mayOpen } from '../session/rights';
import { useOptionalSession } from '../session/session-context';
import { SCREENS } from './screens';
import { useTranslation } from 'react-i18next';

/** Placeholder for a route without a screen. */
function UnderDevelopment() {
  const { t } = useTranslation();
  return <StateNote title={t('frame.underDevelopment')} page />;
}

/** Renders the screen of a route, or a refusal if the role lacks the right. */
export function RoutePage({
  route,
}: {
  route: Pick<Route, 'key' | 'right' | 'orRight' | 'andRight' | 'needs'>;
}) {
  const { pathname, search, hash } = useLocation();
  const session = useOptionalSession();
  const isOpen = session !== undefined && !session.isUnconfirmed && mayOpen(session.profile, route);
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (isOpen) opened.current = route.key;
  }, [isOpen, route.key]);
  if (session && !mayOpen(session.profile, route)) {
    if (session.isUnconfirmed) return <Loading />;
    // Sign-in, brand and the 404 page lead here, so a user without the right is redirected. A user who loses
    // the right while on the page sees the refusal.
    const first =
      pathname === landingPath && opened.current !== route.key ? firstPage(session.profile) : undefined;
    return first ? <Navigate to={{ pathname: first.path, search, hash }} replace /> : <NoPermission />;
  }
  const screen = SCREENS[route.key];
  // Not reachable in a release: a test checks that every route has a screen.
  if (!screen) return <UnderDevelopment />;
  return (
    <Boundary of={pathname}>
      <screen.Screen />
    </Boundary>
  );
}
