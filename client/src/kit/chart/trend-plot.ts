import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { cutName, plotTheme, plotText, valueAxis } from './plot-style';

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
  periods: readonly { readonly key: string; readonly tick: string; readonly text: string; readonly partial: string | undefined }[];
  unit: MeasureUnit;
  theme: ThemeName;
  height: number;
}

/** Room below each other that the labels of periods need, pixels a glyph. */
const NONE = '-';

/** What lines and areas over periods have in common: places, colours, axes, legend, and what is said of a period under the pointer. */
export function trendPlot({ series, previous, periods, unit, theme, height }: TrendChartProps) {
  const palette = PALETTES[theme];
  const ticks = new Map(periods.map(({ key, tick }) => [key, tick]));
  const titles = new Map(periods.map(({ key, text, partial }) => [key, partial === undefined ? text : `${text}　${partial}`]));
  const [before] = previous;
  const names = [...series.map(({ name }) => name), ...(before ? [before.series] : [])];
  return {
    xField: 'period',
    height,
    theme: plotTheme(theme),
    viewStyle: { viewFill: 'transparent' },
    paddingRight: 20,
    marginTop: 4,
    marginBottom: 0,
    scale: {
      x: { type: 'point', domain: periods.map(({ key }) => key), padding: 0.02 },
      y: { nice: true },
      color: { domain: names, range: [...series.map(({ colour }) => colour), ...(before ? [palette.normal] : [])] },
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
        labelFormatter: (key: string) => ticks.get(key) ?? key,
      },
      y: valueAxis(theme, unit),
    },
    legend:
      names.length > 1
        ? { color: { position: 'top', itemMarker: 'square', itemLabelText: ({ label }: { label: string }) => cutName(label), itemLabelFill: palette.textSecondary, itemLabelFillOpacity: 1, itemLabelFontFamily: fontFamily() } }
        : false,
    interaction: { tooltip: { shared: true, series: true, crosshairsStroke: palette.borderStrong, crosshairsY: false } },
    animate: false,
    tooltip: {
      title: ({ period }: TrendPoint) => titles.get(period) ?? period,
      items: [({ series: name, value }: TrendPoint) => ({ name, value: value === null ? NONE : plotText(value, unit) })],
    },
  };
}
