import {
  createBrowserRouter,
  isRouteErrorResponse,
  matchPath,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useRouteError,
} from 'react-router-dom';
import { landingPath, type Route, routes } from '../../../shared/catalog/menus';
import { loadSignedInTexts } from '../i18n/i18n';
import { trackOrigins } from '../kit/page-origin';
import { ignored } from '../kit/ignored';
import { lazyScreen } from './lazy-screen';
import { ScrollRules } from './scroll-rules';
import { ScrollToTop } from './scroll-to-top';
import { FULL_WINDOW, SCREENS } from './screens';
import { RoutePage } from './route-page';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../i18n/punctuation';
import { PlainButton } from '../kit/plain-form';
import { StateNote } from '../kit/states';

/**
 * Page shown when rendering fails. It says that data is safe, offers a reload and shows an id for the
 * browser's log.
 */
function CrashPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const [id] = useState(() => crypto.randomUUID?.().slice(0, 8) ?? String(Date.now()));
  useEffect(() => {
    console.error(`[${id}]`, error);
  }, [id, error]);
  const reason = isRouteErrorResponse(error) ? error.statusText : error instanceof Error ? error.message : '';
  return (
    <main>
      <StateNote
        tone="error"
        title={t('frame.crashed')}
        hint={
          <>
            <p>{t('frame.crashedHint')}</p>
            <p>
              {withHeading(t('common.requestId'), '')}
              <code>{id}</code>
            </p>
            {reason && <p>{reason}</p>}
          </>
        }
        action={
          <PlainButton primary onClick={() => location.reload()}>
            {t('frame.reload')}
          </PlainButton>
        }
      />
    </main>
  );
}

const NOT_FOUND = 'not_found';

/** Signed-in pages need Apollo, antd and the frame, which the sign-in screen does not load. */
const signedIn = lazyScreen(async () => {
  const [{ SignedIn, loadAntdTexts }] = await Promise.all([import('./signed-in'), loadSignedInTexts()]);
  await loadAntdTexts();
  return { default: SignedIn };
});
const frame = lazyScreen(() => import('./frame/frame').then((m) => ({ default: m.Frame })));

/** Loads all code and texts of an address behind the sign-in in parallel instead of one after the other. */
export function preloadPage(pathname: string): void {
  const route = routes.find(
    ({ path, public: open }) => !open && matchPath(path, pathname === '/' ? landingPath : pathname),
  );
  if (!route) return;
  // A part that fails to load is requested again, and reported, when it is rendered.
  Promise.all([signedIn.preload(), frame.preload(), SCREENS[route.key]?.preload()]).catch(ignored);
}

/** Redirects to the first screen with the query and the hash of the address. */
const ToFirstScreen = () => <Navigate to={{ ...useLocation(), pathname: landingPath }} replace />;

function Root() {
  return (
    <>
      <ScrollRules />
      <Outlet />
      <ScrollToTop />
    </>
  );
}

const objectOf = (route: Route): RouteObject => ({ path: route.path, element: <RoutePage route={route} /> });

/**
 * Builds the route objects from the route table: public routes without a frame, the others behind the
 * sign-in.
 */
function consoleRoutes(): RouteObject[] {
  const open = routes.filter((route) => route.public);
  const guarded = routes.filter((route) => !route.public);
  const NotFound = SCREENS[NOT_FOUND];
  return [
    {
      element: <Root />,
      errorElement: <CrashPage />,
      children: [
        { path: '/', element: <ToFirstScreen /> },
        ...open.map(objectOf),
        {
          element: <signedIn.Screen />,
          children: [
            ...guarded.filter((route) => FULL_WINDOW.has(route.key)).map(objectOf),
            {
              element: <frame.Screen />,
              children: guarded.filter((route) => !FULL_WINDOW.has(route.key)).map(objectOf),
            },
          ],
        },
        {
          path: '*',
          element: NotFound ? <RoutePage route={{ key: NOT_FOUND, right: null, needs: 'none' }} /> : null,
        },
      ],
    },
  ];
}

export const createConsoleRouter = () => {
  const router = createBrowserRouter(consoleRoutes());
  trackOrigins(router);
  return router;
};
