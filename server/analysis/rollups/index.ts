export { recomputeDays, recomputeMonths, recomputeRollups } from './recompute';
export { verifyDays, type RollupDifference } from './verify';
