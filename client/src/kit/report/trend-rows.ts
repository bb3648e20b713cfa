import type { ReactNode } from 'react';
import type { TrendPoint } from '../chart/trend-plot';
import type { ReportRow } from './answer';
import { periodOf } from './answer';
import type { ReportChart } from './types';

/** A period of a trend in words. */
export interface TrendPeriod {
  /** As rows are marked with it. */
  readonly key: string;
  /** Short, below the chart; and whole. */
  readonly tick: string;
  readonly text: string;
  /** The days compared with, in words; undefined where there are none. */
  readonly previous: string | undefined;
  /** Why it is not whole: cut by the range, or unfinished. */
  readonly partial: string | undefined;
  /** Whether it is yet to come: then there is nothing of it to draw. */
  readonly ahead?: boolean | undefined;
  /** What was written down about its days. */
  readonly notes?: readonly string[] | undefined;
}

/** What one line or area of a trend stands for. */
export interface TrendSeries {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
}

/** Figures over periods: lines beside each other, or areas on top of each other. */
export interface TrendBlock {
  readonly kind: 'line' | 'stacked';
  readonly title: string;
  readonly charts: readonly ReportChart[];
  /** The choice of the chart's measure in groups; the charts in a row where absent. */
  readonly measures: readonly { readonly label: string; readonly keys: readonly string[] }[];
  readonly periods: readonly TrendPeriod[];
  /** What a row's value belongs to; null where the rows are of the periods alone. */
  readonly seriesOf: ((row: ReportRow) => TrendSeries) | null;
  /** What stands for the days compared with; undefined where nothing is compared. */
  readonly previousName: string | undefined;
  /** What stands below the chart. */
  readonly foot?: ReactNode;
  /** Further choices beside the title. */
  readonly extra?: ReactNode;
}

/** What a chart of a trend draws. */
export interface TrendLines {
  readonly series: readonly TrendSeries[];
  readonly points: readonly TrendPoint[];
  /** The days compared with: of the one series, or all series together; none of several lines. */
  readonly previous: readonly TrendPoint[];
}

interface Shown {
  readonly row: ReportRow;
  readonly previous: ReportRow | null | undefined;
}

/** The points of a chart, in order of time, series in the order of their first rows. */
export function trendLines(
  rows: readonly Shown[],
  block: TrendBlock,
  chart: ReportChart,
  plain: TrendSeries,
): TrendLines {
  const [one] = chart.series;
  if (!one) return { series: [], points: [], previous: [] };
  const { value } = one;
  const series = new Map<string, TrendSeries>();
  const byPeriod = new Map(block.periods.map(({ key }) => [key, new Map<string, Shown>()]));
  for (const shown of rows) {
    const of = block.seriesOf ? block.seriesOf(shown.row) : plain;
    series.set(of.key, series.get(of.key) ?? of);
    byPeriod.get(periodOf(shown.row) ?? '')?.set(of.key, shown);
  }
  const all = [...series.values()];
  const several = block.seriesOf !== null;
  const points = block.periods.flatMap((period) =>
    all.flatMap(({ key, name, colour }): TrendPoint[] => {
      const shown = byPeriod.get(period.key)?.get(key);
      return shown && !period.ahead
        ? [
            {
              period: period.key,
              series: name,
              colour,
              value: value(shown.row),
              partial: period.partial !== undefined,
            },
          ]
        : [];
    }),
  );
  const { previousName } = block;
  if (previousName === undefined || (several && block.kind === 'line'))
    return { series: all, points, previous: [] };
  const previous = block.periods.flatMap((period): TrendPoint[] => {
    const shown = [...(byPeriod.get(period.key)?.values() ?? [])];
    if (shown.length === 0 || period.previous === undefined) return [];
    const values = shown.map(({ previous: before }) => (before ? value(before) : null));
    const sum = several
      ? values.reduce<number>((total, part) => total + (part ?? 0), 0)
      : (values[0] ?? null);
    return [{ period: period.key, series: previousName, colour: '', value: sum, partial: false }];
  });
  // Days before anything was measured are no line at nothing.
  const isEmpty = previous.every((point) => !point.value);
  return { series: all, points, previous: isEmpty ? [] : previous };
}
