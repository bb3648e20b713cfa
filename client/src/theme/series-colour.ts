import { PALETTES, SERIES, type ThemeName } from './tokens';

/** The colour of a chart's series: primary, the neutral of normal figures, or a place in the fixed order. */
export function seriesColour(colour: 'primary' | 'normal' | number, theme: ThemeName): string {
  const series = SERIES[theme];
  if (typeof colour === 'number') return series[colour % series.length] ?? PALETTES[theme].primary;
  return PALETTES[theme][colour];
}
