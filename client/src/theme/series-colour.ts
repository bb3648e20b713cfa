import { PALETTES, SERIES, type ThemeName } from './tokens';

/**
 * Returns the colour of a chart series: primary, the neutral colour of normal metrics, or an index in the
 * fixed order.
 */
export function seriesColour(colour: 'primary' | 'normal' | number, theme: ThemeName): string {
  const series = SERIES[theme];
  if (typeof colour === 'number') return series[colour % series.length] ?? PALETTES[theme].primary;
  return PALETTES[theme][colour];
}
