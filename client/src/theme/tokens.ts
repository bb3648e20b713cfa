/**
 * Defines every colour, size and duration of the console. Screens and kit define none themselves: they use
 * antd's tokens (see antd-theme.ts) or the CSS variables `--ic-*` derived from these.
 */
export type ThemeName = 'light' | 'dark';

/** Colours of one theme. Text colours reach WCAG AA (4.5:1) on `surface`, `canvas` and `raised`. */
export interface Palette {
  /** Page background. */
  canvas: string;
  /** Cards, tables, inputs. */
  surface: string;
  /** Floating elements and hovered rows. */
  raised: string;
  /** Table headers and total rows. */
  sunken: string;
  border: string;
  borderStrong: string;
  text: string;
  textSecondary: string;
  textMuted: string;
  primary: string;
  primarySoft: string;
  onPrimary: string;
  success: string;
  successSoft: string;
  warning: string;
  warningSoft: string;
  error: string;
  errorSoft: string;
  /** "Normal" (last-CV) metrics beside attributed ones. */
  normal: string;
  /** The previous period beside the current one. */
  previous: string;
  navbar: string;
}

export const PALETTES: Record<ThemeName, Palette> = {
  light: {
    canvas: '#f5f7fa',
    surface: '#ffffff',
    raised: '#f2f6fd',
    sunken: '#f7f9fc',
    border: '#e2e8f0',
    borderStrong: '#cbd5e1',
    text: '#172033',
    textSecondary: '#475569',
    textMuted: '#5f6c80',
    primary: '#0958d9',
    primarySoft: '#e8f0fe',
    onPrimary: '#ffffff',
    success: '#237804',
    successSoft: '#edf8e8',
    warning: '#9a5b00',
    warningSoft: '#fff6e0',
    error: '#cf1322',
    errorSoft: '#fdecee',
    normal: '#94a3b8',
    previous: '#c3cedb',
    navbar: 'rgba(255, 255, 255, 0.82)',
  },
  dark: {
    canvas: '#0f141b',
    surface: '#161d27',
    raised: '#1e2835',
    sunken: '#1a222d',
    border: '#283341',
    borderStrong: '#3a485a',
    text: '#e6ecf4',
    textSecondary: '#b0bccb',
    textMuted: '#93a1b3',
    primary: '#69a3ff',
    primarySoft: '#1a2b47',
    onPrimary: '#0b1526',
    success: '#7ccf63',
    successSoft: '#1a2f1c',
    warning: '#f0b252',
    warningSoft: '#33280f',
    error: '#ff8a8f',
    errorSoft: '#3a1d22',
    normal: '#7d8ca0',
    previous: '#46556a',
    navbar: 'rgba(22, 29, 39, 0.82)',
  },
};

/**
 * Eight series colours in a fixed order, distinct under protanopia, deuteranopia and tritanopia (after Okabe
 * and Ito, darkened for light and lightened for dark so that each has 3:1 on `surface`).
 */
export const SERIES: Record<ThemeName, readonly string[]> = {
  light: ['#0958d9', '#c2570c', '#00806a', '#a8327e', '#8a6d00', '#2b8cbe', '#6b4fc4', '#5c6b7f'],
  dark: ['#69a3ff', '#f2914b', '#3fc7a9', '#e583c0', '#d9be4a', '#7fd0f5', '#ab95f2', '#9aa8ba'],
};

/** Index in SERIES by attribution model (enum value): the same colour on every screen. */
export const MODEL_SERIES: Record<number, number> = { 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5 };

/** Colour of an attribution model. */
export const modelColour = (theme: ThemeName, model: number): string =>
  SERIES[theme][MODEL_SERIES[model] ?? 0] ?? PALETTES[theme].normal;

/** Colour of Markov chains of all orders; their shapes differ. */
export const markovColour = (theme: ThemeName): string => SERIES[theme][6] ?? PALETTES[theme].normal;

export const SIZES = {
  navWidth: 232,
  navCollapsedWidth: 64,
  navbarHeight: 56,
  /** The menu above the page. */
  horizontalNavHeight: 46,
  radius: 8,
  pagePadding: 24,
  pagePaddingSmall: 16,
  rowHeight: 40,
  /** Below this width (px) the navigation is a drawer. */
  overlayNavBreakpoint: 976,
  smallBreakpoint: 768,
  /** Distance above an anchor after scrolling to it. */
  anchorOffset: 60,
} as const;
