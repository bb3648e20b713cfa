import type { Right, RightKey } from './roles';

/** One route of the console. Its label is the i18n key `menu.{key}`. */
export interface Route {
  readonly key: string;
  /** Router path with `:id` parameters. */
  readonly path: string;
  /** Navigation group; null if the route is no menu entry. */
  readonly group: MenuGroup | null;
  /** Required right; null if every user can open it (or everyone, if public). */
  readonly right: RightKey | null;
  /** Alternative right that also opens the page. */
  readonly orRight?: RightKey;
  /** Additional right that the page needs, because it shows data of that menu. */
  readonly andRight?: RightKey;
  readonly needs: Right;
  /** Key of the menu entry to highlight instead. */
  readonly parent: string | null;
  /** Whether only administrators can open it, regardless of the rights of other roles. */
  readonly adminOnly?: boolean;
  /** Whether it is the list or the detail page of a setting. */
  readonly isSetting?: boolean;
  /** Opens without a session, on the blank layout, without waiting for the initial setup. */
  readonly public: boolean;
}

/** Navigation groups in order; label `menu.group.{group}`. */
export const menuGroups = ['dashboard', 'analyze', 'log', 'ad', 'config'] as const;
export type MenuGroup = (typeof menuGroups)[number];

const menuEntry = (group: MenuGroup, key: string, path: string, right: RightKey): Route => ({
  key,
  path,
  group,
  right,
  needs: 'view',
  parent: null,
  public: false,
});
const childRoute = (parent: Route, key: string, path: string): Route => ({
  ...parent,
  key,
  path,
  group: null,
  parent: parent.key,
});
/** Defines the routes of a setting: its list and its detail page. */
const settingRoutes = (group: MenuGroup, key: string, path: string, right: RightKey): Route[] => {
  const list: Route = { ...menuEntry(group, key, path, right), isSetting: true };
  return [list, childRoute(list, `${key}_detail`, `${path}/:id`)];
};
const publicRoute = (key: string, path: string): Route => ({
  key,
  path,
  group: null,
  right: null,
  needs: 'none',
  parent: null,
  public: true,
});

const accessLog = menuEntry('log', 'log_access', '/log/access', 'logs');
const referenceLog = menuEntry('log', 'log_reference', '/log/reference', 'logs');
const interactionLog = menuEntry('log', 'log_interaction', '/log/interaction', 'logs');
// Approvers can open results even if the company closes the logs to them.
const resultLog: Route = { ...menuEntry('log', 'log_result', '/log/result', 'logs'), orRight: 'cv_approve' };
const resultQueue = menuEntry('log', 'log_result_queue', '/log/result-queue', 'postbacks');
const conversionSends = menuEntry('log', 'log_conversion_send', '/log/conversion-send', 'postbacks');
const cvLog = menuEntry('log', 'log_cv', '/log/cv', 'logs');
const product = menuEntry('config', 'product', '/config/product', 'products');
const user = menuEntry('config', 'user', '/config/user', 'users');
const role = menuEntry('config', 'role', '/config/role', 'roles');
const ad = menuEntry('ad', 'ad', '/ad/ad', 'ads');
// Every user can save views, including views of lists and settings.
const views: Route = { ...menuEntry('analyze', 'views', '/views', 'analyze'), right: null, needs: 'none' };
const gap = menuEntry('analyze', 'gap', '/analyze/gap', 'analyze');
const customItem = menuEntry('analyze', 'custom_1', '/analyze/custom/item-1', 'analyze');

