export { AttributionModel, allShares, models, shareExpressions, WHOLE, type TouchShares } from './models';
export {
  creditMap,
  creditTasks,
  OTHERS,
  withIntervals,
  type CreditMap,
  type CreditQuestion,
  type ValueCredit,
} from './credit-map';
export { cutRuns, type CreditMeasure } from './journeys';
export {
  decodeJourneys,
  encodeAges,
  encodeJourneys,
  lineKey,
  linesOf,
  NULL_CLASS,
  type JourneyLine,
  type JourneyText,
} from './journey-text';
