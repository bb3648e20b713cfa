import { nameOrder, rankOrder, type AxisKey } from '../../../../shared/catalog';
import { createMatcher } from '../../../../shared/format';
import type { ChartRow } from '../chart/chart-rows';
import type { DataRow } from '../table/data-row';
import type { Sort } from '../table/measure-column';
import { rowKey, type ReportData, type ReportRow } from './answer';
import type { ReportColumn } from './types';

/** A row for table and charts, with its name over all axes. */
export interface VisibleRow extends DataRow<ReportRow>, ChartRow<ReportRow> {}

/** Order of rows. Ties sort by name, or stay in the original order with `asTheyCome`. */
export type Order = Pick<ReportColumn, 'key' | 'value' | 'rank'> & { readonly asTheyCome?: boolean };

/** Matches rows with their comparison values and sorts them. */
export function sortRows(
  data: Pick<ReportData, 'rows' | 'previousRows'>,
  axes: readonly AxisKey[],
  column: Order | undefined,
  sort: Sort,
  nameOf: (row: ReportRow) => string,
): VisibleRow[] {
  const before = data.previousRows && new Map(data.previousRows.map((row) => [rowKey(row, axes), row]));
  const rows = (data.rows ?? []).map((row): VisibleRow => {
    const key = rowKey(row, axes);
    return { key, row, previous: before && (before.get(key) ?? null), name: nameOf(row) };
  });
  if (!column) return rows.sort(nameOrder(sort.ascending));
  const rankIn = column.rank ?? column.value;
  const placed = rows.map((row) => ({
    row,
    rank: rankIn(row.row) ?? null,
    name: column.asTheyCome ? '' : row.name,
  }));
  return placed.sort(rankOrder(sort.ascending)).map(({ row }) => row);
}

/** Returns the rows that contain every search word, in any order and width. */
export function searchRows<R extends { name: string }>(
  rows: readonly R[],
  search: string,
  wordsOf = ({ name }: R): string => name,
): readonly R[] {
  if (!search.trim()) return rows;
  const matchesSearch = createMatcher(search);
  return rows.filter((row) => matchesSearch(wordsOf(row)));
}
