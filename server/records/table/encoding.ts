import { isAscii, isUtf8 } from 'node:buffer';

/** Encodings of tables: Excel's and the media's. */
export type Encoding = 'utf-8' | 'shift_jis' | 'utf-16le' | 'utf-16be';

const NEWLINE = 0x0a;

/** Returns whether bytes are a text in an encoding. */
function fits(bytes: Uint8Array, encoding: Encoding): boolean {
  if (encoding === 'utf-8') return isUtf8(bytes);
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Recognises the encoding of a table by its start: a byte order mark, the zero bytes of UTF-16, or the encoding
 * that more lines fit. Null if every character so far is ASCII, so any encoding but UTF-16 may follow.
 */
export function encodingOf(sample: Uint8Array): Encoding | null {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isAscii(sample) && !sample.includes(0)) return null;
  const zero = sample.indexOf(0);
  if (zero >= 0) return zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
  let balance = 0;
  let foreign = false;
  for (let start = 0, end = 0; start < sample.length; start = end + 1) {
    const newline = sample.indexOf(NEWLINE, start);
    end = newline < 0 ? sample.length : newline;
    const line = sample.subarray(start, end);
    if (isAscii(line)) continue;
    foreign = true;
    if (fits(line, 'utf-8')) balance += 1;
    else if (fits(line, 'shift_jis')) balance -= 1;
  }
  return foreign ? (balance < 0 ? 'shift_jis' : 'utf-8') : null;
}

/** Decodes a whole table; a byte order mark is dropped. */
export const decodeTable = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOf(bytes) ?? 'utf-8').decode(bytes);
