import { Unzip, UnzipInflate } from 'fflate';

const ROW = [...'<row>'].map((letter) => letter.charCodeAt(0));
const SHEET = /^xl\/worksheets\//;

/**
 * Creates a counter for the rows of a workbook's sheets in a stream of bytes, without headers. Cell texts
 * contain no bare `<`.
 */
export function sheetRowCounter(): (bytes: Uint8Array) => number {
  let rows = 0;
  let isOver = false;
  const unzip = new Unzip((file) => {
    if (!SHEET.test(file.name)) return;
    let matched = 0;
    let isHeader = true;
    file.ondata = (_error, piece) => {
      for (const byte of piece) {
        matched = byte === ROW[matched] ? matched + 1 : Number(byte === ROW[0]);
        if (matched < ROW.length) continue;
        matched = 0;
        if (!isHeader) rows += 1;
        isHeader = false;
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  return (bytes) => {
    try {
      // The inflater keeps the bytes, which also go to the file.
      if (!isOver) unzip.push(bytes.slice());
    } catch {
      // A failed count must not lose the file: the count stops here.
      isOver = true;
    }
    return rows;
  };
}
