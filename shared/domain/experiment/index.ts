export type { Sample } from './sample';
export { wilsonInterval } from './wilson';
export { evaluateVariants as judgeVariants, LOSS_CLICKS, type Prospect } from './posterior';
export { MISMATCH_BELOW, sampleRatioP } from './sample-ratio';
export { clicksToDecide, DECISION_PROBABILITY as DECIDED_FROM } from './clicks-to-decide';
export { checkDelivery, type DeliveryCheck } from './delivery-check';
export { evaluateTest as judgeTest, type Verdict } from './verdict';
