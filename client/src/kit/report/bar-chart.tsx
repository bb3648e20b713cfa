import { Bar as AntBar, type BarConfig } from '@ant-design/charts';
import { useEffect, useMemo, useRef } from 'react';
import type { MeasureUnit } from '../../../../shared/catalog';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { figureText } from '../number-cell';
import type { Bar } from './chart-rows';
import type { LitRow } from './lit-row';

const BAR_HEIGHT = 27;
const AXIS_HEIGHT = 56;
const LEGEND_HEIGHT = 32;
/** Glyphs of a row's name before it is cut. */
const LONGEST_NAME = 16;

export interface BarChartProps {
  bars: readonly Bar[];
  series: readonly { label: string; colour: string }[];
  unit: MeasureUnit;
  theme: ThemeName;
  lit: LitRow;
  /** Colour of a row's bar where rows have their own. */
  colourOf?: ((bar: Bar) => string | undefined) | undefined;
  onOpen: (key: string) => void;
}

/** What the bars need of the chart behind the component: events in and out. */
interface PlotEvents {
  on(event: string, listener: (event: { data?: { data?: unknown } }) => void): void;
  emit(event: string, payload: object): void;
}

const cut = (name: string): string => {
  const glyphs = [...name];
  return glyphs.length > LONGEST_NAME ? `${glyphs.slice(0, LONGEST_NAME - 1).join('')}…` : name;
};

/** Short figures for the axis: 1,200,000 as 120万 would differ by language, so the plain number is kept. */
const axisText = (unit: MeasureUnit) => (value: number) => figureText(value, { unit, showZero: true, decimals: 0 });

/** Whole values of a fractional figure are shown whole. */
const decimalsOf = (value: number, unit: MeasureUnit): number | undefined =>
  unit === 'number' ? (Number.isInteger(value) ? 0 : 1) : undefined;

/** Horizontal bars of the rows, one colour a series; a bar under the pointer lights its row and the other way round. */
export function BarChart({ bars, series, unit, theme, lit, colourOf, onOpen }: BarChartProps) {
  const plot = useRef<PlotEvents | null>(null);
  const palette = PALETTES[theme];
  const names = useMemo(() => [...new Set(bars.map(({ name }) => name))], [bars]);
  const keyOf = useMemo(() => new Map(bars.map(({ name, key }) => [name, key])), [bars]);

  // The chart calls back for as long as it lives; these are the rows it then shows.
  const latest = useRef({ keyOf, lit, onOpen });
  useEffect(() => {
    latest.current = { keyOf, lit, onOpen };
  }, [keyOf, lit, onOpen]);

  useEffect(
    () =>
      lit.listen((key) => {
        const bar = key === null ? undefined : bars.find((one) => one.key === key);
        if (bar) plot.current?.emit('element:highlight', { data: { data: [{ name: bar.name }] } });
        else plot.current?.emit('element:unhighlight', {});
      }),
    [lit, bars],
  );

  const config = useMemo<BarConfig>(() => {
    const rowsOfBars = names.length * BAR_HEIGHT * Math.max(1, series.length * 0.72);
    return {
      data: bars.map((bar) => ({ ...bar })),
      xField: 'name',
      yField: 'value',
      colorField: 'series',
      ...(series.length > 1 ? { group: { padding: 0.1 } } : {}),
      height: rowsOfBars + AXIS_HEIGHT + (series.length > 1 ? LEGEND_HEIGHT : 0),
      autoFit: true,
      theme: theme === 'dark' ? 'classicDark' : 'classic',
      viewStyle: { viewFill: 'transparent' },
      scale: {
        color: { domain: series.map(({ label }) => label), range: series.map(({ colour }) => colour) },
        x: { padding: 0.3 },
        y: { nice: true },
      },
      style: {
        radiusTopLeft: 3,
        radiusTopRight: 3,
        maxWidth: 20,
        cursor: 'pointer',
        ...(colourOf ? { fill: (bar: Bar) => colourOf(bar) } : {}),
      },
      state: { active: { opacity: 1 }, inactive: { opacity: 0.35 } },
      axis: {
        x: { title: false, tick: false, line: false, labelFill: palette.text, labelFillOpacity: 1, labelOpacity: 1, labelFontSize: 12, labelFormatter: cut },
        y: {
          title: false,
          tick: false,
          labelFill: palette.textMuted,
          labelFillOpacity: 1,
          labelOpacity: 1,
          labelFontSize: 11,
          labelFormatter: axisText(unit),
          grid: true,
          gridLineDash: [0, 0],
          gridStroke: palette.border,
          gridStrokeOpacity: 1,
        },
      },
      legend:
        series.length > 1
          ? { color: { position: 'top', itemMarker: 'square', itemLabelFill: palette.textSecondary, itemLabelFillOpacity: 1 } }
          : false,
      label: {
        text: (bar: Bar) => figureText(bar.value, { unit, decimals: decimalsOf(bar.value, unit) }),
        position: 'right',
        textAlign: 'start',
        dx: 4,
        fill: palette.textSecondary,
        fillOpacity: 1,
        fontSize: 11,
      },
      tooltip: {
        title: 'name',
        items: [{ field: 'value', name: series[0]?.label ?? '', valueFormatter: (value: number) => figureText(value, { unit, showZero: true }) }],
      },
      interaction: { elementHighlight: { background: false } },
      animate: false,
      onReady: ({ chart }) => {
        const events = chart as unknown as PlotEvents;
        plot.current = events;
        const nameOf = (event: { data?: { data?: unknown } }): string =>
          (event.data?.data as { name?: string } | undefined)?.name ?? '';
        events.on('element:pointerover', (event) => latest.current.lit.set(latest.current.keyOf.get(nameOf(event)) ?? null));
        events.on('element:pointerout', () => latest.current.lit.set(null));
        events.on('element:click', (event) => {
          const key = latest.current.keyOf.get(nameOf(event));
          if (key) latest.current.onOpen(key);
        });
      },
    };
  }, [bars, series, unit, theme, palette, names, colourOf]);

  return <AntBar {...config} />;
}
