export { postbackQueue } from './postback-queue';
export { TestSendService } from './test-send.service';
export { reachOf, type Reach } from './reach';
