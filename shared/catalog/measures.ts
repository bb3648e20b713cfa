import type { BaseKey, BaseSums } from './base-columns';
import type { AttributionModel } from './enums';
import { ratio, type BaseMeasure, type FormulaMeasure, type Measure, type MeasureDirection } from './measure';

// Looked up, not put together: formulas ask for them row by row.
const attrCvKeys = { 1: 'attr_cv_1', 2: 'attr_cv_2', 3: 'attr_cv_3', 4: 'attr_cv_4', 5: 'attr_cv_5' } as const;
const attrAmountKeys = { 1: 'attr_amount_1', 2: 'attr_amount_2', 3: 'attr_amount_3', 4: 'attr_amount_4', 5: 'attr_amount_5' } as const;

/** The base sum of attributed conversions under a model. */
export const attrCvKey = (model: AttributionModel): BaseKey => attrCvKeys[model];

/** The base sum of attributed sales (in 1/100 yen) under a model. */
export const attrAmountKey = (model: AttributionModel): BaseKey => attrAmountKeys[model];

/** Parts that several formulas share. Money is in yen here. */
const sales = (s: BaseSums): number => s.amount_sen / 100;
const cost = (s: BaseSums): number => (s.cost_sen + s.cv_cost_approved_sen) / 100 + s.fee_yen;
const attrCv = (s: BaseSums, model: AttributionModel): number => s[attrCvKey(model)];
const attrSales = (s: BaseSums, model: AttributionModel): number => s[attrAmountKey(model)] / 100;

const COST: readonly BaseKey[] = ['cost_sen', 'cv_cost_approved_sen', 'fee_yen'];

type NeedKey = BaseKey | typeof attrCvKey;

/** A count that is a base sum. */
function count(base: BaseKey, direction: MeasureDirection, description: string, aliases?: string[]): BaseMeasure {
  return { kind: 'base', base, unit: 'count', direction, description, ...(aliases && { aliases }) };
}

/** A formula over base sums; needs may name the chosen model's columns by function. */
function formula(
  unit: Measure['unit'],
  direction: MeasureDirection,
  needs: readonly NeedKey[],
  compute: FormulaMeasure['formula'],
  description: string,
  options: { additive?: boolean; aliases?: string[] } = {},
): FormulaMeasure {
  return {
    kind: 'formula',
    unit,
    direction,
    needs: (model) => needs.map((need) => (typeof need === 'function' ? need(model) : need)),
    formula: compute,
    description,
    additive: options.additive ?? false,
    ...(options.aliases && { aliases: options.aliases }),
  };
}

/**
 * THE catalogue: every metric of the product in the order of its columns. GraphQL fields, REST keys,
 * SQL sums, table columns, CSV headers and chart axes all derive from it. Keys are the REST names.
 */
