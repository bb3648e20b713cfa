import { axes, type AxisKey } from '../../../shared/catalog';
import { compareIds } from '../../../shared/domain/journey';
import type { Cell } from '../../export/cell';
import type { ReportRow } from '../input';
import type { Column } from './columns';

type Value = Cell | undefined;

/** Ascending; texts byte for byte. Both values exist. */
function compareValues(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareIds(a, b);
  return Number(a) - Number(b);
}

/** Nothing stands last whichever way one sorts. */
function compareNullable(a: Value, b: Value, direction: 1 | -1): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return direction * compareValues(a, b);
}

/** The order of rows by one of their columns alone. */
export const compareBy =
  (column: Column, sortAsc: boolean) =>
  (a: ReportRow, b: ReportRow): number =>
    compareNullable(column.value(a), column.value(b), sortAsc ? 1 : -1);

/**
 * Sorts rows by one of their columns, then by the ids of their axes, so that equal rows always stand alike;
 * without a column by the ids alone. "(no ad)" stands behind rows that it ties with.
 */
export function sortRows(
  rows: readonly ReportRow[],
  asked: readonly AxisKey[],
  column: Column | null,
  sortAsc: boolean,
): ReportRow[] {
  const ids = asked.map((axis) => axes[axis].idKey ?? axis);
  const ordered = column && compareBy(column, sortAsc);
  return [...rows].sort((a, b) => {
    const asked = ordered ? ordered(a, b) : 0;
    if (asked !== 0) return asked;
    if (a.noAd !== b.noAd) return Number(a.noAd) - Number(b.noAd);
    for (const id of ids) {
      const order = compareNullable(a[id], b[id], 1);
      if (order !== 0) return order;
    }
    return 0;
  });
}
