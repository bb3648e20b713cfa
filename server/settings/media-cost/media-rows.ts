import { countDays, type Day, type DayRange } from '../../../shared/domain/calendar';
import { nameParts, type MediaAdName, type MediaField } from '../../../shared/domain/media';
import {
  currencyOf,
  currencyOfHeader,
  foreignAmount,
  isEmptyCell,
  isNegativeCell,
  isTotalCell,
  lacksYear,
  parseCellDay,
  parseCellNumber,
  parseCellPeriod,
} from '../../../shared/domain/table-cells';
import type { FailureMessage } from '../../auth/failure';
import type { TableRow } from '../../records/table/table-file';
import type { KnownAds } from './known-ads';
import type { MediaFile } from './media-file';

/** Values that a medium reports for an ad and day. */
export interface MediaValues {
  readonly cost: number;
  readonly impressions: number;
  readonly clicks: number;
}

/** An error in a cell, with its field and column. */
export interface MediaProblem {
  readonly field: MediaField;
  readonly column: string | null;
  /** Content of the cell, shortened; null if the message includes it or the cell is empty. */
  readonly value: string | null;
  readonly message: FailureMessage;
}

/** A parsed row. */
export interface MediaRow extends MediaValues {
  readonly line: number;
  /** Days that it covers; null if it names none. */
  readonly days: DayRange | null;
  readonly adId: number | null;
  readonly name: MediaAdName;
  /** The ad's identifier in the file. */
  readonly named: string;
  /** Why it is left out; null if it is not. */
  readonly reason: FailureMessage | null;
  readonly problems: readonly MediaProblem[];
}

/** The user's answers about a file. */
export interface MediaAnswers {
  /** Year of days without one. */
  readonly year: number | null;
  /** Whether rows of several days are spread over them. */
  readonly spread: boolean;
  /** Yen per unit of the file's currency. */
  readonly exchangeRate: number | null;
}

interface Context {
  readonly ads: KnownAds;
  /** Days after it are refused. */
  readonly today: Day;
  readonly answers: MediaAnswers;
  /** Returns the ad of a name; null to leave it out, undefined if it is unknown. */
  readonly decide: (name: MediaAdName) => number | null | undefined;
}

/** Maximum characters of a wrong cell in a message. */
const MAX_VALUE_LENGTH = 60;
/** Maximum days over which a row is spread. */
const MAX_SPREAD_DAYS = 400;

const MAX_VALUE = 1e12;
const isMoney = (value: number): boolean =>
  value <= MAX_VALUE && Math.abs(value * 100 - Math.round(value * 100)) < 1e-4;
const isCount = (value: number): boolean => Number.isInteger(value) && value <= MAX_VALUE;

/** Returns a function that reads the cell of a field. */
function cellReader({ columns, mapping }: MediaFile) {
  const at = new Map(columns.map((name, place) => [name, place] as const).reverse());
  return (cells: readonly string[], field: MediaField): string =>
    cells[at.get(mapping[field] ?? '') ?? -1] ?? '';
}

/** Returns a function that reads the names of a row's ad. */
function nameReader(file: MediaFile): (cells: readonly string[]) => MediaAdName {
  const cellOf = cellReader(file);
  return (cells) => {
    const name = (field: 'campaign' | 'adSet' | 'ad'): string =>
      isEmptyCell(cellOf(cells, field)) ? '' : cellOf(cells, field);
    return { campaign: name('campaign'), adSet: name('adSet'), ad: name('ad') };
  };
}

/** Returns a function that tells why a row is no cost of an ad; null if it is one. */
function totalFinder(file: MediaFile, ads: KnownAds): (row: TableRow) => FailureMessage | null {
  const cellOf = cellReader(file);
  const nameOf = nameReader(file);
  const hasDay = ({ cells }: TableRow): boolean => !isEmptyCell(cellOf(cells, 'day'));
  const hasName = ({ cells }: TableRow): boolean => nameParts(nameOf(cells)).length > 0;
  const [anyDay, anyName] = [file.rows.some(hasDay), file.rows.some(hasName)];
  const total: FailureMessage = { key: 'totalRow' };
  return (row) => {
    const { cells, fault } = row;
    if (fault) return null;
    const filled = cells.filter((cell) => !isEmptyCell(cell));
    const day = cellOf(cells, 'day');
    if (filled.length === 1 && file.columns.length > 1 && parseCellPeriod(day) === null && !lacksYear(day))
      return filled.some(isTotalCell) ? total : { key: 'noteRow' };
    const names = nameParts(nameOf(cells)).filter((name) => ads.find('name', name).length === 0);
    if ([day, ...names].some(isTotalCell)) return total;
    const lacksDay = !hasDay(row);
    if ((anyDay && lacksDay) || (anyName && !hasName(row))) return total;
    return (lacksDay || !hasName(row)) && isTotalCell(filled[0] ?? '') ? total : null;
  };
}

/** Returns a function that tells a row's currency. */
function currencyReader(file: MediaFile): (row: TableRow) => string {
  const cellOf = cellReader(file);
  const ofHeader = currencyOfHeader(file.mapping.cost ?? '');
  return ({ cells }) => {
    const text = cellOf(cells, 'currency');
    const ofRow = isEmptyCell(text) ? null : (currencyOf(text) ?? text.slice(0, MAX_VALUE_LENGTH));
    return foreignAmount(cellOf(cells, 'cost'))?.currency ?? ofRow ?? ofHeader ?? 'JPY';
  };
}