export const measures = {
  ad_click_count: count('clicks', 'up', 'Interactions (ad clicks).'),
  first_touch_count: count('first_touches', 'up', 'References whose first interaction it is.', ['ad_first_touch_count']),
  pv_count: count('pv', 'up', 'Page views belonging to its interactions.'),
  cv_final_1: count('cv_final_1', 'up', 'Final conversions of slot 1, credited to the last-CV ad.'),
  cv_final_2: count('cv_final_2', 'up', 'Final conversions of slot 2, credited to the last-CV ad.'),
  cv_final_3: count('cv_final_3', 'up', 'Final conversions of slot 3, credited to the last-CV ad.'),
  cv_total_final: count('cv_final', 'up', 'Final conversions of all slots.'),
  cv_middle_1: count('cv_middle_1', 'up', 'Middle conversions of slot 1, credited to the last-CV ad.'),
  cv_middle_2: count('cv_middle_2', 'up', 'Middle conversions of slot 2, credited to the last-CV ad.'),
  cv_middle_3: count('cv_middle_3', 'up', 'Middle conversions of slot 3, credited to the last-CV ad.'),
  cv_total_middle: count('cv_middle', 'up', 'Middle conversions of all slots.'),
  cvr: formula('ratio', 'up', ['cv_chosen', 'clicks'], (s) => ratio(s.cv_chosen, s.clicks),
    'Conversions of the chosen settings (by default all final ones) / ad_click_count.'),
  cvr_total: formula('ratio', 'up', ['cv_final', 'clicks'], (s) => ratio(s.cv_final, s.clicks),
    'cv_total_final / ad_click_count.'),
  ad_cost: formula('yen', 'neutral', COST, cost,
    'Click costs, conversion costs of approved results and registered fees.', { additive: true }),
  ad_cost_unapproved: { kind: 'base', base: 'cv_cost_pending_sen', scale: 100, unit: 'yen', direction: 'neutral',
    description: 'Conversion costs of pending results.' },
  amount_sum: { kind: 'base', base: 'amount_sen', scale: 100, unit: 'yen', direction: 'up',
    description: 'Sales of final conversions.' },
  amount_avg: formula('yen', 'up', ['amount_sen', 'cv_final'], (s) => ratio(sales(s), s.cv_final),
    'amount_sum / cv_total_final.'),
  cpa: formula('yen', 'down', [...COST, 'cv_final'], (s) => ratio(cost(s), s.cv_final), 'ad_cost / cv_total_final.'),
  roas: formula('ratio', 'up', ['amount_sen', ...COST], (s) => ratio(sales(s), cost(s)), 'amount_sum / ad_cost.'),
  profit: formula('yen', 'up', ['amount_sen', ...COST], (s) => sales(s) - cost(s), 'amount_sum - ad_cost.',
    { additive: true }),
  roi: formula('ratio', 'up', ['amount_sen', ...COST], (s) => ratio(sales(s) - cost(s), cost(s)), 'profit / ad_cost.'),
  indirect_first: count('indirect_first', 'up',
    'Final conversions in whose path the ad holds position 1 without being the last-CV ad.'),
  indirect_2: count('indirect_2', 'up', 'The same for position 2.'),
  indirect_3: count('indirect_3', 'up', 'The same for position 3.'),
  indirect_4: count('indirect_4', 'up', 'The same for position 4.'),
  indirect_5: count('indirect_5', 'up', 'The same for position 5.'),
  indirect_6: count('indirect_6', 'up', 'The same for position 6 and later.'),
  indirect_total: count('indirect_total', 'up',
    'Final conversions in whose path the ad stands without being the last-CV ad.'),
  indirect_ratio: formula('ratio', 'neutral', ['indirect_total', 'cv_final'],
    (s) => ratio(s.indirect_total, s.indirect_total + s.cv_final),
    'indirect_total / (indirect_total + cv_total_final).'),
  indirect_cost: formula('yen', 'down', [...COST, 'indirect_total', 'cv_final'],
    (s) => ratio(cost(s), s.cv_final + s.indirect_total), 'ad_cost / (cv_total_final + indirect_total).'),
  ad_touch_1: count('touch_1', 'neutral', 'Final conversions credited to it whose path has 1 touch.'),
  ad_touch_2: count('touch_2', 'neutral', 'Final conversions credited to it whose path has 2 touches.'),
  ad_touch_3: count('touch_3', 'neutral', 'Final conversions credited to it whose path has 3 touches.'),
  ad_touch_4: count('touch_4', 'neutral', 'Final conversions credited to it whose path has 4 touches.'),
  ad_touch_5: count('touch_5', 'neutral', 'Final conversions credited to it whose path has 5 touches.'),
  ad_touch_6: count('touch_6', 'neutral', 'Final conversions credited to it whose path has 6 or more touches.'),
  ad_touch_avg: formula('number', 'neutral', ['touch_sum', 'cv_pathed'], (s) => ratio(s.touch_sum, s.cv_pathed),
    'Mean path length of the final conversions credited to it; direct ones have none.'),
  average_latency: formula('seconds', 'neutral', ['latency_ms', 'cv_pathed'],
    (s) => ratio(s.latency_ms / 1000, s.cv_pathed),
    'Mean seconds from the first touch to the conversion, over the final conversions credited to it.',
    { aliases: ['average_period'] }),
  attr_cv: { kind: 'base', base: attrCvKey, unit: 'number', direction: 'up',
    description: 'Final conversions by the chosen attribution model.' },
  attr_amount: { kind: 'base', base: attrAmountKey, scale: 100, unit: 'yen', direction: 'up',
    description: 'Sales of final conversions by the chosen attribution model.' },
  attr_avg: formula('yen', 'up', [attrAmountKey, attrCvKey], (s, m) => ratio(attrSales(s, m), attrCv(s, m)),
    'attr_amount / attr_cv.'),
  attr_cpa: formula('yen', 'down', [...COST, attrCvKey], (s, m) => ratio(cost(s), attrCv(s, m)), 'ad_cost / attr_cv.'),
  attr_roas: formula('ratio', 'up', [attrAmountKey, ...COST], (s, m) => ratio(attrSales(s, m), cost(s)),
    'attr_amount / ad_cost.'),
  attr_cvr: formula('ratio', 'up', [attrCvKey, 'clicks'], (s, m) => ratio(attrCv(s, m), s.clicks),
    'attr_cv / ad_click_count.'),
  attr_profit: formula('yen', 'up', [attrAmountKey, ...COST], (s, m) => attrSales(s, m) - cost(s),
    'attr_amount - ad_cost.', { additive: true }),
} as const satisfies Record<string, Measure>;

export type MeasureKey = keyof typeof measures;

/** All measure keys in column order. */
export const measureKeys = Object.keys(measures) as MeasureKey[];
