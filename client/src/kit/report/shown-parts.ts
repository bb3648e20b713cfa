import { isSharedOut } from '../../../../shared/catalog';
import { shownParts } from '../../../../shared/format';
import type { ReportRow } from './answer';
import type { ReportColumn } from './types';

/** What is shown of the parts of a column by row: rounded so that all rows together make the total as it is shown. */
function partsOf(rows: readonly ReportRow[], { value, unit }: ReportColumn): Map<ReportRow, number> {
  const known = rows.flatMap((row): [ReportRow, number][] => {
    const part = value(row);
    return part === null ? [] : [[row, part]];
  });
  const shown = shownParts(known.map(([, part]) => part), unit);
  return new Map(known.map(([row], index) => [row, shown[index] ?? 0]));
}

/** Columns of credit that is shared out show parts that make the whole; of columns that nobody looks at none is computed. */
export function withShownParts(columns: readonly ReportColumn[], rows: readonly ReportRow[] | undefined): readonly ReportColumn[] {
  if (!rows) return columns;
  return columns.map((column) => {
    if (!column.measure || !isSharedOut(column.measure)) return column;
    let parts: Map<ReportRow, number> | undefined;
    return { ...column, shown: (row) => (parts ??= partsOf(rows, column)).get(row) ?? column.value(row) };
  });
}
