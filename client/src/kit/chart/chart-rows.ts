import type { ChartSeries } from '../report/types';
import type { ShownRow } from '../report/shown-rows';

/** Rows drawn one by one; all others make "the rest". */
export const MOST_BARS = 8;
/** Rows drawn one by one where each has many bars. */
const MOST_GROUPS = 5;
const MANY_SERIES = 3;
/** Points of a scatter: more would be drawn over each other, and keep the page waiting. */
export const MOST_POINTS = 300;

/** How many rows a chart of so many series draws. */
export const mostRows = (series: number): number => (series >= MANY_SERIES ? MOST_GROUPS : MOST_BARS);

/** One bar of the chart. */
export interface Bar {
  /** Key of the row; null for the rest. */
  key: string | null;
  name: string;
  series: string;
  value: number;
}

/**
 * The bars of a chart: the rows with the largest values of the first series, then the sum of the rest where sums
 * make sense. Rows without a value have no bar.
 * @param restName name of the rest by the number of its rows; undefined for ratios, which can't be added up
 */
export function chartBars(
  rows: readonly ShownRow[],
  series: readonly ChartSeries[],
  restName: ((count: number) => string) | undefined,
): Bar[] {
  const [first] = series;
  if (!first) return [];
  const size = (shown: ShownRow): number => Math.abs(first.value(shown.row) ?? 0);
  const drawn = rows.filter(({ row }) => series.some((one) => (one.value(row) ?? 0) !== 0)).sort((a, b) => size(b) - size(a));
  const most = mostRows(series.length);
  const top = drawn.slice(0, most);
  const rest = drawn.slice(most);
  const names = uniqueNames(top);
  const bars: Bar[] = top.flatMap((shown, index) =>
    series.map((one) => ({
      key: shown.key,
      name: names[index] ?? shown.name,
      series: one.label,
      value: one.value(shown.row) ?? 0,
    })),
  );
  if (!restName || rest.length === 0) return bars;
  const name = restName(rest.length);
  return bars.concat(
    series.map((one) => ({
      key: null,
      name,
      series: one.label,
      value: rest.reduce((sum, { row }) => sum + (one.value(row) ?? 0), 0),
    })),
  );
}

/** Names that differ, because bars of one name would be drawn as one. */
function uniqueNames(rows: readonly ShownRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ name }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
