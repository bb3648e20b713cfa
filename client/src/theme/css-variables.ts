import { fontFamily } from './font';
import { PALETTES, SERIES, SIZES, type ThemeName } from './tokens';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Writes the tokens of a theme as `--ic-*` variables on the document, for the CSS modules of kit and frame. */
export function applyCssVariables(name: ThemeName, root: HTMLElement = document.documentElement): void {
  for (const [key, value] of Object.entries(PALETTES[name])) root.style.setProperty(`--ic-${kebab(key)}`, value);
  SERIES[name].forEach((colour, index) => root.style.setProperty(`--ic-series-${index + 1}`, colour));
  for (const [key, value] of Object.entries(SIZES)) root.style.setProperty(`--ic-${kebab(key)}`, `${value}px`);
  root.style.setProperty('--ic-font-family', fontFamily());
  root.dataset.theme = name;
  root.style.colorScheme = name;
  root.style.background = PALETTES[name].canvas;
}
