import { isAttributedMeasure } from '../../../../shared/catalog';
import { displayNumber, displayParts } from '../../../../shared/format';
import { metricValue, type ReportRow } from './answer';
import type { ReportColumn } from './types';

/** Returns the displayed value of each row, rounded so that the rows sum to the displayed total. */
function partsOf(
  rows: readonly ReportRow[],
  { value, unit }: Pick<ReportColumn, 'value' | 'unit'>,
): Map<ReportRow, number> {
  const known = rows.flatMap((row): [ReportRow, number][] => {
    const part = value(row);
    return part === null ? [] : [[row, part]];
  });
  const displayed = displayParts(
    known.map(([, part]) => part),
    unit,
  );
  return new Map(known.map(([row], index) => [row, displayed[index] ?? 0]));
}

/** Returns a function that computes the displayed values on first use. */
function partsAmong(
  sets: readonly (readonly ReportRow[])[],
  column: Pick<ReportColumn, 'value' | 'unit'>,
): (row: ReportRow) => number | null {
  let parts: Map<ReportRow, number> | undefined;
  return (row) =>
    (parts ??= new Map(sets.flatMap((rows) => [...partsOf(rows, column)]))).get(row) ?? column.value(row);
}

/**
 * Adds displayed values to columns of attributed credit, for current and comparison rows separately.
 * Difference columns subtract the displayed values. Computed lazily, per visible column.
 */
export function withDisplayedParts(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[] | undefined,
  previousRows: readonly ReportRow[] = [],
): readonly ReportColumn[] {
  if (!rows) return columns;
  const sets = [rows, previousRows];
  return columns.map((column) => {
    const { measure, against } = column;
    if (measure && isAttributedMeasure(measure)) return { ...column, displayed: partsAmong(sets, column) };
    if (!against || !isAttributedMeasure(against.part)) return column;
    const part = partsAmong(sets, { value: (row) => metricValue(row, against.part), unit: column.unit });
    const displayed = (row: ReportRow): number | null =>
      differenceOf(part(row), metricValue(row, against.of), column.unit);
    return { ...column, displayed: (row) => (column.value(row) === null ? null : displayed(row)) };
  });
}

const differenceOf = (part: number | null, of: number | null, unit: ReportColumn['unit']): number | null =>
  part === null || of === null ? null : displayNumber(part - of, unit);
