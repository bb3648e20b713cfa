import { formatDateTime } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { Cell, Row } from '../../export/cell';

/** Lines above an exported table: name and value. Lines without a value are omitted. */
export type Facts = ReadonlyArray<readonly [name: string, value: string | null | undefined]>;

/**
 * Builds the lines above the header: title, facts, export time, and a blank line. Every record is as wide as
 * the table, as RFC 4180 requires.
 */
export function headingOf(title: string, facts: Facts, locale: Locale, now: number, width: number): Row[] {
  const known = facts.flatMap(([name, value]): Row[] => (value ? [[name, value]] : []));
  const lines: Row[] = [[title], ...known, [texts[locale].documents.writtenAt, formatDateTime(now)], []];
  return lines.map((line) => filled(line, Math.max(width, 2)));
}

/** Pads a row with empty cells to a width. */
const filled = (row: Row, width: number): Cell[] => [
  ...row,
  ...Array<null>(Math.max(0, width - row.length)).fill(null),
];

/** Characters that file systems reject in names. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const MOST = 60;

/** Builds a file name of its parts: title, product, period. */
export const fileNameOf = (...parts: readonly string[]): string =>
  parts
    .map((part) => [...part.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()].slice(0, MOST).join(''))
    .filter(Boolean)
    .join('_');
