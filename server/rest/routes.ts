import { reportKeys, reportPath } from '../analysis';
import { accountRoutes, authRoutes } from './account-routes';
import { analysisRoutes, savedViewRoutes } from './analysis-routes';
import { logRoutes } from './log-routes';
import { productRoutes } from './product-routes';
import { report, type Route } from './route';
import { settingRoutes } from './setting-routes';

export type { Route } from './route';

/** All routes under /api/v1 with an operation. `users/me` and downloads are separate. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...settingRoutes,
  ...accountRoutes,
  ...analysisRoutes,
  ...savedViewRoutes,
  ...productRoutes,
  ...logRoutes,
  ...reportKeys.map((key) => report(reportPath(key), key)),
];
