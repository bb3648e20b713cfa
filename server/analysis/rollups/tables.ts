import {
  cohortFactColumns,
  cvFactColumns,
  mediaFactColumns,
  resultFactColumns,
  touchFactColumns,
} from '../../../shared/catalog';

/** Calendar unit of a rollup's rows: Tokyo days yyyymmdd or months yyyymm. */
export type RollupPeriod = 'day' | 'month';

/** Coarse rollups are keyed by ad; fine ones by ad, device, redirect and LPO entry. */
export type Grain = 'coarse' | 'fine';

/**
 * Touch facts count by the touch's day, facts of conversions and of results by the conversion's. Those of a cohort are of
 * its customers' later conversions; the ones that acquired them are conversion facts of class 1. What media report is set
 * against touch facts, so it comes after them.
 */
export type FactKind = 'touch' | 'cv' | 'result' | 'cohort' | 'media';

export const FACT_KINDS: readonly FactKind[] = ['touch', 'cv', 'result', 'cohort', 'media'];

const factColumns: Readonly<Record<FactKind, readonly string[]>> = {
  touch: touchFactColumns,
  cv: cvFactColumns,
  result: resultFactColumns,
  cohort: cohortFactColumns,
  media: mediaFactColumns,
};
export const GRAINS: readonly Grain[] = ['coarse', 'fine'];

/** Those of the days that facts can still be computed of: contacts of days before `sealed` are gone. */
export const openDays = (kind: FactKind, days: readonly number[], sealed: number): readonly number[] =>
  kind === 'touch' && sealed > 0 ? days.filter((day) => day >= sealed) : days;

/** What a fact is keyed by beside product and period, per grain. */
export const grainColumns = {
  coarse: ['ad_id'],
  fine: ['ad_id', 'device', 'redirect_id', 'lpo_entry_id'],
} as const;

/** What conversion facts are chosen by; before the ad in their key, so that a report reads no other rows. */
export const cvChoiceColumns = ['cv_type', 'class'] as const;

/** What conversion facts are keyed by last: they keep the slot (and type) of their moment. */
export const cvSettingColumns = ['cv_setting_id', 'cv_slot'] as const;

/** What facts of cohorts are keyed by last. */
const cohortColumns = ['acquisition_month'] as const;

/** All types and classes. */
const ANY_CV_CHOICE = ' AND cv_type IN (0, 1) AND class IN (1, 2, 3)';

/** One rollup table: its key (product and period first) and its additive columns. */
export interface RollupTable {
  readonly name: string;
  readonly period: RollupPeriod;
  /** Key columns after product and period. */
  readonly key: readonly string[];
  /** What leaves all rows, and leads to those of an ad by the key where something stands before it. */
  readonly anyChoice: string;
  readonly facts: readonly string[];
}

const keyOf = (kind: FactKind, grain: Grain): string[] => {
  if (kind === 'cv') return [...cvChoiceColumns, ...grainColumns[grain], ...cvSettingColumns];
  return [...grainColumns[grain], ...(kind === 'cohort' ? cohortColumns : [])];
};

/** The rollup table of a kind, grain and period. */
export function rollupTable(kind: FactKind, grain: Grain, period: RollupPeriod): RollupTable {
  return {
    name: `rollup_${kind}_${grain === 'fine' ? 'fine_' : ''}${period}`,
    period,
    key: keyOf(kind, grain),
    anyChoice: kind === 'cv' ? ANY_CV_CHOICE : '',
    facts: factColumns[kind],
  };
}

/** All columns of a rollup table in the order in which rows are written. */
export function rollupColumns(table: RollupTable): string[] {
  return ['product_id', table.period, ...table.key, ...table.facts];
}

/** `SUM(a) AS a, SUM(b) AS b`: adding up rows of one rollup into another or into a report. */
export function sumOf(columns: readonly string[]): string {
  return columns.map((column) => `SUM(${column}) AS ${column}`).join(', ');
}
