import { isWorkbook } from '../../../../shared/format/workbook';

/** As much of a workbook tells what it is: the server says so, and would read no more of it. */
const BEGINNING = 16;

/** The text of a table that people saved: UTF-8, Shift_JIS as Japanese Excel still writes it, or UTF-16 as media export it for Excel. */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const beginning = new TextDecoder('latin1').decode(bytes.slice(0, BEGINNING));
  if (isWorkbook(beginning)) return beginning;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}
