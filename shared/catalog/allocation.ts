import { AdAnalyzeAllocationItem } from './enums';
import { isAdditive, type MetricValues } from './evaluate';
import { ratio } from './measure';
import { measureKeys, type MeasureKey } from './measures';

/** Measure of each item of the allocation report, in report order. */
export const allocationMeasures = {
  [AdAnalyzeAllocationItem.CV]: 'cvTotalFinal',
  [AdAnalyzeAllocationItem.AD_COST]: 'adCost',
  [AdAnalyzeAllocationItem.AD_COST_UNAPPROVED]: 'adCostUnapproved',
  [AdAnalyzeAllocationItem.SALES]: 'amountSum',
  [AdAnalyzeAllocationItem.PROFIT]: 'profit',
  [AdAnalyzeAllocationItem.ATTR_CV]: 'attrCv',
  [AdAnalyzeAllocationItem.ATTR_SALES]: 'attrAmount',
  [AdAnalyzeAllocationItem.ATTR_PROFIT]: 'attrProfit',
} as const satisfies Record<AdAnalyzeAllocationItem, MeasureKey>;

/** Additive measures: each row has a share of their total. */
export const shareKeys: readonly MeasureKey[] = /* @__PURE__ */ measureKeys.filter(isAdditive);

/** Shares of one row. */
export type Shares = Partial<MetricValues>;

/** Returns a row's share of the total: negative if their signs differ, null if the total is 0. */
export const shareOf = (value: number | null | undefined, total: number | null | undefined): number | null =>
  value == null || total == null ? null : ratio(value, total);
