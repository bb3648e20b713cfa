import { DEMO_ACCOUNTS } from '../../db/demo';

/** One request to a report of the demo: who asks, and for what. */
export interface Question {
  readonly as: string;
  readonly path: string;
}

const [{ email: ADMIN }, , , { email: AGENCY }] = DEMO_ACCOUNTS
const AXES = ['agency', 'asp', 'category', 'type1', 'type2', 'type3', 'ad', 'device', 'redirect', 'lpo_title'];
const REPORTS = ['ad_summaries', 'attributions'];

/** Whole months, months with edge days, days alone, a year. */
const MONTHS = 'date_from=2026/09/01&date_to=2026/10/31';
const EDGES = 'date_from=2026-08-20&date_to=2026-11-05';
const WEEK = 'date_from=2026/11/02&date_to=2026/11/08';
const YEAR = 'date_from=2025/11/20&date_to=2026/11/19';

/** What both reports are asked about. */
const ALIKE: readonly string[] = [
  '',
  WEEK,
  YEAR,
  ...AXES.map((axis) => `${EDGES}&axis=${axis}`),
  ...['asp,device', 'agency,category', 'ad,device', 'device,type1', 'ad,redirect,lpo_title', 'type1,type2,type3'].map((axis) => `${MONTHS}&axis=${axis}`),
  ...[1, 2, 3, 4, 5].map((model) => `${MONTHS}&axis=asp&attribution_model=${model}`),
  ...[1, 2, 3].map((evaluation) => `${EDGES}&axis=asp&evaluation=${evaluation}`),
  ...[1, 2, 3].map((evaluation) => `${WEEK}&axis=device&evaluation=${evaluation}&attribution_model=2`),
  ...['ad_ids=1,2', 'asp_ids=1', 'agency_ids=1', 'ad_category_ids=1,2', 'ad_type1_ids=1', 'ad_type2_ids=1', 'ad_type3_ids=1', 'redirect_ids=1,2,3', 'device=pc', 'device=smartphone,tablet'].map(
    (filter) => `${MONTHS}&${filter}`,
  ),
  `${MONTHS}&ad_ids=1,2,3&device=smartphone&axis=redirect`,
  `${MONTHS}&cv_setting_ids=1`,
  `${MONTHS}&cv_setting_ids=2,3&axis=asp`,
  ...['cv_total_final&sortAsc=false', 'cvTotalFinal&sortAsc=true', 'average_period&sortAsc=false', 'ad', 'no_ad', 'ad_id&sortAsc=false'].map((sort) => `${MONTHS}&sortName=${sort}`),
  `${MONTHS}&page=2&page_size=3`,
  `${MONTHS}&page=99&page_size=3&sortName=attr_cv`,
];

/** What is refused. */
const REFUSED: readonly string[] = [
  'axis=colour', 'attribution_model=9', 'evaluation=0', 'date_from=2026/02/30', 'date_from=2026/11/02&date_to=2026/11/01', 'page=0', 'page_size=10000', 'sortName=nothing', 'device=fridge', 'ad_ids=x', 'ad_ids=99999',
];

const DOWNLOADS: readonly string[] = [
  MONTHS,
  `${MONTHS}&axis=asp,device&locale=ja`,
  `${MONTHS}&axis=agency&locale=en`,
  `${MONTHS}&axis=lpo_title&locale=zh-CN`,
  `${EDGES}&axis=ad&columns=ad,ad_click_count,cvr,cpa,average_latency&locale=ja&sortName=cpa&sortAsc=false`,
  `${EDGES}&columns=ad_id,no_ad,profit,roas&page=1&page_size=2`,
  `${MONTHS}&columns=nothing`,
];
const ATTRIBUTION_DOWNLOADS: readonly string[] = [
  `${MONTHS}&columns=ad,cv_total_final,cv_total_final_diff,cv_total_final_ratio,attr_cv_model_1,attr_cv_model_5,attr_cpa_model_3&locale=ja`,
  `${MONTHS}&axis=asp&columns=asp,roas_ratio,attr_roas_model_2&sortName=roas_diff`,
  `${MONTHS}&sortName=cvTotalFinalRatio&sortAsc=false`,
];

/** What only the LPO report is asked. */
const LPO: readonly string[] = [
  YEAR,
  ...['lpo_title', 'redirect', 'device,lpo_title', 'redirect,lpo_title,device'].map((axis) => `${EDGES}&axis=${axis}`),
  ...[1, 2, 3].map((evaluation) => `${MONTHS}&evaluation=${evaluation}&attribution_model=${evaluation + 1}`),
  `${MONTHS}&cv_setting_ids=1`,
  `${MONTHS}&redirect_ids=1,2&device=smartphone`,
  ...['best_probability&sortAsc=false', 'deliver_ratio_actual', 'cvrLow', 'cv_total'].map((sort) => `${EDGES}&sortName=${sort}`),
  `${EDGES}&page=2&page_size=2`,
  'redirect_ids=99999',
  'sortName=best',
];
const LPO_DOWNLOADS: readonly string[] = [
  `${MONTHS}&locale=ja`,
  `${EDGES}&columns=redirect,lpo_title,deliver_ratio,deliver_ratio_actual,cvr,cvr_low,cvr_high,best_probability,expected_loss&layout=document&locale=en`,
];

const about = (report: string, query: string, product: number): string => `/analyses/${report}/?product_id=${product}${query && `&${query}`}`;
const file = (report: string, query: string): string => `/analyses/${report}/download/csv/?product_id=1&${query}`;

/** The questions whose answers are kept: every axis, filter, model, evaluation, order, page, file and role. */
export const questions: readonly Question[] = [
  ...REPORTS.flatMap((report) => [
    ...[...ALIKE, ...REFUSED].map((query) => ({ as: ADMIN, path: about(report, query, 1) })),
    ...DOWNLOADS.map((query) => ({ as: ADMIN, path: file(report, query) })),
    ...DEMO_ACCOUNTS.flatMap(({ email }) => [
      ...[1, 2, 3, 4].map((product) => ({ as: email, path: about(report, `${MONTHS}&axis=asp`, product) })),
      { as: email, path: file(report, `${MONTHS}&axis=ad&columns=ad,ad_cost,attr_profit`) },
    ]),
    ...AXES.map((axis) => ({ as: AGENCY, path: about(report, `${MONTHS}&axis=${axis}`, 1) })),
    { as: AGENCY, path: about(report, 'agency_ids=2', 1) },
  ]),
  ...LPO.map((query) => ({ as: ADMIN, path: about('lpo_analysis', query, 1) })),
  ...LPO_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('lpo_analysis', query) })),
  ...DEMO_ACCOUNTS.flatMap(({ email }) => [1, 2, 3, 4].map((product) => ({ as: email, path: about('lpo_analysis', EDGES, product) }))),
  ...ATTRIBUTION_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('attributions', query) })),
  { as: ADMIN, path: about('attributions', `${MONTHS}&sortName=cv_total_final_diff`, 1) },
];
