import type { MeasureUnit } from '../../../../shared/catalog';
import type { DataRow } from './data-row';
import type { MetricColumn } from './measure-column';
import { differenceText, metricChange, metricText } from './number-cell';
import { maxPaperWidth } from '../use-window';

const WIDE_GLYPH = 13;
const NARROW_GLYPH = 7.8;
/** Titles are bold and mostly capitals. */
const NARROW_GLYPH_OF_TITLE = 10;
/** Totals are bold. */
const NARROW_GLYPH_OF_TOTAL = 9.1;
const NARROW_SEPARATOR_OF_TOTAL = 5;
const CELL_PADDING = 24;
/** Room for the sort icon and the column menu beside the title. */
const HEADER_ROOM = 40;
/** Room for a change in percent beside the earlier value. */
const CHANGE_ROOM = 54;
/** Part of that for its arrow. */
const ARROW_ROOM = 18;
/** Relative font size of earlier values and changes. */
const SMALL = 11 / 13;
const MIN_WIDTH = 84;

const textWidth = (text: string, narrow = NARROW_GLYPH): number =>
  [...text].reduce((sum, glyph) => sum + (glyph.charCodeAt(0) > 255 ? WIDE_GLYPH : narrow), 0);

/** Returns the largest absolute value. */
const largestAbsolute = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);

/** What a cell shows of its comparison: the change, also the earlier value, or nothing. */
export type ShownComparison = 'change' | 'earlier' | false;

/** Returns the width of the change and of the comparison value, both in a small font. */
function comparisonWidth<R>(
  column: MetricColumn<R>,
  rows: readonly DataRow<R>[],
  shown: 'change' | 'earlier',
): number {
  const { unit, decimals } = column;
  const pairs = rows.map(({ row, previous }) => ({
    now: column.value(row) ?? 0,
    previous: previous ? (column.value(previous) ?? 0) : 0,
  }));
  const value = metricText(largestAbsolute(pairs.map(({ previous }) => previous)), {
    unit,
    decimals,
    unitInHeader: true,
  });
  // Changes in percent are short; in points or from a loss they can be as long as values.
  const differing = pairs.filter(({ previous }) => (unit === 'ratio' ? previous !== 0 : previous < 0));
  const most = differing.reduce(
    (one, other) => (Math.abs(other.now - other.previous) > Math.abs(one.now - one.previous) ? other : one),
    { now: 0, previous: 0 },
  );
  const change = metricChange(most.now, most.previous, { unit, decimals });
  return (
    (shown === 'earlier' ? SMALL * textWidth(value) : 0) +
    Math.max(CHANGE_ROOM, change ? SMALL * textWidth(change.text) + ARROW_ROOM : 0)
  );
}

/** Returns the width of the longest of these values in bold, the style of totals. */
export const totalWidth = (values: readonly (number | null)[], unit: MeasureUnit): number =>
  Math.ceil(
    [...metricText(largestAbsolute(values), { unit, unitInHeader: true })].reduce(
      (sum, glyph) => sum + (glyph === ',' ? NARROW_SEPARATOR_OF_TOTAL : NARROW_GLYPH_OF_TOTAL),
      0,
    ),
  );

/**
 * Returns the width of a metric column: room for its title, its longest value with sign and mark, and a
 * change below.
 */
export function columnWidth<R>(
  column: MetricColumn<R>,
  compared: ShownComparison,
  rows: readonly DataRow<R>[] = [],
  total: R | undefined,
): number {
  const { unit, decimals } = column;
  const longest = largestAbsolute([
    total && column.value(total),
    ...rows.map(({ row }) => column.value(row)),
  ]);
  const text = textWidth(
    (column.signed ? differenceText : metricText)(longest, { unit, decimals, unitInHeader: true }),
  );
  const title =
    textWidth(column.title, NARROW_GLYPH_OF_TITLE) + (unit === 'yen' ? WIDE_GLYPH : 0) + HEADER_ROOM;
  const beside = [column.signed, column.mark].filter(Boolean).length * NARROW_GLYPH;
  const beforeRows = compared === 'earlier' ? SMALL * text + CHANGE_ROOM : 0;
  const earlier = compared ? Math.max(beforeRows, comparisonWidth(column, rows, compared)) : 0;
  return Math.ceil(Math.max(MIN_WIDTH, title, Math.max(text + beside + 8, earlier) + CELL_PADDING));
}

/** Metric columns of one sheet, from `from` up to but excluding `to`. */
export interface Sheet {
  readonly from: number;
  readonly to: number;
}

/** Returns the width of a sheet of names and metrics. */
export const sheetWidth = (names: number, sizes: readonly number[], { from, to }: Sheet): number =>
  sizes.slice(from, to).reduce((sum, size) => sum + size, names);

/**
 * Splits the columns of a table that is too wide for paper into sheets, each starting with the names. Sheets
 * are filled evenly, so none has a single column.
 * @param names pixel width of the name columns
 * @param sizes pixel width of each metric column
 */
export function sheetsOf(names: number, sizes: readonly number[], most = maxPaperWidth): Sheet[] {
  const fill = (room: number): Sheet[] => {
    const sheets: Sheet[] = [];
    let from = 0;
    sizes.forEach((_, column) => {
      if (column > from && sheetWidth(names, sizes, { from, to: column + 1 }) > room) {
        sheets.push({ from, to: column });
        from = column;
      }
    });
    return [...sheets, { from, to: sizes.length }];
  };
  const { length } = fill(most);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  // Find the smallest width, from equal shares on, that needs no more sheets.
  for (let room = names + whole / length; room < most; room += 20) {
    const sheets = fill(room);
    if (sheets.length === length) return sheets;
  }
  return fill(most);
}