/** Every route of the console, in navigation order. */
export const routes: readonly Route[] = [
  { ...menuEntry('dashboard', 'dashboard', '/dashboard', 'dashboard'), andRight: 'analyze' },
  menuEntry('analyze', 'ad_statistics', '/analyze/ad-statistics', 'analyze'),
  menuEntry('analyze', 'term', '/analyze/term', 'analyze'),
  menuEntry('analyze', 'attribution', '/analyze/attribution', 'analyze'),
  menuEntry('analyze', 'cv', '/analyze/cv', 'analyze'),
  menuEntry('analyze', 'effect', '/analyze/effect', 'analyze'),
  menuEntry('analyze', 'allocation', '/analyze/allocation', 'analyze'),
  menuEntry('analyze', 'disagreement', '/analyze/disagreement', 'analyze'),
  ...settingRoutes('analyze', 'experiment', '/analyze/experiment', 'experiments'),
  menuEntry('analyze', 'lpo', '/analyze/lpo', 'analyze'),
  gap,
  childRoute(gap, 'gap_rows', '/analyze/gap/rows'),
  customItem,
  menuEntry('analyze', 'custom_2', '/analyze/custom/item-2', 'analyze'),
  menuEntry('analyze', 'custom_3', '/analyze/custom/item-3', 'analyze'),
  views,
  // Open to every user: the target page checks its own right.
  childRoute(views, 'view_link', '/v/:code'),
  childRoute(customItem, 'ad_analyze_setting', '/ad-analyze-setting'),
  menuEntry('analyze', 'explorer', '/explorer', 'explorer'),
  ...settingRoutes('analyze', 'alert', '/analyze/alert', 'alerts'),
  ...settingRoutes('analyze', 'custom_measure', '/analyze/custom-measure', 'custom_measures'),
  accessLog,
  childRoute(accessLog, 'log_access_detail', '/log/access/:id'),
  referenceLog,
  childRoute(referenceLog, 'log_reference_detail', '/log/reference/:id'),
  interactionLog,
  childRoute(interactionLog, 'log_interaction_detail', '/log/interaction/:id'),
  cvLog,
  childRoute(cvLog, 'log_cv_detail', '/log/cv/:id'),
  childRoute(accessLog, 'log_visitor', '/log/visitor/:id'),
  menuEntry('log', 'log_live', '/log/live', 'logs'),
  menuEntry('log', 'log_refused', '/log/refused', 'logs'),
  resultLog,
  childRoute(resultLog, 'log_result_detail', '/log/result/:id'),
  resultQueue,
  childRoute(resultQueue, 'log_result_queue_detail', '/log/result-queue/:id'),
  conversionSends,
  childRoute(conversionSends, 'log_conversion_send_detail', '/log/conversion-send/:id'),
  menuEntry('log', 'log_cv_approve', '/log/cv-approve', 'cv_approve'),
  ad,
  childRoute(ad, 'ad_page', '/ad/ad/:id'),
  ...settingRoutes('ad', 'ad_setting', '/ad/setting', 'ads'),
  menuEntry('ad', 'media_cost', '/ad/media-cost', 'ads'),
  ...settingRoutes('ad', 'target', '/ad/target', 'ads'),
  ...settingRoutes('ad', 'cv_setting', '/ad/cv-setting', 'cv_settings'),
  ...settingRoutes('ad', 'redirect_setting', '/ad/redirect-setting', 'redirects'),
  ...settingRoutes('ad', 'asp_setting', '/ad/asp-setting', 'asps'),
  ...settingRoutes('ad', 'conversion_sender', '/ad/conversion-sender', 'asps'),
  ...settingRoutes('ad', 'crossdomain_setting', '/ad/crossdomain-setting', 'crossdomains'),
  ...settingRoutes('ad', 'category_setting', '/ad/category-setting', 'ad_categories'),
  menuEntry('config', 'company', '/config/company', 'companies'),
  product,
  { ...childRoute(product, 'erasure', '/config/product/erasure'), needs: 'edit' },
  user,
  // Everyone edits their own profile and password, so these pages need no menu right.
  { ...childRoute(user, 'user_detail', '/config/user/:id'), right: null, needs: 'none' },
  { ...childRoute(user, 'user_password', '/config/user/:id/password'), right: null, needs: 'none' },
  ...settingRoutes('config', 'agency', '/config/agency', 'agencies'),
  role,
  { ...childRoute(role, 'audit', '/config/audit'), right: 'audit' },
  { ...menuEntry('config', 'system', '/config/system', 'roles'), adminOnly: true },
  { ...menuEntry('dashboard', 'demo', '/demo', 'dashboard'), group: null },
  publicRoute('login', '/login'),
  publicRoute('forgot_password', '/forgot-password'),
  publicRoute('reset_password', '/reset-password'),
  publicRoute('invitation', '/invitation'),
  publicRoute('not_found', '/pages/misc/not-found/:error?'),
];

/** Target of `/`. */
export const landingPath = '/dashboard';

/** Returns the menu entries of a group, in order. */
export const menuEntries = (group: MenuGroup): Route[] => routes.filter((route) => route.group === group);
