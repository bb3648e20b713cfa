import { maxRows } from './chart-rows';

/** Pixels per row with one bar, pixels per row with two bars, and pixels per bar with more. */
const ROW = 22;
const TWO = 28;
const OF_MANY = 9;
/** Pixels per row by its number of bars. Narrow windows need at least the height of a name on two lines. */
const rowHeight = (series: number, narrow: boolean): number =>
  Math.max(series <= 1 ? ROW : Math.max(TWO, OF_MANY * series), narrow ? 28 : 0);
const AXIS = 30;
const LEGEND = 28;

/**
 * Pixel height of the bars for this number of series. It assumes the maximum number of rows, so it is known
 * before they load.
 */
export const barsHeight = (series: number, narrow: boolean): number =>
  (maxRows(series) + 1) * rowHeight(series, narrow) + AXIS + (series > 1 ? LEGEND : 0);
