import { countDays, type Day, type DayRange } from '../../../shared/domain/calendar';
import {
  nameParts,
  type conversionFields,
  type MediaAdName,
  type MediaField,
} from '../../../shared/catalog/media';
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
import { cellReader } from '../../records/table/mapping';
import type { TableRow } from '../../records/table/table-file';
import type { KnownAds } from './known-ads';
import type { MediaFile } from './media-file';

/** Values that a medium reports for an ad and day. */
export interface MediaValues {
  readonly cost: number;
  readonly impressions: number;
  readonly clicks: number;
  /** Null: the file has no such column. The value is in yen. */
  readonly conversions: number | null;
  readonly conversionValue: number | null;
  readonly viewThrough: number | null;
}

export type ConversionValues = Pick<MediaValues, (typeof conversionFields)[number]>;

const NO_CONVERSIONS: ConversionValues = { conversions: null, conversionValue: null, viewThrough: null };
/** Values of a line without any; the start of a sum. */
export const NOTHING: MediaValues = { cost: 0, impressions: 0, clicks: 0, ...NO_CONVERSIONS };

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
/** Decimals of conversions; media divide them among campaigns. */
const CONVERSION_SCALE = 1e6;
const isCount = (value: number): boolean => Number.isInteger(value) && value <= MAX_VALUE;

/** A row with its cells by field. */
interface Line extends TableRow {
  readonly cell: (field: MediaField) => string;
  readonly name: MediaAdName;
  readonly names: readonly string[];
  readonly hasDay: boolean;
}

/** Returns a function that tells why a line is no cost of an ad; null if it is one. */
function totalFinder(file: MediaFile, lines: readonly Line[], ads: KnownAds) {
  const [anyDay, anyName] = [lines.some(({ hasDay }) => hasDay), lines.some(({ names }) => names.length > 0)];
  const total: FailureMessage = { key: 'totalRow' };
  return ({ cells, fault, cell, names, hasDay }: Line): FailureMessage | null => {
    if (fault) return null;
    const [first = '', ...filled] = cells.filter((text) => !isEmptyCell(text));
    const day = cell('day');
    const isAlone = first !== '' && filled.length === 0 && file.columns.length > 1;
    if (isAlone && parseCellPeriod(day) === null && !lacksYear(day))
      return isTotalCell(first) ? total : { key: 'noteRow' };
    const unknown = names.filter((name) => ads.find('name', name).length === 0);
    if ([day, ...unknown].some(isTotalCell)) return total;
    if ((anyDay && !hasDay) || (anyName && names.length === 0)) return total;
    return (!hasDay || names.length === 0) && isTotalCell(first) ? total : null;
  };
}

/** Parses the rows of a file by its mapping, with errors by field, and lists their foreign currencies. */
export function readMediaRows(file: MediaFile, context: Context) {
  const cellOf = cellReader(file);
  const lines = file.rows.map((row): Line => {
    const text = (field: 'campaign' | 'adSet' | 'ad'): string =>
      isEmptyCell(cellOf(row, field)) ? '' : cellOf(row, field);
    const name = { campaign: text('campaign'), adSet: text('adSet'), ad: text('ad') };
    const hasDay = !isEmptyCell(cellOf(row, 'day'));
    return { ...row, cell: (field) => cellOf(row, field), name, names: nameParts(name), hasDay };
  });
  const reasonOf = totalFinder(file, lines, context.ads);
  const ofHeader = currencyOfHeader(file.mapping.cost ?? '');
  const currencyOfLine = ({ cell }: Line): string => {
    const text = cell('currency');
    const ofRow = isEmptyCell(text) ? null : (currencyOf(text) ?? text.slice(0, MAX_VALUE_LENGTH));
    return foreignAmount(cell('cost'))?.currency ?? ofRow ?? ofHeader ?? 'JPY';
  };
  const rows = lines.map((line) => ({ line, reason: reasonOf(line), currency: currencyOfLine(line) }));
  const currencies = new Set(rows.filter(({ reason }) => reason === null).map(({ currency }) => currency));
  currencies.delete('JPY');
  // A rate is for one currency.
  const rate = currencies.size === 1 ? context.answers.exchangeRate : null;
  return {
    currencies: [...currencies],
    rows: rows.map(({ line, reason, currency }): MediaRow => {
      const { name, names } = line;
      const nothing = { ...NOTHING, days: null, adId: null, reason, problems: [] };
      const parsed = reason === null ? parseLine(file, line, context, currency, rate) : {};
      return { ...nothing, line: line.line, name, named: names.join(' / '), ...parsed };
    }),
  };
}

