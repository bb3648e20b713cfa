import dayjs, { type Dayjs } from 'dayjs';
import en from 'dayjs/locale/en';
import ja from 'dayjs/locale/ja';
import zhCN from 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';
import { isDay, type Day, type Month, type WeekStart } from '../../../shared/domain/calendar';
import type { Language } from '../preferences/language';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** A date as antd's panels take it. */
export type PanelDate = Dayjs;

/**
 * Dates as people see and write them, on dayjs; no other file of the console knows it. Which days make a period, and
 * what they are compared with, is the rule of shared/domain/calendar.
 *
 * A Tokyo day is held as dayjs's UTC day of the same name, and a moment as the one nine hours later: `utcOffset(9)`
 * reckons by the clock of the browser, and is an hour off beside the hours that summer time skips or repeats there.
 */
const TOKYO_HOURS = 9;
const SHOWN_DAY = 'YYYY/MM/DD';
const ADDRESS_DAY = 'YYYY-MM-DD';
const SHOWN_TIME = `${SHOWN_DAY} HH:mm:ss`;

const WORDS = { ja, en, 'zh-CN': zhCN } as const satisfies Record<Language, ILocale>;
const SHOWN_MONTH: Record<Language, string> = { ja: 'YYYY年M月', en: 'MMMM YYYY', 'zh-CN': 'YYYY年M月' };

/** A day for a panel. */
export const panelDate = (day: Day): PanelDate => dayjs.utc(String(day), 'YYYYMMDD');

/** The day that a panel gave. */
export const dayOfPanel = (date: PanelDate): Day =>
  date.year() * 10_000 + (date.month() + 1) * 100 + date.date();

const inTokyo = (instant: number): Dayjs => dayjs.utc(instant).add(TOKYO_HOURS, 'hour');

/** Today in Tokyo, whatever the browser thinks. */
export const tokyoToday = (now: number = Date.now()): Day => dayOfPanel(inTokyo(now));

/** How long the day that runs in Tokyo still runs, in milliseconds. */
export const untilTomorrow = (now: number = Date.now()): number =>
  inTokyo(now).endOf('day').diff(inTokyo(now)) + 1;

/** A day as `yyyy/MM/dd`. */
export const formatDay = (day: Day): string => panelDate(day).format(SHOWN_DAY);

/** A day as it stands in addresses and questions: `yyyy-MM-dd`. */
export const dayText = (day: Day): string => panelDate(day).format(ADDRESS_DAY);

/** A time that the server answered, as `yyyy/MM/dd HH:mm:ss` in Tokyo. */
export const formatDateTime = (time: string): string => inTokyo(Date.parse(time)).format(SHOWN_TIME);

/** A month by its name: `2026年11月`, `November 2026`. */
export const formatMonth = (month: Month, language: Language): string =>
  panelDate(month * 100 + 1)
    .locale(WORDS[language])
    .format(SHOWN_MONTH[language]);

/** The weekday of a day, in short. */
export const formatWeekday = (day: Day, language: Language): string =>
  panelDate(day).locale(WORDS[language]).format('ddd');

/** Reads `yyyy/MM/dd` or `yyyy-MM-dd`, full-width digits too; null for anything else, also for days that no calendar has. */
export function parseDay(text: string): Day | null {
  const typed = text.normalize('NFKC').trim();
  const date = [SHOWN_DAY, ADDRESS_DAY]
    .map((shape) => dayjs.utc(typed, shape, true))
    .find((read) => read.isValid());
  const day = date ? dayOfPanel(date) : 0;
  return isDay(day) ? day : null;
}

/** Times as they are typed and as they stand in addresses, with seconds or without. */
const TYPED_TIMES = [SHOWN_DAY, ADDRESS_DAY].flatMap((day) =>
  [' ', '[T]'].flatMap((between) => ['HH:mm', 'HH:mm:ss'].map((time) => `${day}${between}${time}`)),
);

/** Reads a Tokyo time, or a day as its beginning; null for anything else. */
export function parseDateTime(text: string): number | null {
  const typed = text.normalize('NFKC').trim();
  const day = parseDay(typed);
  const date =
    day === null
      ? TYPED_TIMES.map((shape) => dayjs.utc(typed, shape, true)).find((read) => read.isValid())
      : panelDate(day);
  return date ? date.subtract(TOKYO_HOURS, 'hour').valueOf() : null;
}

/** The name under which dayjs, and so antd's panels, know a language whose weeks begin with a weekday. */
export function panelLocale(language: Language, weekStart: WeekStart): string {
  const name = `${language.toLowerCase()}-${weekStart}`;
  dayjs.locale({ ...WORDS[language], name, weekStart }, undefined, true);
  return name;
}
