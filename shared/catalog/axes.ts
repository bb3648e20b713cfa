import { keysOf } from '../records';
import { Device, enumValues, isEnumValue } from './enums';

/** Converts `adType1Id` to `ad_type1_id`, as REST, URLs and SQL spell it. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts `cv_settings` to `cvSettings`, as TypeScript and GraphQL spell it. */
export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names of the devices by stored code, as used in REST and GraphQL. */
export const deviceNames = {
  [Device.PC]: 'pc',
  [Device.SMARTPHONE]: 'smartphone',
  [Device.TABLET]: 'tablet',
  [Device.OTHER]: 'other',
} as const;

type DeviceName = (typeof deviceNames)[Device];

/** Returns the public name of a stored device code; an unknown code is 'other'. */
export const deviceName = (code: number): DeviceName =>
  isEnumValue(Device, code) ? deviceNames[code] : 'other';

/** Returns the stored code of a public device name, or null if it is unknown. */
export const deviceCode = (name: string): Device | null =>
  enumValues(Device).find((code) => deviceNames[code] === name) ?? null;

/** Table with the rows that an axis' ids refer to. */
export interface Dimension {
  readonly table: string;
  /** Column of the label. */
  readonly label: string;
  /** Column that references the product, or the product's company. */
  readonly owner: 'product_id' | 'company_id';
  /** Selects this axis' rows if several axes share the table. */
  readonly sequence?: 1 | 2 | 3;
  /** Parent table, if the label or the owner is not in the table itself. */
  readonly parent?: { readonly table: string; readonly by: string; readonly holds: 'label' | 'owner' };
}

/** Lists of values that a user can choose from (`me.selections`). */
type ChoiceList = 'agency' | 'asp' | 'adCategory' | 'adType' | 'ad' | 'redirect';

/** Dimension that a report can be grouped by. Every layer derives its axis handling from this record. */
export interface Axis {
  /** Row field with the label (for `device`, `os` and `browser`: the value itself). */
  readonly key: string;
  /** Row field with the id; null if the value is its own id. */
  readonly idKey: string | null;
  /**
   * Fact table column that the axis is read from. Attributes of an ad use the ad's current values (domain.md
   * section 6).
   */
  readonly factColumn: 'ad_id' | 'device' | 'redirect_id' | 'lpo_entry_id' | 'os' | 'browser';
  /** Ad column with the attribute; null for the ad itself and for finer axes. */
  readonly adColumn:
    'agency_id' | 'asp_id' | 'ad_category_id' | 'ad_type1_id' | 'ad_type2_id' | 'ad_type3_id' | null;
  /** Null if the value is its own name. */
  readonly dimension: Dimension | null;
  /** GraphQL name of the axis' filter; REST and URLs use its snake_case form. Null if there is no filter. */
  readonly filter: string | null;
  /**
   * Kind of record that the filter's ids refer to; users only see their own part of it. Null if everyone sees
   * all values.
   */
  readonly kind: ChoiceList | `adType${1 | 2 | 3}` | null;
  /** Choices of the filter: a session list, all devices, or none. */
  readonly choices: ChoiceList | 'device' | null;
  /**
   * Whether direct conversions get the `noAd` row. False for the device, the OS and the browser, because a direct
   * conversion has its own.
   */
  readonly adDerived: boolean;
  /** Whether one ad can have several rows. If so, reports read the finest rollups and split fees. */
  readonly finerThanAd: boolean;
  /**
   * Whether the rollups don't hold the axis, so that reports sum the logs of their period. Such an axis has a
   * longest period, and neither filters nor log rows behind its metric values.
   */
  readonly live: boolean;
  /** Whether a filter on the axis drops "(no ad)". True for the ad and its attributes. */
  readonly filterDropsNoAd: boolean;
  /** Whether analysis pages hide the column until the user selects it (except pages that hide none). */
  readonly hiddenByDefault: boolean;
  /** Whether each value has a fixed colour on every screen. */
  readonly coloured: boolean;
  /** Axes to drill down to: the first one without a filter is used. */
  readonly opens: readonly string[];
}

const adAttributeDefaults = {
  factColumn: 'ad_id',
  adDerived: true,
  finerThanAd: false,
  live: false,
  filterDropsNoAd: true,
  hiddenByDefault: true,
  coloured: false,
  opens: ['ad', 'device'],
} as const;

const typeAxis = <N extends 1 | 2 | 3>(sequence: N) =>
  ({
    ...adAttributeDefaults,
    key: `type${sequence}`,
    idKey: `type${sequence}Id`,
    adColumn: `ad_type${sequence}_id`,
    dimension: { table: 'ad_type', label: 'title', owner: 'product_id', sequence },
    filter: `adType${sequence}Ids`,
    kind: `adType${sequence}`,
    choices: 'adType',
  }) as const;

const finerAxisDefaults = {
  adColumn: null,
  adDerived: true,
  finerThanAd: true,
  live: false,
  filterDropsNoAd: false,
  hiddenByDefault: false,
  coloured: false,
} as const;

const systemAxis = <K extends 'os' | 'browser'>(key: K) =>
  ({
    ...finerAxisDefaults,
    key,
    idKey: null,
    factColumn: key,
    dimension: null,
    filter: null,
    kind: null,
    choices: null,
    adDerived: false,
    live: true,
    opens: [],
  }) as const;

