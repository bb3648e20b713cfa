import { Bar as AntBar, type BarConfig } from '@ant-design/charts';
import { useMemo } from 'react';
import type { MeasureUnit } from '../../../../shared/catalog';
import { FONT_FAMILY, PALETTES, type ThemeName } from '../../theme/tokens';
import { figureText } from '../table/number-cell';
import type { Bar } from './chart-rows';
import type { LitRow } from './lit-row';
import { usePlotEvents } from './plot-events';
import { nameAxis, PLOT_INSET, plotText, plotTheme, valueAxis } from './plot-style';

const BAR_HEIGHT = 27;
/** Height of a row by its number of series: several bars are thinner than one. */
const ROW_HEIGHT = (series: number): number => (series === 1 ? BAR_HEIGHT : 12 + 14 * series);
const AXIS_HEIGHT = 44;
const LEAST_HEIGHT = 260;
const LEGEND_HEIGHT = 32;

export interface BarChartProps {
  bars: readonly Bar[];
  series: readonly { label: string; colour: string }[];
  unit: MeasureUnit;
  theme: ThemeName;
  lit: LitRow;
  /** Colour of a row's bar where rows have their own. */
  colourOf?: ((bar: Bar) => string | undefined) | undefined;
  /** Bars of differences: to both sides, their values with a sign, as tall as pairs of bars. */
  signed?: boolean;
  onOpen: (key: string) => void;
}

/** Horizontal bars of the rows, one colour a series; a bar under the pointer lights its row and the other way round. */
export function BarChart({ bars, series, unit, theme, lit, colourOf, signed = false, onOpen }: BarChartProps) {
  const onReady = usePlotEvents(bars, lit, onOpen);
  const config = useMemo<BarConfig>(() => {
    const palette = PALETTES[theme];
    const rows = new Set(bars.map(({ name }) => name)).size;
    const several = series.length > 1;
    return {
      data: bars.map((bar) => ({ ...bar })),
      xField: 'name',
      yField: 'value',
      colorField: 'series',
      ...(several ? { group: { padding: 0.1 } } : {}),
      height: Math.max(
        LEAST_HEIGHT,
        rows * ROW_HEIGHT(signed ? 2 : series.length) + AXIS_HEIGHT + (several || signed ? LEGEND_HEIGHT : 0),
      ),
      theme: plotTheme(theme),
      viewStyle: { viewFill: 'transparent' },
      ...PLOT_INSET,
      scale: {
        color: { domain: series.map(({ label }) => label), range: series.map(({ colour }) => colour) },
        x: { padding: several ? 0.15 : 0.3 },
        y: { nice: true },
      },
      style: {
        radiusTopLeft: 3,
        radiusTopRight: 3,
        maxWidth: 20,
        cursor: 'pointer',
        ...(several ? {} : { fill: (bar: Bar) => (bar.key === null ? palette.previous : colourOf?.(bar)) }),
      },
      state: { active: { opacity: 1 }, inactive: { opacity: 0.35 } },
      axis: { x: nameAxis(theme), y: valueAxis(theme, unit) },
      legend: several
        ? { color: { position: 'top', itemMarker: 'square', itemLabelFill: palette.textSecondary, itemLabelFillOpacity: 1, itemLabelFontFamily: FONT_FAMILY } }
        : false,
      label: {
        text: (bar: Bar) => (signed && bar.value > 0 ? `+${plotText(bar.value, unit)}` : plotText(bar.value, unit)),
        position: 'right',
        textAlign: 'start',
        dx: 4,
        fill: palette.textSecondary,
        fillOpacity: 1,
        fontSize: 11,
        fontFamily: FONT_FAMILY,
      },
      tooltip: {
        title: 'name',
        items: [(bar: Bar) => ({ name: bar.series, value: figureText(bar.value, { unit, showZero: true }) })],
      },
      interaction: { elementHighlight: { background: false } },
      animate: false,
      onReady,
    };
  }, [bars, series, unit, theme, colourOf, signed, onReady]);

  return <AntBar {...config} />;
}
