import { mostRows } from './chart-rows';

/** Pixels of a row by its number of bars. */
const rowHeight = (series: number): number => (series <= 2 ? 22 : 9 * series);
const AXIS = 30;
const LEGEND = 28;

/** Pixels of the bars of so many series: of as many rows as are drawn at most, so that it is known before they come. */
export const barsHeight = (series: number): number =>
  (mostRows(series) + 1) * rowHeight(series) + AXIS + (series > 1 ? LEGEND : 0);