/** All axes by key, in the order of a report's columns. */
export const axes = {
  agency: {
    ...adAttributeDefaults,
    key: 'agency',
    idKey: 'agencyId',
    adColumn: 'agency_id',
    dimension: { table: 'agency', label: 'agency_name', owner: 'company_id' },
    filter: 'agencyIds',
    kind: 'agency',
    choices: 'agency',
    opens: ['asp', 'ad', 'device'],
  },
  asp: {
    ...adAttributeDefaults,
    key: 'asp',
    idKey: 'aspId',
    adColumn: 'asp_id',
    dimension: { table: 'asp', label: 'asp_name', owner: 'product_id' },
    filter: 'aspIds',
    kind: 'asp',
    choices: 'asp',
    coloured: true,
  },
  category: {
    ...adAttributeDefaults,
    key: 'category',
    idKey: 'categoryId',
    adColumn: 'ad_category_id',
    dimension: { table: 'ad_category', label: 'title', owner: 'product_id' },
    filter: 'adCategoryIds',
    kind: 'adCategory',
    choices: 'adCategory',
  },
  type1: typeAxis(1),
  type2: typeAxis(2),
  type3: typeAxis(3),
  ad: {
    ...adAttributeDefaults,
    key: 'ad',
    idKey: 'adId',
    adColumn: null,
    dimension: { table: 'ad', label: 'ad_name', owner: 'product_id' },
    filter: 'adIds',
    kind: 'ad',
    choices: 'ad',
    opens: ['redirect', 'device'],
  },
  device: {
    ...finerAxisDefaults,
    key: 'device',
    idKey: null,
    factColumn: 'device',
    dimension: null,
    filter: 'device',
    kind: null,
    choices: 'device',
    adDerived: false,
    hiddenByDefault: true,
    opens: ['asp', 'ad', 'redirect'],
  },
  os: systemAxis('os'),
  browser: systemAxis('browser'),
  redirect: {
    ...finerAxisDefaults,
    key: 'redirect',
    idKey: 'redirectId',
    factColumn: 'redirect_id',
    // Redirects have no name. Screens show the ad's name with the redirect's number.
    dimension: {
      table: 'redirect',
      label: 'ad_name',
      owner: 'product_id',
      parent: { table: 'ad', by: 'ad_id', holds: 'label' },
    },
    filter: 'redirectIds',
    kind: 'redirect',
    choices: 'redirect',
    opens: ['lpoTitle', 'device'],
  },
  lpoTitle: {
    ...finerAxisDefaults,
    key: 'lpoTitle',
    idKey: 'lpoTitleId',
    factColumn: 'lpo_entry_id',
    dimension: {
      table: 'lpo_entry',
      label: 'title',
      owner: 'product_id',
      parent: { table: 'redirect', by: 'redirect_id', holds: 'owner' },
    },
    filter: null,
    kind: null,
    choices: null,
    opens: [],
  },
} as const satisfies Record<string, Axis>;

export type AxisKey = keyof typeof axes;

/** GraphQL names of the axis filters. */
export type AxisFilterName = NonNullable<(typeof axes)[AxisKey]['filter']>;

/** All axis keys in column order. */
export const axisKeys = keysOf(axes);

/** Axes that the rollups hold. */
export const storedAxisKeys = axisKeys.filter((key) => !axes[key].live);

/** Most days of a report by a live axis. */
export const MAX_LIVE_DAYS = 92;

/** Default axes of a report without `axis`. */
export const defaultAxes: readonly AxisKey[] = ['ad'];

/** Returns whether `key` names an axis. */
export const isAxisKey = (key: string): key is AxisKey => Object.hasOwn(axes, key);

/** Returns the definition of an axis. */
export const axisOf = (key: AxisKey): Axis => axes[key];

/** Returns the axis' name in REST and URLs: `lpoTitle` is `lpo_title`. */
export const axisName = (key: AxisKey): string => snakeCase(key);

/** Returns the axis with this REST name, or null if the name is unknown. */
export function findAxis(name: string): AxisKey | null {
  const key = camelCase(name);
  return isAxisKey(key) && axisName(key) === name ? key : null;
}

/** All axis names in column order. */
export const axisNames: readonly string[] = axisKeys.map(axisName);

/** Returns the REST and URL parameter that filters by an axis, or null if there is none. */
export function filterName(key: AxisKey): string | null {
  const { filter } = axisOf(key);
  return filter && snakeCase(filter);
}

/** REST and URL parameters that filter by axes. */
export const filterNames: readonly string[] = axisKeys.flatMap((key) => filterName(key) ?? []);

/** Attributes of something that belongs to one ad: its ad, the ad's attributes, and its device. */
export const attributeKeys: readonly AxisKey[] = axisKeys.filter((key) => axes[key].hiddenByDefault);

/**
 * Returns the attributes that can be shown beside these axes. Only rows of a single ad have exactly one value
 * of each: those of an ad, a redirect or a variant. The last two are finer than the ad and show it too.
 */
export function attributesForAxes(selectedAxes: readonly AxisKey[]): AxisKey[] {
  const isFiner = selectedAxes.includes('redirect') || selectedAxes.includes('lpoTitle');
  const ofAd = attributeKeys.filter((key) => axes[key].adColumn !== null);
  const offered = isFiner ? attributeKeys : selectedAxes.includes('ad') ? ofAd : [];
  return offered.filter((key) => !selectedAxes.includes(key));
}

/** Analysis pages that hide no axis column by default. */
const pagesWithAllAxes: readonly string[] = ['cv', 'lpo'];

/**
 * Returns the axis columns that an analysis page (`ad-statistics`, `attribution`, `cv`, ...) hides by
 * default.
 */
export const hiddenAxes = (page: string): AxisKey[] =>
  pagesWithAllAxes.includes(page) ? [] : axisKeys.filter((key) => axes[key].hiddenByDefault);
