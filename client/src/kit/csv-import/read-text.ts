import { isWorkbook } from '../../../../shared/format/csv';

/** Bytes that identify a workbook. Only these are sent; the server refuses it with a clear message. */
const SIGNATURE_BYTES = 16;

/** Decodes a table: UTF-8, Shift_JIS (Japanese Excel) or UTF-16 (media exports for Excel). */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const signature = new TextDecoder('latin1').decode(bytes.slice(0, SIGNATURE_BYTES));
  if (isWorkbook(signature)) return signature;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}
