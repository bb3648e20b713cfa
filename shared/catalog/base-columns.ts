import { PATH_CLASS } from '../domain/journey';
import { ApprovalStatus } from '../domain/results';
import { keysOf, recordOf } from '../records';
import type { CvChoice } from './counted-conversions';
import { AttributionModel, CvType, enumValues } from './enums';

/** Log with the rows behind a base column. */
export type CellLog = 'interactions' | 'accesses' | 'conversions' | 'results' | 'mediaCosts';

/**
 * Rows that facts are summed from. They hold the product, the Tokyo day and the keys of the rollups: ad, device,
 * redirect, LPO entry. SQL calls rows of a log `e` and touches of conversions `f`.
 */
export interface FactRows {
  /** SQL of the FROM clause. */
  readonly from: string;
  readonly alias: 'e' | 'f';
  /** SQL of the condition on rows that count; absent: all. */
  readonly where?: string;
  /** The log that lists them; null: none does. */
  readonly log: CellLog | null;
}

const models = enumValues(AttributionModel);

/** Returns a value for each model, by a name that ends with the number of the model. */
export const byModel = <P extends string, T>(
  name: P,
  valueOf: (model: AttributionModel) => T,
): Readonly<Record<`${P}${AttributionModel}`, T>> =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- TypeScript can't know that the names are those of all models
  Object.fromEntries(models.map((model) => [`${name}${model}`, valueOf(model)])) as Record<
    `${P}${AttributionModel}`,
    T
  >;

/** FROM clause of later conversions `l` of acquired customers, with the touches `t` of the acquiring path. */
export const LATER_CONVERSIONS = `later_conversion l JOIN conversion_touch t
  ON t.product_id = l.product_id AND t.day = l.acquired_day AND t.conversion_id = l.acquired_by AND t.class = ${PATH_CLASS.FIRST}`;

/**
 * The rows by name. Interactions use their own day, device, redirect and variant; views use their own day and
 * device, and the ad, redirect and variant of their interaction. Results are under the touch that made them.
 * A media report covers a whole ad. Replaced touches are those of its day; their rollup remains after the
 * interactions are deleted.
 */
export const factRows = {
  interaction: { from: 'interaction e', alias: 'e', where: 'e.counted = 1', log: 'interactions' },
  access: { from: 'access e', alias: 'e', where: 'e.ad_id > 0', log: 'accesses' },
  conversion_touch: { from: 'conversion_touch f', alias: 'f', log: 'conversions' },
  result: {
    from: 'result e',
    alias: 'e',
    where: `e.cv_cost_sen > 0 AND e.approval_status <> ${ApprovalStatus.REJECTED}`,
    log: 'results',
  },
  media_cost: {
    from: `(SELECT product_id, day, ad_id, 0 AS device, 0 AS redirect_id, 0 AS lpo_entry_id, cost_sen, impressions, clicks
      FROM media_cost) e`,
    alias: 'e',
    log: 'mediaCosts',
  },
  replaced_touch: {
    from: `(SELECT t.product_id, t.day, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, t.cost_sen, t.clicks
      FROM media_cost m JOIN rollup_touch_fine_day t ON t.product_id = m.product_id AND t.day = m.day AND t.ad_id = m.ad_id) e`,
    alias: 'e',
    where: 'e.clicks > 0',
    log: null,
  },
  later_conversion: {
    from: `(SELECT l.product_id, l.day, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, FLOOR(l.acquired_day / 100) AS acquisition_month,
        l.first_of_month, l.amount_sen, ${models.map((model) => `t.share_${model}`).join(', ')} FROM ${LATER_CONVERSIONS}) f`,
    alias: 'f',
    log: null,
  },
} as const satisfies Record<string, FactRows>;

/** An additive column of the rollups: what it counts. The rollups and the drill-down are built from it. */
export interface BaseColumn {
  readonly rows: keyof typeof factRows;
  /** SQL of the value that a row adds; `1` counts rows. Money is in 1/100 yen, latency in milliseconds. */
  readonly value: string;
  /** SQL of the condition on rows that add the value; absent: all. */
  readonly where?: string;
  /** SQL of the condition on rows to list; absent: all that add the value. */
  readonly listed?: string;
  /** Divisor from the stored value to the report's unit, if it is not 1. */
  readonly scale?: number;
}

const SEN = { scale: 100 };

/** Facts by the touch's own Tokyo day, without CV setting or path class. */
const touchColumns = {
  clicks: { rows: 'interaction', value: '1' },
  first_touches: { rows: 'interaction', value: '1', where: 'e.first_touch = 1' },
  pv: { rows: 'access', value: '1' },
  cost_sen: {
    rows: 'interaction',
    value: 'e.cost_sen',
    // A medium's daily cost replaces the cost of its clicks; only the remaining clicks count as ad cost.
    listed:
      'e.cost_sen > 0 AND NOT EXISTS (SELECT 1 FROM media_cost m WHERE m.product_id = e.product_id AND m.day = e.day AND m.ad_id = e.ad_id)',
    ...SEN,
  },
} as const satisfies Record<string, BaseColumn>;

