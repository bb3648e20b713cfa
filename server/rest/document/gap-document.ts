import { dayOf } from '../../../shared/domain/calendar';
import { formatDateTime, formatDay } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { isKeyOf, isRecord, recordsIn, type UnknownRecord } from '../../../shared/records';
import type { Cell } from '../../export/csv';
import type { ExportTable } from '../downloads';
import { snake } from '../mapper';
import { fileNameOf, headingOf } from './create-report-document';

const NAMES = ['adId', 'ad', 'aspId', 'asp'] as const;
const STEPS = [...NAMES, 'step', 'change', 'after'] as const;
const MOVES = [...NAMES, 'direction', 'conversionId', 'cvSettingId', 'cvTime', 'amount', 'reason'] as const;

/** Returns the columns of the file of an operation. */
export const gapColumns = (operation: string): ReadonlyArray<keyof Words['column']> =>
  operation === 'gap' ? STEPS : MOVES;

type Words = (typeof texts)[Locale]['gap'];

/** Returns our count, each step, the rest, and the medium's count of an ad or ASP as lines of a file. */
function* linesOf(row: UnknownRecord): Generator<UnknownRecord> {
  yield { ...row, step: 'ours', change: null, after: row.ours };
  for (const { key, change, after } of recordsIn(row.steps)) yield { ...row, step: key, change, after };
  yield { ...row, step: 'unexplained', change: row.unexplained, after: row.reported };
  yield { ...row, step: 'reported', change: null, after: row.reported };
}

const toCell = (value: unknown): Cell =>
  value instanceof Date
    ? formatDateTime(value.getTime())
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : null;

/**
 * Returns the gap, or the conversions of a step, as a table.
 * @param document language of a document with titles; null: data with REST names
 */
export function gapTable(
  operation: string,
  answer: UnknownRecord,
  chosen: readonly string[],
  { document, now }: { readonly document: Locale | null; readonly now: number },
): ExportTable {
  const isSteps = operation === 'gap';
  const all = gapColumns(operation).filter((name) => chosen.includes(name));
  const results = recordsIn(answer.results);
  const rows = isSteps ? results.flatMap((row) => [...linesOf(row)]) : results;
  const words = texts[document ?? 'ja'].gap;
  const columns = document ? all.filter((name) => rows.some((row) => row[name] != null)) : all;
  const valueOf = (row: UnknownRecord, name: string): Cell => {
    const value = row[name];
    if (!document) return toCell(value);
    const isWord = (name === 'step' || name === 'direction') && typeof value === 'string';
    return isWord && isKeyOf(words.file, value) ? words.file[value] : toCell(value);
  };
  const name = isSteps ? 'gap' : 'gap-rows';
  const { source, dateFrom, dateTo } = answer;
  const period = [dateFrom, dateTo].map((day) => (typeof day === 'number' ? formatDay(day) : '')).join(' – ');
  const sourceName = isRecord(source) ? String(source.sourceName) : '';
  return {
    name: document ? fileNameOf(words.title, sourceName, String(dayOf(now))) : `${name}-${dayOf(now)}`,
    title: document ? words.title : name,
    heading:
      document && isSteps
        ? headingOf(
            words.title,
            [
              [words.source, sourceName],
              [words.period, period],
            ],
            document,
            now,
            columns.length,
          )
        : [],
    header: columns.map((column) => (document ? words.column[column] : snake(column))),
    rows: rows.map((row) => columns.map((column) => valueOf(row, column))),
  };
}
