export { postbackQueue } from './postback-queue';
export { ResendService } from './resend.service';
export { sentOf, TestSendService, type TestSent } from './test-send.service';
export { attempt, headersFor, headersText, type Attempt } from './request';
export { mayCall, reachOf, type Reach } from './reach';
