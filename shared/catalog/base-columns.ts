import { CvType, type AttributionModel } from './enums';
import { keysOf, recordOf } from '../records';

/**
 * Additive fact columns of the rollup tables. Migrations, rollup writers and read models all derive from
 * these lists. Money is in 1/100 yen (`*_sen`), latency in milliseconds.
 */

/** Facts by the touch's own Tokyo day, without CV setting or path class. */
export const touchFactColumns = ['clicks', 'first_touches', 'pv', 'cost_sen'] as const;

/**
 * Costs of results by the conversion's Tokyo day, keyed like the touch facts: they don't depend on the
 * evaluation.
 */
export const resultFactColumns = ['cv_cost_approved_sen', 'cv_cost_pending_sen'] as const;

/** Facts by the conversion's Tokyo day, per CV setting and path class. */
export const cvFactColumns = [
  'cv_count',
  'amount_sen',
  'indirect_total',
  'indirect_first',
  'indirect_2',
  'indirect_3',
  'indirect_4',
  'indirect_5',
  'indirect_6',
  'touch_1',
  'touch_2',
  'touch_3',
  'touch_4',
  'touch_5',
  'touch_6',
  'touch_sum',
  'latency_ms',
  'attr_cv_1',
  'attr_cv_2',
  'attr_cv_3',
  'attr_cv_4',
  'attr_cv_5',
  'attr_amount_1',
  'attr_amount_2',
  'attr_amount_3',
  'attr_amount_4',
  'attr_amount_5',
] as const;

/**
 * Imported media costs per ad and Tokyo day (domain.md section 6): reported days, cost, impressions and
 * clicks. The covered columns hold the click costs that the report replaces and the interactions to compare
 * its clicks with. A report covers a whole ad; the covered columns also exist on finer keys.
 */
export const mediaReportColumns = ['media_days', 'media_cost_sen', 'impressions', 'media_clicks'] as const;
export const mediaFactColumns = [...mediaReportColumns, 'covered_cost_sen', 'covered_clicks'] as const;

/**
 * Facts by the Tokyo day of a customer's later conversions: final conversions, customers (by their first
 * final conversion of a month) and sales. They are keyed by the acquiring touches and the acquisition month,
 * and weighted with the touch's share under each of the five models.
 */
export const cohortFactColumns = [
  'cv_1',
  'cv_2',
  'cv_3',
  'cv_4',
  'cv_5',
  'customers_1',
  'customers_2',
  'customers_3',
  'customers_4',
  'customers_5',
  'amount_1',
  'amount_2',
  'amount_3',
  'amount_4',
  'amount_5',
] as const;

export type TouchFactColumn = (typeof touchFactColumns)[number];
export type ResultFactColumn = (typeof resultFactColumns)[number];
export type MediaFactColumn = (typeof mediaFactColumns)[number];
export type CvFactColumn = (typeof cvFactColumns)[number];

/**
 * Conversions that a base sum includes. `pathed` conversions have a path and are therefore credited to an ad.
 */
export type CvChoice =
  { readonly type: CvType; readonly slot?: 1 | 2 | 3; readonly pathed?: true } | 'chosen';

/**
 * Base sums that are non-zero whenever this one is. Reports read few sums to find the rows with facts:
 * `implies` lists the sums of which at least one is non-zero, `nothing` means the sum can occur alone. Every
 * sum declares it; property tests compare rows read with few and with all sums.
 */
interface Presence {
  readonly implies: 'nothing' | readonly string[];
  /** `ad`: holds for all parts of an ad together, not for each of its devices or links. */
  readonly within?: 'ad';
  /** The attribution model that the sum belongs to. Reports under another model ignore it. */
  readonly model?: AttributionModel;
}

/** Source of a base sum. */
export type BaseSource = Presence &
  (
    | { readonly table: 'touch'; readonly column: TouchFactColumn }
    | { readonly table: 'result'; readonly column: ResultFactColumn }
    | { readonly table: 'cv'; readonly column: CvFactColumn; readonly cv: CvChoice }
    | { readonly table: 'media'; readonly column: MediaFactColumn }
    | { readonly table: 'fee' }
  );

const INDEPENDENT: Presence = { implies: 'nothing' };
const IMPLIES_CLICKS: Presence = { implies: ['clicks'] };
const IMPLIES_MEDIA_DAYS: Presence = { implies: ['mediaDays'] };
const IMPLIES_FINAL_CVS: Presence = { implies: ['cvFinal'] };
const IMPLIES_MIDDLE_CVS: Presence = { implies: ['cvMiddle'] };
const IMPLIES_INDIRECT: Presence = { implies: ['indirectTotal'], within: 'ad' };

const touch = (column: TouchFactColumn, presence: Presence): BaseSource => ({
  table: 'touch',
  column,
  ...presence,
});
const result = (column: ResultFactColumn): BaseSource => ({ table: 'result', column, ...INDEPENDENT });
const media = (column: MediaFactColumn, presence: Presence): BaseSource => ({
  table: 'media',
  column,
  ...presence,
});
const final = (column: CvFactColumn, presence: Presence): BaseSource => ({
  table: 'cv',
  column,
  cv: { type: CvType.LAST_CV },
  ...presence,
});
const count = (type: CvType, slot: 1 | 2 | 3): BaseSource => ({
  table: 'cv',
  column: 'cv_count',
  cv: { type, slot },
  ...(type === CvType.LAST_CV ? IMPLIES_FINAL_CVS : IMPLIES_MIDDLE_CVS),
});

