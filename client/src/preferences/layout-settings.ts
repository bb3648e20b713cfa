import { keysOf } from '../../../shared/records';
import { type Skin, SKINS } from '../theme/skins';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the value of a cookie; undefined if it is missing or malformed. */
function readCookie(name: string): string | undefined {
  const match = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (match === undefined) return undefined;
  try {
    return decodeURIComponent(match.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** Sets a first-party cookie for a year. */
function writeCookie(name: string, value: string, maxAgeSeconds = YEAR_SECONDS): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

/** Deletes a cookie. */
const deleteCookie = (name: string): void => writeCookie(name, '', 0);

export type ThemeChoice = 'light' | 'dark' | 'system';
export type TableDensity = 'normal' | 'compact';
export type BarType = 'sticky' | 'static' | 'hidden';
export type NavType = 'vertical' | 'horizontal';

/** Layout settings of this browser; stored in cookies, so that the first paint knows them. */
export interface LayoutSettings {
  theme: ThemeChoice;
  skin: Skin;
  /** A dark menu beside a light page. */
  semiDarkMenu: boolean;
  /** Main menu at the side or above the page; always at the side on narrow windows. */
  navType: NavType;
  /** Menu above the page. */
  horizontalNavType: BarType;
  navCollapsed: boolean;
  /** Whether a collapsed menu stays collapsed on hover. */
  navPinned: boolean;
  navbarType: BarType;
  /** Whether content below the navbar shines through. */
  navbarBlur: boolean;
  footerType: BarType;
  contentWidth: 'fluid' | 'boxed';
  rightToLeft: boolean;
  /** Row height of report tables. */
  tableDensity: TableDensity;
}

interface Field<T> {
  cookie: string;
  values: readonly T[];
  initial: T;
}

const flag = (cookie: string, initial = false): Field<boolean> => ({
  cookie,
  values: [true, false],
  initial,
});
const BARS: readonly BarType[] = ['sticky', 'static', 'hidden'];

const FIELDS: { [K in keyof LayoutSettings]: Field<LayoutSettings[K]> } = {
  theme: { cookie: 'ic_theme', values: ['light', 'dark', 'system'], initial: 'light' },
  skin: { cookie: 'ic_skin', values: SKINS, initial: 'ic_default' },
  semiDarkMenu: flag('ic_semi_dark_menu'),
  navType: { cookie: 'ic_nav_type', values: ['vertical', 'horizontal'], initial: 'vertical' },
  horizontalNavType: { cookie: 'ic_horizontal_nav_type', values: BARS, initial: 'sticky' },
  navCollapsed: flag('ic_nav_collapsed'),
  navPinned: flag('ic_nav_pinned', true),
  navbarType: { cookie: 'ic_navbar_type', values: BARS, initial: 'sticky' },
  navbarBlur: flag('ic_navbar_blur', true),
  footerType: { cookie: 'ic_footer_type', values: BARS, initial: 'static' },
  contentWidth: { cookie: 'ic_content_width', values: ['fluid', 'boxed'], initial: 'fluid' },
  rightToLeft: flag('ic_rtl'),
  tableDensity: { cookie: 'ic_table_density', values: ['normal', 'compact'], initial: 'normal' },
};

function readField<T>(field: Field<T>): T {
  const text = readCookie(field.cookie);
  return field.values.find((value) => String(value) === text) ?? field.initial;
}

/** Returns the values of a setting, in display order. */
export const layoutValues = <K extends keyof LayoutSettings>(name: K): readonly LayoutSettings[K][] =>
  FIELDS[name].values;

/** Reads all settings; a missing or invalid cookie yields the default. */
export function readLayoutSettings(): LayoutSettings {
  return {
    theme: readField(FIELDS.theme),
    skin: readField(FIELDS.skin),
    semiDarkMenu: readField(FIELDS.semiDarkMenu),
    navType: readField(FIELDS.navType),
    horizontalNavType: readField(FIELDS.horizontalNavType),
    navCollapsed: readField(FIELDS.navCollapsed),
    navPinned: readField(FIELDS.navPinned),
    navbarType: readField(FIELDS.navbarType),
    navbarBlur: readField(FIELDS.navbarBlur),
    footerType: readField(FIELDS.footerType),
    contentWidth: readField(FIELDS.contentWidth),
    rightToLeft: readField(FIELDS.rightToLeft),
    tableDensity: readField(FIELDS.tableDensity),
  };
}

/** Stores one setting for a year. */
export function writeLayoutSetting<K extends keyof LayoutSettings>(name: K, value: LayoutSettings[K]): void {
  writeCookie(FIELDS[name].cookie, String(value));
}

/** Deletes all settings and returns the defaults. */
export function resetLayoutSettings(): LayoutSettings {
  for (const name of keysOf(FIELDS)) deleteCookie(FIELDS[name].cookie);
  return readLayoutSettings();
}
