/** Every report, by its GraphQL query name. */
export const reportNames = [
  'adSummaries',
  'attributions',
  'timeSeries',
  'lpoAnalysis',
  'cvInfo',
  'transitions',
  'allocations',
] as const;

export type ReportName = (typeof reportNames)[number];

/** Returns whether a name is a report's query. */
export const isReportName = (name: string): name is ReportName => reportNames.some((known) => known === name);
