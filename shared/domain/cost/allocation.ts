/** Cost that a simulation changes. */
export const AdAnalyzeSimulationItem = { AD_COST: 1, AD_COST_UNAPPROVED: 2 } as const;
export type AdAnalyzeSimulationItem = (typeof AdAnalyzeSimulationItem)[keyof typeof AdAnalyzeSimulationItem];

/** Unit of the change: percent of the cost, or yen. */
export const AdAnalyzeAdjustmentItem = { PERCENT: 1, CURRENCY: 2 } as const;
export type AdAnalyzeAdjustmentItem = (typeof AdAnalyzeAdjustmentItem)[keyof typeof AdAnalyzeAdjustmentItem];

/** Weights that split a fee on an axis finer than the ad (domain.md section 6). */
export const AdCostAllocationMode = { CV: 1, SALES: 2, AD_COST: 3 } as const;
export type AdCostAllocationMode = (typeof AdCostAllocationMode)[keyof typeof AdCostAllocationMode];

/**
 * Facts of one part (a device, a variant ...) of an ad on a Tokyo day, with conversions under evaluation 3.
 */
export interface AllocationPart {
  readonly cvCount: number;
  readonly sales: number;
  readonly clickCost: number;
  readonly clicks: number;
}

/**
 * Splits an ad's daily amount (a fee, a medium's cost) over its parts by the mode (domain.md section 6, "Cost
 * on an axis finer than the ad"). If all weights are zero, splits by clicks; if these are zero too, evenly.
 *
 * @returns one amount per part, in the same order; their sum is the whole. Empty without parts: the caller
 * keeps the whole.
 */
export function allocateFee(
  whole: number,
  parts: readonly AllocationPart[],
  mode: AdCostAllocationMode,
): number[] {
  const byMode = parts.map((part) => weightOf(part, mode));
  if (byMode.some((weight) => weight > 0)) return split(whole, byMode);
  const byClicks = parts.map((part) => part.clicks);
  if (byClicks.some((weight) => weight > 0)) return split(whole, byClicks);
  return splitEvenly(whole, parts.length);
}

/** Splits a number into equal parts that add up to the whole. */
export const splitEvenly = (whole: number, parts: number): number[] =>
  split(whole, new Array<number>(parts).fill(1));

function weightOf(part: AllocationPart, mode: AdCostAllocationMode): number {
  if (mode === AdCostAllocationMode.CV) return part.cvCount;
  return mode === AdCostAllocationMode.SALES ? part.sales : part.clickCost;
}

/**
 * Splits a number by non-negative weights; parts of weight 0 get 0. The heaviest part gets the floating-point
 * remainder, so adding the parts in order gives the whole.
 *
 * @returns zeros if all weights are 0
 */
export function split(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => (whole * weight) / sum);
  const heaviest = weights.indexOf(weights.reduce((most, weight) => Math.max(most, weight), 0));
  for (let round = 0; round < 4; round++) {
    const left = whole - parts.reduce((total, part) => total + part, 0);
    if (left === 0) break;
    parts[heaviest] = (parts[heaviest] ?? 0) + left;
  }
  return parts;
}
