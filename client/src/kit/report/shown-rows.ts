import type { AxisKey } from '../../../../shared/catalog';
import { rowKey } from './axes';
import type { ReportColumn, ReportData, ReportRow } from './types';
import type { Sort } from './url-state';

/** A row as table and chart show it. */
export interface ShownRow {
  key: string;
  row: ReportRow;
  /** The same row one period earlier; null when it had no facts then, undefined when nothing is compared. */
  previous: ReportRow | null | undefined;
  /** Name of the row over all axes. */
  name: string;
}

// Made once: finding the rules of a language for each comparison is most of sorting ten thousand rows.
const byName = new Intl.Collator('ja').compare;

/** Puts rows beside their previous selves and sorts them; rows without a value come last either way. */
export function shownRows(
  data: Pick<ReportData, 'rows' | 'previousRows'>,
  axes: readonly AxisKey[],
  column: ReportColumn | undefined,
  sort: Sort,
  nameOf: (row: ReportRow) => string,
): ShownRow[] {
  const before = data.previousRows && new Map(data.previousRows.map((row) => [rowKey(row, axes), row]));
  const rows = (data.rows ?? []).map((row) => {
    const key = rowKey(row, axes);
    return { key, row, previous: before && (before.get(key) ?? null), name: nameOf(row) };
  });
  const direction = sort.ascending ? 1 : -1;
  if (!column) return rows.sort((a, b) => byName(a.name, b.name) * direction);
  return rows.sort((a, b) => {
    const left = column.value(a.row);
    const right = column.value(b.row);
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return (left - right) * direction || byName(a.name, b.name);
  });
}
