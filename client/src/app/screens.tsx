import type { ComponentType } from 'react';
import { routes } from '../../../shared/catalog/menus';
import { loadManagementTexts, loadSummingTexts } from '../i18n/i18n';
import { lazyScreen, type LazyScreen } from './lazy-screen';

type Screen = ComponentType;
type ScreenModule = { default: Screen };

/** Screen that needs only the texts of the first load and of the frame. */
const plain = lazyScreen;

/** Screen that loads the management texts, which only management screens and the explorer need. */
const withTexts = (load: () => Promise<ScreenModule>): LazyScreen =>
  plain(() => Promise.all([load(), loadManagementTexts()]).then(([screen]) => screen));

/** Screen that loads the texts of the dashboard and the ad page. */
const summing = (load: () => Promise<ScreenModule>): LazyScreen =>
  plain(() => Promise.all([load(), loadSummingTexts()]).then(([screen]) => screen));
const customItem = (name: 'CustomItem1' | 'CustomItem2' | 'CustomItem3') =>
  withTexts(() => import('../screens/analyze/custom').then((m) => ({ default: m[name] })));

/** Screens of a setting: its list and its detail page. */
const setting = (
  key: string,
  load: () => Promise<{ List: Screen; Detail: Screen }>,
): Record<string, LazyScreen> => ({
  [key]: withTexts(() => load().then((m) => ({ default: m.List }))),
  [`${key}_detail`]: withTexts(() => load().then((m) => ({ default: m.Detail }))),
});

/** Standard list and page of each setting. Screens in SCREENS override them. */
const standard: Readonly<Record<string, LazyScreen>> = Object.fromEntries(
  routes
    .filter(({ isSetting, parent }) => isSetting && parent === null)
    .flatMap(({ key }) =>
      Object.entries(
        setting(key, () => import('../screens/config/standard-setting').then((m) => m.standardScreens(key))),
      ),
    ),
);

/**
 * Screens by route key (see shared/catalog/menus.ts, the route and menu table). Every screen is a separate
 * chunk.
 */
