import type { MeasureUnit } from '../../../../shared/catalog';
import { FONT_FAMILY, PALETTES, type ThemeName } from '../../theme/tokens';
import { figureText } from '../number-cell';

/** Glyphs of a name before it is cut. */
const LONGEST_NAME = 16;

export const cutName = (name: string): string => {
  const glyphs = [...name];
  return glyphs.length > LONGEST_NAME ? `${glyphs.slice(0, LONGEST_NAME - 1).join('')}…` : name;
};

/** Whole values of a fractional figure are shown whole. */
export const plotText = (value: number, unit: MeasureUnit): string =>
  figureText(value, unit === 'number' ? { unit, decimals: Number.isInteger(value) ? 0 : 1 } : { unit });

const axisText = (unit: MeasureUnit) => (value: number) => figureText(value, { unit, showZero: true, decimals: 0 });

const label = (fill: string, fontSize: number) => ({
  labelFill: fill,
  labelFillOpacity: 1,
  labelOpacity: 1,
  labelFontSize: fontSize,
  labelFontFamily: FONT_FAMILY,
});

/** Axis of names. */
export const nameAxis = (theme: ThemeName) => ({
  title: false as const,
  tick: false,
  line: false,
  ...label(PALETTES[theme].text, 12),
  labelFormatter: cutName,
});

/** Axis of values: its unit in the labels, a faint grid. */
export const valueAxis = (theme: ThemeName, unit: MeasureUnit) => ({
  title: false as const,
  tick: false,
  labelAutoRotate: false,
  tickCount: 5,
  ...label(PALETTES[theme].textMuted, 11),
  labelFormatter: axisText(unit),
  grid: true,
  gridLineDash: [0, 0],
  gridStroke: PALETTES[theme].border,
  gridStrokeOpacity: 1,
});

/** Room at the right for the last value of the axis. */
export const PLOT_INSET = { paddingRight: 28 };

export const plotTheme = (theme: ThemeName): string => (theme === 'dark' ? 'classicDark' : 'classic');
