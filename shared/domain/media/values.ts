import { isDay, type Day } from '../calendar';

const normalise = (text: string): string => text.normalize('NFKC').trim();

const DAY = /^(\d{4})(?:[/.\-年](\d{1,2})[/.\-月](\d{1,2})日?|(\d{2})(\d{2}))(?:[ T]0{1,2}:00(?::00)?)?$/;

/**
 * Parses a Tokyo day as media write it: 2026/11/01, 2026-11-1, 20261101, 2026年11月1日. Returns null for
 * anything else.
 */
export function parseMediaDay(text: string): Day | null {
  const [, year, month, dayOfMonth, MM, dd] = DAY.exec(normalise(text)) ?? [];
  const day = Number(year) * 10_000 + Number(month ?? MM) * 100 + Number(dayOfMonth ?? dd);
  return isDay(day) ? day : null;
}

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/;
/** Placeholders of empty values in exports. */
const EMPTY_VALUES = new Set(['', '-', '--', '―', 'ー', '–', '—']);

/**
 * Parses a number as media write it: `1,234`, `¥1,234.5`, `1234円`; empty values are 0. Returns null for
 * anything else, including negative numbers.
 */
export function parseMediaNumber(text: string): number | null {
  const bare = normalise(text)
    .replace(/^[¥\\]\s*/, '')
    .replace(/\s*(円|JPY|yen)$/i, '');
  if (EMPTY_VALUES.has(bare)) return 0;
  return NUMBER.test(bare) ? Number(bare.replaceAll(',', '')) : null;
}

/** Returns whether a text is a negative number, as media and spreadsheets write it. */
export function isNegativeMediaNumber(text: string): boolean {
  const [, rest = ''] = /^(?:[¥\\]\s*)?[-−△▲](.+)$/.exec(normalise(text)) ?? [];
  return /\d/.test(rest) && parseMediaNumber(rest) !== null;
}

const TOTAL = /^(合計|総計|小計|総合計|計|total|grand total|subtotal|总计|合计)/i;

/** Returns whether a row is a total, according to its day or its first cell. */
export const isTotalRow = (cells: readonly string[], day: string): boolean =>
  TOTAL.test(normalise(day)) ||
  (normalise(day) === '' && TOTAL.test(normalise(cells.find((cell) => cell.trim() !== '') ?? '')));
