import { unzipSync } from 'fflate';
import { isWorkbook } from '../../../shared/format/csv';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Texts of the cells by row, from the first row of the sheet. */
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** Bytes by which a workbook is recognised. */
export const SIGNATURE_BYTES = 16;
/** Bytes of an unpacked workbook. */
const MAX_BYTES = 64 * 2 ** 20;
/** A time in a workbook is a fraction of a day, so its milliseconds are noise. */
const SECOND = 1000;

/** Returns whether the start of a file is that of an Excel workbook. */
export const isWorkbookFile = (bytes: Uint8Array): boolean =>
  isWorkbook(Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1'));

/** Text of a cell. Dates have no time zone there, and stand at UTC here. */
function cellText(value: unknown): string {
  if (!(value instanceof Date)) return value == null ? '' : String(value);
  const rounded = new Date(Math.round(value.getTime() / SECOND) * SECOND);
  return rounded.toISOString().replace(/(T00:00:00)?\.000Z$/, '');
}

/** Adds up the sizes that an archive states, without unpacking it. */
function unpackedSize(archive: Uint8Array): number {
  let size = 0;
  unzipSync(archive, {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  return size;
}

/**
 * Reads the sheets of an Excel workbook (.xlsx or .xls), each up to a number of rows.
 * @throws Error if it is none, is protected by a password, or unpacks to more than 64 MiB
 */
export async function readWorkbook(bytes: Uint8Array, maxRows = 0): Promise<Sheet[]> {
  if (bytes[0] === 'P'.charCodeAt(0) && unpackedSize(bytes) > MAX_BYTES)
    throw new Error('the workbook is too large');
  // Loaded when needed: it is large.
  const { read, utils } = await import('@e965/xlsx');
  const { SheetNames, Sheets } = read(bytes, { dense: true, cellDates: true, sheetRows: maxRows });
  return SheetNames.map((name) => {
    const rows = utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, UTC: true, defval: '' });
    return { name, rows: rows.map((row) => row.map(cellText)) };
  });
}
