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

/** What only ad effect is asked about: measures, months to come, older cohorts. */
const EFFECTS: readonly string[] = [
  '',
  YEAR,
  ...['cv', 'customers', 'amount', 'amount_cumulative', 'roas_cumulative'].flatMap((measure) => [`${YEAR}&axis=asp&measure=${measure}`, `${MONTHS}&axis=category&measure=${measure}&attribution_model=2`]),
  ...AXES.map((axis) => `${MONTHS}&axis=${axis}`),
  ...[1, 2, 3, 4, 5].map((model) => `${MONTHS}&axis=agency&attribution_model=${model}`),
  ...['evaluation=1', 'ad_ids=1,2', 'device=pc&measure=roas_cumulative', 'redirect_ids=1', 'sortName=month_2&sortAsc=false', 'sortName=customers', 'page=2&page_size=3'].map((query) => `${MONTHS}&${query}`),
  ...['measure=cvr', 'measure=', 'measure=cv,amount', 'axis=colour', 'attribution_model=9', 'date_from=2026/11/02&date_to=2026/11/01', 'sortName=month_25', 'ad_ids=99999'],
];
const EFFECT_DOWNLOADS: readonly string[] = [
  `${YEAR}&axis=asp&measure=roas_cumulative`,
  `${YEAR}&axis=asp&measure=amount_cumulative&layout=document&locale=ja`,
  `${MONTHS}&axis=category&layout=document&locale=en&columns=category,acquisition_month,customers,cost,payback_month,forecast_from,month_0,month_12&attribution_model=1`,
  `${MONTHS}&columns=nothing`,
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
  ...ATTRIBUTION_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('attributions', query) })),
  { as: ADMIN, path: about('attributions', `${MONTHS}&sortName=cv_total_final_diff`, 1) },
  ...EFFECTS.map((query) => ({ as: ADMIN, path: about('transitions', query, 1) })),
  ...EFFECT_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('transitions', query) })),
  ...DEMO_ACCOUNTS.flatMap(({ email }) => [1, 2, 3, 4].map((product) => ({ as: email, path: about('transitions', `${MONTHS}&axis=asp`, product) }))),
  { as: AGENCY, path: about('transitions', `${YEAR}&axis=ad&measure=roas_cumulative`, 1) },
];
