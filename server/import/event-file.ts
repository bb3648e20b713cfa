import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pluralize } from '../platform/plural';
import { jsonItem, TOO_DEEP } from '../journeys';
import {
  CsvParser,
  DELIMITERS,
  type CsvRecord,
  type Delimiter,
  type LineFault,
  type PhysicalLine,
} from '../records/table/csv-records';
import { encodingOf, type Encoding } from '../records/table/encoding';
import { isWorkbookFile, readWorkbook, SIGNATURE_BYTES, type Sheet } from '../records/table/workbook';
import { csvRecord } from '../../shared/format/csv';

/** Record of a file: its fields by name, or its fault. */
interface FileRecord {
  /** Number of its first physical line, from 1. */
  line: number;
  /** Original text of the record. */
  text: string;
  fields: unknown;
  fault: string | null;
  /** Bytes of the file up to its end. */
  end: number;
}

/** A longer line is no event; it is cut to limit memory. */
const MAX_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BOM = '\uFEFF';
const REPLACEMENT = '\uFFFD';

/** Start of a file by which its encoding and its line ends are recognised. */
const SAMPLE_BYTES = 256 * 1024;

/** Decodes lines; the first line with other characters than ASCII decides if the start of the file has none. */
class LineDecoder {
  private encoding: Encoding | null;
  private readonly shiftJis = new TextDecoder('shift_jis');

  constructor(sample: Buffer) {
    this.encoding = encodingOf(sample);
  }

  line(bytes: Buffer, number: number, end: number, tooLong: boolean): PhysicalLine {
    this.encoding ??= encodingOf(bytes);
    const isShiftJis = this.encoding === 'shift_jis';
    let text = isShiftJis ? this.shiftJis.decode(bytes) : bytes.toString('utf8');
    if (number === 1 && text.startsWith(BOM)) text = text.slice(1);
    if (text.endsWith('\r')) text = text.slice(0, -1);
    const valid = isShiftJis ? !text.includes(REPLACEMENT) : isUtf8(bytes);
    return { number, text, fault: tooLong ? 'lineTooLong' : valid ? null : 'lineEncoding', end };
  }
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

/** Streams a file as it is, or transcoded to UTF-8 if it is UTF-16. @throws file system errors */
async function* fileBytes(path: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: SAMPLE_BYTES });
  let decoder: InstanceType<typeof TextDecoder> | null | undefined;
  for await (const chunk of chunks) {
    if (decoder === undefined) {
      const encoding = encodingOf(chunk);
      decoder = encoding?.startsWith('utf-16') ? new TextDecoder(encoding) : null;
    }
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

/**
 * Streams the lines of a file: LF, CRLF or CR, in the encodings of tables, with or without BOM, with or without
 * a final line end.
 * @throws file system errors
 */
async function* physicalLines(path: string): AsyncGenerator<PhysicalLine> {
  let number = 0;
  let end = 0;
  let rest = new Rest();
  let open = false;
  let decoder: LineDecoder | undefined;
  let newline = NEWLINE;
  for await (const chunk of fileBytes(path)) {
    if (!decoder) {
      decoder = new LineDecoder(chunk);
      if (!chunk.includes(NEWLINE) && chunk.includes(RETURN)) newline = RETURN;
    }
    let start = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
      const bytes = rest.take(chunk.subarray(start, at));
      end += at + 1 - start;
      yield decoder.line(bytes, ++number, end, rest.tooLong);
      rest = new Rest();
      start = at + 1;
    }
    open = start < chunk.length || (open && start === 0);
    rest.add(chunk.subarray(start));
    end += chunk.length - start;
  }
  if (open && decoder) {
    const bytes = rest.take(Buffer.alloc(0));
    yield decoder.line(bytes, ++number, end, rest.tooLong);
  }
}

/** Faults as texts of the file of rejected lines. */
const FAULTS: Readonly<Record<LineFault, string>> = {
  lineTooLong: 'the line is longer than 1 MiB',
  lineEncoding: 'the line is not valid UTF-8',
  openQuote: 'a quoted field is not closed',
  textAfterQuote: 'a quoted field is followed by text',
};

