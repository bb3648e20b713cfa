import { nameOrder, rankOrder, type AxisKey } from '../../../../shared/catalog';
import { searchFor } from '../../../../shared/format';
import type { ChartRow } from '../chart/chart-rows';
import type { DataRow } from '../table/data-row';
import type { Sort } from '../table/measure-column';
import { rowKey, type ReportData, type ReportRow } from './answer';
import type { ReportColumn } from './types';

/** A row as table and chart show it, with its name over all axes. */
export interface ShownRow extends DataRow<ReportRow>, ChartRow<ReportRow> {}

/** By what rows are in order; those that are alike by name, or as they came. */
export type Order = Pick<ReportColumn, 'key' | 'value' | 'rank'> & { readonly asTheyCome?: boolean };

/**
 * Puts rows beside their previous selves and sorts them.
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
  if (!column) return rows.sort(nameOrder(sort.ascending));
  const rankIn = column.rank ?? column.value;
  const placed = rows.map((shown) => ({
    shown,
    rank: rankIn(shown.row) ?? null,
    name: column.asTheyCome ? '' : shown.name,
  }));
  return placed.sort(rankOrder(sort.ascending)).map(({ shown }) => shown);
}

/** The rows whose words hold every one that is looked for, in any order and width. */
export function foundRows<R extends { name: string }>(
  rows: readonly R[],
  search: string,
  wordsOf = ({ name }: R): string => name,
): readonly R[] {
  if (!search.trim()) return rows;
  const isFound = searchFor(search);
  return rows.filter((row) => isFound(wordsOf(row)));
}
