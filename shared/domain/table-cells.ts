import { isDay, type Day, type DayRange } from './calendar';

/** Days and numbers as media and spreadsheets write them in a table's cells. */

/** Normalises a cell: drops full width and blanks around it. */
export const plainCell = (text: string): string => text.normalize('NFKC').trim();

/** Placeholders of empty values in exports. */
const EMPTY = /^(?:[-―ー–—]*|n\/a)$/i;

/** Returns whether a cell holds nothing, or a dash in place of it. */
export const isEmptyCell = (text: string): boolean => EMPTY.test(plainCell(text));

const TIME = String.raw`(?:[ T]*(?:\([日月火水木金土]\)|[日月火水木金土]曜日))?(?:[ T]+0{1,2}:00(?::00)?(?:\.0+)?(?: ?(?:\+09:?00|JST))?)?`;
const NUMERIC = String.raw`\d{4}[/.\-年] ?\d{1,2}[/.\-月] ?\d{1,2}日?|\d{8}`;
const WORDED = String.raw`[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4}`;
const WITHOUT_YEAR = String.raw`\d{1,2}/\d{1,2}|\d{1,2}月\d{1,2}日`;
const DAY = `(?:${NUMERIC}|${WORDED}|${WITHOUT_YEAR})${TIME}`;
const RANGE = `(${DAY})\\s*(?:[~〜–—-]|から|to)\\s*(${DAY})`;

const WHOLE_DAY = new RegExp(`^${DAY}$`);
const WHOLE_RANGE = new RegExp(`^${RANGE}$`);
const SOME_RANGE = new RegExp(`(?<!\\d)${RANGE}(?!\\d)`);
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/**
 * Parses a Tokyo day: 2026/11/1, 2026-11-01, 20261101, 2026年11月1日, Nov 1, 2026; and 11/1 or 11月1日 if the
 * year is known. Returns null for anything else.
 */
export function parseCellDay(text: string, year: number | null = null): Day | null {
  const cell = plainCell(text);
  if (!WHOLE_DAY.test(cell)) return null;
  const date = cell.replace(/ ?(?:\(.\)|.曜日)/, '').replace(/[ T]+0{1,2}:00.*$/, '');
  const numbers = (/^\d{8}$/.test(date) ? date.replace(/(....)(..)(..)/, '$1/$2/$3') : date)
    .split(/\D+/)
    .filter(Boolean)
    .map(Number);
  const word = /[A-Z][a-z]{2}/.exec(date)?.[0].toLowerCase();
  if (word) {
    const month = MONTHS.indexOf(word) / 3 + 1;
    const [a = 0, b = 0] = numbers;
    return validDay(Math.max(a, b), month, Math.min(a, b));
  }
  const [month = 0, day = 0] = numbers.slice(-2);
  const itsYear = numbers.length === 2 ? year : (numbers[0] ?? null);
  return itsYear === null ? null : validDay(itsYear, month, day);
}

function validDay(year: number, month: number, dayOfMonth: number): Day | null {
  const day = year * 10_000 + month * 100 + dayOfMonth;
  return isDay(day) ? day : null;
}

const parseRange = (match: RegExpExecArray | null, year: number | null): DayRange | null => {
  const [, first = '', last = ''] = match ?? [];
  const from = parseCellDay(first, year);
  const to = parseCellDay(last, year ?? (from === null ? null : Math.floor(from / 10_000)));
  return from === null || to === null || from > to ? null : { from, to };
};

/** Parses a day, or a period such as 2026/11/01～2026/11/26. */
export function parseCellPeriod(text: string, year: number | null = null): DayRange | null {
  const day = parseCellDay(text, year);
  return day === null ? parseRange(WHOLE_RANGE.exec(plainCell(text)), year) : { from: day, to: day };
}

const LEAP_YEAR = 2024;

/** Returns whether a cell is a day or period that lacks only the year: 11/1, 11月1日. */
export const lacksYear = (text: string): boolean =>
  parseCellPeriod(text) === null && parseCellPeriod(text, LEAP_YEAR) !== null;

