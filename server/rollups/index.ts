export { BacklogWatch, countBacklog, type Backlog, productsToRollUp, rollUpStaleDays } from './stale-days';
export { readMetricsVersion, recomputeRollups } from './recompute';
export { productsToSplit, recountLogs, refreshLogCounts } from './log-facts';
export { FACT_KINDS } from './tables';
export { verifyDays, type RollupDifference } from './verify';
