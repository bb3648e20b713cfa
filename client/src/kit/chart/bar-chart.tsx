import { Bar as AntBar, type BarConfig } from '@ant-design/charts';
import { useMemo } from 'react';
import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { metricText } from '../table/number-cell';
import type { Bar } from './chart-rows';
import type { RowHighlight } from '../row-highlight';
import { usePlotEvents, nameAxis, PLOT_INSET, plotText, plotTheme, valueAxis } from './plot-style';

export interface BarChartProps {
  bars: readonly Bar[];
  series: readonly { label: string; colour: string }[];
  unit: MeasureUnit;
  theme: ThemeName;
  height: number;
  /** Narrow windows put long names on two lines. */
  narrow: boolean;
  highlight: RowHighlight;
  /** Colour of a row's bar, if rows have their own colours. */
  colourOf?: ((bar: Bar) => string | undefined) | undefined;
  /** Draws differences: bars go to both sides and values carry a sign. */
  signed?: boolean;
  /** Text for a row that ranks without a value. */
  noValue?: string;
  onOpen: (key: string) => void;
}

/** Pixel width of one glyph of a value label, and the minimum width of the plot. */
const GLYPH = 6.5;
const PLOT_WIDTH = { wide: 260, narrow: 190 } as const;
const MAX_LABEL_SHARE = 0.4;

/**
 * Returns the share of the plot reserved for the value label of the longest bar, which would otherwise be cut
 * off.
 */
const labelShare = (texts: readonly string[], narrow: boolean): number =>
  Math.min(
    MAX_LABEL_SHARE,
    (Math.max(0, ...texts.map(({ length }) => length)) * GLYPH) / PLOT_WIDTH[narrow ? 'narrow' : 'wide'],
  );

type DrawnBar = Omit<Bar, 'value'> & { value: number; blank: boolean };

/**
 * Horizontal bars of the rows, one colour per series. Hovering a bar highlights its table row and vice versa.
 */
export function BarChart({
  bars,
  series,
  unit,
  theme,
  height,
  narrow,
  highlight,
  colourOf,
  signed = false,
  noValue = '',
  onOpen,
}: BarChartProps) {
  const onReady = usePlotEvents(bars, highlight, onOpen);
  const config = useMemo<BarConfig>(() => {
    const palette = PALETTES[theme];
    const several = series.length > 1;
    const textOf = ({ value, blank }: Pick<DrawnBar, 'value' | 'blank'>): string =>
      blank ? noValue : signed && value > 0 ? `+${plotText(value, unit)}` : plotText(value, unit);
    const drawn = bars.map((bar) => ({ ...bar, value: bar.value ?? 0, blank: bar.value === null }));
    return {
      data: drawn,
      xField: 'name',
      yField: 'value',
      colorField: 'series',
      ...(several ? { group: { padding: 0.1 } } : {}),
      height,
      theme: plotTheme(theme),
      viewStyle: { viewFill: 'transparent' },
      ...PLOT_INSET,
      scale: {
        color: { domain: series.map(({ label }) => label), range: series.map(({ colour }) => colour) },
        x: { padding: several ? 0.15 : 0.3 },
        y: { nice: true, range: [1, labelShare(drawn.map(textOf), narrow)] },
      },
      style: {
        radiusTopLeft: 3,
        radiusTopRight: 3,
        maxWidth: 18,
        cursor: 'pointer',
        ...(several
          ? {}
          : { fill: (bar: DrawnBar) => (bar.key === null ? palette.previous : colourOf?.(bar)) }),
      },
      state: { active: { opacity: 1 }, inactive: { opacity: 0.35 } },
      axis: {
        x: nameAxis(
          theme,
          narrow,
          bars.map(({ name }) => name),
        ),
        y: valueAxis(theme, unit),
      },
      legend: several
        ? {
            color: {
              position: 'top',
              itemMarker: 'square',
              itemLabelFill: palette.textSecondary,
              itemLabelFillOpacity: 1,
              itemLabelFontFamily: fontFamily(),
            },
          }
        : false,
      label: {
        text: textOf,
        position: 'right',
        textAlign: 'start',
        dx: 4,
        fill: palette.textSecondary,
        fillOpacity: 1,
        fontSize: 11,
        fontFamily: fontFamily(),
      },
      tooltip: {
        title: 'name',
        items: [
          ({ series: name, value, blank }: DrawnBar) => ({
            name,
            value: blank ? noValue : metricText(value, { unit, showZero: true }),
          }),
        ],
      },
      interaction: { elementHighlight: { background: false } },
      animate: false,
      onReady,
    };
  }, [bars, series, unit, theme, height, narrow, colourOf, signed, noValue, onReady]);

  return <AntBar {...config} />;
}
