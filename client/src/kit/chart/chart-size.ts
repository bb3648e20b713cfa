import { mostRows } from './chart-rows';

/** Pixels of a row with one bar; of two, each as high as the value beside it; and of each of many. */
const ROW = 22;
const TWO = 28;
const OF_MANY = 9;
/** Pixels of a row by its number of bars; on narrow windows at least those of a name on two lines. */
const rowHeight = (series: number, narrow: boolean): number =>
  Math.max(series <= 1 ? ROW : Math.max(TWO, OF_MANY * series), narrow ? 28 : 0);
const AXIS = 30;
const LEGEND = 28;

/** Pixels of the bars of so many series: of as many rows as are drawn at most, so that it is known before they come. */
export const barsHeight = (series: number, narrow: boolean): number =>
  (mostRows(series) + 1) * rowHeight(series, narrow) + AXIS + (series > 1 ? LEGEND : 0);
