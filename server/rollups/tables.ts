import { baseColumns, type FactKind } from '../../shared/catalog';
import { keysOf } from '../../shared/records';
import { dayFromNumber, dayNumber, firstDayOfMonth, lastDayOfMonth } from '../../shared/domain/calendar';
import { placeholders } from '../db/database';
import type { Statement } from './log-facts';

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

/** Days of one set of statements: a year's rebuild needs few statements and small sorts. */
export const DAYS_AT_ONCE = 31;

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
export const rollupColumns = (table: RollupTable): string[] => [
  'product_id',
  table.period,
  ...table.key,
  ...table.facts,
];

/** Returns `SUM(a) AS a, SUM(b) AS b`, to sum rows of one rollup into another or into a report. */
export const sumOf = (columns: readonly string[]): string =>
  columns.map((column) => `SUM(${column}) AS ${column}`).join(', ');

/** Narrows a statement on a rollup to some ads; without ads it narrows nothing. */
export function narrowToAds(table: RollupTable, adIds: readonly number[] | undefined): Statement {
  if (!adIds) return { sql: '', params: [] };
  return { sql: `${table.anyChoice} AND ad_id IN (${placeholders(adIds)})`, params: adIds };
}

/**
 * Returns a statement for the expected rows of a coarse day table, from the fine rows of the same days (and
 * ads).
 */
export function coarseFromFine(
  coarse: RollupTable,
  fine: RollupTable,
  productId: number,
  days: readonly number[],
  adIds?: readonly number[],
): Statement {
  const key = ['product_id', 'day', ...coarse.key].join(', ');
  const narrowed = narrowToAds(coarse, adIds);
  return {
    sql: `SELECT ${key}, ${sumOf(coarse.facts)} FROM ${fine.name}
      WHERE product_id = ? AND day IN (${placeholders(days)})${narrowed.sql} GROUP BY ${key}`,
    params: [productId, ...days, ...narrowed.params],
  };
}

function daysOfMonth(yyyymm: number): number[] {
  const first = dayNumber(firstDayOfMonth(yyyymm));
  const count = dayNumber(lastDayOfMonth(yyyymm)) - first + 1;
  return Array.from({ length: count }, (_, index) => dayFromNumber(first + index));
}

/** Returns a statement for the expected rows of a month table, from the day rows of that month (and ads). */
export function monthFromDays(
  month: RollupTable,
  day: RollupTable,
  productId: number,
  yyyymm: number,
  adIds?: readonly number[],
): Statement {
  const key = month.key.join(', ');
  const narrowed = narrowToAds(month, adIds);
  // Single days combine with the ads to short ranges on the key (product, day, ad).
  const days = daysOfMonth(yyyymm);
  return {
    sql: `SELECT product_id, ${yyyymm} AS month, ${key}, ${sumOf(month.facts)} FROM ${day.name}
      WHERE product_id = ? AND day IN (${placeholders(days)})${narrowed.sql} GROUP BY product_id, ${key}`,
    params: [productId, ...days, ...narrowed.params],
  };
}

/** `INSERT INTO table (...) SELECT ...`. */
export function insertSelect(table: RollupTable, select: Statement): Statement {
  return {
    sql: `INSERT INTO ${table.name} (${rollupColumns(table).join(', ')}) ${select.sql}`,
    params: select.params,
  };
}
