/** Every report, by the name of its GraphQL query. */
export const reportNames = ['adSummaries', 'attributions', 'timeSeries', 'lpoAnalysis', 'cvInfo', 'transitions', 'allocations'] as const;

export type ReportName = (typeof reportNames)[number];
