import { pluralize } from '../platform/plural';
import { CsvFields } from './csv-fields';
import type { FileRecord } from './file-record';
import type { PhysicalLine } from './physical-lines';

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
export async function* csvRecords(lines: AsyncIterator<PhysicalLine>): AsyncGenerator<FileRecord> {
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
