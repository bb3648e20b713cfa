export { reports, isReportKey, reportKeys, type ReportKey } from './reports';
export { comparisons, type ReportInput, type ReportResult, type ReportRow } from './input';
export {
  attributeColumns,
  comparisonColumns,
  fieldsOf,
  findColumn,
  reportColumns,
  includeAdCosts as restOnCosts,
  type Column,
} from './report/columns';
export {
  hasCustomMeasures as hasOwnRatios,
  previousCustomMeasureColumn as ownRatioBefore,
  customMeasureColumn as ownRatioColumn,
  readCustomMeasures as readOwnRatios,
  type CustomMeasure as OwnRatio,
} from './report/own-ratios';
export type { ArgumentKind, Part, Report, ValueKind } from './report/report';
export {
  validateReportRequest as judgeReport,
  openReport,
  readConsistentReport as readUnchanged,
  type OpenReport,
} from './report/read-unchanged';
export { reportTable } from './report-table';
export { reportDocument, type DocumentOptions } from './report-document';
export { adRanking, type AdRanking, type RankingInput } from './ad-ranking';
export { pathsOfMonth } from './cv-info/frequent-paths';
export { cacheUnfiltered } from './cv-info/cached';
export { readDailyMetrics as dailyFigures, type DailyInput, type DayMetrics as DayFigures } from './daily';
