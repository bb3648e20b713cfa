export { reports, isReportKey, reportKeys, type ReportKey } from './reports';
export { comparisons, type ReportInput, type ReportResult, type ReportRow } from './input';
export { comparisonColumns, fieldsOf, reportColumns, type Column } from './report/columns';
export type { ArgumentKind, Part, Report, ValueKind } from './report/report';
export { readUnchanged } from './report/read-unchanged';
export { reportTable } from './report-table';
export { reportDocument } from './report-document';
export { adRanking, type AdRanking, type RankingInput } from './ad-ranking';
export { dailyFigures, type DailyInput, type DayFigures } from './daily';
