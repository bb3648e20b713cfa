export { ageLogs, productsToAge } from './age-logs';
export { openFrom, openFromUntilStored, sealedBefore } from './seal';
