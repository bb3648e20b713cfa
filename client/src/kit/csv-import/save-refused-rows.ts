import { CSV_BOM, csvRecord } from '../../../../shared/format/csv';
import { saveFile } from '../export/save-file';

/** A refused row of a table: its cells, and why it is refused. */
interface RefusedRow {
  readonly cells: readonly string[];
  readonly problem: string | null;
}

/** Saves refused rows with their columns and reasons, to mend them and load them again. */
export function saveRefusedRows(
  name: string,
  columns: readonly string[],
  rows: readonly RefusedRow[],
  reasonColumn: string,
): void {
  const kept = columns.filter((column) => column !== reasonColumn);
  const cellsOf = (cells: readonly string[]) => kept.map((column) => cells[columns.indexOf(column)] ?? '');
  const records = rows.map(({ cells, problem }) => csvRecord([...cellsOf(cells), problem]));
  const text = [CSV_BOM, csvRecord([...kept, reasonColumn]), ...records].join('');
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
}
