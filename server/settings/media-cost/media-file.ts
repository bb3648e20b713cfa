import {
  guessMapping,
  mediaFields,
  missingFields,
  requiredMediaFields,
  type MediaMapping,
} from '../../../shared/domain/media';
import { badInput } from '../../auth/failure';
import { readRecords, type CsvRow } from '../../records/csv-table';
import { unguarded } from '../../export/csv';

/** A media cost file: columns, their mapping, and rows. */
export interface MediaFile {
  readonly columns: readonly string[];
  readonly mapping: MediaMapping;
  readonly rows: readonly CsvRow[];
}

/** Maximum number of title lines above the header of an export. */
const MAX_TITLES = 20;

/** Returns the delimiter; spreadsheet exports separate cells by tabs. */
const delimiterOf = (csv: string): string => (csv.slice(0, 10_000).includes('\t') ? '\t' : ',');

/** Returns a mapping without columns that the file lacks. */
function known(columns: readonly string[], mapping: MediaMapping | null): MediaMapping | null {
  if (!mapping) return null;
  const of = (name: string | null): string | null => (name !== null && columns.includes(name) ? name : null);
  return {
    day: of(mapping.day),
    ad: of(mapping.ad),
    adBy: mapping.adBy,
    cost: of(mapping.cost),
    impressions: of(mapping.impressions),
    clicks: of(mapping.clicks),
  };
}

/** Returns how many fields a mapping covers. */
const score = (mapping: MediaMapping): number =>
  mediaFields.filter((field) => mapping[field] !== null).length;

/**
 * Reads a media cost file. The header is the first line, or the line below titles that maps the most fields.
 *
 * @param given the mapping given by the user; null: the saved one if it fits, else guessed from the names
 * @param saved the mapping of the previous file
 * @throws BAD_USER_INPUT when it is no table, has no rows, or more than 10,000
 */
export function readMediaFile(
  csv: string,
  given: MediaMapping | null,
  saved: MediaMapping | null,
): MediaFile {
  const records = readRecords(csv, { delimiter: delimiterOf(csv), headerRows: MAX_TITLES });
  const headers = records.slice(0, MAX_TITLES).map(({ cells }, at) => {
    const columns = cells.map((name) => unguarded(name).trim());
    const before = known(columns, saved);
    const mapping =
      known(columns, given) ??
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
  // Each required field needs its own column.
  if (records.every(({ cells }) => cells.length < requiredMediaFields.length))
    throw badInput({ csv: { key: 'brokenTable' } });
  return { columns, mapping, rows };
}
