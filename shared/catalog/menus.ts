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
  /** Opens without a session, on the blank layout, without waiting for the initial setup. */
  readonly public: boolean;
}

/** Navigation groups in order; label `menu.group.{group}`. */
export const menuGroups = ['dashboard', 'analyze', 'log', 'ad', 'config'] as const;
export type MenuGroup = (typeof menuGroups)[number];

const entry = (group: MenuGroup, key: string, path: string, right: RightKey): Route => ({
  key,
  path,
  group,
  right,
  needs: 'view',
  parent: null,
  public: false,
});
const below = (parent: Route, key: string, path: string): Route => ({
  ...parent,
  key,
  path,
  group: null,
  parent: parent.key,
});
/** Defines the routes of a setting: its list and its detail page. */
const setting = (group: MenuGroup, key: string, path: string, right: RightKey): Route[] => {
  const list = entry(group, key, path, right);
  return [list, below(list, `${key}_detail`, `${path}/:id`)];
};
const open = (key: string, path: string): Route => ({
  key,
  path,
  group: null,
  right: null,
  needs: 'none',
  parent: null,
  public: true,
});

const accessLog = entry('log', 'log_access', '/log/access', 'logs');
const referenceLog = entry('log', 'log_reference', '/log/reference', 'logs');
const interactionLog = entry('log', 'log_interaction', '/log/interaction', 'logs');
// Approvers can open results even if the company closes the logs to them.
const resultLog: Route = { ...entry('log', 'log_result', '/log/result', 'logs'), orRight: 'cv_approve' };
const resultQueue = entry('log', 'log_result_queue', '/log/result-queue', 'postbacks');
const cvLog = entry('log', 'log_cv', '/log/cv', 'logs');
const product = entry('config', 'product', '/config/product', 'products');
const user = entry('config', 'user', '/config/user', 'users');
const role = entry('config', 'role', '/config/role', 'roles');
const ad = entry('ad', 'ad', '/ad/ad', 'ads');
// Every user can save views, including views of lists and settings.
const views: Route = { ...entry('analyze', 'views', '/views', 'analyze'), right: null, needs: 'none' };
const customItem = entry('analyze', 'custom_1', '/analyze/custom/item-1', 'analyze');

/** Every route of the console, in navigation order. */
export const routes: readonly Route[] = [
  { ...entry('dashboard', 'dashboard', '/dashboard', 'dashboard'), andRight: 'analyze' },
  entry('analyze', 'ad_statistics', '/analyze/ad-statistics', 'analyze'),
  entry('analyze', 'term', '/analyze/term', 'analyze'),
  entry('analyze', 'attribution', '/analyze/attribution', 'analyze'),
  entry('analyze', 'cv', '/analyze/cv', 'analyze'),
  entry('analyze', 'effect', '/analyze/effect', 'analyze'),
  entry('analyze', 'allocation', '/analyze/allocation', 'analyze'),
  entry('analyze', 'lpo', '/analyze/lpo', 'analyze'),
  customItem,
  entry('analyze', 'custom_2', '/analyze/custom/item-2', 'analyze'),
  entry('analyze', 'custom_3', '/analyze/custom/item-3', 'analyze'),
  views,
  // Open to every user: the target page checks its own right.
  below(views, 'view_link', '/v/:code'),
  below(customItem, 'ad_analyze_setting', '/ad-analyze-setting'),
  ...setting('analyze', 'alert', '/analyze/alert', 'alerts'),
  ...setting('analyze', 'custom_measure', '/analyze/custom-measure', 'custom_measures'),
  accessLog,
  below(accessLog, 'log_access_detail', '/log/access/:id'),
  referenceLog,
  below(referenceLog, 'log_reference_detail', '/log/reference/:id'),
  interactionLog,
  below(interactionLog, 'log_interaction_detail', '/log/interaction/:id'),
  cvLog,
  below(cvLog, 'log_cv_detail', '/log/cv/:id'),
  below(accessLog, 'log_visitor', '/log/visitor/:id'),
  entry('log', 'log_refused', '/log/refused', 'logs'),
  resultLog,
  below(resultLog, 'log_result_detail', '/log/result/:id'),
  resultQueue,
  below(resultQueue, 'log_result_queue_detail', '/log/result-queue/:id'),
  entry('log', 'log_cv_approve', '/log/cv-approve', 'cv_approve'),
  ad,
  below(ad, 'ad_page', '/ad/ad/:id'),
  ...setting('ad', 'ad_setting', '/ad/setting', 'ads'),
  entry('ad', 'media_cost', '/ad/media-cost', 'ads'),
  ...setting('ad', 'cv_setting', '/ad/cv-setting', 'cv_settings'),
  ...setting('ad', 'redirect_setting', '/ad/redirect-setting', 'redirects'),
  ...setting('ad', 'asp_setting', '/ad/asp-setting', 'asps'),
  ...setting('ad', 'crossdomain_setting', '/ad/crossdomain-setting', 'crossdomains'),
  ...setting('ad', 'category_setting', '/ad/category-setting', 'ad_categories'),
  entry('config', 'company', '/config/company', 'companies'),
  product,
  { ...below(product, 'erasure', '/config/product/erasure'), needs: 'edit' },
  user,
  // Everyone edits their own profile and password, so these pages need no menu right.
  { ...below(user, 'user_detail', '/config/user/:id'), right: null, needs: 'none' },
  { ...below(user, 'user_password', '/config/user/:id/password'), right: null, needs: 'none' },
  ...setting('config', 'agency', '/config/agency', 'agencies'),
  role,
  { ...below(role, 'audit', '/config/audit'), right: 'audit' },
  { ...entry('dashboard', 'explorer', '/explorer', 'explorer'), group: null },
  { ...entry('dashboard', 'demo', '/demo', 'dashboard'), group: null },
  open('login', '/login'),
  open('forgot_password', '/forgot-password'),
  open('reset_password', '/reset-password'),
  open('invitation', '/invitation'),
  open('not_found', '/pages/misc/not-found/:error?'),
];

/** Target of `/`. */
export const landingPath = '/dashboard';

/** Returns the menu entries of a group, in order. */
export function menuEntries(group: MenuGroup): Route[] {
  return routes.filter((route) => route.group === group);
}
