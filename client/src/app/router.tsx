import { createBrowserRouter, matchPath, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { landingPath, routes, type Route } from '../../../shared/catalog/menus';
import { loadSignedInTexts } from '../i18n/i18n';
import { keepOrigins } from '../kit/came-from';
import { ignored } from '../kit/ignored';
import { arriving } from './lazy-screen';
import { CrashPage } from './crash-page';
import { ScrollRules } from './scroll-rules';
import { ScrollToTop } from './scroll-to-top';
import { FULL_WINDOW, SCREENS } from './screens';
import { RoutePage } from './route-page';

const NOT_FOUND = 'not_found';

/** What signed-in pages need (Apollo, antd, frame) is not part of the sign-in screen's load. */
const signedIn = arriving(async () => {
  const [{ SignedIn, bringAntdWords }] = await Promise.all([import('./signed-in'), loadSignedInTexts()]);
  await bringAntdWords();
  return { default: SignedIn };
});
const frame = arriving(() => import('./frame/frame').then((m) => ({ default: m.Frame })));

/** Asks at once for all code and words that an address behind the sign-in needs, which would else come one after the other. */
export function preloadPage(pathname: string): void {
  const route = routes.find(
    ({ path, public: open }) => !open && matchPath(path, pathname === '/' ? landingPath : pathname),
  );
  if (!route) return;
  // What does not come is asked for again, and told of, where it is drawn.
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

/** Route objects of the console, made from the one table of routes: public ones blank, the others behind sign-in. */
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
  keepOrigins(router);
  return router;
};
