/** Every report, by the name of its GraphQL query. */
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

/** Whether a name is that of a report's query. */
export const isReportName = (name: string): name is ReportName => reportNames.some((known) => known === name);
