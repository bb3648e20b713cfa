import type { AxisKey } from '../../../../shared/catalog';
import { searchFor } from '../../../../shared/format';
import type { ChartRow } from '../chart/chart-rows';
import type { DataRow } from '../table/data-row';
import type { Sort } from '../table/figure-column';
import { rowKey, type ReportData, type ReportRow } from './answer';
import type { ReportColumn } from './types';

/** A row as table and chart show it, with its name over all axes. */
export interface ShownRow extends DataRow<ReportRow>, ChartRow<ReportRow> {}

/** By what rows are in order; those that are alike by name, or as they came. */
export type Order = Pick<ReportColumn, 'key' | 'value' | 'rank'> & { readonly asTheyCome?: boolean };

// Made once: finding the rules of a language for each comparison is most of sorting ten thousand rows.
const byName = new Intl.Collator('ja').compare;

/**
 * Puts rows beside their previous selves and sorts them. What is shown as '-' comes last: a row without a value either
 * way, one of zero where rows ascend.
 */
export function shownRows(
  data: Pick<ReportData, 'rows' | 'previousRows'>,
  axes: readonly AxisKey[],
  column: Order | undefined,
  sort: Sort,
  nameOf: (row: ReportRow) => string,
): ShownRow[] {
  const before = data.previousRows && new Map(data.previousRows.map((row) => [rowKey(row, axes), row]));
  const rows = (data.rows ?? []).map((row): ShownRow => {
    const key = rowKey(row, axes);
    return { key, row, previous: before && (before.get(key) ?? null), name: nameOf(row) };
  });
  const direction = sort.ascending ? 1 : -1;
  const alike = column?.asTheyCome ? () => 0 : (a: ShownRow, b: ShownRow) => byName(a.name, b.name);
  if (!column) return rows.sort((a, b) => byName(a.name, b.name) * direction);
  const rank = column.rank ?? column.value;
  const placed = new Map(rows.map((shown) => [shown, rank(shown.row)]));
  const isLast = (place: number | null | undefined): boolean => place === null || (sort.ascending && place === 0);
  return rows.sort((a, b) => {
    const left = placed.get(a) ?? null;
    const right = placed.get(b) ?? null;
    if (isLast(left) || isLast(right)) return Number(isLast(left)) - Number(isLast(right)) || Number(left === null) - Number(right === null) || alike(a, b);
    return left === right ? alike(a, b) : Number(left) < Number(right) ? -direction : direction;
  });
}

/** The rows whose words hold every one that is looked for, in any order and width. */
export function foundRows<R extends { name: string }>(rows: readonly R[], search: string, wordsOf = ({ name }: R): string => name): readonly R[] {
  if (!search.trim()) return rows;
  const isFound = searchFor(search);
  return rows.filter((row) => isFound(wordsOf(row)));
}