const resultCost = (status: ApprovalStatus) =>
  ({ rows: 'result', value: 'e.cv_cost_sen', where: `e.approval_status = ${status}`, ...SEN }) as const;

/**
 * Costs of results by the conversion's Tokyo day, keyed like the touch facts: they don't depend on the
 * evaluation.
 */
const resultColumns = {
  cv_cost_approved_sen: resultCost(ApprovalStatus.APPROVED),
  cv_cost_pending_sen: resultCost(ApprovalStatus.PENDING),
} as const satisfies Record<string, BaseColumn>;

/** Position or length k; the last column also holds all above. */
const nth = (column: 'pos' | 'n', k: number): string => `f.${column} ${k < 6 ? '=' : '>='} ${k}`;
/** Credited values are on the row of the last touch. */
const credited = (value: string, where?: string) =>
  ({
    rows: 'conversion_touch',
    value,
    where: ['f.is_last = 1', ...(where ? [where] : [])].join(' AND '),
  }) as const;
const indirect = (k: number) =>
  ({ rows: 'conversion_touch', value: '1', where: `f.counts_indirect = 1 AND ${nth('pos', k)}` }) as const;
/** Shares are on every touch. */
const share = (model: AttributionModel, times = '') =>
  ({ rows: 'conversion_touch', value: `f.share_${model}${times}`, listed: `f.share_${model} > 0` }) as const;
const shareOfSales = (model: AttributionModel) => ({ ...share(model, ' * f.amount_sen'), ...SEN }) as const;
const WITH_PATH = { listed: 'f.ad_id > 0' } as const;

/** SQL of the condition that an amendment cancelled the conversion. */
const CANCELLED = 'EXISTS (SELECT 1 FROM conversion oc WHERE oc.id = f.conversion_id AND oc.cancelled = 1)';
/** SQL of the condition that the credited ad's result has a status. */
const resultIs = (status: ApprovalStatus) =>
  `EXISTS (SELECT 1 FROM result cr WHERE cr.conversion_id = f.conversion_id AND cr.ad_id = f.ad_id AND cr.approval_status = ${status})`;
/** Current sales of credited conversions that meet a condition and are not cancelled (domain.md 8.6). */
const currentSales = (where?: string): BaseColumn => {
  const counted = ['f.is_last = 1', ...(where ? [where] : [])].join(' AND ');
  return {
    rows: 'conversion_touch',
    // Only the row of the last touch reads its conversion.
    value: `(CASE WHEN ${counted} THEN (SELECT CASE WHEN oc.cancelled = 1 THEN 0 ELSE COALESCE(oc.amended_sen, oc.amount_sen) END FROM conversion oc WHERE oc.id = f.conversion_id) ELSE 0 END)`,
    listed: `${counted} AND NOT ${CANCELLED}`,
    ...SEN,
  };
};

/** Facts by the conversion's Tokyo day, per CV setting and path class, from the touches of evaluated paths. */
const cvColumns = {
  cv_count: credited('1'),
  amount_sen: { ...credited('f.amount_sen'), ...SEN },
  indirect_total: { rows: 'conversion_touch', value: '1', where: 'f.counts_indirect_total = 1' },
  indirect_first: indirect(1),
  indirect_2: indirect(2),
  indirect_3: indirect(3),
  indirect_4: indirect(4),
  indirect_5: indirect(5),
  indirect_6: indirect(6),
  touch_1: credited('1', nth('n', 1)),
  touch_2: credited('1', nth('n', 2)),
  touch_3: credited('1', nth('n', 3)),
  touch_4: credited('1', nth('n', 4)),
  touch_5: credited('1', nth('n', 5)),
  touch_6: credited('1', nth('n', 6)),
  touch_sum: { ...credited('f.n'), ...WITH_PATH },
  latency_ms: { ...credited('f.latency_ms'), ...WITH_PATH, scale: 1000 },
  ...byModel('attr_cv_', share),
  ...byModel('attr_amount_', shareOfSales),
  cv_approved: credited('1', resultIs(ApprovalStatus.APPROVED)),
  cv_rejected: credited('1', resultIs(ApprovalStatus.REJECTED)),
  cv_pending: credited('1', resultIs(ApprovalStatus.PENDING)),
  cv_cancelled: credited('1', CANCELLED),
  amount_net_sen: currentSales(),
  amount_approved_sen: currentSales(resultIs(ApprovalStatus.APPROVED)),
} as const satisfies Record<string, BaseColumn>;

/**
 * Imported media costs per ad and Tokyo day (domain.md section 6): reported days, cost, impressions and clicks.
 * A report covers a whole ad. The covered columns also exist on finer keys: the click costs that the report
 * replaces, and the interactions to compare its clicks with.
 */
const mediaColumns = {
  media_days: { rows: 'media_cost', value: '1' },
  media_cost_sen: { rows: 'media_cost', value: 'e.cost_sen', ...SEN },
  impressions: { rows: 'media_cost', value: 'e.impressions' },
  media_clicks: { rows: 'media_cost', value: 'e.clicks' },
  covered_cost_sen: { rows: 'replaced_touch', value: 'e.cost_sen', ...SEN },
  covered_clicks: { rows: 'replaced_touch', value: 'e.clicks' },
} as const satisfies Record<string, BaseColumn>;

