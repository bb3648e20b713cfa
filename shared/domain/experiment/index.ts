export { isRate, type Sample } from './sample';
export { wilsonInterval, type Interval } from './wilson';
export { judgeVariants, type Prospect } from './posterior';
export { MISMATCH_BELOW, sampleRatioP, type Delivered } from './sample-ratio';
export { clicksToDecide, DECIDED_FROM, type Running } from './clicks-to-decide';
export { checkDelivery, type DeliveryCheck } from './delivery-check';
export { judgeTest, type TestResult, type Verdict } from './verdict';
