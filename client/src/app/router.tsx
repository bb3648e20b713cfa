import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { landingPath, routes, type Route } from '../../../shared/catalog';
import { CrashPage } from './crash-page';
import { Frame } from './frame/frame';
import { ScrollRules } from './scroll-rules';
import { ScrollToTop } from './scroll-to-top';
import { FULL_WINDOW, SCREENS } from './screens';
import { SignedIn } from './signed-in';
import { RoutePage } from './route-page';

const NOT_FOUND = 'not_found';

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
export function consoleRoutes(): RouteObject[] {
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
          element: <SignedIn />,
          children: [
            ...guarded.filter((route) => FULL_WINDOW.has(route.key)).map(objectOf),
            {
              element: <Frame />,
              children: guarded.filter((route) => !FULL_WINDOW.has(route.key)).map(objectOf),
            },
          ],
        },
        { path: '*', element: NotFound ? <RoutePage route={{ key: NOT_FOUND, right: null, needs: 'none' }} /> : null },
      ],
    },
  ];
}

export const createConsoleRouter = () => createBrowserRouter(consoleRoutes());