const later = (name: string, times = ''): [string, BaseColumn][] =>
  models.map((model) => [
    `${name}_${model}`,
    { rows: 'later_conversion', value: `f.share_${model}${times}` },
  ]);

/**
 * Facts by the Tokyo day of a customer's later conversions: final conversions, customers (by their first final
 * conversion of a month) and sales. They are keyed by the acquiring touches and the acquisition month, and
 * weighted with the touch's share under each model.
 */
const cohortColumns: Readonly<Record<string, BaseColumn>> = Object.fromEntries([
  ...later('cv'),
  ...later('customers', ' * f.first_of_month'),
  ...later('amount', ' * f.amount_sen'),
]);

/** Base columns by the kind of facts. Media facts build on touch facts, so they come last. */
export const baseColumns = {
  touch: touchColumns,
  cv: cvColumns,
  result: resultColumns,
  cohort: cohortColumns,
  media: mediaColumns,
} as const;

export type FactKind = keyof typeof baseColumns;

type ColumnOf<K extends keyof typeof baseColumns> = keyof (typeof baseColumns)[K];
type CvColumn = ColumnOf<'cv'>;

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
    | { readonly table: 'touch'; readonly column: ColumnOf<'touch'> }
    | { readonly table: 'result'; readonly column: ColumnOf<'result'> }
    | { readonly table: 'cv'; readonly column: CvColumn; readonly cv: CvChoice }
    | { readonly table: 'media'; readonly column: ColumnOf<'media'> }
    | { readonly table: 'fee' }
  );

const INDEPENDENT: Presence = { implies: 'nothing' };
const IMPLIES_CLICKS: Presence = { implies: ['clicks'] };
const IMPLIES_MEDIA_DAYS: Presence = { implies: ['mediaDays'] };
const IMPLIES_FINAL_CVS: Presence = { implies: ['cvFinal'] };
const IMPLIES_MIDDLE_CVS: Presence = { implies: ['cvMiddle'] };
const IMPLIES_INDIRECT: Presence = { implies: ['indirectTotal'], within: 'ad' };

const touch = (column: ColumnOf<'touch'>, presence: Presence): BaseSource => ({
  table: 'touch',
  column,
  ...presence,
});
const result = (column: ColumnOf<'result'>): BaseSource => ({ table: 'result', column, ...INDEPENDENT });
const media = (column: ColumnOf<'media'>, presence: Presence): BaseSource => ({
  table: 'media',
  column,
  ...presence,
});
const final = (column: CvColumn, presence: Presence): BaseSource => ({
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

/** Rollups of the first release hold these models. Upgrades add the others. */
const FIRST_MODELS = 5;
/** Whether an upgrade added the model of a sum to the rollups. */
export const isOfAddedModel = (key: BaseKey): boolean =>
  /^attr.*\d$/.test(key) && Number(key.at(-1)) > FIRST_MODELS;

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
  cvApproved: final('cv_approved', IMPLIES_FINAL_CVS),
  cvRejected: final('cv_rejected', IMPLIES_FINAL_CVS),
  cvPending: final('cv_pending', IMPLIES_FINAL_CVS),
  cvCancelled: final('cv_cancelled', IMPLIES_FINAL_CVS),
  amountNetSen: final('amount_net_sen', IMPLIES_FINAL_CVS),
  amountApprovedSen: final('amount_approved_sen', IMPLIES_FINAL_CVS),
  ...byModel('attrCv', attributedCvs),
  ...byModel('attrAmount', attributedSales),
} as const satisfies Record<string, BaseSource>;

export type BaseKey = keyof typeof baseSources;

/** Returns whether a sum exists for whole ads only. On finer rows it is split like a fee. */
export const isPerWholeAd = (key: BaseKey): boolean =>
  baseSources[key].table === 'fee' || columnOf(key)?.rows === 'media_cost';

/** Returns the base column that a sum adds up; null for fees, which are no facts. */
export function columnOf(key: BaseKey): BaseColumn | null {
  const source: BaseSource = baseSources[key];
  if (source.table === 'fee') return null;
  const columns: Readonly<Record<string, BaseColumn>> = baseColumns[source.table];
  return columns[source.column] ?? null;
}

/** Base sums of one row; missing facts are 0. */
export type BaseValues = Record<BaseKey, number>;

/** All base keys in the order of declaration. */
export const baseKeys = keysOf(baseSources);

const zeros: BaseValues = recordOf(baseKeys, () => 0);

/** Returns a row of zeros to add to. */
export const emptyValues = (): BaseValues => ({ ...zeros });

/** Adds `more` to `sums` in place; missing keys count as 0. */
export function addValues(sums: BaseValues, more: Partial<BaseValues>): BaseValues {
  for (const key of baseKeys) sums[key] += more[key] ?? 0;
  return sums;
}
