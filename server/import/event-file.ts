import { extname } from 'node:path';
import { jsonItem, TOO_DEEP } from '../journeys';
import { csvRecords } from './csv-records';
import type { FileRecord } from './file-record';
import { physicalLines, type PhysicalLine } from './physical-lines';

/** Open file of event lines. */
export interface EventFile {
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
