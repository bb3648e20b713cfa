export { ageLogs, productsToAge } from './age-logs';
export { openFrom, lockOpenFrom, sealedBefore } from './seal';
