import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { metricText } from '../table/number-cell';
import { shortenNames } from './names';
import { useEffect, useRef, type RefObject } from 'react';
import { isRecord } from '../../../../shared/records';
import type { RowHighlight } from '../row-highlight';

/** Maximum glyphs of a name before it is shortened. */
export const MAX_NAME_GLYPHS = 22;

/** Formats a value; whole values of a fractional metric have no decimals. */
export const plotText = (value: number, unit: MeasureUnit): string =>
  metricText(value, unit === 'number' ? { unit, decimals: Number.isInteger(value) ? 0 : 1 } : { unit });

/** Maximum decimals of an axis label. */
const AXIS_DECIMALS = 2;

/** Formats an axis tick with as few decimals as are exact, so small scales don't read 0, 0, 1, 1. */
export const axisText = (value: number, unit: MeasureUnit): string => {
  const displayed = unit === 'ratio' ? value * 100 : value;
  const exact = (decimals: number): boolean =>
    Math.abs(displayed - Number(displayed.toFixed(decimals))) < 1e-9;
  return metricText(value, { unit, showZero: true, decimals: [0, 1].find(exact) ?? AXIS_DECIMALS });
};

const label = (fill: string, fontSize: number) => ({
  labelFill: fill,
  labelFillOpacity: 1,
  labelOpacity: 1,
  labelFontSize: fontSize,
  labelFontFamily: fontFamily(),
});

/** Glyphs per line of a name in narrow windows. */
const NARROW_LINE = 9;

/** Breaks names into at most two short lines. */
function breakIntoTwoLines(names: readonly string[]): (name: string) => string {
  const short = shortenNames(names, 2 * NARROW_LINE);
  return (name) => {
    const glyphs = [...short(name)];
    return glyphs.length <= NARROW_LINE
      ? glyphs.join('')
      : `${glyphs.slice(0, NARROW_LINE).join('')}\n${glyphs.slice(NARROW_LINE).join('')}`;
  };
}

/** Axis of names. Rows are tall enough for their names (chart-size.ts), so none is hidden. */
export const nameAxis = (theme: ThemeName, narrow: boolean, names: readonly string[]) => ({
  title: false as const,
  tick: false,
  line: false,
  ...label(PALETTES[theme].text, narrow ? 10 : 12),
  ...(narrow ? { labelLineHeight: 12 } : {}),
  labelAutoHide: false,
  labelFormatter: narrow ? breakIntoTwoLines(names) : shortenNames(names, MAX_NAME_GLYPHS),
});

/** Units without fractional ticks: counts are whole and money is paid in whole yen. */
const WHOLE_UNITS: ReadonlySet<MeasureUnit> = new Set<MeasureUnit>(['count', 'yen']);

/** Axis of values with the unit in its labels and a faint grid. */
export const valueAxis = (theme: ThemeName, unit: MeasureUnit) => ({
  title: false as const,
  tick: false,
  labelAutoRotate: false,
  tickCount: 5,
  ...label(PALETTES[theme].textMuted, 11),
  labelFormatter: (value: number) => axisText(value, unit),
  ...(WHOLE_UNITS.has(unit) ? { tickFilter: (value: number) => Number.isInteger(value) } : {}),
  grid: true,
  gridLineDash: [0, 0],
  gridStroke: PALETTES[theme].border,
  gridStrokeOpacity: 1,
});

/** Leaves room on the right for the last axis label and as little as possible above and below. */
export const PLOT_INSET = { paddingRight: 28, marginTop: 4, marginBottom: 0 };

export const plotTheme = (theme: ThemeName): string => (theme === 'dark' ? 'classicDark' : 'classic');

/** The part of the chart instance that this file uses. */
interface PlotEvents {
  on(event: string, listener: (event: { data?: { data?: unknown } }) => void): void;
  emit(event: string, payload: object): void;
}

/** Checks that `onReady` passed the plot. Its type declares the inner chart instead. */
const isPlot = (ready: object): ready is { chart: PlotEvents } =>
  'chart' in ready &&
  isRecord(ready.chart) &&
  typeof ready.chart.on === 'function' &&
  typeof ready.chart.emit === 'function';

/** Mark of a chart: the name it is drawn with, and the key of its row (null for the rest). */
interface Mark {
  name: string;
  key: string | null;
}

/**
 * Links the marks of a chart to the table rows: hovering one highlights the other, and a click opens the row.
 * Returns the chart's `onReady` callback.
 */
export function usePlotEvents(
  marks: readonly Mark[],
  highlight: RowHighlight,
  onOpen: (key: string) => void,
) {
  const plot: RefObject<PlotEvents | null> = useRef(null);
  // The chart keeps its first callback for its whole life, so the callback reads the current rows from here.
  const latest = useRef({ marks, onOpen });
  useEffect(() => {
    latest.current = { marks, onOpen };
  }, [marks, onOpen]);

  useEffect(
    () =>
      highlight.subscribe((key) => {
        const mark = key === null ? undefined : latest.current.marks.find((one) => one.key === key);
        if (mark) plot.current?.emit('element:highlight', { data: { data: [{ name: mark.name }] } });
        else plot.current?.emit('element:unhighlight', {});
      }),
    [highlight],
  );

  return useRef((ready: object): void => {
    if (!isPlot(ready)) throw new Error('The chart instance exposes no events');
    const { chart: events } = ready;
    plot.current = events;
    const keyOf = (event: { data?: { data?: unknown } }): string | null => {
      const name = isRecord(event.data?.data) ? event.data.data.name : undefined;
      return latest.current.marks.find((mark) => mark.name === name)?.key ?? null;
    };
    events.on('element:pointerover', (event) => highlight.set(keyOf(event)));
    events.on('element:pointerout', () => highlight.set(null));
    events.on('element:click', (event) => {
      const key = keyOf(event);
      if (key !== null) latest.current.onOpen(key);
    });
  }).current;
}
