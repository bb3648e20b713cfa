export { postbackQueue } from './postback-queue';
export { ResendService } from './resend.service';
export { TestSendService } from './test-send.service';
export { attempt, headersFor, headersText, type Attempt } from './request';
export { reachOf, type Reach } from './reach';
