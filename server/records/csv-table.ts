import { parse } from 'csv-parse/sync';
import { isWorkbook } from '../../shared/format/csv';
import { badInput } from '../auth/failure';

/** A row of an uploaded table. */
export interface CsvRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** An uploaded table with its header and data rows. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

const MAX_ROWS = 10_000;

/**
 * Parses an uploaded table: at most 10,000 rows plus `headerRows`.
 * @throws BAD_USER_INPUT for a workbook, a file that is no table, or too many rows
 */
export function readRecords(csv: string, { delimiter = ',', headerRows = 1 } = {}): CsvRow[] {
  if (isWorkbook(csv)) throw badInput({ csv: { key: 'workbook' } });
  const lines: number[] = [];
  const on_record = (record: string[], info: { readonly lines: number }) => {
    lines.push(info.lines);
    return record;
  };
  let records: string[][];
  try {
    records = parse(csv, {
      bom: true,
      delimiter,
      on_record,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    throw badInput({ csv: { key: 'brokenTable' } });
  }
  if (records.length > MAX_ROWS + headerRows)
    throw badInput({ csv: { key: 'tooMany', params: { count: MAX_ROWS } } });
  return records.map((cells, at) => ({ line: lines[at] ?? 0, cells }));
}

/** Parses an uploaded CSV. @throws BAD_USER_INPUT when it is no table or has more than 10,000 rows */
export function readCsv(csv: string): CsvTable {
  const [head, ...rows] = readRecords(csv);
  return { columns: (head?.cells ?? []).map((name) => name.trim()), rows };
}

/** Returns whether the first line can hold column names; binary files such as images or workbooks fail. */
export const hasHeader = ({ columns, rows }: CsvTable): boolean =>
  (columns.length > 1 || rows.length > 0) && !columns.some((name) => /[\p{Cc}\uFFFD]/u.test(name));
