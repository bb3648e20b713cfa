import { parse } from 'csv-parse/sync';
import { isWorkbook } from '../../shared/format/workbook';
import { badInput } from '../auth/failure';

/** One row of an uploaded table. */
export interface CsvRow {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** An uploaded table: its header line, and what follows. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

const MAX_ROWS = 10_000;

/**
 * The records of an uploaded table, at most 10,000 beside `more` that say something of them.
 * @throws BAD_USER_INPUT when it is no table, but a workbook or something else, or has more
 */
export function readRecords(csv: string, { delimiter = ',', more = 1 } = {}): CsvRow[] {
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
  if (records.length > MAX_ROWS + more)
    throw badInput({ csv: { key: 'tooMany', params: { max: MAX_ROWS } } });
  return records.map((cells, at) => ({ line: lines[at] ?? 0, cells }));
}

/** Reads an uploaded CSV. @throws BAD_USER_INPUT when it is no table, or has more than 10,000 rows */
export function readCsv(csv: string): CsvTable {
  const [head, ...rows] = readRecords(csv);
  return { columns: (head?.cells ?? []).map((name) => name.trim()), rows };
}

/** Whether the first line can be one of column names: nothing of a picture or a workbook can. */
export const isHeaded = ({ columns, rows }: CsvTable): boolean =>
  (columns.length > 1 || rows.length > 0) && !columns.some((name) => /[\p{Cc}\uFFFD]/u.test(name));
