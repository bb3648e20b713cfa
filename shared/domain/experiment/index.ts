export type { Sample } from './sample';
export { wilsonInterval } from './wilson';
export { judgeVariants, LOSS_CLICKS, type Prospect } from './posterior';
export { MISMATCH_BELOW, sampleRatioP } from './sample-ratio';
export { clicksToDecide, DECIDED_FROM } from './clicks-to-decide';
export { checkDelivery, type DeliveryCheck } from './delivery-check';
export { judgeTest, type Verdict } from './verdict';
