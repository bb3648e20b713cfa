import { formatDateTime } from '../../../shared/format';
import type { Locale } from '../../../shared/i18n/messages';
import type { Cell, Row } from '../../export/cell';
import { documentWords } from './words';

/** What a filed table says of itself: a line each, its name before it. Lines without a value stay out. */
export type Facts = ReadonlyArray<readonly [name: string, value: string | null | undefined]>;

/**
 * What stands above the header of a filed table: its title, facts, when it was written, a blank line. Every record is as
 * wide as the table, as RFC 4180 wants.
 */
export function headingOf(title: string, facts: Facts, locale: Locale, now: number, width: number): Row[] {
  const known = facts.flatMap(([name, value]): Row[] => (value ? [[name, value]] : []));
  const lines: Row[] = [[title], ...known, [documentWords[locale].writtenAt, formatDateTime(now)], []];
  return lines.map((line) => filled(line, Math.max(width, 2)));
}

/** The row with empty cells up to a width. */
const filled = (row: Row, width: number): Cell[] => [
  ...row,
  ...Array<null>(Math.max(0, width - row.length)).fill(null),
];

/** What file systems refuse in names. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const MOST = 60;

/** A name for a file of these parts: title, product, period. */
export const fileNameOf = (...parts: readonly string[]): string =>
  parts
    .map((part) => [...part.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()].slice(0, MOST).join(''))
    .filter(Boolean)
    .join('_');
