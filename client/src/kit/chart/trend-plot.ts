import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, SERIES, type ThemeName } from '../../theme/tokens';
import { plotTheme, plotText, valueAxis } from './plot-style';

/** Value of a series in a period; null means no value. */
export interface TrendPoint {
  readonly period: string;
  readonly series: string;
  readonly colour: string;
  readonly value: number | null;
  /** Whether the period is incomplete. */
  readonly partial: boolean;
}

export interface TrendChartProps {
  points: readonly TrendPoint[];
  previous: readonly TrendPoint[];
  /** Ranges around the values of a series. */
  bands?: readonly (Pick<TrendPoint, 'period' | 'series'> & { low: number | null; high: number | null })[];
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
  /** Narrow windows have room for fewer period labels. */
  narrow?: boolean;
  /** Draws the series as bars, for few events a period. */
  bars?: boolean;
  /** Shaded periods, both ends included. */
  shaded?: { readonly from: string; readonly to: string; readonly text: string } | undefined;
  /** Period since when values are at another level. */
  change?:
    | { readonly period: string; readonly text: string; readonly tone: 'better' | 'worse' | 'up' | 'down' }
    | undefined;
}

/** Maximum number of period labels in a narrow window. */
const MAX_LABELS_NARROW = 5;

/** Text for a missing value. */
const NONE = '-';

/** Returns one scale for all lines. It starts at zero unless there are negative values. */
export function trendScale({ points, previous }: Pick<TrendChartProps, 'points' | 'previous'>) {
  const isBelow = [...points, ...previous].some(({ value }) => (value ?? 0) < 0);
  return { y: { key: 'value', nice: true, independent: false, ...(isBelow ? {} : { domainMin: 0 }) } };
}

/** Marks below periods that have notes. */
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

/** Shaded periods with their words; none without any. */
export function shadedMarks({ shaded, theme }: Pick<TrendChartProps, 'shaded' | 'theme'>) {
  if (!shaded) return [];
  const palette = PALETTES[theme];
  return [
    {
      type: 'rangeX',
      data: [shaded],
      encode: { x: 'from', x1: 'to' },
      style: { fill: palette.textMuted, fillOpacity: 0.14 },
      labels: [
        {
          text: shaded.text,
          position: 'top',
          dy: 4,
          fill: palette.textSecondary,
          fillOpacity: 1,
          fontSize: 11,
          fontFamily: fontFamily(),
        },
      ],
      tooltip: false,
    },
  ];
}

/** Line at the period since when values are at another level, with its words; none without a change. */
export function changeMarks({
  change,
  periods,
  theme,
}: Pick<TrendChartProps, 'change' | 'periods' | 'theme'>) {
  if (!change) return [];
  const palette = PALETTES[theme];
  const { better, worse } = { better: palette.success, worse: palette.error };
  const colour = change.tone === 'better' ? better : change.tone === 'worse' ? worse : palette.textSecondary;
  const isLate = periods.findIndex(({ key }) => key === change.period) > periods.length / 2;
  return [
    {
      type: 'lineX',
      xField: 'period',
      data: [{ period: change.period }],
      style: { stroke: colour, lineWidth: 1.5, lineDash: [4, 3], strokeOpacity: 1 },
      labels: [
        {
          text: change.text,
          position: 'top',
          textAlign: isLate ? 'end' : 'start',
          dx: isLate ? -6 : 6,
          dy: 4,
          fill: colour,
          fillOpacity: 1,
          fontSize: 11,
          fontWeight: 600,
          fontFamily: fontFamily(),
        },
      ],
      tooltip: false,
    },
  ];
}

/** Returns the options that line and area charts share: positions, colours, axes, legend and tooltip. */
export function trendPlot(
  { series, previous, periods, unit, theme, height, narrow = false }: TrendChartProps,
  previousColour: string,
) {
  const palette = PALETTES[theme];
  const step = narrow ? Math.ceil(periods.length / MAX_LABELS_NARROW) : 1;
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
    // Half a line of the highest label.
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
        // The last period always has a label.
        labelFilter: (_: unknown, index: number) => (periods.length - 1 - index) % step === 0,
        labelFormatter: (key: string) => ticks.get(key) ?? key,
      },
      y: valueAxis(theme, unit),
    },
    // The legend is drawn beside the chart, which has room for every name.
    legend: false as const,
    // Mounted in the body, because the tooltip of many series is taller than the chart.
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
