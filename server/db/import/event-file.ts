import { extname } from 'node:path';
import { jsonItem, TOO_DEEP } from '../../journeys';
import { csvRecords } from './csv-records';
import type { FileRecord } from './file-record';
import { physicalLines, type PhysicalLine } from './physical-lines';

/** A file of event lines, open for reading. */
export interface EventFile {
  /** In CSV numeric text stands for numbers. */
  format: 'csv' | 'ndjson';
  records: AsyncIterable<FileRecord>;
}

/** NDJSON: each line that is not blank is one record. */
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
 * Opens a file of event lines. Its name says whether it is CSV or NDJSON; with any other name
 * the first line does: NDJSON begins with `{`.
 * Throws what the file system says when the file can't be read.
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
