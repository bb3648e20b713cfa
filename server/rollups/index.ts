export {
  BacklogWatch,
  countBacklog,
  daysWithData,
  markDaysWithData,
  type Backlog,
  productsToRollUp,
  rollUpStaleDays,
} from './stale-days';
export { readMetricsVersion, recomputeArchived, recomputeRollups } from './recompute';
export { forgetIpDays, productsToSplit, refreshLogCounts } from './log-facts';
export { verifyDays, type RollupDifference } from './verify';
export { readJourneys } from './journey-months/read';
export { monthsToStore, productsWithMonths, storeDueMonth, storeMonthsBefore } from './journey-months/store';
export { contactsFrom } from './journey-months/live';
