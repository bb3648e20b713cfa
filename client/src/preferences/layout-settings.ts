import { readCookie, writeCookie } from './cookies';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type TableDensity = 'normal' | 'compact';
export type BarType = 'sticky' | 'static' | 'hidden';

/** How this browser likes the frame to look; kept in cookies so that the first paint already knows. */
export interface LayoutSettings {
  theme: ThemeChoice;
  semiDarkMenu: boolean;
  navbarType: BarType;
  footerType: BarType;
  contentWidth: 'fluid' | 'boxed';
  navCollapsed: boolean;
  /** Height of the rows of tables of figures. */
  tableDensity: TableDensity;
}

interface Field<T> {
  cookie: string;
  values: readonly T[];
  initial: T;
}

const flag = (cookie: string, initial = false): Field<boolean> => ({ cookie, values: [true, false], initial });
const BARS: readonly BarType[] = ['sticky', 'static', 'hidden'];

const FIELDS: { [K in keyof LayoutSettings]: Field<LayoutSettings[K]> } = {
  theme: { cookie: 'ic_theme', values: ['light', 'dark', 'system'], initial: 'light' },
  semiDarkMenu: flag('ic_semi_dark_menu'),
  navbarType: { cookie: 'ic_navbar_type', values: BARS, initial: 'sticky' },
  footerType: { cookie: 'ic_footer_type', values: BARS, initial: 'static' },
  contentWidth: { cookie: 'ic_content_width', values: ['fluid', 'boxed'], initial: 'fluid' },
  navCollapsed: flag('ic_nav_collapsed'),
  tableDensity: { cookie: 'ic_table_density', values: ['normal', 'compact'], initial: 'normal' },
};

function readField<T>(field: Field<T>): T {
  const text = readCookie(field.cookie);
  return field.values.find((value) => String(value) === text) ?? field.initial;
}

/** All settings; what a cookie lacks or states wrongly has its initial value. */
export function readLayoutSettings(): LayoutSettings {
  return {
    theme: readField(FIELDS.theme),
    semiDarkMenu: readField(FIELDS.semiDarkMenu),
    navbarType: readField(FIELDS.navbarType),
    footerType: readField(FIELDS.footerType),
    contentWidth: readField(FIELDS.contentWidth),
    navCollapsed: readField(FIELDS.navCollapsed),
    tableDensity: readField(FIELDS.tableDensity),
  };
}

/** Keeps one setting for a year. */
export function writeLayoutSetting<K extends keyof LayoutSettings>(name: K, value: LayoutSettings[K]): void {
  writeCookie(FIELDS[name].cookie, String(value));
}
