export { BacklogWatch, countWaiting, type Backlog } from './backlog';
export { recomputeRollups } from './recompute';
export { productsToRollUp, rollUpStaleDays } from './stale-days';
export { verifyDays, type RollupDifference } from './verify';
