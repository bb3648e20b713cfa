export { BacklogWatch, countWaiting, type Backlog } from './backlog';
export { figureVersion } from './figure-version';
export { cvFactSql } from './log-facts';
export { recomputeRollups } from './recompute';
export { productsToRollUp, rollUpStaleDays } from './stale-days';
export { verifyDays, type RollupDifference } from './verify';
