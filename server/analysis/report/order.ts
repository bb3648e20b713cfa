import { axes, type AxisKey } from '../../../shared/catalog';
import { compareIds } from '../../../shared/domain/journey';
import type { Cell } from '../../export/cell';
import type { ReportRow } from '../input';
import type { Column } from './columns';

type Value = Cell | undefined;

/** Compares two existing values, ascending; texts byte for byte. */
function compareValues(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareIds(a, b);
  return Number(a) - Number(b);
}

/** Missing values come last in both directions. */
function compareNullable(a: Value, b: Value, direction: 1 | -1): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return direction * compareValues(a, b);
}

/** Compares rows by one column alone. */
export const compareBy =
  (column: Column, sortAsc: boolean) =>
  (a: ReportRow, b: ReportRow): number =>
    compareNullable(column.value(a), column.value(b), sortAsc ? 1 : -1);

/**
 * Sorts rows by one column, then by the ids of their axes for a stable order; without a column by the ids
 * alone. "(no ad)" comes after rows it ties with.
 */
export function sortRows(
  rows: readonly ReportRow[],
  rowAxes: readonly AxisKey[],
  column: Column | null,
  sortAsc: boolean,
): ReportRow[] {
  const ids = rowAxes.map((axis) => axes[axis].idKey ?? axis);
  const compareColumn = column && compareBy(column, sortAsc);
  return [...rows].sort((a, b) => {
    const byColumn = compareColumn ? compareColumn(a, b) : 0;
    if (byColumn !== 0) return byColumn;
    if (a.noAd !== b.noAd) return Number(a.noAd) - Number(b.noAd);
    for (const id of ids) {
      const order = compareNullable(a[id], b[id], 1);
      if (order !== 0) return order;
    }
    return 0;
  });
}
