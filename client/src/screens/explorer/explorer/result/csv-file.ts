import { CSV_BOM, csvRecord } from '../../../../../../shared/format/csv';
import { formatDateTime } from '../../../../kit/tokyo-date';
import { fileHeadings, type ResultColumn } from './columns';
import type { FlatRecord } from './records';

/** Returns the rows as CSV in the console's format, with raw numbers and Tokyo times. */
export function csvText(columns: readonly ResultColumn[], rows: readonly FlatRecord[]): string {
  const records = rows.map((row) =>
    columns.map(({ path, instant }) =>
      instant && typeof row[path] === 'string' ? formatDateTime(row[path]) : row[path],
    ),
  );
  return CSV_BOM + [fileHeadings(columns), ...records].map(csvRecord).join('');
}
