import { ApolloProvider } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { Loading } from '../kit/loading';
import { tokenStore } from '../session/token-store';
import { createApolloClient } from './apollo/client';
import { SessionGate } from './session-gate';

const apollo = createApolloClient();

type State = 'asking' | 'in' | 'out';

/** Address of the sign-in screen that leads back to where one was. */
export const loginPath = (from: { pathname: string; search: string }): string =>
  `/login?next=${encodeURIComponent(from.pathname + from.search)}`;

/** Lets only signed-in users pass; sign-out or a failed refresh, in any tab, leads to /login and forgets all data. */
export function SignedIn() {
  const location = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<State>(() => (tokenStore.read() ? 'in' : 'asking'));

  useEffect(() => {
    let wanted = true;
    if (state === 'asking') {
      void tokenStore.readOrAsk().then((tokens) => wanted && setState(tokens ? 'in' : 'out'));
    }
    return () => {
      wanted = false;
    };
  }, [state]);

  useEffect(
    () =>
      tokenStore.listen((tokens) => {
        if (tokens) return;
        void apollo.clearStore();
        setState('out');
        void navigate('/login', { replace: true });
      }),
    [navigate],
  );

  if (state === 'asking') return <Loading />;
  if (state === 'out') return <Navigate to={loginPath(location)} replace />;
  return (
    <ApolloProvider client={apollo}>
      <SessionGate>
        <Outlet />
      </SessionGate>
    </ApolloProvider>
  );
}
