export { reports, isReportKey, reportKeys, reportPath, type ReportKey } from './reports';
export {
  comparisons,
  type ReportFilters,
  type ReportInput,
  type ReportResult,
  type ReportRow,
} from './input';
export {
  attributeColumns,
  comparisonColumns,
  fieldsOf,
  findColumn,
  reportColumns,
  includeAdCosts,
  type Column,
} from './report/columns';
export {
  hasCustomMeasures,
  previousCustomMeasureColumn,
  customMeasureColumn,
  readCustomMeasures,
  type CustomMeasure,
} from './report/custom-measures';
export { parseConditions, type ExcludedRows } from './report/figure-filter';
export type { ArgumentKind, Part, Report, ValueKind } from './report/report';
export { openReport, readConsistentReport, type OpenReport } from './report/read-report';
export { rangeOf, resolveRequest } from './report/request';
export { reportDocument, reportTable, type DocumentOptions } from './report-document';
export { adRanking, type AdRanking, type RankingInput } from './ad-ranking';
export { pathsOfMonth } from './cv-info/frequent-paths';
export { cacheUnfiltered } from './cv-info/credited-columns';
export { DisagreementService, MODEL_KEYS, type Disagreement, type DisagreementInput } from './disagreement';
export { seesOwnAds } from './disagreement/rows';
export {
  lastDayOf,
  readExperiment,
  readPlan,
  type ExperimentFigures,
  type ExperimentPlan,
} from './experiment';
export { readDailyMetrics, type DailyInput, type DayMetrics } from './daily';
