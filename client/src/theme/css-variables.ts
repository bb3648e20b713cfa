import type { CSSProperties } from 'react';
import { fontFamily } from './font';
import { SERIES, SIZES, type Palette, type ThemeName } from './tokens';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns colours as `--ic-*` variables, for a part of the page with its own colours. */
export const colourVariables = (colours: Readonly<Partial<Palette>>): CSSProperties =>
  Object.fromEntries(Object.entries(colours).map(([key, value]) => [`--ic-${kebab(key)}`, value]));

/**
 * Writes the tokens of a theme as `--ic-*` variables to the document, for the CSS modules of kit and frame.
 */
export function applyCssVariables(
  name: ThemeName,
  palette: Palette,
  root: HTMLElement = document.documentElement,
): void {
  for (const [key, value] of Object.entries(palette)) root.style.setProperty(`--ic-${kebab(key)}`, value);
  SERIES[name].forEach((colour, index) => root.style.setProperty(`--ic-series-${index + 1}`, colour));
  for (const [key, value] of Object.entries(SIZES))
    root.style.setProperty(`--ic-${kebab(key)}`, `${value}px`);
  if (!root.style.getPropertyValue('--ic-frame-top')) setFrameTop(0, root);
  root.style.setProperty('--ic-font-family', fontFamily());
  root.dataset.theme = name;
  root.style.colorScheme = name;
  root.style.background = palette.canvas;
}

/**
 * Tells the CSS how many pixels at the top of the window the frame covers, so that sticky elements stay
 * below.
 */
export const setFrameTop = (pixels: number, root: HTMLElement = document.documentElement): void =>
  root.style.setProperty('--ic-frame-top', `${pixels}px`);
