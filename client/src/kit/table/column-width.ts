import type { DataRow } from './data-row';
import type { FigureColumn } from './figure-column';
import { figureText } from './number-cell';

const WIDE_GLYPH = 13;
const NARROW_GLYPH = 7.8;
const CELL_PADDING = 24;
/** Room for the mark of the order and the column's menu beside its name. */
const HEADER_ROOM = 40;
/** Room for a change beside the earlier value. */
const CHANGE_ROOM = 54;
const LEAST = 84;

const textWidth = (text: string): number =>
  [...text].reduce((sum, glyph) => sum + (glyph.charCodeAt(0) > 255 ? WIDE_GLYPH : NARROW_GLYPH), 0);

/** The value of a column that is farthest from nothing, in total and rows. */
function longestValue<R>(column: FigureColumn<R>, rows: readonly DataRow<R>[] | undefined, total: R | undefined): number {
  let longest = Math.abs((total && column.value(total)) ?? 0);
  for (const { row } of rows ?? []) longest = Math.max(longest, Math.abs(column.value(row) ?? 0));
  return longest;
}

/** Pixels of a column of figures: room for its title, and for its longest value with a change below. */
export function columnWidth<R>(
  column: FigureColumn<R>,
  compared: boolean,
  rows: readonly DataRow<R>[] | undefined,
  total: R | undefined,
): number {
  const { unit, decimals } = column;
  const text = figureText(longestValue(column, rows, total), { unit, decimals, unitInHeader: true });
  const title = textWidth(column.title) + (unit === 'yen' ? WIDE_GLYPH : 0) + HEADER_ROOM;
  const earlier = compared ? textWidth(text) * 0.85 + CHANGE_ROOM : 0;
  return Math.ceil(Math.max(LEAST, title, Math.max(textWidth(text) + 8, earlier) + CELL_PADDING));
}
