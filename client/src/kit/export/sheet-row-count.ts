import { Unzip, UnzipInflate } from 'fflate';

const ROW = [...'<row>'].map((letter) => letter.charCodeAt(0));
const SHEET = /^xl\/worksheets\//;

/** Counts the rows of a workbook's sheets as its bytes come, their headers left out; texts of cells hold no bare `<`. */
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
      // What inflates keeps the bytes; they go on to the file too.
      if (!isOver) unzip.push(bytes.slice());
    } catch {
      // A count is no reason to lose the file: it stands where it is.
      isOver = true;
    }
    return rows;
  };
}