/** An ad with a share of a conversion is either its last-CV ad or an assisting ad. */
const attributedCvs = (model: AttributionModel): BaseSource =>
  final(`attr_cv_${model}`, { implies: ['cvFinal', 'indirectTotal'], within: 'ad', model });
const attributedSales = (model: AttributionModel): BaseSource =>
  final(`attr_amount_${model}`, { implies: [`attrCv${model}`] });

/**
 * Base sums that read models add up. Every measure is one of them or a formula of them.
 *
 * - `cvFinal` and `cvMiddle` count all slots; `cvPathed` counts final conversions that are not direct.
 * - `cvChosen` counts conversions of the requested `cv_setting_ids` (by default all final ones).
 * - `feeYen` is the share of period fees, in unrounded yen.
 * - `coveredCostSen` is the part of `costSen` that media costs replace.
 * - `coveredClicks` is the part of `clicks` on days with a media report.
 */
export const baseSources = {
  clicks: touch('clicks', INDEPENDENT),
  firstTouches: touch('first_touches', IMPLIES_CLICKS),
  pv: touch('pv', INDEPENDENT),
  costSen: touch('cost_sen', IMPLIES_CLICKS),
  cvCostApprovedSen: result('cv_cost_approved_sen'),
  cvCostPendingSen: result('cv_cost_pending_sen'),
  feeYen: { table: 'fee', ...INDEPENDENT },
  mediaDays: media('media_days', INDEPENDENT),
  mediaCostSen: media('media_cost_sen', IMPLIES_MEDIA_DAYS),
  impressions: media('impressions', IMPLIES_MEDIA_DAYS),
  mediaClicks: media('media_clicks', IMPLIES_MEDIA_DAYS),
  coveredCostSen: media('covered_cost_sen', IMPLIES_CLICKS),
  coveredClicks: media('covered_clicks', IMPLIES_CLICKS),
  cvFinal: final('cv_count', INDEPENDENT),
  cvFinal1: count(CvType.LAST_CV, 1),
  cvFinal2: count(CvType.LAST_CV, 2),
  cvFinal3: count(CvType.LAST_CV, 3),
  cvPathed: {
    table: 'cv',
    column: 'cv_count',
    cv: { type: CvType.LAST_CV, pathed: true },
    ...IMPLIES_FINAL_CVS,
  },
  cvMiddle: { table: 'cv', column: 'cv_count', cv: { type: CvType.MIDDLE_CV }, ...INDEPENDENT },
  cvMiddle1: count(CvType.MIDDLE_CV, 1),
  cvMiddle2: count(CvType.MIDDLE_CV, 2),
  cvMiddle3: count(CvType.MIDDLE_CV, 3),
  cvChosen: { table: 'cv', column: 'cv_count', cv: 'chosen', implies: ['cvFinal', 'cvMiddle'] },
  amountSen: final('amount_sen', IMPLIES_FINAL_CVS),
  indirectTotal: final('indirect_total', INDEPENDENT),
  indirectFirst: final('indirect_first', IMPLIES_INDIRECT),
  indirect2: final('indirect_2', IMPLIES_INDIRECT),
  indirect3: final('indirect_3', IMPLIES_INDIRECT),
  indirect4: final('indirect_4', IMPLIES_INDIRECT),
  indirect5: final('indirect_5', IMPLIES_INDIRECT),
  indirect6: final('indirect_6', IMPLIES_INDIRECT),
  touch1: final('touch_1', IMPLIES_FINAL_CVS),
  touch2: final('touch_2', IMPLIES_FINAL_CVS),
  touch3: final('touch_3', IMPLIES_FINAL_CVS),
  touch4: final('touch_4', IMPLIES_FINAL_CVS),
  touch5: final('touch_5', IMPLIES_FINAL_CVS),
  touch6: final('touch_6', IMPLIES_FINAL_CVS),
  touchSum: final('touch_sum', IMPLIES_FINAL_CVS),
  latencyMs: final('latency_ms', IMPLIES_FINAL_CVS),
  attrCv1: attributedCvs(1),
  attrCv2: attributedCvs(2),
  attrCv3: attributedCvs(3),
  attrCv4: attributedCvs(4),
  attrCv5: attributedCvs(5),
  attrAmount1: attributedSales(1),
  attrAmount2: attributedSales(2),
  attrAmount3: attributedSales(3),
  attrAmount4: attributedSales(4),
  attrAmount5: attributedSales(5),
} as const satisfies Record<string, BaseSource>;

export type BaseKey = keyof typeof baseSources;

/** Returns whether a sum exists for whole ads only. On finer rows it is split like a fee. */
export function isPerWholeAd(key: BaseKey): boolean {
  const source: BaseSource = baseSources[key];
  return (
    source.table === 'fee' ||
    (source.table === 'media' && mediaReportColumns.some((column) => column === source.column))
  );
}

/** Base sums of one row; missing facts are 0. */
export type BaseValues = Record<BaseKey, number>;

/** All base keys in the order of declaration. */
export const baseKeys = keysOf(baseSources);

const zeros: BaseValues = recordOf(baseKeys, () => 0);

/** Returns a row of zeros to add to. */
export function emptyValues(): BaseValues {
  return { ...zeros };
}

/** Adds `more` to `sums` in place; missing keys count as 0. */
export function addValues(sums: BaseValues, more: Partial<BaseValues>): BaseValues {
  for (const key of baseKeys) sums[key] += more[key] ?? 0;
  return sums;
}
