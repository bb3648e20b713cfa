import {
  guessMapping,
  mediaFields,
  missingFields,
  requiredMediaFields,
  type MediaMapping,
} from '../../../shared/domain/media';
import { badInput } from '../../auth/failure';
import { readRecords, type CsvRow } from '../../records/csv-table';
import { unguarded } from '../../export/cell';

/** A file of media costs: its columns, what they are, and what follows. */
export interface MediaFile {
  readonly columns: readonly string[];
  readonly mapping: MediaMapping;
  readonly rows: readonly CsvRow[];
}

/** Titles and periods that exports put above their header. */
const MOST_TITLES = 20;

/** Exports for spreadsheets part their cells by tabs. */
const delimiterOf = (csv: string): string => (csv.slice(0, 10_000).includes('\t') ? '\t' : ',');

/** What was said of columns, where the file has them. */
function known(columns: readonly string[], said: MediaMapping | null): MediaMapping | null {
  if (!said) return null;
  const of = (name: string | null): string | null => (name !== null && columns.includes(name) ? name : null);
  return {
    day: of(said.day),
    ad: of(said.ad),
    adBy: said.adBy,
    cost: of(said.cost),
    impressions: of(said.impressions),
    clicks: of(said.clicks),
  };
}

/** How much of a file a mapping explains. */
const score = (mapping: MediaMapping): number =>
  mediaFields.filter((field) => mapping[field] !== null).length;

/**
 * Reads a file of media costs. Its header is the first line, or the one below titles that explains most.
 *
 * @param asked what its columns are; null: guessed by their names, unless they were the same before
 * @param saved what they were before
 * @throws BAD_USER_INPUT when it is no table, has no rows, or more than 10,000
 */
export function readMediaFile(
  csv: string,
  asked: MediaMapping | null,
  saved: MediaMapping | null,
): MediaFile {
  const records = readRecords(csv, { delimiter: delimiterOf(csv), more: MOST_TITLES });
  const headers = records.slice(0, MOST_TITLES).map(({ cells }, at) => {
    const columns = cells.map((name) => unguarded(name).trim());
    const before = known(columns, saved);
    const mapping =
      known(columns, asked) ??
      (before && missingFields(before).length === 0 ? before : guessMapping(columns));
    return { at, columns, mapping };
  });
  const [first] = headers;
  if (!first) throw badInput({ csv: { key: 'noLines' } });
  const { at, columns, mapping } = headers.reduce(
    (best, one) => (score(one.mapping) > score(best.mapping) ? one : best),
    first,
  );
  const rows = records.slice(at + 1);
  if (rows.length === 0) throw badInput({ csv: { key: 'noLines' } });
  // Each of the fields that it needs has a column of its own.
  if (records.every(({ cells }) => cells.length < requiredMediaFields.length))
    throw badInput({ csv: { key: 'brokenTable' } });
  return { columns, mapping, rows };
}
