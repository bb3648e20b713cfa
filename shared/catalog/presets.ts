import { AdAnalyzeItem, AttributionAnalyzeItem, TermDisplayItem } from './enums';
import { findMeasure, isAdditive } from './evaluate';
import { ratio } from './measure';
import { measureKeys, type MeasureKey } from './measures';

const CVS: readonly MeasureKey[] = [
  'cvFinal1',
  'cvFinal2',
  'cvFinal3',
  'cvTotalFinal',
  'cvMiddle1',
  'cvMiddle2',
  'cvMiddle3',
  'cvTotalMiddle',
];

/**
 * Columns of each preset of ad statistics, in order (domain.md section 6, "Reports"). CUSTOM starts with a
 * selection.
 */
export const presetMeasures: Readonly<Record<AdAnalyzeItem, readonly MeasureKey[]>> = {
  [AdAnalyzeItem.AMOUNT_EFFECT]: [
    'adClickCount',
    'firstTouchCount',
    'pvCount',
    ...CVS,
    'cvr',
    'adCost',
    'cpa',
    'amountSum',
    'roas',
    'roi',
    'profit',
  ],
  [AdAnalyzeItem.INDIRECT_EFFECT]: measureKeys.filter((key) => /^(indirect|adTouch)/.test(key)),
  [AdAnalyzeItem.AD_COST_EFFECT]: ['adCost', 'adCostUnapproved', 'cpa', 'roas', 'roi', 'profit'],
  [AdAnalyzeItem.ADD]: measureKeys.filter(isAdditive),
  [AdAnalyzeItem.CV_CPA]: [...CVS, 'attrCv', 'adCost', 'cpa', 'attrCpa'],
  [AdAnalyzeItem.CV_ROAS]: [...CVS, 'amountSum', 'attrAmount', 'adCost', 'roas', 'attrRoas'],
  [AdAnalyzeItem.CUSTOM]: ['adClickCount', 'cvTotalFinal', 'cvr', 'adCost', 'cpa', 'amountSum', 'roas'],
};

const termItems: ReadonlySet<MeasureKey | null> = new Set(Object.values(TermDisplayItem).map(findMeasure));

/** Default measures of a term trend, in column order. */
export const termMeasures: readonly MeasureKey[] = measureKeys.filter((key) => termItems.has(key));

/** Returns the presets that include a measure. */
export function presetsOf(key: MeasureKey): AdAnalyzeItem[] {
  return Object.values(AdAnalyzeItem).filter((item) => presetMeasures[item].includes(key));
}

/** A normal measure and its attributed counterpart. */
export interface AttributionPair {
  readonly item: AttributionAnalyzeItem;
  readonly normal: MeasureKey;
  readonly attributed: MeasureKey;
}

/** Pairs that the attribution report compares, in the order of AttributionAnalyzeItem. */
export const attributionPairs = [
  { item: AttributionAnalyzeItem.CV_TOTAL, normal: 'cvTotalFinal', attributed: 'attrCv' },
  { item: AttributionAnalyzeItem.SALES, normal: 'amountSum', attributed: 'attrAmount' },
  { item: AttributionAnalyzeItem.AVERAGE_SALES, normal: 'amountAvg', attributed: 'attrAvg' },
  { item: AttributionAnalyzeItem.CPA, normal: 'cpa', attributed: 'attrCpa' },
  { item: AttributionAnalyzeItem.ROAS, normal: 'roas', attributed: 'attrRoas' },
] as const satisfies readonly AttributionPair[];

/** Attributed value beside the normal value. */
export interface CreditComparison {
  readonly normal: number | null;
  readonly attributed: number | null;
  /** attributed - normal. */
  readonly difference: number | null;
  /** attributed / normal. */
  readonly ratio: number | null;
}

/** Attributed sums are fractions: differences below this relative error are rounding. */
const ROUNDING = 1e-12;

/** Compares an attributed value with the normal one; null if either is unknown. */
export function compareCredit(normal: number | null, attributed: number | null): CreditComparison {
  if (normal === null || attributed === null) return { normal, attributed, difference: null, ratio: null };
  const isEqual =
    Math.abs(attributed - normal) <= ROUNDING * Math.max(Math.abs(attributed), Math.abs(normal));
  return {
    normal,
    attributed,
    difference: isEqual ? 0 : attributed - normal,
    ratio: ratio(attributed, normal),
  };
}