/** Returns the delimiter of a header: the one that makes the most columns of it. */
function delimiterOf(header: string): Delimiter {
  const [most = ','] = [...DELIMITERS].sort((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

/** Yields the records of a CSV file after its header, each as an object by header name. */
async function* csvRecords(lines: AsyncIterable<PhysicalLine>): AsyncGenerator<FileRecord> {
  let names: readonly string[] | undefined;
  for await (const { cells, fault, ...base } of parsedRecords(lines)) {
    if (!names) names = cells.map((name) => name.trim());
    else if (fault !== null) yield { ...base, fields: null, fault: FAULTS[fault] };
    else if (cells.length !== names.length) {
      const wrong = `the line has ${pluralize(cells.length, 'field')}, the header ${names.length}`;
      yield { ...base, fields: null, fault: wrong };
    } else {
      const fields = Object.fromEntries(names.map((name, index) => [name, cells[index]]));
      yield { ...base, fields, fault: null };
    }
  }
}

async function* parsedRecords(lines: AsyncIterable<PhysicalLine>): AsyncGenerator<CsvRecord> {
  let parser: CsvParser | undefined;
  for await (const line of lines) {
    parser ??= line.text.trim() === '' ? undefined : new CsvParser(delimiterOf(line.text));
    if (parser) yield* parser.push(line);
  }
  if (parser) yield* parser.end();
}

/** Open file of event lines. */
interface EventFile {
  /** CSV has numbers as text. */
  format: 'csv' | 'ndjson';
  records: AsyncIterable<FileRecord>;
}

/** Yields the records of an NDJSON file, one per non-blank line. */
async function* jsonRecords(lines: AsyncIterable<PhysicalLine>): AsyncGenerator<FileRecord> {
  for await (const { number, text, fault, end } of lines) {
    if (fault === null && text.trim() === '') continue;
    let fields: unknown = null;
    let reason = fault && FAULTS[fault];
    if (reason === null) {
      const item = jsonItem(text);
      fields = item?.value ?? null;
      reason = item ? (item.tooDeep ? TOO_DEEP : null) : 'the line is not valid JSON';
    }
    yield { line: number, text, fields, fault: reason, end };
  }
}

async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Yields the rows of a workbook's first sheet after its header. */
async function* workbookRecords([sheet]: readonly Sheet[]): AsyncGenerator<FileRecord> {
  const [names = [], ...rows] = sheet?.rows ?? [];
  for (const [at, cells] of rows.entries()) {
    const fields = Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? '']));
    if (cells.every((cell) => cell.trim() === '')) continue;
    yield { line: at + 2, text: csvRecord(cells).trimEnd(), fields, fault: null, end: 0 };
  }
}

/** Returns whether a file is a workbook, by its first bytes. A pipe, which can be read only once, is none. */
async function isWorkbookAt(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  const opened = await open(path);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return isWorkbookFile(buffer.subarray(0, bytesRead));
  } finally {
    await opened.close();
  }
}

/**
 * Opens a file of event lines. Its extension decides between CSV and NDJSON; with any other extension, the
 * first line does: NDJSON starts with `{`. Workbooks are recognised by their content.
 * @throws file system errors, and an Error for an unreadable workbook
 */
export async function openEventFile(path: string): Promise<EventFile> {
  if (await isWorkbookAt(path))
    return { format: 'csv', records: workbookRecords(await readWorkbook(await readFile(path))) };
  const lines = physicalLines(path);
  const seen: PhysicalLine[] = [];
  let first = await lines.next();
  while (!first.done && first.value.text.trim() === '') {
    seen.push(first.value);
    first = await lines.next();
  }
  if (!first.done) seen.push(first.value);
  const extension = extname(path).toLowerCase();
  const byName =
    extension === '.csv' ? 'csv' : ['.ndjson', '.jsonl', '.json'].includes(extension) ? 'ndjson' : undefined;
  const format = byName ?? (first.done || first.value.text.trimStart().startsWith('{') ? 'ndjson' : 'csv');
  const all = startingWith(seen, lines);
  return { format, records: format === 'csv' ? csvRecords(all) : jsonRecords(all) };
}
