/** Pixel width of the rail at the edge that names the columns beyond it. */
export const RAIL = 34;
/** Least pixel width of a name when two columns would not fit beside it. */
const MIN_NAME = 100;
/** Columns that a narrow window shows at least, as long as names keep their least width. */
const LEAST_COLUMNS = 2;
/** Tolerance for fractions of pixels. */
const PIXEL = 1;

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** Widths of the pinned names and of the columns that scroll beside them. */
export interface FittedWidths {
  readonly pinned: readonly number[];
  readonly columns: readonly number[];
}

/** Counts the leading columns that fit whole. */
function countWhole(columns: readonly number[], room: number): number {
  let end = 0;
  const beyond = columns.findIndex((size) => (end += size) > room);
  return beyond < 0 ? columns.length : beyond;
}

/**
 * Fits the columns of a table that is wider than its box, so that no column is cut at its edge: names take the
 * room that is left beside whole columns, or give some to show two of them; the last columns grow until the
 * end of the table is the edge of a column.
 * @param width pixel width of the box; 0 before it is measured
 */
export function fitColumns({ pinned, columns }: FittedWidths, width: number): FittedWidths {
  const [name, ...further] = pinned;
  if (width === 0 || name === undefined || sumOf(pinned) + sumOf(columns) <= width)
    return { pinned, columns };
  const beside = width - sumOf(pinned) - RAIL;
  const missing = sumOf(columns.slice(0, LEAST_COLUMNS)) - beside;
  const given = missing > 0 ? Math.min(missing, Math.max(0, name - MIN_NAME)) : 0;
  const whole = countWhole(columns, beside + given);
  const spare = whole === 0 ? -given : beside - sumOf(columns.slice(0, whole));
  const fittedName = name + Math.max(spare, -given);
  const room = width - fittedName - sumOf(further);
  const reversed = countWhole([...columns].reverse(), room);
  const first = Math.max(columns.length - reversed, whole);
  const growing = columns.length - first;
  const rest = room - sumOf(columns.slice(columns.length - reversed));
  return {
    pinned: [fittedName, ...further],
    columns:
      growing > 0 && rest > 0
        ? columns.map((size, index) => (index < first ? size : size + rest / growing))
        : columns,
  };
}

/** Columns of a table in sight at a scroll position. */
export interface ColumnSight {
  /** Pixels to cover beside the names, where a column is partly scrolled away. */
  readonly before: number;
  /** Pixels to cover at the edge, from the last whole column on. */
  readonly after: number;
  /** Position of the first column beyond the edge, and how many there are. */
  readonly next: number;
  readonly beyond: number;
}

/**
 * Returns which columns are whole, and how much must be covered so that no part of another one is seen.
 * @param room pixel width beside the names
 * @param scrolled pixels that the columns are scrolled by
 */
export function columnSight(columns: readonly number[], room: number, scrolled: number): ColumnSight {
  const total = sumOf(columns);
  const isEnd = scrolled + room >= total - PIXEL;
  const end = scrolled + room - (isEnd ? 0 : RAIL);
  let at = 0;
  let before = 0;
  let next = scrolled;
  let whole = 0;
  for (const size of columns) {
    const until = at + size;
    if (at < scrolled - PIXEL && until > scrolled + PIXEL) before = until - scrolled;
    if (until <= end + PIXEL) {
      whole += 1;
      next = Math.max(next, until);
    }
    at = until;
  }
  return isEnd
    ? { before, after: 0, next: total, beyond: 0 }
    : { before, after: scrolled + room - next, next, beyond: columns.length - whole };
}