/** Parsed rows, and the foreign currencies that they are in. */
export interface MediaRows {
  readonly rows: readonly MediaRow[];
  readonly currencies: readonly string[];
}

/** Parses the rows of a file by its mapping, with errors by field. */
export function readMediaRows(file: MediaFile, context: Context): MediaRows {
  const reasonOf = totalFinder(file, context.ads);
  const currencyOfRow = currencyReader(file);
  const rows = file.rows.map((row) => ({ row, reason: reasonOf(row), currency: currencyOfRow(row) }));
  const currencies = new Set(rows.filter(({ reason }) => reason === null).map(({ currency }) => currency));
  currencies.delete('JPY');
  // A rate is for one currency.
  const rate = currencies.size === 1 ? context.answers.exchangeRate : null;
  return {
    currencies: [...currencies],
    rows: rows.map(({ row, reason, currency }) =>
      reason === null ? parseRow(file, row, context, { currency, rate }) : { ...emptyRow(file, row), reason },
    ),
  };
}

function emptyRow(file: MediaFile, { line, cells }: TableRow): MediaRow {
  const name = nameReader(file)(cells);
  const named = nameParts(name).join(' / ');
  const nothing = { cost: 0, impressions: 0, clicks: 0, reason: null, problems: [] };
  return { line, name, named, days: null, adId: null, ...nothing };
}

function parseRow(
  file: MediaFile,
  row: TableRow,
  { ads, today, answers, decide }: Context,
  { currency, rate }: { readonly currency: string; readonly rate: number | null },
): MediaRow {
  const { mapping } = file;
  const empty = emptyRow(file, row);
  const { name, named } = empty;
  const cellOf = (field: MediaField): string => cellReader(file)(row.cells, field);
  const problems: MediaProblem[] = [];
  const wrong = (field: MediaField, message: FailureMessage, value = ''): null => {
    const column = row.fault ? null : mapping[field];
    problems.push({ field, column, value: value === '' ? null : value.slice(0, MAX_VALUE_LENGTH), message });
    return null;
  };
  if (row.fault) {
    wrong('day', { key: row.fault });
    return { ...empty, problems };
  }

  const readDays = (): DayRange | null => {
    const text = cellOf('day');
    if (mapping.day === null) return file.period;
    if (isEmptyCell(text)) return wrong('day', { key: 'required' });
    const days = parseCellPeriod(text, answers.year);
    if (!days) return wrong('day', { key: lacksYear(text) ? 'yearNeeded' : 'mustBeDate' }, text);
    const last = cellOf('periodEnd');
    if (isEmptyCell(last)) return days;
    const to = parseCellDay(last, answers.year);
    if (to === null) return wrong('periodEnd', { key: 'mustBeDate' }, last);
    return to < days.from ? wrong('periodEnd', { key: 'fromAfterTo' }, last) : { from: days.from, to };
  };
  const days = readDays();
  if (days) {
    const count = countDays(days.from, days.to);
    if (days.to > today) wrong('day', { key: 'notYetDay' }, cellOf('day'));
    else if (count > 1 && !(answers.spread && count <= MAX_SPREAD_DAYS))
      wrong('day', { key: 'periodRow', params: { count } }, cellOf('day'));
  }

  const number = (field: 'cost' | 'impressions' | 'clicks', text = cellOf(field)): number => {
    if (isEmptyCell(text)) return 0;
    const value = parseCellNumber(text);
    if (value === null)
      wrong(field, { key: isNegativeCell(text) ? 'mustNotBeNegative' : 'mustBeNumber' }, text);
    return value ?? 0;
  };
  const cost = (): number => {
    const text = cellOf('cost');
    if (text === '') wrong('cost', { key: 'required' });
    const amount = number('cost', foreignAmount(text)?.amount ?? text);
    if (currency !== 'JPY' && rate === null)
      wrong('cost', { key: 'foreignCurrency', params: { currency } }, text);
    const yen = currency === 'JPY' ? amount : Math.round(amount * (rate ?? 0) * 100) / 100;
    if (!isMoney(yen)) wrong('cost', { key: 'invalidMoney' }, text);
    return yen;
  };
  const count = (field: 'impressions' | 'clicks'): number => {
    const value = number(field);
    if (!isCount(value)) wrong(field, { key: 'invalidCount' }, cellOf(field));
    return value;
  };
  const values = { cost: cost(), impressions: count('impressions'), clicks: count('clicks') };

  const found = mapping.adBy === 'name' ? [] : ads.find(mapping.adBy, name.ad);
  const decided = found.length === 1 ? found[0] : decide(name);
  if (named === '') wrong('ad', { key: 'required' });
  else if (decided === undefined) {
    const several = found.length > 1 || nameParts(name).some((part) => ads.find('name', part).length > 1);
    wrong('ad', { key: several ? 'nameNotUnique' : 'noSuchName', params: { name: named } });
  } else if (decided === null) return { ...empty, days, ...values, reason: { key: 'leftOutName' } };
  return { ...empty, days, adId: decided ?? null, ...values, problems };
}
