export { reports, isReportKey, reportKeys, type ReportKey } from './reports';
export { comparisons, type ReportInput, type ReportResult, type ReportRow } from './input';
export {
  attributeColumns,
  comparisonColumns,
  fieldsOf,
  findColumn,
  reportColumns,
  restOnCosts,
  type Column,
} from './report/columns';
export {
  hasOwnRatios,
  ownRatioBefore,
  ownRatioColumn,
  readOwnRatios,
  type OwnRatio,
} from './report/own-ratios';
export type { ArgumentKind, Part, Report, ValueKind } from './report/report';
export { judgeReport, openReport, readUnchanged, type OpenReport } from './report/read-unchanged';
export { reportTable } from './report-table';
export { reportDocument, type DocumentOptions } from './report-document';
export { adRanking, type AdRanking, type RankingInput } from './ad-ranking';
export { pathsOfMonth } from './cv-info/frequent-paths';
export { keptOfAll } from './cv-info/cached';
export { dailyFigures, type DailyInput, type DayFigures } from './daily';
