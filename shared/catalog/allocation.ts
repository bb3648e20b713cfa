import { AdAnalyzeAllocationItem } from './enums';
import { isAdditive, type Figures } from './evaluate';
import { ratio } from './measure';
import { measureKeys, type MeasureKey } from './measures';

/** The measure of each item of the allocation report, in their order. */
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

/** The measures whose rows make the total, so that each row has a share of it. */
export const shareKeys: readonly MeasureKey[] = /* @__PURE__ */ measureKeys.filter(isAdditive);

/** The shares of one row. */
export type Shares = Partial<Figures>;

/** A row's share of the total: negative where their signs differ; null where the total is 0. */
export const shareOf = (value: number | null | undefined, total: number | null | undefined): number | null =>
  value == null || total == null ? null : ratio(value, total);