/** Finds the period that a title line names, in one cell or in two. */
export function periodInTitle(cells: readonly string[]): DayRange | null {
  for (const cell of cells.map(plainCell)) {
    const found =
      parseRange(SOME_RANGE.exec(cell), null) ??
      parseCellPeriod(cell.replace(/^(?:対象|集計|配信)?(?:期間|日付?)\s*[:：]?\s*/, ''));
    if (found && found.from !== found.to) return found;
    if (!found) continue;
    const days = cells.flatMap((one) => parseCellDay(one) ?? []);
    return { from: found.from, to: days.length === 2 ? Math.max(found.from, days[1] ?? 0) : found.to };
  }
  return null;
}

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/;
const YEN_BEFORE = /^(?:(?:JP)?[¥\\]|JPY)\s*/i;
const YEN_AFTER = /\s*(?:円|JPY|yen)$/i;
const NEGATIVE = /^[-−△▲]/;

const bareNumber = (text: string): string =>
  plainCell(text).replace(YEN_BEFORE, '').replace(YEN_AFTER, '').trim();

/** Parses a number: `1,234`, `¥1,234.5`, `1234円`. Returns null for anything else, including negative numbers. */
export function parseCellNumber(text: string): number | null {
  const bare = bareNumber(text);
  return NUMBER.test(bare) ? Number(bare.replaceAll(',', '')) : null;
}

/** Returns whether a cell is a negative number, as media and spreadsheets write it. */
export function isNegativeCell(text: string): boolean {
  const bare = bareNumber(text);
  return NEGATIVE.test(bare) && parseCellNumber(bare.slice(1)) !== null;
}

/** Signs and words of currencies; codes speak for themselves. */
const CURRENCY_WORDS = Object.entries({
  USD: '$ us$ 米$ ドル usドル 米ドル',
  EUR: '€ ユーロ',
  GBP: '£ ポンド 英ポンド',
  KRW: '₩ ウォン',
  CNY: 'cn rmb cn¥ rmb¥ 元 人民元',
  TWD: 'nt$ 台湾ドル',
  HKD: 'hk$ 香港ドル',
  JPY: '¥ \\ 円 日本円 yen jp¥',
}).map(([code, words]) => ({ code, words: words.split(' ') }));
/** Codes that are words of reports as well. */
const WORD_CODES = new Set(['ALL', 'TOP']);
const CODES = new Set(Intl.supportedValuesOf('currency').filter((code) => !WORD_CODES.has(code)));

/** Returns the code of a currency that is written as a code, a sign or a word; null if it is none. */
export function currencyOf(text: string): string | null {
  const word = plainCell(text).toLowerCase();
  const code = word.toUpperCase();
  return CODES.has(code) ? code : (CURRENCY_WORDS.find(({ words }) => words.includes(word))?.code ?? null);
}

/** Returns the currency that a column's name states, as in `Cost (USD)`; null if it states none. */
export const currencyOfHeader = (name: string): string | null =>
  currencyOf(/[([【<]([^)\]】>]*)[)\]】>]?\s*$/.exec(plainCell(name))?.[1] ?? '') ??
  currencyOf(/[\s_]([A-Z]{3}|\$)$/.exec(plainCell(name))?.[1] ?? '');

/** Splits an amount with another currency than yen: `$1.50`, `1.50 USD`. Null if it has none. */
export function foreignAmount(text: string): { readonly currency: string; readonly amount: string } | null {
  const [, before = '', amount = '', after = ''] =
    /^([^\d.\-−△▲]*)([\d.,]+)(\D*)$/.exec(plainCell(text)) ?? [];
  const currency = currencyOf(before) ?? currencyOf(after);
  return currency === null || currency === 'JPY' ? null : { currency, amount };
}

const TOTAL = /^(?:(?:総|小|総合|合)計|計|総合|(?:grand |sub)?total|总计)(?:$|\s*[:(\-])/i;

/** Returns whether a cell names a total: 合計, 総計 - アカウント, 合計: キャンペーン, Total. */
export const isTotalCell = (text: string): boolean => TOTAL.test(plainCell(text));
