import { columnNames, type NamedColumn } from './media-columns';
import { plainCell } from './table-cells';

/** Required columns of a media cost file, per ad and Tokyo day; missing other values are 0 or unknown. */
export const requiredMediaFields = ['day', 'ad', 'cost'] as const;
/** Columns of a media cost file. Campaign and ad set name the ad together with its own column. */
export const mediaFields = [
  ...requiredMediaFields,
  'impressions',
  'clicks',
  'campaign',
  'adSet',
  'periodEnd',
  'currency',
] as const;
export type MediaField = (typeof mediaFields)[number];

/** How a file names ads: number, code of the posting URL, or name. */
export const adNamings = ['id', 'code', 'name'] as const;
export type AdNaming = (typeof adNamings)[number];

/** File column of each field, by column name; null if there is none. */
export type MediaMapping = Readonly<Record<MediaField, string | null>> & { readonly adBy: AdNaming };

/** Names of an ad in a medium's file; empty if the file has no such column. */
export interface MediaAdName {
  readonly campaign: string;
  readonly adSet: string;
  readonly ad: string;
}

/** Returns the names that are not empty, from the widest to the ad's own. */
export const nameParts = ({ campaign, adSet, ad }: MediaAdName): string[] =>
  [campaign, adSet, ad].filter((name) => name !== '');

/** Creates a mapping from a function that returns the column of a field. */
export const makeMapping = (
  columnOf: (field: MediaField) => string | null,
  adBy: AdNaming,
): MediaMapping => ({
  day: columnOf('day'),
  ad: columnOf('ad'),
  adBy,
  cost: columnOf('cost'),
  impressions: columnOf('impressions'),
  clicks: columnOf('clicks'),
  campaign: columnOf('campaign'),
  adSet: columnOf('adSet'),
  periodEnd: columnOf('periodEnd'),
  currency: columnOf('currency'),
});

/** Normalises a column name: drops width and case. */
const normaliseName = (name: string): string => plainCell(name).toLowerCase().replaceAll(/\s+/g, ' ');

/** Drops brackets at the end, so `消化金額 (jpy)` is 消化金額. */
const withoutBrackets = (name: string): string => name.replace(/\s*[([【].*$/, '');

/**
 * Guesses the mapping of a file's columns from their names. A column of ids or codes counts if it holds those of
 * our ads: media have ids of their own.
 * @param isOurs whether some values of a column identify ads in a way
 */
export function guessMapping(
  columns: readonly string[],
  isOurs: (column: string, naming: AdNaming) => boolean,
): MediaMapping {
  const whole = columns.map(normaliseName);
  const names = whole.map(withoutBrackets);
  const find = (field: NamedColumn): string | null => {
    for (const word of columnNames(field)) {
      const at = [whole.indexOf(word), names.indexOf(word)].find((place) => place >= 0);
      if (at !== undefined) return columns[at] ?? null;
    }
    return null;
  };
  const day = find('day');
  const levels = [find('campaign'), find('adSet'), find('ad')].filter((name) => name !== null);
  const own = (['id', 'code'] as const).find((naming) => {
    const column = find(naming);
    return column !== null && isOurs(column, naming);
  });
  const ad = own ? find(own) : (levels.pop() ?? find('id') ?? find('code'));
  const named = own ? [] : levels;
  const guessed: Readonly<Record<MediaField, string | null>> = {
    day: day ?? find('periodStart'),
    periodEnd: day === null ? find('periodEnd') : null,
    ad,
    campaign: named.find((name) => name === find('campaign')) ?? null,
    adSet: named.find((name) => name === find('adSet')) ?? null,
    cost: find('cost'),
    impressions: find('impressions'),
    clicks: find('clicks'),
    currency: find('currency'),
  };
  return makeMapping((field) => guessed[field], own ?? 'name');
}

/** Returns the required fields without a column. */
export const missingFields = (mapping: MediaMapping): MediaField[] =>
  requiredMediaFields.filter((field) => mapping[field] === null);
