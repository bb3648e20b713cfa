import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { pluralize } from '../platform/plural';
import { jsonItem, TOO_DEEP } from '../journeys';

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

/**
 * Parses the fields of a CSV record line by line (RFC 4180): a quoted field can contain commas, doubled
 * quotes and line breaks. A quote inside an unquoted field is an ordinary character.
 */
class CsvFields {
  private fields: string[] = [];
  private field = '';
  private quoted = false;

  /** Adds a physical line. `open`: a quoted field continues; a fault: the record is invalid. */
  add(line: string): 'complete' | 'open' | { fault: string } {
    let at = 0;
    for (;;) {
      if (!this.quoted) {
        if (line[at] === '"') this.quoted = true;
        else {
          const comma = line.indexOf(',', at);
          this.fields.push(line.slice(at, comma < 0 ? undefined : comma));
          if (comma < 0) return 'complete';
          at = comma + 1;
          continue;
        }
        at += 1;
      }
      const quote = line.indexOf('"', at);
      if (quote < 0) {
        this.field += `${line.slice(at)}\n`;
        return 'open';
      }
      this.field += line.slice(at, quote);
      at = quote + 1;
      if (line[at] === '"') {
        this.field += '"';
        at += 1;
        continue;
      }
      this.fields.push(this.field);
      this.field = '';
      this.quoted = false;
      if (at >= line.length) return 'complete';
      if (line[at] !== ',') return { fault: 'a quoted field is followed by text' };
      at += 1;
    }
  }

  get values(): readonly string[] {
    return this.fields;
  }
}

/** Line of a file as an editor numbers them, from 1, without its line end. */
interface PhysicalLine {
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
async function* physicalLines(path: string): AsyncGenerator<PhysicalLine> {
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

/** A quoted field that is open for this many lines is a stray quote. */
const MAX_RECORD_LINES = 100;

interface Read {
  record: { values: readonly string[] } | { fault: string };
  lines: PhysicalLine[];
}

/** Line source with push-back, so an unclosed quote costs one line and not the rest of the file. */
class LineSource {
  private readonly back: PhysicalLine[] = [];

  constructor(private readonly lines: AsyncIterator<PhysicalLine>) {}

  async next(): Promise<PhysicalLine | undefined> {
    const line = this.back.pop();
    if (line) return line;
    const { done, value } = await this.lines.next();
    return done ? undefined : value;
  }

  pushBack(lines: readonly PhysicalLine[]): void {
    this.back.push(...[...lines].reverse());
  }
}

/** Reads a record; undefined at the end of the file. Blank lines between records are skipped. */
async function readRecord(source: LineSource): Promise<Read | undefined> {
  let line = await source.next();
  while (line && line.fault === null && line.text.trim() === '') line = await source.next();
  if (!line) return undefined;
  const fields = new CsvFields();
  const lines: PhysicalLine[] = [];
  while (line) {
    lines.push(line);
    const state = line.fault === null ? fields.add(line.text) : { fault: line.fault };
    if (state === 'complete') return { record: { values: fields.values }, lines };
    if (state !== 'open' || lines.length === MAX_RECORD_LINES) {
      source.pushBack(lines.splice(1));
      return { record: { fault: state === 'open' ? 'a quoted field is not closed' : state.fault }, lines };
    }
    line = await source.next();
  }
  source.pushBack(lines.splice(1));
  return { record: { fault: 'a quoted field is not closed' }, lines };
}

/** Yields the records of a CSV file after its header, each as an object by header name. */
async function* csvRecords(lines: AsyncIterator<PhysicalLine>): AsyncGenerator<FileRecord> {
  const source = new LineSource(lines);
  const header = await readRecord(source);
  if (!header) return;
  const names = 'values' in header.record ? header.record.values.map((name) => name.trim()) : [];
  for (let read = await readRecord(source); read; read = await readRecord(source)) {
    const { record, lines: own } = read;
    const base = {
      line: own[0]?.number ?? 0,
      text: own.map((line) => line.text).join('\n'),
      end: own.at(-1)?.end ?? 0,
    };
    if ('fault' in record) yield { ...base, fields: null, fault: record.fault };
    else if (record.values.length !== names.length) {
      const fault = `the line has ${pluralize(record.values.length, 'field')}, the header ${names.length}`;
      yield { ...base, fields: null, fault };
    } else {
      const fields = Object.fromEntries(names.map((name, index) => [name, record.values[index]]));
      yield { ...base, fields, fault: null };
    }
  }
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
    let reason = fault;
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

/**
 * Opens a file of event lines. Its extension decides between CSV and NDJSON; with any other extension, the
 * first line does: NDJSON starts with `{`.
 * @throws file system errors
 */
export async function openEventFile(path: string): Promise<EventFile> {
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
