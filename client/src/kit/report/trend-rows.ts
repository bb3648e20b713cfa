import type { ReactNode } from 'react';
import type { TrendPoint } from '../chart/trend-plot';
import type { ReportRow } from './answer';
import { periodOf } from './answer';
import type { ReportChart } from './types';

/** Period of a trend with its labels. */
export interface TrendPeriod {
  /** Period key of the rows. */
  readonly key: string;
  /** Short label below the chart, and full label. */
  readonly tick: string;
  readonly text: string;
  /** Label of the comparison period; undefined if there is none. */
  readonly previous: string | undefined;
  /** Why the period is incomplete: cut by the range, or unfinished. */
  readonly partial: string | undefined;
  /** Whether it is in the future and has nothing to draw. */
  readonly ahead?: boolean | undefined;
  /** Notes on its days. */
  readonly notes?: readonly string[] | undefined;
}

/** One line or area of a trend. */
export interface TrendSeries {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
}

/** Metrics over periods: separate lines, or stacked areas. */
export interface TrendBlock {
  readonly kind: 'line' | 'stacked';
  readonly title: string;
  readonly charts: readonly ReportChart[];
  /** Measure choices in groups; a flat list of charts if empty. */
  readonly measures: readonly { readonly label: string; readonly keys: readonly string[] }[];
  readonly periods: readonly TrendPeriod[];
  /** Series of a row; null if rows differ by period only. */
  readonly seriesOf: ((row: ReportRow) => TrendSeries) | null;
  /** Name of the comparison line; undefined without a comparison. */
  readonly previousName: string | undefined;
  /** Content below the chart. */
  readonly foot?: ReactNode;
  /** Further choices beside the title. */
  readonly extra?: ReactNode;
  /** Whether periods are days: they can be smoothed and judged. */
  readonly daily?: boolean;
}

/** Data of a trend chart. */
export interface TrendLines {
  readonly series: readonly TrendSeries[];
  readonly points: readonly TrendPoint[];
  /** Comparison line: of the only series, or the sum of stacked series. Empty for several lines. */
  readonly previous: readonly TrendPoint[];
}

interface TrendRow {
  readonly row: ReportRow;
  readonly previous: ReportRow | null | undefined;
}

/**
 * Returns the points of a chart in chronological order, with series in the order of their first rows.
 * @param valuesOf values of a series by its rows; by default the chart's value of each row
 */
export function trendLines(
  rows: readonly TrendRow[],
  block: TrendBlock,
  chart: ReportChart,
  plain: TrendSeries,
  valuesOf?: (rows: readonly (ReportRow | undefined)[]) => readonly (number | null)[],
): TrendLines {
  const [one] = chart.series;
  if (!one) return { series: [], points: [], previous: [] };
  const { value } = one;
  /** Values of a series in the order of the periods. */
  const shaped = (of: (period: TrendPeriod) => ReportRow | undefined): readonly (number | null)[] => {
    const periodRows = block.periods.map(of);
    return valuesOf ? valuesOf(periodRows) : periodRows.map((row) => (row ? value(row) : null));
  };
  const series = new Map<string, TrendSeries>();
  const byPeriod = new Map(block.periods.map(({ key }) => [key, new Map<string, TrendRow>()]));
  for (const trendRow of rows) {
    const of = block.seriesOf ? block.seriesOf(trendRow.row) : plain;
    series.set(of.key, series.get(of.key) ?? of);
    byPeriod.get(periodOf(trendRow.row) ?? '')?.set(of.key, trendRow);
  }
  const all = [...series.values()];
  const several = block.seriesOf !== null;
  const values = new Map(
    all.map(({ key }) => [key, shaped((period) => byPeriod.get(period.key)?.get(key)?.row)]),
  );
  const points = block.periods.flatMap((period, index) =>
    all.flatMap(({ key, name, colour }): TrendPoint[] => {
      const trendRow = byPeriod.get(period.key)?.get(key);
      // Areas need every period; conditions on metric values leave some out.
      return !period.ahead && (trendRow ?? (several && block.kind === 'stacked'))
        ? [
            {
              period: period.key,
              series: name,
              colour,
              value: trendRow ? (values.get(key)?.[index] ?? null) : 0,
              partial: period.partial !== undefined,
            },
          ]
        : [];
    }),
  );
  const { previousName } = block;
  if (previousName === undefined || (several && block.kind === 'line'))
    return { series: all, points, previous: [] };
  const before = all.map(({ key }) =>
    shaped((period) => byPeriod.get(period.key)?.get(key)?.previous ?? undefined),
  );
  const previous = block.periods.flatMap((period, index): TrendPoint[] => {
    if (!byPeriod.get(period.key)?.size || period.previous === undefined) return [];
    const parts = before.map((earlier) => earlier[index] ?? null);
    const sum = several ? parts.reduce<number>((total, part) => total + (part ?? 0), 0) : (parts[0] ?? null);
    return [{ period: period.key, series: previousName, colour: '', value: sum, partial: false }];
  });
  // Days before measurement began would draw a line at zero.
  const isEmpty = previous.every((point) => !point.value);
  return { series: all, points, previous: isEmpty ? [] : previous };
}
