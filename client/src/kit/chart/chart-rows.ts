/** Rows drawn one by one; all others make "the rest". */
export const MOST_BARS = 8;
/** The same of two bars each, which are higher: the table below stays in sight. */
const MOST_PAIRS = 6;
/** Rows drawn one by one where each has many bars. */
const MOST_GROUPS = 5;
const MANY_SERIES = 3;
/** Points of a scatter: more would be drawn over each other, and keep the page waiting. */
export const MOST_POINTS = 300;
/** How many times the largest bar the rest may be long: a longer one would flatten all others. */
const LONGEST_REST = 1.25;

/** How many rows a chart of so many series draws. */
export const mostRows = (series: number): number =>
  series >= MANY_SERIES ? MOST_GROUPS : series === 2 ? MOST_PAIRS : MOST_BARS;

/** A row as charts take it. */
export interface ChartRow<Row> {
  key: string;
  name: string;
  row: Row;
}

/** A series of a chart: one figure over the rows. */
export interface ChartSeries<Row> {
  key: string;
  label: string;
  /** A name of the theme's palette, or the place in the fixed order of series colours. */
  colour: 'primary' | 'normal' | number;
  value: (row: Row) => number | null;
  /** By what rows are ranked where that is not the value. */
  rank?: ((row: Row) => number | null) | undefined;
}

/** One bar of the chart. */
export interface Bar {
  /** Key of the row; null for the rest. */
  key: string | null;
  name: string;
  series: string;
  /** Null where the row ranks without having a value. */
  value: number | null;
}

/** The bars of a chart, and the rest where it is too long to stand among them. */
export interface Bars {
  bars: readonly Bar[];
  apart: readonly Bar[];
}

/**
 * The bars of a chart: the rows that rank highest by the first series, then the sum of the rest where sums make
 * sense. Rows without a value and without a rank have no bar.
 * @param restName name of the rest by the number of its rows; undefined for ratios, which can't be added up
 */
export function chartBars<Row>(
  rows: readonly ChartRow<Row>[],
  series: readonly ChartSeries<Row>[],
  restName: ((count: number) => string) | undefined,
): Bars {
  const [first] = series;
  if (!first) return { bars: [], apart: [] };
  const rankOf = first.rank ?? first.value;
  const size = (shown: ChartRow<Row>): number => Math.abs(rankOf(shown.row) ?? 0);
  const drawn = rows
    .filter((shown) => size(shown) !== 0 || series.some((one) => (one.value(shown.row) ?? 0) !== 0))
    .sort((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a)));
  const most = mostRows(series.length);
  const top = drawn.slice(0, most);
  const rest = drawn.slice(most);
  const names = uniqueNames(top);
  const bars = top.flatMap((shown, index) =>
    series.map((one): Bar => ({
      key: shown.key,
      name: names[index] ?? shown.name,
      series: one.label,
      value: one.value(shown.row),
    })),
  );
  if (!restName || rest.length === 0) return { bars, apart: [] };
  const name = restName(rest.length);
  const sums = series.map((one): Bar => ({
    key: null,
    name,
    series: one.label,
    value: rest.reduce((sum, { row }) => sum + (one.value(row) ?? 0), 0),
  }));
  const longest = (some: readonly Bar[]): number =>
    Math.max(...some.map(({ value }) => Math.abs(value ?? 0)));
  return longest(sums) > longest(bars) * LONGEST_REST
    ? { bars, apart: sums }
    : { bars: bars.concat(sums), apart: [] };
}

/** Names that differ, because bars of one name would be drawn as one. */
function uniqueNames(rows: readonly { name: string }[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ name }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
