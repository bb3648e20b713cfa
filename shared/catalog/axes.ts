/** What a report can be grouped by. */
export interface Axis {
  /** REST key; also the row's label key (for `device` the only key). */
  readonly key: string;
  /** Row key of the id; null for `device`, which has none. */
  readonly idKey: string | null;
  /** Query parameter that filters by it; null where there is none. */
  readonly filter: string | null;
  /** Column of the fact tables it is read from; attributes of an ad come from the ad of today. */
  readonly factColumn: 'ad_id' | 'device' | 'redirect_id' | 'lpo_entry_id';
  /** Column of the ad that holds the attribute; null for the ad itself and what is finer. */
  readonly adColumn: string | null;
  /** Whether direct conversions get the `no_ad` row on it (all but device, which they have themselves). */
  readonly adDerived: boolean;
  /** Whether one ad may stand on several rows of it; then the finest rollups are read and fees are split. */
  readonly finerThanAd: boolean;
  /** Whether a filter on it leaves "(no ad)" out: the attributes of ads and the ad. */
  readonly filterDropsNoAd: boolean;
  /** Hidden until chosen on analysis pages (other than those that hide none). */
  readonly hiddenByDefault: boolean;
}

const ofAd = (key: string, adColumn: string, filter: string): Axis => ({
  key,
  idKey: `${key}_id`,
  filter,
  factColumn: 'ad_id',
  adColumn,
  adDerived: true,
  finerThanAd: false,
  filterDropsNoAd: true,
  hiddenByDefault: true,
});

/** The axes by key, in the order of a report's columns. */
export const axes = {
  agency: ofAd('agency', 'agency_id', 'agency_ids'),
  asp: ofAd('asp', 'asp_id', 'asp_ids'),
  category: ofAd('category', 'ad_category_id', 'ad_category_ids'),
  type1: ofAd('type1', 'ad_type1_id', 'ad_type1_ids'),
  type2: ofAd('type2', 'ad_type2_id', 'ad_type2_ids'),
  type3: ofAd('type3', 'ad_type3_id', 'ad_type3_ids'),
  ad: { ...ofAd('ad', 'id', 'ad_ids'), adColumn: null },
  device: {
    key: 'device',
    idKey: null,
    filter: 'device',
    factColumn: 'device',
    adColumn: null,
    adDerived: false,
    finerThanAd: true,
    filterDropsNoAd: false,
    hiddenByDefault: true,
  },
  redirect: {
    key: 'redirect',
    idKey: 'redirect_id',
    filter: 'redirect_ids',
    factColumn: 'redirect_id',
    adColumn: null,
    adDerived: true,
    finerThanAd: true,
    filterDropsNoAd: false,
    hiddenByDefault: false,
  },
  lpo_title: {
    key: 'lpo_title',
    idKey: 'lpo_title_id',
    filter: null,
    factColumn: 'lpo_entry_id',
    adColumn: null,
    adDerived: true,
    finerThanAd: true,
    filterDropsNoAd: false,
    hiddenByDefault: false,
  },
} as const satisfies Record<string, Axis>;

export type AxisKey = keyof typeof axes;

/** All axis keys in column order. */
export const axisKeys = Object.keys(axes) as AxisKey[];

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

/** Analysis pages on which no axis column is hidden at first. */
export const pagesHidingNone: readonly string[] = ['cv', 'lpo'];

/** The axis columns hidden at first on an analysis page (`ad-statistics`, `attribution`, `cv`, ...). */
export function hiddenAxes(page: string): AxisKey[] {
  return pagesHidingNone.includes(page) ? [] : axisKeys.filter((key) => axes[key].hiddenByDefault);
}
