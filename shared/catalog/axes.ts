import { camelCase, snakeCase } from './case';
import { keysOf } from '../records';

/** The table that holds what an axis' ids stand for. */
export interface Dimension {
  readonly table: string;
  /** Column of the label. */
  readonly label: string;
  /** Column by which it belongs to a product, or to the product's company. */
  readonly owner: 'product_id' | 'company_id';
  /** Of several axes in one table: which rows are this one's. */
  readonly sequence?: 1 | 2 | 3;
  /** Where label or owner stand, when not in the table itself. */
  readonly parent?: { readonly table: string; readonly by: string; readonly holds: 'label' | 'owner' };
}

/** Lists of what a user may choose from (`me.selections`). */
type ChoiceList = 'agency' | 'asp' | 'adCategory' | 'adType' | 'ad' | 'redirect';

/** What a report can be grouped by: all that any part of the product knows of it. */
export interface Axis {
  /** Field of a row that holds the label (of `device`: the device itself). */
  readonly key: string;
  /** Field of a row that holds the id; null for `device`, which has none. */
  readonly idKey: string | null;
  /** Column of the fact tables it is read from; attributes of an ad come from the ad of today. */
  readonly factColumn: 'ad_id' | 'device' | 'redirect_id' | 'lpo_entry_id';
  /** Column of the ad that holds the attribute; null for the ad itself and what is finer. */
  readonly adColumn:
    'agency_id' | 'asp_id' | 'ad_category_id' | 'ad_type1_id' | 'ad_type2_id' | 'ad_type3_id' | null;
  /** Null for the device, which names itself. */
  readonly dimension: Dimension | null;
  /** GraphQL name of the filter by it; in REST and addresses its snake_case. Null: there is none. */
  readonly filter: string | null;
  /** What the filter's ids refer to, of which everybody may see their own part only; null: everybody sees all. */
  readonly kind: ChoiceList | `adType${1 | 2 | 3}` | null;
  /** What a filter chooses from: a list of the session, all devices, or nothing. */
  readonly choices: ChoiceList | 'device' | null;
  /** Whether direct conversions get the `noAd` row on it (all but device, which they have themselves). */
  readonly adDerived: boolean;
  /** Whether one ad may stand on several rows of it; then the finest rollups are read and fees are split. */
  readonly finerThanAd: boolean;
  /** Whether a filter on it leaves "(no ad)" out: the attributes of ads and the ad. */
  readonly filterDropsNoAd: boolean;
  /** Hidden until chosen on analysis pages (other than those that hide none). */
  readonly hiddenByDefault: boolean;
  /** Whether its values have colours of their own, the same on every screen. */
  readonly coloured: boolean;
  /** Where opening a row leads: the next axes, the first that is not fixed yet. */
  readonly opens: readonly string[];
}

const ofAd = {
  factColumn: 'ad_id',
  adDerived: true,
  finerThanAd: false,
  filterDropsNoAd: true,
  hiddenByDefault: true,
  coloured: false,
  opens: ['ad', 'device'],
} as const;

const type = <N extends 1 | 2 | 3>(sequence: N) =>
  ({
    ...ofAd,
    key: `type${sequence}`,
    idKey: `type${sequence}Id`,
    adColumn: `ad_type${sequence}_id`,
    dimension: { table: 'ad_type', label: 'title', owner: 'product_id', sequence },
    filter: `adType${sequence}Ids`,
    kind: `adType${sequence}`,
    choices: 'adType',
  }) as const;

const finer = {
  adColumn: null,
  adDerived: true,
  finerThanAd: true,
  filterDropsNoAd: false,
  hiddenByDefault: false,
  coloured: false,
} as const;

/** The axes by key, in the order of a report's columns. */
export const axes = {
  agency: {
    ...ofAd,
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
    ...ofAd,
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
    ...ofAd,
    key: 'category',
    idKey: 'categoryId',
    adColumn: 'ad_category_id',
    dimension: { table: 'ad_category', label: 'title', owner: 'product_id' },
    filter: 'adCategoryIds',
    kind: 'adCategory',
    choices: 'adCategory',
  },
  type1: type(1),
  type2: type(2),
  type3: type(3),
  ad: {
    ...ofAd,
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
    ...finer,
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
  redirect: {
    ...finer,
    key: 'redirect',
    idKey: 'redirectId',
    factColumn: 'redirect_id',
    // Redirects have no name of their own: their ad's stands for them, with their number.
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
    ...finer,
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

/** GraphQL names of the filters by axes. */
export type AxisFilterName = NonNullable<(typeof axes)[AxisKey]['filter']>;

/** All axis keys in column order. */
export const axisKeys = keysOf(axes);

/** The axes that a report without `axis` is grouped by. */
export const defaultAxes: readonly AxisKey[] = ['ad'];

/** Whether `key` names an axis. */
export function isAxisKey(key: string): key is AxisKey {
  return Object.hasOwn(axes, key);
}

/** The record of an axis. */
export function axisOf(key: AxisKey): Axis {
  return axes[key];
}

/** The axis' name in REST and addresses: `lpoTitle` is `lpo_title`. */
export const axisName = (key: AxisKey): string => snakeCase(key);

/** The axis by its name in REST and addresses; null for a name that is none. */
export function findAxis(name: string): AxisKey | null {
  const key = camelCase(name);
  return isAxisKey(key) && axisName(key) === name ? key : null;
}

/** All axis names in column order. */
export const axisNames: readonly string[] = axisKeys.map(axisName);

/** The parameter of REST and addresses that filters by an axis; null where there is none. */
export function filterName(key: AxisKey): string | null {
  const { filter } = axisOf(key);
  return filter && snakeCase(filter);
}

/** The parameters of REST and addresses that filter by axes. */
export const filterNames: readonly string[] = axisKeys.flatMap((key) => filterName(key) ?? []);

/** The attributes of the ad that may stand beside these axes: rows of one ad have one value of each, others have none or several. */
export const attributesBeside = (asked: readonly AxisKey[]): AxisKey[] =>
  asked.includes('ad') ? axisKeys.filter((key) => axes[key].adColumn !== null && !asked.includes(key)) : [];

/** Analysis pages on which no axis column is hidden at first. */
const pagesHidingNone: readonly string[] = ['cv', 'lpo'];

/** The axis columns hidden at first on an analysis page (`ad-statistics`, `attribution`, `cv`, ...). */
export function hiddenAxes(page: string): AxisKey[] {
  return pagesHidingNone.includes(page) ? [] : axisKeys.filter((key) => axes[key].hiddenByDefault);
}
