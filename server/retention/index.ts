export { ageLogs, productsToAge } from './age-logs';
export { openFrom, lockOpenFrom, sealedBefore } from '../journeys/privacy/seal';
