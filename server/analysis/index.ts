export { adSummaries } from './ad-summaries';
export { attributions, type AttributionInput, type AttributionRow } from './attributions';
export type { ModelCredit } from './report/compiled';
export type { AnalysisFilters, AnalysisInput, AnalysisResult, AnalysisRow, AxisFields } from './input';
export { modelColumns, reportColumns, reportTable, type ReportTable, type TableOptions } from './report-table';
