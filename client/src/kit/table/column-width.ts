import type { MeasureUnit } from '../../../../shared/catalog';
import type { DataRow } from './data-row';
import type { FigureColumn } from './measure-column';
import { differenceText, figureChange, figureText } from './number-cell';

const WIDE_GLYPH = 13;
const NARROW_GLYPH = 7.8;
/** Titles are bold, and mostly capitals. */
const NARROW_GLYPH_OF_TITLE = 10;
/** Totals are bold. */
const NARROW_GLYPH_OF_TOTAL = 9.1;
const NARROW_SEPARATOR_OF_TOTAL = 5;
const CELL_PADDING = 24;
/** Room for the mark of the order and the column's menu beside its name. */
const HEADER_ROOM = 40;
/** Room for a change in percent beside the earlier value. */
const CHANGE_ROOM = 54;
/** Of that for its arrow. */
const ARROW_ROOM = 18;
/** How much smaller the letters of earlier values and changes are. */
const SMALL = 11 / 13;
const LEAST = 84;

const textWidth = (text: string, narrow = NARROW_GLYPH): number =>
  [...text].reduce((sum, glyph) => sum + (glyph.charCodeAt(0) > 255 ? WIDE_GLYPH : narrow), 0);

/** The farthest from nothing. */
const farthest = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);

/** Room for the value of the period compared with and the change beside it, both in small letters. */
function earlierWidth<R>(column: FigureColumn<R>, rows: readonly DataRow<R>[]): number {
  const { unit, decimals } = column;
  const pairs = rows.map(({ row, previous }) => ({
    now: column.value(row) ?? 0,
    previous: previous ? (column.value(previous) ?? 0) : 0,
  }));
  const value = figureText(farthest(pairs.map(({ previous }) => previous)), {
    unit,
    decimals,
    unitInHeader: true,
  });
  // In percent changes are short; as points, and from a loss, they can be as long as values.
  const differing = pairs.filter(({ previous }) => (unit === 'ratio' ? previous !== 0 : previous < 0));
  const most = differing.reduce(
    (one, other) => (Math.abs(other.now - other.previous) > Math.abs(one.now - one.previous) ? other : one),
    { now: 0, previous: 0 },
  );
  const change = figureChange(most.now, most.previous, { unit, decimals });
  return (
    SMALL * textWidth(value) + Math.max(CHANGE_ROOM, change ? SMALL * textWidth(change.text) + ARROW_ROOM : 0)
  );
}

/** Pixels that the farthest of these from nothing takes, in bold as totals are. */
export const totalWidth = (values: readonly (number | null)[], unit: MeasureUnit): number =>
  Math.ceil(
    [...figureText(farthest(values), { unit, unitInHeader: true })].reduce(
      (sum, glyph) => sum + (glyph === ',' ? NARROW_SEPARATOR_OF_TOTAL : NARROW_GLYPH_OF_TOTAL),
      0,
    ),
  );

/** Pixels of a column of figures: room for its title, and for its longest value with its sign and mark, and a change below. */
export function columnWidth<R>(
  column: FigureColumn<R>,
  compared: boolean,
  rows: readonly DataRow<R>[] = [],
  total: R | undefined,
): number {
  const { unit, decimals } = column;
  const longest = farthest([total && column.value(total), ...rows.map(({ row }) => column.value(row))]);
  const text = textWidth(
    (column.signed ? differenceText : figureText)(longest, { unit, decimals, unitInHeader: true }),
  );
  const title =
    textWidth(column.title, NARROW_GLYPH_OF_TITLE) + (unit === 'yen' ? WIDE_GLYPH : 0) + HEADER_ROOM;
  const beside = [column.signed, column.mark].filter(Boolean).length * NARROW_GLYPH;
  const earlier = compared ? Math.max(SMALL * text + CHANGE_ROOM, earlierWidth(column, rows)) : 0;
  return Math.ceil(Math.max(LEAST, title, Math.max(text + beside + 8, earlier) + CELL_PADDING));
}