function parseLine(
  { mapping, period }: MediaFile,
  { fault, cell, name, names, hasDay }: Line,
  { ads, today, answers, decide }: Context,
  currency: string,
  rate: number | null,
): Partial<MediaRow> {
  const problems: MediaProblem[] = [];
  const wrong = (field: MediaField, message: FailureMessage, value = ''): null => {
    const column = fault ? null : mapping[field];
    problems.push({ field, column, value: value === '' ? null : value.slice(0, MAX_VALUE_LENGTH), message });
    return null;
  };
  if (fault) {
    wrong('day', { key: fault });
    return { problems };
  }

  const readDays = (): DayRange | null => {
    const [text, last] = [cell('day'), cell('periodEnd')];
    if (mapping.day === null) return period;
    if (!hasDay) return wrong('day', { key: 'required' });
    const days = parseCellPeriod(text, answers.year);
    if (!days) return wrong('day', { key: lacksYear(text) ? 'yearNeeded' : 'mustBeDate' }, text);
    if (isEmptyCell(last)) return days;
    const to = parseCellDay(last, answers.year);
    if (to === null) return wrong('periodEnd', { key: 'mustBeDate' }, last);
    return to < days.from ? wrong('periodEnd', { key: 'fromAfterTo' }, last) : { from: days.from, to };
  };
  const days = readDays();
  const count = days ? countDays(days.from, days.to) : 1;
  if (days && days.to > today) wrong('day', { key: 'notYetDay' }, cell('day'));
  else if (count > 1 && !(answers.spread && count <= MAX_SPREAD_DAYS))
    wrong('day', { key: 'periodRow', params: { count } }, cell('day'));

  const numberIn = (field: MediaField, text: string): number => {
    if (isEmptyCell(text)) return 0;
    const value = parseCellNumber(text);
    if (value === null)
      wrong(field, { key: isNegativeCell(text) ? 'mustNotBeNegative' : 'mustBeNumber' }, text);
    return value ?? 0;
  };
  const readCost = (): number => {
    const text = cell('cost');
    if (text === '') wrong('cost', { key: 'required' });
    const amount = numberIn('cost', foreignAmount(text)?.amount ?? text);
    if (currency !== 'JPY' && rate === null)
      wrong('cost', { key: 'foreignCurrency', params: { currency } }, text);
    const yen = currency === 'JPY' ? amount : Math.round(amount * (rate ?? 0) * 100) / 100;
    if (!isMoney(yen)) wrong('cost', { key: 'invalidMoney' }, text);
    return yen;
  };
  const readCount = (field: 'impressions' | 'clicks'): number => {
    const value = numberIn(field, cell(field));
    if (!isCount(value)) wrong(field, { key: 'invalidCount' }, cell(field));
    return value;
  };
  const readConversions = (field: keyof ConversionValues, rateToYen = 1): number | null => {
    if (mapping[field] === null) return null;
    const text = cell(field);
    const value = numberIn(field, foreignAmount(text)?.amount ?? text) * rateToYen;
    if (value > MAX_VALUE) wrong(field, { key: 'maxValue', params: { max: MAX_VALUE } }, text);
    return Math.round(value * CONVERSION_SCALE) / CONVERSION_SCALE;
  };
  const values: MediaValues = {
    cost: readCost(),
    impressions: readCount('impressions'),
    clicks: readCount('clicks'),
    conversions: readConversions('conversions'),
    conversionValue: readConversions('conversionValue', currency === 'JPY' ? 1 : (rate ?? 0)),
    viewThrough: readConversions('viewThrough'),
  };

  const found = mapping.adBy === 'name' ? [] : ads.find(mapping.adBy, name.ad);
  const adId = found.length === 1 ? found[0] : decide(name);
  if (names.length === 0) wrong('ad', { key: 'required' });
  else if (adId === null) return { days, ...values, reason: { key: 'leftOutName' } };
  else if (adId === undefined) {
    const several = found.length > 1 || names.some((part) => ads.find('name', part).length > 1);
    wrong('ad', { key: several ? 'nameNotUnique' : 'noSuchName', params: { name: names.join(' / ') } });
  }
  return { days, adId: adId ?? null, ...values, problems };
}
