import {
  conversionFields,
  guessMapping,
  makeMapping,
  mediaFields,
  missingFields,
  requiredMediaFields,
  type AdNaming,
  type MediaField,
  type MediaMapping,
} from '../../../shared/catalog/media';
import type { DayRange } from '../../../shared/domain/calendar';
import { periodInTitle } from '../../../shared/domain/table-cells';
import { recordOf } from '../../../shared/records';
import { badInput } from '../../auth/failure';
import { readTableFile, type TableFile } from '../../records/table/table-file';
import type { KnownAds } from './known-ads';

/** A media cost file: columns, their mapping, and rows. */
export interface MediaFile extends Omit<TableFile, 'titles'> {
  readonly mapping: MediaMapping;
  /** Period of the whole file, from its title; used without a column of days. */
  readonly period: DayRange | null;
  /** Required fields that the file answers neither with a column nor with its title. */
  readonly missing: readonly MediaField[];
}

const isPeriodLabel = (name: string | null): boolean => /期間|period/i.test(name ?? '');

/**
 * Reads a media cost file. The header is the line that maps the most fields. The mapping is the user's, else that
 * of the source's previous file if it fits, else guessed from names and values.
 * @throws BAD_USER_INPUT when it is no table, has no rows, or more than 10,000
 */
export async function readMediaFile(
  csv: string,
  sheet: string | null,
  { given, saved }: Readonly<Record<'given' | 'saved', MediaMapping | null>>,
  ads: KnownAds,
): Promise<MediaFile> {
  /** Returns a mapping without columns that the file lacks. */
  const known = (columns: readonly string[], mapping: MediaMapping | null): MediaMapping | null => {
    const columnOf = (field: MediaField) => columns.find((name) => name === mapping?.[field]);
    return mapping && makeMapping(recordOf(mediaFields, columnOf), mapping.adBy);
  };
  const before = (columns: readonly string[]): MediaMapping | null => {
    const mapping = known(columns, saved);
    return mapping && missingFields(mapping).length === 0 ? mapping : null;
  };
  const score = (names: readonly string[]): number => {
    const mapping = known(names, given) ?? before(names) ?? guessMapping(names, () => true);
    const found = mediaFields.filter((field) => mapping[field] !== null);
    // 期間 alone is a title.
    return found.length === 1 && isPeriodLabel(mapping.day) ? 0 : found.length;
  };
  const { titles, ...table } = await readTableFile(csv, { score, sheet });
  const { columns, rows } = table;
  if (rows.length === 0) throw badInput({ csv: { key: 'noLines' } });
  const [period = null] = titles.flatMap(({ cells }) => periodInTitle(cells) ?? []);
  // Each required field needs its own column, except a day in the title.
  const width = requiredMediaFields.length - (period ? 1 : 0);
  if ([columns, ...rows.map(({ cells }) => cells)].every((cells) => cells.length < width))
    throw badInput({ csv: { key: 'brokenTable' } });
  const isOurs = (column: string, naming: AdNaming): boolean => {
    const at = columns.indexOf(column);
    return rows.some(({ cells }) => ads.find(naming, cells[at] ?? '').length > 0);
  };
  const guess = guessMapping(columns, isOurs);
  const remembered = before(columns);
  // The same column may hold our ids in one file and names in the next.
  const fitting = remembered?.ad === guess.ad ? { ...remembered, adBy: guess.adBy } : remembered;
  const chosen = known(columns, given) ?? fitting ?? guess;
  // A period must not pass for its first day, nor another currency for yen.
  const mapping: MediaMapping = {
    ...chosen,
    periodEnd: chosen.periodEnd ?? (chosen.day === guess.day ? guess.periodEnd : null),
    currency: chosen.currency ?? guess.currency,
    // Mappings of earlier versions know no conversions.
    ...(given ? {} : recordOf(conversionFields, (field) => chosen[field] ?? guess[field])),
  };
  const missing = missingFields(mapping).filter((field) => field !== 'day' || period === null);
  return { ...table, mapping, period, missing };
}
