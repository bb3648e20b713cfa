import { createBrowserRouter, matchPath, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { landingPath, routes, type Route } from '../../../shared/catalog/menus';
import { loadSignedInTexts } from '../i18n/i18n';
import { trackOrigins } from '../kit/page-origin';
import { ignored } from '../kit/ignored';
import { lazyScreen } from './lazy-screen';
import { CrashPage } from './crash-page';
import { ScrollRules } from './scroll-rules';
import { ScrollToTop } from './scroll-to-top';
import { FULL_WINDOW, SCREENS } from './screens';
import { RoutePage } from './route-page';

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
        { path: '/', element: <Navigate to={landingPath} replace /> },
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
