import type { MeasureUnit } from '../../../../shared/catalog';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { figureText } from '../table/number-cell';
import { shortNames } from './short-names';

/** Glyphs of a name before it is cut. */
export const LONGEST_NAME = 16;

/** Whole values of a fractional figure are shown whole. */
export const plotText = (value: number, unit: MeasureUnit): string =>
  figureText(value, unit === 'number' ? { unit, decimals: Number.isInteger(value) ? 0 : 1 } : { unit });

/** Decimals that an axis is given at most. */
const AXIS_DECIMALS = 2;

/** A place of the axis: whole where it is whole, so that the small steps of the first few figures don't read 0, 0, 1, 1. */
export const axisText = (value: number, unit: MeasureUnit): string => {
  const shown = unit === 'ratio' ? value * 100 : value;
  const exact = (decimals: number): boolean => Math.abs(shown - Number(shown.toFixed(decimals))) < 1e-9;
  return figureText(value, { unit, showZero: true, decimals: [0, 1].find(exact) ?? AXIS_DECIMALS });
};

const label = (fill: string, fontSize: number) => ({
  labelFill: fill,
  labelFillOpacity: 1,
  labelOpacity: 1,
  labelFontSize: fontSize,
  labelFontFamily: fontFamily(),
});

/** Glyphs of a line of a name on narrow windows. */
const NARROW_LINE = 9;

/** Names on at most two short lines. */
function onTwoLines(names: readonly string[]): (name: string) => string {
  const short = shortNames(names, 2 * NARROW_LINE);
  return (name) => {
    const glyphs = [...short(name)];
    return glyphs.length <= NARROW_LINE
      ? glyphs.join('')
      : `${glyphs.slice(0, NARROW_LINE).join('')}\n${glyphs.slice(NARROW_LINE).join('')}`;
  };
}

/** Axis of names. Rows are as high as their names need (chart-size.ts): none is left out. */
export const nameAxis = (theme: ThemeName, narrow: boolean, names: readonly string[]) => ({
  title: false as const,
  tick: false,
  line: false,
  ...label(PALETTES[theme].text, narrow ? 10 : 12),
  ...(narrow ? { labelLineHeight: 12 } : {}),
  labelAutoHide: false,
  labelFormatter: narrow ? onTwoLines(names) : shortNames(names, LONGEST_NAME),
});

/** Nothing is counted in halves, and no money is paid in parts of a yen. */
const WHOLE: ReadonlySet<MeasureUnit> = new Set<MeasureUnit>(['count', 'yen']);

/** Axis of values: its unit in the labels, a faint grid. */
export const valueAxis = (theme: ThemeName, unit: MeasureUnit) => ({
  title: false as const,
  tick: false,
  labelAutoRotate: false,
  tickCount: 5,
  ...label(PALETTES[theme].textMuted, 11),
  labelFormatter: (value: number) => axisText(value, unit),
  ...(WHOLE.has(unit) ? { tickFilter: (value: number) => Number.isInteger(value) } : {}),
  grid: true,
  gridLineDash: [0, 0],
  gridStroke: PALETTES[theme].border,
  gridStrokeOpacity: 1,
});

/** Room at the right for the last value of the axis, and no more than is needed above and below. */
export const PLOT_INSET = { paddingRight: 28, marginTop: 4, marginBottom: 0 };

export const plotTheme = (theme: ThemeName): string => (theme === 'dark' ? 'classicDark' : 'classic');
