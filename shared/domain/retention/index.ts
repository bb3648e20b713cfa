export { leastMonths, nextHorizon, OPEN_DAYS, UNSEALED, type Horizon } from './horizon';
