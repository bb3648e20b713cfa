import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, SERIES, type ThemeName } from '../../theme/tokens';
import { plotTheme, plotText, valueAxis } from './plot-style';

/** A value of a series at a period; null where there is none. */
export interface TrendPoint {
  readonly period: string;
  readonly series: string;
  readonly colour: string;
  readonly value: number | null;
  /** Whether the period is not whole. */
  readonly partial: boolean;
}

export interface TrendChartProps {
  points: readonly TrendPoint[];
  previous: readonly TrendPoint[];
  series: readonly { readonly name: string; readonly colour: string }[];
  periods: readonly {
    readonly key: string;
    readonly tick: string;
    readonly text: string;
    readonly previous: string | undefined;
    readonly partial: string | undefined;
    readonly notes?: readonly string[] | undefined;
  }[];
  unit: MeasureUnit;
  theme: ThemeName;
  height: number;
  /** Narrow windows have room for fewer names of periods. */
  narrow?: boolean;
}

/** Periods that are named at the axis of a narrow window. */
const NAMED_NARROW = 5;

/** What stands for no value. */
const NONE = '-';

/** One scale for all that is drawn, from nothing unless there is less. */
export function trendScale({ points, previous }: Pick<TrendChartProps, 'points' | 'previous'>) {
  const isBelow = [...points, ...previous].some(({ value }) => (value ?? 0) < 0);
  return { y: { key: 'value', nice: true, independent: false, ...(isBelow ? {} : { domainMin: 0 }) } };
}

/** Marks on the axis below periods that something was written down about. */
export const noteMarks = ({ periods, theme }: Pick<TrendChartProps, 'periods' | 'theme'>, scale: object) => ({
  type: 'point',
  xField: 'period',
  yField: 'value',
  shapeField: 'triangle',
  sizeField: 4,
  scale,
  data: periods.flatMap(({ key, notes = [] }) => (notes.length > 0 ? [{ period: key, value: 0 }] : [])),
  style: { fill: SERIES[theme][3], lineWidth: 0, fillOpacity: 1 },
  tooltip: false,
});

/** What lines and areas over periods have in common: places, colours, axes, legend, and what is said of a period under the pointer. */
export function trendPlot(
  { series, previous, periods, unit, theme, height, narrow = false }: TrendChartProps,
  previousColour: string,
) {
  const palette = PALETTES[theme];
  const step = narrow ? Math.ceil(periods.length / NAMED_NARROW) : 1;
  const ticks = new Map(periods.map(({ key, tick }) => [key, tick]));
  const titles = new Map(
    periods.map(({ key, text, partial, notes = [] }) => [
      key,
      [text, ...(partial === undefined ? [] : [partial]), ...notes.map((note) => `▲ ${note}`)].join('　'),
    ]),
  );
  const earlier = new Map(periods.map((period) => [period.key, period.previous]));
  const [before] = previous;
  const names = [...series.map(({ name }) => name), ...(before ? [before.series] : [])];
  return {
    xField: 'period',
    height,
    theme: plotTheme(theme),
    viewStyle: { viewFill: 'transparent' },
    paddingRight: 20,
    // Half a line of the highest value's label.
    marginTop: 10,
    marginBottom: 0,
    scale: {
      x: { type: 'point', domain: periods.map(({ key }) => key), padding: 0.02 },
      color: {
        domain: names,
        range: [...series.map(({ colour }) => colour), ...(before ? [previousColour] : [])],
      },
    },
    axis: {
      x: {
        title: false,
        tick: false,
        line: false,
        labelFill: palette.textMuted,
        labelFillOpacity: 1,
        labelOpacity: 1,
        labelFontSize: 11,
        labelFontFamily: fontFamily(),
        labelAutoRotate: false,
        labelAutoHide: { type: 'hide', keepHeader: true, keepTail: true },
        // The last one is named.
        labelFilter: (_: unknown, index: number) => (periods.length - 1 - index) % step === 0,
        labelFormatter: (key: string) => ticks.get(key) ?? key,
      },
      y: valueAxis(theme, unit),
    },
    // Stands beside the chart, where it finds room for every name.
    legend: false as const,
    // In the body: what a chart of many series says of a period is higher than the chart.
    interaction: {
      tooltip: {
        mount: 'body',
        shared: true,
        series: true,
        crosshairsStroke: palette.borderStrong,
        crosshairsY: false,
      },
    },
    animate: false,
    tooltip: {
      title: ({ period }: TrendPoint) => titles.get(period) ?? period,
      items: [
        ({ series: name, period, value }: TrendPoint) => ({
          name: name === before?.series ? `${name} ${earlier.get(period) ?? ''}` : name,
          value: value === null ? NONE : plotText(value, unit),
        }),
      ],
    },
  };
}
