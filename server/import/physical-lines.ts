import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** Line of a file as an editor numbers them, from 1, without its line end. */
export interface PhysicalLine {
  number: number;
  text: string;
  /** Why the text is unusable; null if it is usable. */
  fault: string | null;
  /** Bytes of the file up to the end of this line. */
  end: number;
}

/** A longer line is no event; it is cut to limit memory. */
const MAX_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const BOM = '\ufeff';

function lineOf(bytes: Buffer, number: number, end: number, tooLong: boolean): PhysicalLine {
  let text = bytes.toString('utf8');
  if (number === 1 && text.startsWith(BOM)) text = text.slice(1);
  if (text.endsWith('\r')) text = text.slice(0, -1);
  const fault = tooLong
    ? 'the line is longer than 1 MiB'
    : isUtf8(bytes)
      ? null
      : 'the line is not valid UTF-8';
  return { number, text, fault, end };
}

/** Bytes of an incomplete line, at most LONGEST of them. */
class Rest {
  private parts: Buffer[] = [];
  private size = 0;
  tooLong = false;

  add(part: Buffer): void {
    this.tooLong ||= this.size + part.length > MAX_LINE_BYTES;
    const accepted = part.subarray(0, MAX_LINE_BYTES - this.size);
    if (accepted.length > 0) this.parts.push(accepted);
    this.size += accepted.length;
  }

  take(last: Buffer): Buffer {
    this.add(last);
    return this.parts.length === 1 ? (this.parts[0] ?? last) : Buffer.concat(this.parts);
  }
}

/**
 * Streams the lines of a file: LF or CRLF, with or without BOM, with or without a final line end.
 * @throws file system errors
 */
export async function* physicalLines(path: string): AsyncGenerator<PhysicalLine> {
  let number = 0;
  let end = 0;
  let rest = new Rest();
  let open = false;
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 });
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const bytes = rest.take(chunk.subarray(start, at));
      end += at + 1 - start;
      yield lineOf(bytes, ++number, end, rest.tooLong);
      rest = new Rest();
      start = at + 1;
    }
    open = start < chunk.length || (open && start === 0);
    rest.add(chunk.subarray(start));
    end += chunk.length - start;
  }
  if (open) {
    const bytes = rest.take(Buffer.alloc(0));
    yield lineOf(bytes, ++number, end, rest.tooLong);
  }
}
