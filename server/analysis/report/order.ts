import { axisOf, findMeasure, toCamelCase, type AxisKey } from '../../../shared/catalog';
import { compareIds } from '../../../shared/domain/journey';
import { badInput } from '../../auth/failure';
import type { AnalysisRow } from '../input';

type Value = string | number | boolean | null | undefined;

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

const valueOf = (row: AnalysisRow, key: string): Value => (row as unknown as Readonly<Record<string, Value>>)[key];

/** The keys that identify a row, in the order of the axes. */
const idKeys = (axes: readonly AxisKey[]): string[] => axes.map((axis) => axisOf(axis).idKey ?? axis);

/** The row key behind a sort name in REST or GraphQL spelling, or an alias. */
function sortKey(name: string, keys: readonly string[]): string {
  const found = keys.find((key) => key === name || toCamelCase(key) === name) ?? findMeasure(name);
  if (!found) throw badInput({ sortName: { key: 'unknownField' } });
  return found;
}

/**
 * Sorts rows by one of their keys, then by the ids of their axes, so that equal rows always stand alike;
 * without a name by the ids alone. "(no ad)" stands behind rows that it ties with.
 *
 * @param total a row with every metric key that rows have
 * @throws Failure BAD_USER_INPUT for a name that is no key of a row
 */
export function sortRows<R extends AnalysisRow>(rows: readonly R[], total: R, axes: readonly AxisKey[], sortName: string | null, sortAsc: boolean): R[] {
  const ids = idKeys(axes);
  const key = sortName === null ? null : sortKey(sortName, [...ids, ...axes, ...Object.keys(total)]);
  const direction = sortAsc ? 1 : -1;
  return [...rows].sort((a, b) => {
    const asked = key === null ? 0 : compareNullable(valueOf(a, key), valueOf(b, key), direction);
    if (asked !== 0) return asked;
    if (a.no_ad !== b.no_ad) return Number(a.no_ad) - Number(b.no_ad);
    for (const id of ids) {
      const order = compareNullable(valueOf(a, id), valueOf(b, id), 1);
      if (order !== 0) return order;
    }
    return 0;
  });
}
