export { recomputeRollups } from './recompute';
export { verifyDays, type RollupDifference } from './verify';
