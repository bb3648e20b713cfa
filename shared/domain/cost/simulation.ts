import { AdAnalyzeAdjustmentItem, AdAnalyzeSimulationItem } from './simulation-items';

/** A change of a cost: `-20` percent of it, or `50000` yen more. */
export interface CostChange {
  readonly by: AdAnalyzeAdjustmentItem;
  readonly amount: number;
}

/** What a row has that a change of cost may change; money in yen. */
export interface CostFacts {
  readonly adCost: number;
  readonly adCostUnapproved: number;
  readonly cvTotalFinal: number;
  readonly amountSum: number;
  readonly attrCv: number;
  readonly attrAmount: number;
}

/** What is changed, and how results follow: 0 holds them, 1 lets them grow like the cost. */
export interface Assumption {
  readonly item: AdAnalyzeSimulationItem;
  readonly elasticity: number;
}

/**
 * How results follow where nobody says how: a simulation holds them. Where more cost is tried on everybody's behalf they
 * grow, less than in proportion: held, every yen more would be lost, and no ad be better than another.
 */
export const ELASTICITY = { held: 0, tried: 0.7 } as const;

/** The cost after a change; null where less than nothing would be left. */
export function changedCost(cost: number, { by, amount }: CostChange): number | null {
  if (by === AdAnalyzeAdjustmentItem.PERCENT && amount < -100) return null;
  const after = cost + (by === AdAnalyzeAdjustmentItem.PERCENT ? (cost * amount) / 100 : amount);
  return after < 0 ? null : after;
}

/**
 * How many times as many results a cost brings after its change: (after / before)^elasticity. A row without any cost
 * before gives no measure of what more cost would bring: its results are held.
 */
export function responseTo(before: number, after: number, elasticity: number): number {
  return before <= 0 || before === after ? 1 : (after / before) ** elasticity;
}

/** Beyond so many times its cost, what an ad brought so far says little of what more would bring. */
export const FAR_TIMES = 2;

/** Whether results that follow a cost are told of one far beyond what they were seen at. */
export const isFar = (before: number, after: number, elasticity: number): boolean =>
  elasticity > 0 && before > 0 && after > before * FAR_TIMES;

/**
 * The cost that results are set against. Where costs of results that are not judged yet are changed, they count as
 * if all were approved: without them no such change could change a figure.
 */
export const countedCost = (
  { adCost, adCostUnapproved }: CostFacts,
  item: AdAnalyzeSimulationItem,
): number => (item === AdAnalyzeSimulationItem.AD_COST ? adCost : adCost + adCostUnapproved);

/** A row after a change of its cost; null where the change takes more than there is. */
export function simulateRow(
  facts: CostFacts,
  change: CostChange,
  { item, elasticity }: Assumption,
): CostFacts | null {
  const key = item === AdAnalyzeSimulationItem.AD_COST ? 'adCost' : 'adCostUnapproved';
  const cost = changedCost(facts[key], change);
  if (cost === null) return null;
  const after = { ...facts, [key]: cost };
  const times = responseTo(countedCost(facts, item), countedCost(after, item), elasticity);
  if (times === 1) return after;
  return {
    ...after,
    cvTotalFinal: facts.cvTotalFinal * times,
    amountSum: facts.amountSum * times,
    attrCv: facts.attrCv * times,
    attrAmount: facts.attrAmount * times,
  };
}
