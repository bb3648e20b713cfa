import { DEMO_ACCOUNTS } from '../../demo-data';

/** Request to a report of the demo: user and path. */
export interface RecordedQuery {
  readonly as: string;
  readonly path: string;
}

const [{ email: ADMIN }, , , { email: AGENCY }] = DEMO_ACCOUNTS;
const AXES = [
  'agency',
  'asp',
  'category',
  'type1',
  'type2',
  'type3',
  'ad',
  'device',
  'os',
  'browser',
  'redirect',
  'lpo_title',
];
const REPORTS = ['ad_summaries', 'attributions'];

/** Whole months, months with partial ones at the ends, days only, a year. */
const MONTHS = 'date_from=2026/09/01&date_to=2026/10/31';
const EDGES = 'date_from=2026-08-20&date_to=2026-11-05';
const WEEK = 'date_from=2026/11/02&date_to=2026/11/08';
const YEAR = 'date_from=2025/11/20&date_to=2026/11/19';

/** Queries to both reports. */
const SHARED: readonly string[] = [
  '',
  WEEK,
  YEAR,
  ...AXES.map((axis) => `${EDGES}&axis=${axis}`),
  ...[
    'asp,device',
    'agency,category',
    'ad,device',
    'device,type1',
    'device,os,browser',
    'ad,redirect,lpo_title',
    'type1,type2,type3',
  ].map((axis) => `${MONTHS}&axis=${axis}`),
  ...[1, 2, 3, 4, 5].map((model) => `${MONTHS}&axis=asp&attribution_model=${model}`),
  ...[1, 2, 3].map((evaluation) => `${EDGES}&axis=asp&evaluation=${evaluation}`),
  ...[1, 2, 3].map((evaluation) => `${WEEK}&axis=device&evaluation=${evaluation}&attribution_model=2`),
  ...[
    'ad_ids=1,2',
    'asp_ids=1',
    'agency_ids=1',
    'ad_category_ids=1,2',
    'ad_type1_ids=1',
    'ad_type2_ids=1',
    'ad_type3_ids=1',
    'redirect_ids=1,2,3',
    'device=pc',
    'device=smartphone,tablet',
  ].map((filter) => `${MONTHS}&${filter}`),
  `${MONTHS}&ad_ids=1,2,3&device=smartphone&axis=redirect`,
  `${MONTHS}&cv_setting_ids=1`,
  `${MONTHS}&cv_setting_ids=2,3&axis=asp`,
  ...[
    'cv_total_final&sortAsc=false',
    'cvTotalFinal&sortAsc=true',
    'average_period&sortAsc=false',
    'ad',
    'no_ad',
    'ad_id&sortAsc=false',
  ].map((sort) => `${MONTHS}&sortName=${sort}`),
  `${MONTHS}&page=2&page_size=3`,
  `${MONTHS}&page=99&page_size=3&sortName=attr_cv`,
];

/** Queries to the term trend. */
const TREND: readonly string[] = [
  '',
  WEEK,
  ...['month', 'week', 'day'].flatMap((unit) =>
    [MONTHS, EDGES, WEEK, YEAR]
      .filter((range) => unit !== 'day' || range !== YEAR)
      .map((range) => `${range}&unit=${unit}`),
  ),
  ...AXES.map((axis) => `${MONTHS}&unit=month&axis=${axis}`),
  ...['asp', 'device', 'ad,device'].map((axis) => `${EDGES}&unit=week&axis=${axis}&top=2&top_by=amount_sum`),
  ...[1, 2, 3].map(
    (evaluation) => `${EDGES}&unit=week&axis=asp&evaluation=${evaluation}&attribution_model=2`,
  ),
  ...['ad_ids=1,2', 'asp_ids=1', 'device=pc', 'redirect_ids=1,2,3'].map(
    (filter) => `${MONTHS}&unit=week&${filter}`,
  ),
  ...['compare=last_year', 'compare=previous', 'compare_from=2026/01/01&compare_to=2026/02/28'].map(
    (compare) => `${MONTHS}&unit=month&${compare}`,
  ),
  `${MONTHS}&unit=month&cv_setting_ids=1`,
  `${MONTHS}&unit=day&page=2&page_size=7`,
  `${MONTHS}&unit=week&axis=asp&sortName=cpa&sortAsc=false`,
  `${WEEK}&sortName=period&sortAsc=false`,
];
const TREND_REFUSED: readonly string[] = [
  'unit=year',
  'unit=DAY',
  'unit=day,week',
  'top=0',
  'top=101',
  'top=x',
  'top_by=password',
  'date_from=1000/01/01&date_to=9999/12/31',
  'compare=tomorrow',
  'compare_from=2026/01/01',
];
const TREND_DOWNLOADS: readonly string[] = [
  `${MONTHS}&unit=month`,
  `${MONTHS}&unit=week&axis=asp&top=2&columns=period,asp,rest_count,ad_click_count,ad_click_count_previous,cvr`,
  `${MONTHS}&unit=month&axis=asp&top=1&columns=period,asp,cv_total_final&layout=document&locale=ja`,
  `${WEEK}&columns=period,cpa&layout=document&locale=en`,
];

