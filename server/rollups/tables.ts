import { baseColumns, type FactKind } from '../../shared/catalog';
import { keysOf } from '../../shared/records';

/** Calendar unit of a rollup's rows: Tokyo days yyyymmdd or months yyyymm. */
export type RollupPeriod = 'day' | 'month';

/** Rollups with coarse grain are keyed by ad, with fine grain by ad, device, redirect and LPO entry. */
export type Grain = 'coarse' | 'fine';

/**
 * Kinds of facts. Touch facts count by the day of the touch; conversion and result facts by the day of the
 * conversion. Cohort facts are the later conversions of a cohort's customers; the acquiring ones are
 * conversion facts of class 1.
 */
export const FACT_KINDS = keysOf(baseColumns);

export const GRAINS: readonly Grain[] = ['coarse', 'fine'];

/** Returns the days whose facts can still be computed: touches of days before `sealed` are deleted. */
export const openDays = (kind: FactKind, days: readonly number[], sealed: number): readonly number[] =>
  kind === 'touch' && sealed > 0 ? days.filter((day) => day >= sealed) : days;

/** Key columns of facts after product and period, by grain. */
const grainColumns = {
  coarse: ['ad_id'],
  fine: ['ad_id', 'device', 'redirect_id', 'lpo_entry_id'],
} as const;

/**
 * Columns that select conversion facts. They come before the ad in the key, so that a report reads no other
 * rows.
 */
const cvChoiceColumns = ['cv_type', 'class'] as const;

/** Last key columns of conversion facts: slot and type are those at the time of the conversion. */
const cvSettingColumns = ['cv_setting_id', 'cv_slot'] as const;

/** Last key columns of cohort facts. */
const cohortColumns = ['acquisition_month'] as const;

/** Matches all types and classes. */
const ANY_CV_CHOICE = ' AND cv_type IN (0, 1) AND class IN (1, 2, 3)';

/** One rollup table: its key (product and period first) and its additive columns. */
export interface RollupTable {
  readonly name: string;
  readonly period: RollupPeriod;
  /** Key columns after product and period. */
  readonly key: readonly string[];
  /**
   * Condition that matches all rows. It fills the key columns before the ad, so that the key finds the rows
   * of an ad.
   */
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
    facts: Object.keys(baseColumns[kind]),
  };
}

/** Returns all columns of a rollup table in writing order. */
export function rollupColumns(table: RollupTable): string[] {
  return ['product_id', table.period, ...table.key, ...table.facts];
}

/** Returns `SUM(a) AS a, SUM(b) AS b`, to sum rows of one rollup into another or into a report. */
export function sumOf(columns: readonly string[]): string {
  return columns.map((column) => `SUM(${column}) AS ${column}`).join(', ');
}
