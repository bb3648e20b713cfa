export { postbackQueue } from './postback-queue';
export { reachOf, type Reach } from './reach';