/** Queries that are rejected. */
const REFUSED: readonly string[] = [
  'axis=colour',
  'attribution_model=9',
  'evaluation=0',
  'date_from=2026/02/30',
  'date_from=2026/11/02&date_to=2026/11/01',
  'page=0',
  'page_size=10000',
  'sortName=nothing',
  'device=fridge',
  'ad_ids=x',
  'ad_ids=99999',
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

/** Queries to the LPO report only. */
const LPO: readonly string[] = [
  YEAR,
  ...['lpo_title', 'redirect', 'device,lpo_title', 'redirect,lpo_title,device'].map(
    (axis) => `${EDGES}&axis=${axis}`,
  ),
  ...[1, 2, 3].map((evaluation) => `${MONTHS}&evaluation=${evaluation}&attribution_model=${evaluation + 1}`),
  `${MONTHS}&cv_setting_ids=1`,
  `${MONTHS}&redirect_ids=1,2&device=smartphone`,
  ...['best_probability&sortAsc=false', 'deliver_ratio_actual', 'cvrLow', 'cv_total'].map(
    (sort) => `${EDGES}&sortName=${sort}`,
  ),
  `${EDGES}&page=2&page_size=2`,
  'redirect_ids=99999',
  'sortName=best',
];
const LPO_DOWNLOADS: readonly string[] = [
  `${MONTHS}&locale=ja`,
  `${EDGES}&columns=redirect,lpo_title,deliver_ratio,deliver_ratio_actual,cvr,cvr_low,cvr_high,best_probability,expected_loss&layout=document&locale=en`,
];
/** Columns of conversions that are the same on every machine, unlike customer codes and storage times. */
const CV_COLUMNS =
  'columns=event_id,cv_time,cv_type,cv_setting,amount,repeat,last_cv_ad_id,touches,latency,path';
const CV_FILES: readonly string[] = [
  ...[1, 2, 3].flatMap((evaluation) =>
    [1, 2, 3, 4, 5].map(
      (model) => `${WEEK}&evaluation=${evaluation}&attribution_model=${model}&${CV_COLUMNS}`,
    ),
  ),
  ...['ad_ids=1,2', 'asp_ids=1', 'device=smartphone,tablet', 'redirect_ids=1,2,3', 'cv_setting_ids=2,3'].map(
    (filter) => `${MONTHS}&${filter}&${CV_COLUMNS}`,
  ),
  ...['amount', 'touches&sortAsc=false', 'latency&sortAsc=true', 'last_cv_ad'].map(
    (sort) => `${WEEK}&sortName=${sort}&${CV_COLUMNS}`,
  ),
  `${WEEK}&columns=event_id,path,latency&locale=ja`,
];
const CV_REFUSED: readonly string[] = [
  'sortName=path',
  'path_limit=0',
  'path_limit=101',
  'evaluation=4',
  'date_from=2026/11/02&date_to=2026/11/01',
  'device=fridge',
  'ad_ids=99999',
  'cv_setting_ids=99999',
  'page_size=10000',
];
/** Queries to ad effect: measures, future months, older cohorts. */
const EFFECTS: readonly string[] = [
  '',
  YEAR,
  ...['cv', 'customers', 'amount', 'amount_cumulative', 'roas_cumulative'].flatMap((measure) => [
    `${YEAR}&axis=asp&measure=${measure}`,
    `${MONTHS}&axis=category&measure=${measure}&attribution_model=2`,
  ]),
  ...AXES.map((axis) => `${MONTHS}&axis=${axis}`),
  ...[1, 2, 3, 4, 5].map((model) => `${MONTHS}&axis=agency&attribution_model=${model}`),
  ...[
    'evaluation=1',
    'ad_ids=1,2',
    'device=pc&measure=roas_cumulative',
    'redirect_ids=1',
    'sortName=month_2&sortAsc=false',
    'sortName=customers',
    'page=2&page_size=3',
  ].map((query) => `${MONTHS}&${query}`),
  ...[
    'measure=cvr',
    'measure=',
    'measure=cv,amount',
    'axis=colour',
    'attribution_model=9',
    'date_from=2026/11/02&date_to=2026/11/01',
    'sortName=month_25',
    'ad_ids=99999',
  ],
];
const EFFECT_DOWNLOADS: readonly string[] = [
  `${YEAR}&axis=asp&measure=roas_cumulative`,
  `${YEAR}&axis=asp&measure=amount_cumulative&layout=document&locale=ja`,
  `${MONTHS}&axis=category&layout=document&locale=en&columns=category,acquisition_month,customers,cost,payback_month,forecast_from,month_0,month_12&attribution_model=1`,
  `${MONTHS}&columns=nothing`,
];

const about = (report: string, query: string, product: number): string =>
  `/analyses/${report}/?product_id=${product}${query && `&${query}`}`;
const file = (report: string, query: string): string =>
  `/analyses/${report}/download/csv/?product_id=1&${query}`;

/** Shares, and rows after cost changes. */
const ALLOCATION: readonly string[] = [
  '',
  YEAR,
  `${EDGES}&axis=asp&attribution_model=3`,
  `${MONTHS}&axis=ad,device&sortName=ad_cost_share&sortAsc=false`,
  `${MONTHS}&asp_ids=1&evaluation=1`,
  `${MONTHS}&changes=1:-20p,2:5000y&sortName=ad_cost_after&sortAsc=false`,
  `${MONTHS}&axis=asp&changes=1:50p&elasticity=0.5`,
  `${MONTHS}&axis=asp&simulation_item=2&changes=2:-100p`,
  'changes=1:half',
  'changes=1:-101p',
  'simulation_item=3',
  'elasticity=-1',
  'elasticity=6',
  `${MONTHS}&changes=1:-999999999999y`,
];
const ALLOCATION_DOWNLOADS: readonly string[] = [
  `${MONTHS}&axis=asp&locale=ja`,
  `${MONTHS}&columns=ad,ad_cost,ad_cost_after,ad_cost_change,ad_cost_share_after,cpa_after&changes=1:-20p,2:5000y&elasticity=1&locale=ja&layout=document`,
];

/** Recorded queries: every axis, filter, model, evaluation, order, page, file and role. */
export const recordedQueries: readonly RecordedQuery[] = [
  ...REPORTS.flatMap((report) => [
    ...[...SHARED, ...REFUSED].map((query) => ({ as: ADMIN, path: about(report, query, 1) })),
    ...DOWNLOADS.map((query) => ({ as: ADMIN, path: file(report, query) })),
    ...DEMO_ACCOUNTS.flatMap(({ email }) => [
      ...[1, 2, 3, 4].map((product) => ({ as: email, path: about(report, `${MONTHS}&axis=asp`, product) })),
      { as: email, path: file(report, `${MONTHS}&axis=ad&columns=ad,ad_cost,attr_profit`) },
    ]),
    ...AXES.map((axis) => ({ as: AGENCY, path: about(report, `${MONTHS}&axis=${axis}`, 1) })),
    { as: AGENCY, path: about(report, 'agency_ids=2', 1) },
  ]),
  ...[...TREND, ...REFUSED, ...TREND_REFUSED].map((query) => ({
    as: ADMIN,
    path: about('time_series', query, 1),
  })),
  ...TREND_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('time_series', query) })),
  ...DEMO_ACCOUNTS.flatMap(({ email }) =>
    [1, 2, 3, 4].map((product) => ({
      as: email,
      path: about('time_series', `${MONTHS}&unit=month&axis=asp`, product),
    })),
  ),
  ...AXES.map((axis) => ({ as: AGENCY, path: about('time_series', `${MONTHS}&unit=month&axis=${axis}`, 1) })),
  ...LPO.map((query) => ({ as: ADMIN, path: about('lpo_analysis', query, 1) })),
  ...LPO_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('lpo_analysis', query) })),
  ...DEMO_ACCOUNTS.flatMap(({ email }) =>
    [1, 2, 3, 4].map((product) => ({ as: email, path: about('lpo_analysis', EDGES, product) })),
  ),
  ...ATTRIBUTION_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('attributions', query) })),
  { as: ADMIN, path: about('attributions', `${MONTHS}&sortName=cv_total_final_diff`, 1) },
  ...CV_FILES.flatMap((query) => [ADMIN, AGENCY].map((as) => ({ as, path: file('cv_info', query) }))),
  ...CV_REFUSED.map((query) => ({ as: ADMIN, path: about('cv_info', query, 1) })),
  ...DEMO_ACCOUNTS.flatMap(({ email }) =>
    [2, 3, 4].map((product) => ({
      as: email,
      path: about('cv_info', `${WEEK}&page=99&page_size=1`, product),
    })),
  ),
  ...[ADMIN, AGENCY].flatMap((as) =>
    [MONTHS, `${MONTHS}&compress=false&path_limit=3&cv_setting_ids=1`].map((query) => ({
      as,
      path: about('cv_info', `${query}&page=999&page_size=9`, 1),
    })),
  ),
  ...EFFECTS.map((query) => ({ as: ADMIN, path: about('transitions', query, 1) })),
  ...EFFECT_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('transitions', query) })),
  ...DEMO_ACCOUNTS.flatMap(({ email }) =>
    [1, 2, 3, 4].map((product) => ({ as: email, path: about('transitions', `${MONTHS}&axis=asp`, product) })),
  ),
  { as: AGENCY, path: about('transitions', `${YEAR}&axis=ad&measure=roas_cumulative`, 1) },
  ...ALLOCATION.map((query) => ({ as: ADMIN, path: about('allocations', query, 1) })),
  ...ALLOCATION_DOWNLOADS.map((query) => ({ as: ADMIN, path: file('allocations', query) })),
  ...[1, 2, 3, 4].map((product) => ({
    as: AGENCY,
    path: about('allocations', `${MONTHS}&axis=asp`, product),
  })),
];
