/** Maximum number of rows drawn individually; all others are summed up as "the rest". */
export const MAX_BARS = 8;
/** Maximum for two bars per row. These rows are taller, and the table below should stay visible. */
const MAX_PAIRS = 6;
/** Maximum for rows with many bars. */
const MAX_GROUPS = 5;
const MANY_SERIES = 3;
/** Maximum number of points in a scatter chart. More would overlap and block the page. */
export const MAX_POINTS = 300;
/** Maximum length of the rest relative to the largest bar. A longer rest would flatten all other bars. */
const MAX_REST_RATIO = 1.25;

/** Returns how many rows a chart with this number of series draws. */
export const maxRows = (series: number): number =>
  series >= MANY_SERIES ? MAX_GROUPS : series === 2 ? MAX_PAIRS : MAX_BARS;

/** Table row in the form that charts use. */
export interface ChartRow<Row> {
  key: string;
  name: string;
  row: Row;
}

/** Chart series: one metric over all rows. */
export interface ChartSeries<Row> {
  key: string;
  label: string;
  /** A name in the theme's palette, or an index into the fixed series colours. */
  colour: 'primary' | 'normal' | number;
  value: (row: Row) => number | null;
  /** Ranking key of a row, if it differs from the value. */
  rank?: ((row: Row) => number | null) | undefined;
}

/** One bar of the chart. */
export interface Bar {
  /** Key of the row; null for the rest. */
  key: string | null;
  name: string;
  series: string;
  /** Null if the row ranks without a value. */
  value: number | null;
}

/** Bars of a chart, and the rest separately if it is too long to draw with them. */
export interface Bars {
  bars: readonly Bar[];
  apart: readonly Bar[];
}

/**
 * Returns the rows that rank highest by the first series, then the sum of the rest if values are additive.
 * Rows with neither value nor rank get no bar.
 * @param restName names the rest by its row count; undefined for ratios, which can't be added up
 * @param keep rows that come first, regardless of their rank
 */
export function chartBars<Row>(
  rows: readonly ChartRow<Row>[],
  series: readonly ChartSeries<Row>[],
  restName: ((count: number) => string) | undefined,
  keep: (row: Row) => boolean = () => false,
): Bars {
  const [first] = series;
  if (!first) return { bars: [], apart: [] };
  const rankOf = first.rank ?? first.value;
  const size = (chartRow: ChartRow<Row>): number => Math.abs(rankOf(chartRow.row) ?? 0);
  const bySize = (a: ChartRow<Row>, b: ChartRow<Row>): number =>
    size(a) === size(b) ? 0 : size(b) - size(a);
  const drawn = keptFirst(
    rows
      .filter(
        (chartRow) => size(chartRow) !== 0 || series.some((one) => (one.value(chartRow.row) ?? 0) !== 0),
      )
      .sort(bySize),
    keep,
  );
  const most = maxRows(series.length);
  const top = drawn.slice(0, most).sort(bySize);
  const rest = drawn.slice(most);
  const names = uniqueNames(top);
  const bars = top.flatMap((chartRow, index) =>
    series.map((one): Bar => ({
      key: chartRow.key,
      name: names[index] ?? chartRow.name,
      series: one.label,
      value: one.value(chartRow.row),
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
  return longest(sums) > longest(bars) * MAX_REST_RATIO
    ? { bars, apart: sums }
    : { bars: bars.concat(sums), apart: [] };
}

/** Moves the rows to keep to the front, each part in its order. */
export const keptFirst = <Row, R extends ChartRow<Row>>(
  rows: readonly R[],
  keep: (row: Row) => boolean,
): R[] => [...rows.filter(({ row }) => keep(row)), ...rows.filter(({ row }) => !keep(row))];

/** Makes names unique, because the chart draws bars of the same name as one. */
function uniqueNames(rows: readonly { name: string }[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ name }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
