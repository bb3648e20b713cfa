import { isSharedOut } from '../../../../shared/catalog';
import { shownNumber, shownParts } from '../../../../shared/format';
import { figureOf, type ReportRow } from './answer';
import type { ReportColumn } from './types';

/** What is shown of the parts of a column by row: rounded so that all rows together make the total as it is shown. */
function partsOf(
  rows: readonly ReportRow[],
  { value, unit }: Pick<ReportColumn, 'value' | 'unit'>,
): Map<ReportRow, number> {
  const known = rows.flatMap((row): [ReportRow, number][] => {
    const part = value(row);
    return part === null ? [] : [[row, part]];
  });
  const shown = shownParts(
    known.map(([, part]) => part),
    unit,
  );
  return new Map(known.map(([row], index) => [row, shown[index] ?? 0]));
}

/** The parts of a column among rows, worked out once they are looked at. */
function partsAmong(
  sets: readonly (readonly ReportRow[])[],
  column: Pick<ReportColumn, 'value' | 'unit'>,
): (row: ReportRow) => number | null {
  let parts: Map<ReportRow, number> | undefined;
  return (row) =>
    (parts ??= new Map(sets.flatMap((rows) => [...partsOf(rows, column)]))).get(row) ?? column.value(row);
}

/**
 * Columns of credit that is shared out show parts that make the whole, those of the days compared with among themselves;
 * what sets such a part against another figure says the difference of what is shown. Of columns that nobody looks at
 * none is computed.
 */
export function withShownParts(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[] | undefined,
  previousRows: readonly ReportRow[] = [],
): readonly ReportColumn[] {
  if (!rows) return columns;
  const sets = [rows, previousRows];
  return columns.map((column) => {
    const { measure, against } = column;
    if (measure && isSharedOut(measure)) return { ...column, shown: partsAmong(sets, column) };
    if (!against || !isSharedOut(against.part)) return column;
    const part = partsAmong(sets, { value: (row) => figureOf(row, against.part), unit: column.unit });
    const shown = (row: ReportRow): number | null =>
      differenceOf(part(row), figureOf(row, against.of), column.unit);
    return { ...column, shown: (row) => (column.value(row) === null ? null : shown(row)) };
  });
}

const differenceOf = (part: number | null, of: number | null, unit: ReportColumn['unit']): number | null =>
  part === null || of === null ? null : shownNumber(part - of, unit);