export const SCREENS: Readonly<Record<string, LazyScreen>> = {
  ...standard,
  dashboard: summing(() => import('../screens/dashboard/home').then((m) => ({ default: m.DashboardHome }))),
  ad_statistics: plain(() =>
    import('../screens/analyze/ad-statistics').then((m) => ({ default: m.AdStatistics })),
  ),
  effect: withTexts(() => import('../screens/analyze/effect').then((m) => ({ default: m.AdEffect }))),
  attribution: withTexts(() =>
    import('../screens/analyze/attribution').then((m) => ({ default: m.Attribution })),
  ),
  term: withTexts(() => import('../screens/analyze/term').then((m) => ({ default: m.TermTrend }))),
  lpo: withTexts(() => import('../screens/analyze/lpo').then((m) => ({ default: m.Lpo }))),
  cv: withTexts(() => import('../screens/analyze/cv').then((m) => ({ default: m.CvInfo }))),
  allocation: withTexts(() =>
    import('../screens/analyze/allocation').then((m) => ({ default: m.Allocation })),
  ),
  disagreement: withTexts(() =>
    import('../screens/analyze/disagreement').then((m) => ({ default: m.DisagreementMap })),
  ),
  gap: withTexts(() => import('../screens/analyze/gap').then((m) => ({ default: m.Gap }))),
  gap_rows: withTexts(() => import('../screens/analyze/gap/gap-rows').then((m) => ({ default: m.GapRows }))),
  custom_1: customItem('CustomItem1'),
  custom_2: customItem('CustomItem2'),
  custom_3: customItem('CustomItem3'),
  views: withTexts(() => import('../screens/analyze/views').then((m) => ({ default: m.SavedViews }))),
  view_link: withTexts(() => import('../screens/misc/view-link').then((m) => ({ default: m.ViewLink }))),
  log_live: withTexts(() => import('../screens/log/live').then((m) => ({ default: m.LiveView }))),
  log_access: withTexts(() => import('../screens/log/access').then((m) => ({ default: m.AccessLog }))),
  log_access_detail: withTexts(() =>
    import('../screens/log/access').then((m) => ({ default: m.AccessDetail })),
  ),
  log_reference: withTexts(() =>
    import('../screens/log/reference').then((m) => ({ default: m.ReferenceLog })),
  ),
  log_reference_detail: withTexts(() =>
    import('../screens/log/reference').then((m) => ({ default: m.ReferenceDetail })),
  ),
  log_interaction: withTexts(() =>
    import('../screens/log/reference').then((m) => ({ default: m.InteractionLog })),
  ),
  log_interaction_detail: withTexts(() =>
    import('../screens/log/reference').then((m) => ({ default: m.InteractionDetail })),
  ),
  log_cv: withTexts(() => import('../screens/log/cv').then((m) => ({ default: m.CvLog }))),
  log_cv_detail: withTexts(() => import('../screens/log/cv').then((m) => ({ default: m.CvDetail }))),
  log_visitor: withTexts(() => import('../screens/log/visitor').then((m) => ({ default: m.VisitorStory }))),
  log_refused: withTexts(() =>
    import('../screens/log/rejected').then((m) => ({ default: m.RejectedEvents })),
  ),
  log_result: withTexts(() => import('../screens/log/result').then((m) => ({ default: m.ResultLog }))),
  log_result_detail: withTexts(() =>
    import('../screens/log/result').then((m) => ({ default: m.ResultDetail })),
  ),
  log_result_queue: withTexts(() =>
    import('../screens/log/result-queue').then((m) => ({ default: m.ResultQueue })),
  ),
  log_result_queue_detail: withTexts(() =>
    import('../screens/log/result-queue').then((m) => ({ default: m.ResultQueueDetail })),
  ),
  log_conversion_send: withTexts(() =>
    import('../screens/log/conversion-send').then((m) => ({ default: m.ConversionSends })),
  ),
  log_conversion_send_detail: withTexts(() =>
    import('../screens/log/conversion-send').then((m) => ({ default: m.ConversionSendDetail })),
  ),
  log_cv_approve: withTexts(() =>
    import('../screens/log/cv-approve').then((m) => ({ default: m.CvApprove })),
  ),
  ad: withTexts(() => import('../screens/ad/overview').then((m) => ({ default: m.AdOverview }))),
  ad_page: summing(() =>
    loadManagementTexts()
      .then(() => import('../screens/ad/ad-page'))
      .then((m) => ({ default: m.AdPage })),
  ),
  ...setting('ad_setting', () => import('../screens/ad/setting')),
  media_cost: withTexts(() => import('../screens/ad/media-cost').then((m) => ({ default: m.MediaCosts }))),
  ...setting('target', () => import('../screens/ad/target')),
  ...setting('cv_setting', () => import('../screens/ad/cv-setting')),
  ...setting('redirect_setting', () => import('../screens/ad/redirect-setting')),
  ...setting('asp_setting', () => import('../screens/ad/asp-setting')),
  ...setting('conversion_sender', () => import('../screens/ad/conversion-sender')),
  ...setting('crossdomain_setting', () => import('../screens/ad/crossdomain-setting')),
  ...setting('category_setting', () => import('../screens/ad/category-setting')),
  company: withTexts(() => import('../screens/config/company').then((m) => ({ default: m.CompanySetting }))),
  product: withTexts(() => import('../screens/config/product').then((m) => ({ default: m.ProductSetting }))),
  erasure: withTexts(() => import('../screens/config/erasure').then((m) => ({ default: m.ErasureScreen }))),
  user: withTexts(() => import('../screens/config/user').then((m) => ({ default: m.UserSetting }))),
  user_detail: withTexts(() => import('../screens/config/user').then((m) => ({ default: m.UserDetail }))),
  user_password: withTexts(() => import('../screens/config/user').then((m) => ({ default: m.UserPassword }))),
  role: withTexts(() => import('../screens/config/role').then((m) => ({ default: m.RoleSetting }))),
  audit: withTexts(() => import('../screens/config/audit').then((m) => ({ default: m.AuditTrail }))),
  system: withTexts(() => import('../screens/config/system').then((m) => ({ default: m.SystemScreen }))),
  ...setting('experiment', () => import('../screens/analyze/experiment')),
  ...setting('alert', () => import('../screens/analyze/alert')),
  ...setting('custom_measure', () => import('../screens/analyze/custom-measure')),
  ad_analyze_setting: withTexts(() =>
    import('../screens/analyze/custom-setting').then((m) => ({ default: m.CustomSetting })),
  ),
  demo: withTexts(() => import('../screens/demo/walk').then((m) => ({ default: m.DemoWalk }))),
  explorer: withTexts(() => import('../screens/explorer/explorer').then((m) => ({ default: m.Explorer }))),
  login: plain(() => import('../screens/auth/login/login').then((m) => ({ default: m.Login }))),
  forgot_password: plain(() =>
    import('../screens/auth/forgot-password').then((m) => ({ default: m.ForgotPassword })),
  ),
  reset_password: plain(() =>
    import('../screens/auth/reset-password').then((m) => ({ default: m.ResetPassword })),
  ),
  invitation: plain(() => import('../screens/auth/reset-password').then((m) => ({ default: m.Invitation }))),
  not_found: plain(() =>
    import('../screens/misc/not-found/not-found').then((m) => ({ default: m.NotFound })),
  ),
};

/** Screens that fill the window without the frame, though they need a session. */
export const FULL_WINDOW: ReadonlySet<string> = new Set(['explorer']);
