import { AdAnalyzeAdjustmentItem, AdAnalyzeSimulationItem } from './allocation';

/** Change of a cost: `-20` percent, or `50000` yen more. */
export interface CostChange {
  readonly by: AdAnalyzeAdjustmentItem;
  readonly amount: number;
}

/** Values of a row that a cost change can affect; money in yen. */
export interface CostFacts {
  readonly adCost: number;
  readonly adCostUnapproved: number;
  readonly cvTotalFinal: number;
  readonly amountSum: number;
  readonly attrCv: number;
  readonly attrAmount: number;
}

/** The cost that changes, and the elasticity of results: 0 holds them, 1 scales them with the cost. */
export interface Assumption {
  readonly item: AdAnalyzeSimulationItem;
  readonly elasticity: number;
}

/**
 * Default elasticities. A simulation holds results. Automatic suggestions let them grow less than
 * proportionally: with held results any extra yen would be lost, and no ad would look better than another.
 */
export const ELASTICITY = { held: 0, tried: 0.7 } as const;

/** Returns the cost after a change, or null if it would be negative. */
export function applyCostChange(cost: number, { by, amount }: CostChange): number | null {
  if (by === AdAnalyzeAdjustmentItem.PERCENT && amount < -100) return null;
  const after = cost + (by === AdAnalyzeAdjustmentItem.PERCENT ? (cost * amount) / 100 : amount);
  return after < 0 ? null : after;
}

/**
 * Returns the factor of the results: (after / before)^elasticity (domain.md section 6, "Allocation"). A row
 * without cost gives no basis for a forecast, so its results are held.
 */
export const resultFactor = (before: number, after: number, elasticity: number): number =>
  before <= 0 || before === after ? 1 : (after / before) ** elasticity;

/** Beyond this multiple of its cost, an ad's past results say little about further spending. */
export const EXTRAPOLATION_FACTOR = 2;

/** Returns whether simulated results are far outside the observed cost. */
export const isExtrapolated = (before: number, after: number, elasticity: number): boolean =>
  elasticity > 0 && before > 0 && after > before * EXTRAPOLATION_FACTOR;

/**
 * Returns the cost that results are compared with. A simulation of unapproved costs counts them as approved:
 * otherwise no change could affect a metric.
 */
export const comparedCost = (
  { adCost, adCostUnapproved }: CostFacts,
  item: AdAnalyzeSimulationItem,
): number => (item === AdAnalyzeSimulationItem.AD_COST ? adCost : adCost + adCostUnapproved);

/** Simulates a row after a change of its cost. Returns null if the change exceeds the cost. */
export function simulateRow(
  facts: CostFacts,
  change: CostChange,
  { item, elasticity }: Assumption,
): CostFacts | null {
  const key = item === AdAnalyzeSimulationItem.AD_COST ? 'adCost' : 'adCostUnapproved';
  const cost = applyCostChange(facts[key], change);
  if (cost === null) return null;
  const after = { ...facts, [key]: cost };
  const factor = resultFactor(comparedCost(facts, item), comparedCost(after, item), elasticity);
  if (factor === 1) return after;
  return {
    ...after,
    cvTotalFinal: facts.cvTotalFinal * factor,
    amountSum: facts.amountSum * factor,
    attrCv: facts.attrCv * factor,
    attrAmount: facts.attrAmount * factor,
  };
}
