import { CvType } from './enums';

/**
 * The additive fact columns of the rollup tables, declared once: migrations, rollup writers and
 * read models all take them from here. Money is in 1/100 yen (`*_sen`), latency in milliseconds.
 */

/** Facts by the touch's own Tokyo day, without conversion setting or class. */
export const touchFactColumns = ['clicks', 'first_touches', 'pv', 'cost_sen'] as const;

/** Costs of results by the conversion's Tokyo day, keyed like the touch facts: no evaluation changes them. */
export const resultFactColumns = ['cv_cost_approved_sen', 'cv_cost_pending_sen'] as const;

/** Facts by the conversion's Tokyo day, per conversion setting and path class. */
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

export type TouchFactColumn = (typeof touchFactColumns)[number];
export type ResultFactColumn = (typeof resultFactColumns)[number];
export type CvFactColumn = (typeof cvFactColumns)[number];

/** Which conversions of a cv fact a base sum takes; `pathed` ones are credited to an ad, as they have a path. */
export type CvChoice = { readonly type: CvType; readonly slot?: 1 | 2 | 3; readonly pathed?: true } | 'chosen';

/** Where a base sum comes from. */
export type BaseSource =
  | { readonly table: 'touch'; readonly column: TouchFactColumn }
  | { readonly table: 'result'; readonly column: ResultFactColumn }
  | { readonly table: 'cv'; readonly column: CvFactColumn; readonly cv: CvChoice }
  | { readonly table: 'fee' };

const touch = (column: TouchFactColumn): BaseSource => ({ table: 'touch', column });
const result = (column: ResultFactColumn): BaseSource => ({ table: 'result', column });
const final = (column: CvFactColumn): BaseSource => ({ table: 'cv', column, cv: { type: CvType.LAST_CV } });
const count = (type: CvType, slot: 1 | 2 | 3): BaseSource => ({ table: 'cv', column: 'cv_count', cv: { type, slot } });

/**
 * The base sums: all that a read model has to add up; every measure is one of them or a formula of
 * them. `cv_final` and `cv_middle` count all slots, `cv_pathed` final ones that are not direct; `cv_chosen`
 * counts conversions of the asked `cv_setting_ids` (by default all final ones); `fee_yen` is the registered fee
 * share in yen, unrounded.
 */
export const baseSources = {
  clicks: touch('clicks'),
  first_touches: touch('first_touches'),
  pv: touch('pv'),
  cost_sen: touch('cost_sen'),
  cv_cost_approved_sen: result('cv_cost_approved_sen'),
  cv_cost_pending_sen: result('cv_cost_pending_sen'),
  fee_yen: { table: 'fee' },
  cv_final: final('cv_count'),
  cv_final_1: count(CvType.LAST_CV, 1),
  cv_final_2: count(CvType.LAST_CV, 2),
  cv_final_3: count(CvType.LAST_CV, 3),
  cv_pathed: { table: 'cv', column: 'cv_count', cv: { type: CvType.LAST_CV, pathed: true } },
  cv_middle: { table: 'cv', column: 'cv_count', cv: { type: CvType.MIDDLE_CV } },
  cv_middle_1: count(CvType.MIDDLE_CV, 1),
  cv_middle_2: count(CvType.MIDDLE_CV, 2),
  cv_middle_3: count(CvType.MIDDLE_CV, 3),
  cv_chosen: { table: 'cv', column: 'cv_count', cv: 'chosen' },
  amount_sen: final('amount_sen'),
  indirect_total: final('indirect_total'),
  indirect_first: final('indirect_first'),
  indirect_2: final('indirect_2'),
  indirect_3: final('indirect_3'),
  indirect_4: final('indirect_4'),
  indirect_5: final('indirect_5'),
  indirect_6: final('indirect_6'),
  touch_1: final('touch_1'),
  touch_2: final('touch_2'),
  touch_3: final('touch_3'),
  touch_4: final('touch_4'),
  touch_5: final('touch_5'),
  touch_6: final('touch_6'),
  touch_sum: final('touch_sum'),
  latency_ms: final('latency_ms'),
  attr_cv_1: final('attr_cv_1'),
  attr_cv_2: final('attr_cv_2'),
  attr_cv_3: final('attr_cv_3'),
  attr_cv_4: final('attr_cv_4'),
  attr_cv_5: final('attr_cv_5'),
  attr_amount_1: final('attr_amount_1'),
  attr_amount_2: final('attr_amount_2'),
  attr_amount_3: final('attr_amount_3'),
  attr_amount_4: final('attr_amount_4'),
  attr_amount_5: final('attr_amount_5'),
} as const satisfies Record<string, BaseSource>;

export type BaseKey = keyof typeof baseSources;

/** The base sums of one row; what does not exist is 0. */
export type BaseSums = Record<BaseKey, number>;

/** All base keys in the order of declaration. */
export const baseKeys = Object.keys(baseSources) as BaseKey[];

const zeros = Object.fromEntries(baseKeys.map((key) => [key, 0])) as BaseSums;

/** A row of zeros, to add to. */
export function emptySums(): BaseSums {
  return { ...zeros };
}

/** Adds `more` into `sums` in place; absent keys count as 0. */
export function addSums(sums: BaseSums, more: Partial<BaseSums>): BaseSums {
  for (const key of baseKeys) sums[key] += more[key] ?? 0;
  return sums;
}
