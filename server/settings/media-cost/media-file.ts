import {
  guessMapping,
  mediaFields,
  missingFields,
  requiredMediaFields,
  type MediaMapping,
} from '../../../shared/domain/media';
import { badInput } from '../../auth/failure';
import { readTableFile, type TableRow } from '../../records/table/table-file';

/** A media cost file: columns, their mapping, and rows. */
export interface MediaFile {
  readonly columns: readonly string[];
  readonly mapping: MediaMapping;
  readonly rows: readonly TableRow[];
}

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
 * Reads a media cost file. The header is the line that maps the most fields.
 *
 * @param given the mapping given by the user; null: the saved one if it fits, else guessed from the names
 * @param saved the mapping of the previous file
 * @throws BAD_USER_INPUT when it is no table, has no rows, or more than 10,000
 */
export async function readMediaFile(
  csv: string,
  given: MediaMapping | null,
  saved: MediaMapping | null,
): Promise<MediaFile> {
  const mappingOf = (columns: readonly string[]): MediaMapping => {
    const before = known(columns, saved);
    return (
      known(columns, given) ?? (before && missingFields(before).length === 0 ? before : guessMapping(columns))
    );
  };
  const { columns, rows } = await readTableFile(csv, { score: (names) => score(mappingOf(names)) });
  if (rows.length === 0) throw badInput({ csv: { key: 'noLines' } });
  // Each required field needs its own column.
  if (
    [columns, ...rows.map(({ cells }) => cells)].every((cells) => cells.length < requiredMediaFields.length)
  )
    throw badInput({ csv: { key: 'brokenTable' } });
  return { columns, mapping: mappingOf(columns), rows };
}
