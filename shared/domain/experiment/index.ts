export { type Sample, evaluateVariants as judgeVariants, LOSS_CLICKS, type Prospect } from './posterior';
export {
  wilsonInterval,
  MISMATCH_BELOW,
  sampleRatioP,
  clicksToDecide,
  DECISION_PROBABILITY as DECIDED_FROM,
  checkDelivery,
  type DeliveryCheck,
  evaluateTest as judgeTest,
  type Verdict,
} from './verdict';
