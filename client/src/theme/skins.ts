import { PALETTES, type Palette, type ThemeName } from './tokens';

/** Skins by the names that cookies store. */
export const SKINS = ['ic_default', 'ic_semi_dark', 'blue', 'bordered', 'semi_dark'] as const;
export type Skin = (typeof SKINS)[number];

/** Colours of a part that differ from the theme's. */
type Change = Readonly<Partial<Palette>>;

interface SkinChanges {
  /** The whole page. */
  readonly page?: Readonly<Record<ThemeName, Change>>;
  /** The main menu. */
  readonly menu?: Readonly<Record<ThemeName, Change>>;
}

/** A dark menu beside a light page; in the dark theme the menu is dark already. */
const NAVY: Readonly<Record<ThemeName, Change>> = {
  light: {
    surface: '#131c2b',
    raised: '#1e2a3e',
    border: '#233047',
    text: '#e6ecf4',
    textSecondary: '#b0bccb',
    textMuted: '#93a1b3',
    primary: '#8db8ff',
    primarySoft: '#21375a',
  },
  dark: {},
};

const GRAPHITE: Readonly<Record<ThemeName, Change>> = {
  light: {
    surface: '#24272e',
    raised: '#333740',
    border: '#3b3f48',
    borderStrong: '#565b66',
    text: '#f0f1f3',
    textSecondary: '#c4c7cd',
    textMuted: '#a4a8b0',
    primary: '#9cc2ff',
    primarySoft: '#3a4354',
  },
  dark: { surface: '#101216', raised: '#1d2025', border: '#2b2f36', primarySoft: '#242b38' },
};

const blue = (surface: string, raised: string, border: string): Change => ({
  surface,
  raised,
  border,
  text: '#ffffff',
  textSecondary: '#dce7fb',
  textMuted: '#bed1f5',
  primary: '#ffffff',
  primarySoft: raised,
});

const skins: Readonly<Record<Skin, SkinChanges>> = {
  ic_default: {},
  ic_semi_dark: { menu: NAVY },
  blue: {
    page: { light: { canvas: '#f0f5ff', sunken: '#f5f8ff' }, dark: { canvas: '#0b1424' } },
    menu: { light: blue('#0a3d91', '#1a52b0', '#2a5fb8'), dark: blue('#0a2a63', '#163d85', '#1d4791') },
  },
  bordered: {
    page: {
      light: { canvas: '#ffffff', sunken: '#ffffff', border: '#cbd5e1', borderStrong: '#94a3b8' },
      dark: { canvas: '#161d27', sunken: '#161d27', border: '#3a485a', borderStrong: '#5b6b80' },
    },
  },
  semi_dark: { menu: GRAPHITE },
};

/** Returns the colours of a page. */
export const paletteOf = (theme: ThemeName, skin: Skin): Palette => ({
  ...PALETTES[theme],
  ...skins[skin].page?.[theme],
});

/**
 * Returns the colours in which the main menu differs; `semiDark` makes it dark beside a light page, in any
 * skin.
 */
export const menuColours = (theme: ThemeName, skin: Skin, semiDark: boolean): Change =>
  skins[skin].menu?.[theme] ?? (semiDark ? NAVY[theme] : {});
