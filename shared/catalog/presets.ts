import { AdAnalyzeItem, AttributionAnalyzeItem } from './enums';
import { isAdditive } from './evaluate';
import { measureKeys, type MeasureKey } from './measures';

const CVS: readonly MeasureKey[] = [
  'cv_final_1',
  'cv_final_2',
  'cv_final_3',
  'cv_total_final',
  'cv_middle_1',
  'cv_middle_2',
  'cv_middle_3',
  'cv_total_middle',
];

/** The columns of each preset of ad statistics, in order; CUSTOM starts from the amount effect. */
export const presetMeasures: Readonly<Record<AdAnalyzeItem, readonly MeasureKey[]>> = {
  [AdAnalyzeItem.AMOUNT_EFFECT]: [
    'ad_click_count',
    'first_touch_count',
    'pv_count',
    ...CVS,
    'cvr',
    'ad_cost',
    'cpa',
    'amount_sum',
    'roas',
    'roi',
    'profit',
  ],
  [AdAnalyzeItem.INDIRECT_EFFECT]: measureKeys.filter((key) => /^(indirect|ad_touch)_/.test(key)),
  [AdAnalyzeItem.AD_COST_EFFECT]: ['ad_cost', 'ad_cost_unapproved', 'cpa', 'roas', 'roi', 'profit'],
  [AdAnalyzeItem.ADD]: measureKeys.filter(isAdditive),
  [AdAnalyzeItem.CV_CPA]: [...CVS, 'attr_cv', 'ad_cost', 'cpa', 'attr_cpa'],
  [AdAnalyzeItem.CV_ROAS]: [...CVS, 'amount_sum', 'attr_amount', 'ad_cost', 'roas', 'attr_roas'],
  [AdAnalyzeItem.CUSTOM]: ['ad_click_count', 'cv_total_final', 'cvr', 'ad_cost', 'cpa', 'amount_sum', 'roas'],
};

/** The presets a measure belongs to. */
export function presetsOf(key: MeasureKey): AdAnalyzeItem[] {
  return Object.values(AdAnalyzeItem).filter((item) => presetMeasures[item].includes(key));
}

/** A normal measure and its attributed counterpart. */
export interface AttributionPair {
  readonly item: AttributionAnalyzeItem;
  readonly normal: MeasureKey;
  readonly attributed: MeasureKey;
}

/** What the attribution report compares, in the order of AttributionAnalyzeItem. */
export const attributionPairs = [
  { item: AttributionAnalyzeItem.CV_TOTAL, normal: 'cv_total_final', attributed: 'attr_cv' },
  { item: AttributionAnalyzeItem.SALES, normal: 'amount_sum', attributed: 'attr_amount' },
  { item: AttributionAnalyzeItem.AVERAGE_SALES, normal: 'amount_avg', attributed: 'attr_avg' },
  { item: AttributionAnalyzeItem.CPA, normal: 'cpa', attributed: 'attr_cpa' },
  { item: AttributionAnalyzeItem.ROAS, normal: 'roas', attributed: 'attr_roas' },
] as const satisfies readonly AttributionPair[];

/** The normal measures that `{key}_diff` and `{key}_ratio` exist for. */
export type ComparedMeasureKey = (typeof attributionPairs)[number]['normal'];
