import { ApolloProvider } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPath, Navigate, Outlet, useLocation, type Path } from 'react-router-dom';
import { ignored } from '../kit/ignored';
import { Loading } from '../kit/loading';
import { isUnsaved } from '../kit/leaving';
import { notify } from '../kit/notifier';
import { loadAntdLocale } from '../i18n/antd-locale';
import { addTextLoader } from '../i18n/i18n';
import { lastSelections } from '../session/product-choice';
import { lastStart } from '../session/last-start';
import { tokenStore } from '../session/token-store';
import { AntdProvider } from '../theme/antd-provider';
import { createApolloClient } from './apollo/client';
import { FocusRules } from './focus-rules';
import { ProductLinks } from './product-links';
import { RowFocus } from './row-focus';
import { SessionGate } from './session-gate';

const apollo = createApolloClient();

/** Loads antd's own texts; await it before rendering. */
export const loadAntdTexts = (): Promise<void> => addTextLoader(loadAntdLocale);

/** `left`: the user signed out in this tab, so the sign-in does not lead back. */
type State = 'asking' | 'in' | 'out' | 'left';

/** Returns the address of the sign-in screen that leads back to the current page. */
const loginPath = (from: Path): string => `/login?next=${encodeURIComponent(createPath(from))}`;

/**
 * Lets only signed-in users pass. A sign-out or a failed refresh in any tab leads to /login and drops all
 * data.
 */
export function SignedIn() {
  const location = useLocation();
  const { t } = useTranslation();
  const [state, setState] = useState<State>(() => (tokenStore.read() ? 'in' : 'asking'));

  useEffect(() => {
    let isMounted = true;
    if (state === 'asking') {
      void tokenStore.readOrRequest().then((tokens) => isMounted && setState(tokens ? 'in' : 'out'));
    }
    return () => {
      isMounted = false;
    };
  }, [state]);

  useEffect(
    () =>
      tokenStore.listen((tokens) => {
        if (tokens) return;
        void apollo.clearStore();
        lastSelections.remove();
        lastStart.remove();
        setState(tokenStore.expired || tokenStore.endedElsewhere ? 'out' : 'left');
        if (tokenStore.expired) notify('WARNING', t(isUnsaved() ? 'session.expiredKept' : 'session.expired'));
      }),
    [t],
  );

  useEffect(() => {
    // Refetches what failed offline or became stale since.
    const refetch = (): void => void apollo.refetchQueries({ include: 'active' }).catch(ignored);
    window.addEventListener('online', refetch);
    return () => window.removeEventListener('online', refetch);
  }, []);

  if (state === 'asking') return <Loading />;
  if (state === 'left') return <Navigate to="/login" replace />;
  if (state === 'out') return <Navigate to={loginPath(location)} replace />;
  return (
    <ApolloProvider client={apollo}>
      <AntdProvider>
        <SessionGate>
          <Outlet />
          <FocusRules />
          <RowFocus />
          <ProductLinks />
        </SessionGate>
      </AntdProvider>
    </ApolloProvider>
  );
}
