export { minRetentionMonths as leastMonths, nextHorizon, OPEN_DAYS, UNSEALED, type Horizon } from './horizon';
