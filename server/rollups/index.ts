export { BacklogWatch, countBacklog, type Backlog } from './backlog';
export { readMetricsVersion } from './metrics-version';
export { recomputeRollups } from './recompute';
export { recountLogs } from './log-counts';
export { productsToRollUp, rollUpStaleDays } from './stale-days';
export { FACT_KINDS } from './tables';
export { verifyDays, type RollupDifference } from './verify';
