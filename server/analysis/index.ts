export { reports, isReportKey, reportKeys, type ReportKey } from './reports';
export { comparisons, type ReportInput, type ReportResult, type ReportRow } from './input';
export { comparisonColumns, fieldsOf, reportColumns } from './report/columns';
export type { Part, Report } from './report/report';
export { reportTable } from './report-table';
