import { strToU8, Zip, ZipDeflate } from 'fflate';
import { createTrafficYield } from '../backpressure/traffic-load';
import { looksLikeFormula, type Cell, type Row, type Rows } from './csv';

/** Excel's limit of characters in a cell. */
const MAX_TEXT = 32_767;
/** Excel's limit of characters in a sheet name, and the characters it rejects. */
const MAX_SHEET_NAME = 31;
const SHEET_NAME_REFUSED = /[[\]:*?/\\]/g;
// XML 1.0 allows no other control characters, and no lone surrogates.
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * Style numbers of `stylesXml`: bold header; text whose first character would start a formula when edited.
 */
const STYLE = { header: 1, quoted: 2 } as const;

// Excel decodes _xHHHH_ in a cell as a character, so such text is escaped as _x005F_.
const ENCODED = /_x(?=[0-9A-Fa-f]{4}_)/g;

const escapeXml = (text: string): string =>
  text
    .replace(NOT_XML, '')
    .replace(ENCODED, '_x005F_x')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');

function textCell(text: string, style: number | undefined): string {
  const attribute = style === undefined ? '' : ` s="${style}"`;
  return `<c t="inlineStr"${attribute}><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`;
}

function cellXml(cell: Cell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>';
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell === null || cell === undefined || cell === '') return '<c/>';
  // Inline strings are never calculated; the quote-prefix style keeps the cell text when a user edits it.
  return textCell(cell, looksLikeFormula(cell) ? STYLE.quoted : undefined);
}

/** Returns one `<row>`. Cells follow each other without references, which makes the sheet a third smaller. */
const rowXml = (row: Row): string => `<row>${row.map(cellXml).join('')}</row>`;

/** Returns the header row, in bold. */
const headerXml = (header: readonly string[]): string =>
  `<row>${header.map((text) => textCell(text, STYLE.header)).join('')}</row>`;

const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';

/**
 * Returns the XML before the rows of a sheet.
 * @param headed whether the first row is the header, which stays in view while scrolling
 */
const sheetStart = (headed: boolean): string =>
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${headed ? FROZEN : ''}</sheetView></sheetViews><sheetData>`;

/** XML after the rows of a sheet. */
const sheetEnd = '</sheetData></worksheet>';

/** Returns the path of the n-th sheet (from 1) inside the file. */
const sheetPath = (n: number): string => `xl/worksheets/sheet${n}.xml`;

/** Returns the small files of a workbook with `sheets` sheets, by path. */
function workbookParts(sheets: number, title: string): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const name = (n: number): string => {
    const suffix = n === 1 ? '' : ` (${n})`;
    const base =
      title
        .replace(SHEET_NAME_REFUSED, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || 'Sheet';
    return escapeXml(base.slice(0, MAX_SHEET_NAME - suffix.length) + suffix);
  };
  return {
    'xl/workbook.xml':
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      numbers.map((n) => `<sheet name="${name(n)}" sheetId="${n}" r:id="rId${n}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
      numbers
        .map(
          (n) =>
            `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        )
        .join('') +
      `<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3">' +
      '<xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>',
    '_rels/.rels':
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml':
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
      numbers
        .map(
          (n) =>
            `<Override PartName="/${sheetPath(n)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
        )
        .join('') +
      '</Types>',
  };
}

/** Excel's limit of rows in a sheet, including the header. */
const MAX_SHEET_ROWS = 1_048_576;
const CHUNK_LENGTH = 64 * 1024;
/** Yields to traffic after each chunk of this duration. */
const CHUNK_MS = 1;
/** Low compression for high speed: sheets are repetitive, so higher levels gain little. */
const LEVEL = 2;

/** Options of an xlsx export. */
export interface XlsxOptions {
  /** Name of the sheets. */
  title?: string;
  /** Rows above the header, on the first sheet. */
  heading?: readonly Row[];
  /** Maximum rows of a sheet, including the header; smaller in tests. */
  maxSheetRows?: number;
}

/**
 * Writes a workbook row by row in constant memory. When a sheet is full, another one starts with the header.
 * Text stays text (inline strings are never calculated), numbers stay numbers.
 * Yields chunks of the .xlsx file; pass it to `Readable.from`.
 */
export async function* xlsxChunks(
  header: readonly string[],
  rows: Rows,
  options: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const { maxSheetRows: maxRows = MAX_SHEET_ROWS, heading = [] } = options;
  let out: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    out.push(data);
  });
  const open = (path: string): ZipDeflate => {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    return file;
  };

  let sheets = 0;
  let written = 0;
  let chunk = '';
  const openSheet = (): ZipDeflate => {
    sheets += 1;
    const above = sheets === 1 ? heading : [];
    written = above.length + 1;
    chunk = sheetStart(above.length === 0) + above.map(rowXml).join('') + headerXml(header);
    return open(sheetPath(sheets));
  };
  const closeSheet = (file: ZipDeflate): void => file.push(strToU8(chunk + sheetEnd), true);

  const yieldNow = createTrafficYield(CHUNK_MS);
  let sheet = openSheet();
  for await (const row of rows) {
    if (written >= maxRows) {
      closeSheet(sheet);
      sheet = openSheet();
    }
    chunk += rowXml(row);
    written += 1;
    if (chunk.length >= CHUNK_LENGTH) {
      sheet.push(strToU8(chunk));
      chunk = '';
      yield* out;
      out = [];
      await yieldNow();
    }
  }
  closeSheet(sheet);
  for (const [path, text] of Object.entries(workbookParts(sheets, options.title ?? 'Sheet'))) {
    open(path).push(strToU8(text), true);
  }
  zip.end();
  yield* out;
}
