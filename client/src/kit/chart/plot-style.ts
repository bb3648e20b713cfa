import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { metricText } from '../table/number-cell';
import { shortenNames } from './short-names';

/** Maximum glyphs of a name before it is shortened. */
export const MAX_NAME_GLYPHS = 16;

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
