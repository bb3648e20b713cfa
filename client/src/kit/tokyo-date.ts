import dayjs, { type Dayjs } from 'dayjs';
import en from 'dayjs/locale/en';
import ja from 'dayjs/locale/ja';
import zhCN from 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';
import { isDay, type Day, type Month, type WeekStart } from '../../../shared/domain/calendar';
import type { Language } from '../preferences/language';
import { serverNow } from './server-clock';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** A date in the format of antd's panels. */
export type PanelDate = Dayjs;

/**
 * Formats and parses dates with dayjs, which no other file of the console uses. shared/domain/calendar
 * decides which days make a period and which days it is compared with.
 * A Tokyo day is represented as dayjs's UTC day of the same name, and an instant as the instant nine hours
 * later. `utcOffset(9)` relies on the browser's clock and is an hour off next to the hours that daylight
 * saving time skips or repeats there.
 */
const TOKYO_HOURS = 9;
const DAY_FORMAT = 'YYYY/MM/DD';
const ADDRESS_DAY_FORMAT = 'YYYY-MM-DD';
const TIME_FORMAT = `${DAY_FORMAT} HH:mm:ss`;

const LOCALES = { ja, en, 'zh-CN': zhCN } as const satisfies Record<Language, ILocale>;
const MONTH_FORMATS: Record<Language, string> = { ja: 'YYYY年M月', en: 'MMMM YYYY', 'zh-CN': 'YYYY年M月' };

/** Converts a day for a panel. */
export const panelDate = (day: Day): PanelDate => dayjs.utc(String(day), 'YYYYMMDD');

/** Returns the day of a panel's date. */
export const dayOfPanel = (date: PanelDate): Day =>
  date.year() * 10_000 + (date.month() + 1) * 100 + date.date();

const inTokyo = (instant: number): Dayjs => dayjs.utc(instant).add(TOKYO_HOURS, 'hour');

/** Returns today's date in Tokyo by the server's clock, regardless of the browser's time zone. */
export const tokyoToday = (now: number = serverNow()): Day => dayOfPanel(inTokyo(now));

/** Returns the milliseconds until the current day ends in Tokyo. */
export const untilTomorrow = (now: number = serverNow()): number =>
  inTokyo(now).endOf('day').diff(inTokyo(now)) + 1;

/** Formats a day as `yyyy/MM/dd`. */
export const formatDay = (day: Day): string => panelDate(day).format(DAY_FORMAT);

/** Formats a day of the API, `yyyy-MM-dd`, as `yyyy/MM/dd`. */
export const formatApiDay = (text: string): string => formatDay(parseDay(text) ?? 0);

/** Formats a day for addresses and queries: `yyyy-MM-dd`. */
export const dayText = (day: Day): string => panelDate(day).format(ADDRESS_DAY_FORMAT);

/** Formats a server time as `yyyy/MM/dd HH:mm:ss` in Tokyo. */
export const formatDateTime = (time: string): string => inTokyo(Date.parse(time)).format(TIME_FORMAT);

/** Formats a month by name: `2026年11月`, `November 2026`. */
export const formatMonth = (month: Month, language: Language): string =>
  panelDate(month * 100 + 1)
    .locale(LOCALES[language])
    .format(MONTH_FORMATS[language]);

/** Returns the short weekday of a day. */
export const formatWeekday = (day: Day, language: Language): string =>
  panelDate(day).locale(LOCALES[language]).format('ddd');

/**
 * Parses `yyyy/MM/dd` or `yyyy-MM-dd`, full-width digits too; null for anything else, including days that
 * don't exist.
 */
export function parseDay(text: string): Day | null {
  const typed = text.normalize('NFKC').trim();
  const date = [DAY_FORMAT, ADDRESS_DAY_FORMAT]
    .map((shape) => dayjs.utc(typed, shape, true))
    .find((read) => read.isValid());
  const day = date ? dayOfPanel(date) : 0;
  return isDay(day) ? day : null;
}

/** Formats of typed times and of times in addresses, with or without seconds. */
const TYPED_TIMES = [DAY_FORMAT, ADDRESS_DAY_FORMAT].flatMap((day) =>
  [' ', '[T]'].flatMap((between) => ['HH:mm', 'HH:mm:ss'].map((time) => `${day}${between}${time}`)),
);

/** Parses a Tokyo time, or a day as its start; null for anything else. */
export function parseDateTime(text: string): number | null {
  const typed = text.normalize('NFKC').trim();
  const day = parseDay(typed);
  const date =
    day === null
      ? TYPED_TIMES.map((shape) => dayjs.utc(typed, shape, true)).find((read) => read.isValid())
      : panelDate(day);
  return date ? date.subtract(TOKYO_HOURS, 'hour').valueOf() : null;
}

/** Registers a language with a first weekday in dayjs, and returns its locale name for antd's panels. */
export function panelLocale(language: Language, weekStart: WeekStart): string {
  const name = `${language.toLowerCase()}-${weekStart}`;
  dayjs.locale({ ...LOCALES[language], name, weekStart }, undefined, true);
  return name;
}
