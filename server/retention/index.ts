export { ageLogs, productsToAge } from './age-logs';
