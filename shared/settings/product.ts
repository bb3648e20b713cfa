import { AdCostAllocationMode, AttributionModel, NewAndExistingEvaluation, WeekStart } from '../catalog';
import { LONGEST_TERM } from '../domain/journey';
import { choice, domain, flag, ipList, positiveInteger, text, url } from './fields';

/** Advertised product. */
export const productFields = {
  productName: text({ required: true }),
  productDomain: domain(),
  productUrl: url(),
  trackingTerm: positiveInteger({ max: LONGEST_TERM, absent: 180 }),
  logRetentionMonths: positiveInteger({ max: 1200 }),
  excludedIps: ipList(),
  weekStart: choice(WeekStart, WeekStart.MONDAY),
  attributionModel: choice(AttributionModel, AttributionModel.LINEAR),
  adCostAllocationMode: choice(AdCostAllocationMode, AdCostAllocationMode.CV),
  newExistingSeparation: flag(),
  newExistingEvaluation: choice(
    NewAndExistingEvaluation,
    NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
  ),
};
