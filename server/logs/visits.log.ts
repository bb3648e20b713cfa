import { dayCounts } from '../rollups/log-facts';
import { anyOf, never, oneOf, startsWith } from '../db/condition';
import {
  adLabel,
  adNetworkFilter,
  adReference,
  customer,
  device,
  searchable,
  instant,
  int,
  keyed,
  lpoTitle,
  nullable,
  ownAdsOnly,
  product,
  productId,
  reference,
  text,
  textFilter,
  yen,
  address,
  arrival,
  excludedReason,
  excludedViewReason,
  flag,
  freeText,
  userAgent,
  contains,
  derived,
  internal,
  MAX_VALUES,
} from './log-fields';
import type { LogDefinition, LogField, LogFilter } from './log-definition';
import { drillDownFilter } from './drill-down/drill-down-filter';

/** The journey log. The interaction that opened a reference identifies it. */
export const references: LogDefinition = {
  type: 'Reference',
  one: 'reference',
  many: 'references',
  table: 'interaction',
  dayCount: dayCounts.references,
  keyWithin: 'product_id',
  time: 'firstReferenceTime',
  fields: {
    id: keyed(text('id', searchable)),
    productId,
    product,
    visitorId: keyed(text('visitor_id', searchable)),
    userId: customer,
    firstReferenceTime: instant('time'),
    interactionId: keyed(text('id')),
    adId: { ...adReference('ad_id'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    aspId: adNetworkFilter(),
    mediaSessionId: text('ses', { ...nullable, ...searchable }),
    clickCost: yen('cost_sen', nullable),
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle,
    device,
    trackingTerm: int('tracking_term'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
};

/** The click ids of ad platforms by name. */
const clickIds: LogField = {
  type: 'textMap',
  computed: {
    needs: ['clickIdsJson'],
    make: ({ clickIdsJson: json }): unknown => (typeof json === 'string' ? JSON.parse(json) : {}),
  },
};

/** The ad contact log; excluded contacts have their reason. */
export const interactions: LogDefinition = {
  type: 'Interaction',
  one: 'interaction',
  many: 'interactions',
  table: 'interaction',
  dayCount: dayCounts.interactions,
  keyWithin: 'product_id',
  time: 'createdAt',
  fields: {
    id: keyed(text('id', searchable)),
    productId,
    product,
    createdAt: instant('time'),
    visitorId: keyed(text('visitor_id', searchable)),
    userId: customer,
    referenceId: text('reference_id', nullable),
    accessId: text('access_id', nullable),
    adId: { ...adReference('ad_id'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    aspId: adNetworkFilter(),
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle,
    device,
    params: freeText('params', { ...nullable, ...searchable }),
    aXclid: text('xclid', { ...nullable, ...searchable }),
    clickIdsJson: internal('click_ids'),
    clickIds,
    aSes: text('ses', { ...nullable, ...searchable }),
    aKey1: text('key1', { ...nullable, ...searchable }),
    aKey2: text('key2', { ...nullable, ...searchable }),
    aKey3: text('key3', { ...nullable, ...searchable }),
    cost: yen('cost_sen', nullable),
    // The setting values that apply to this contact, which may differ from the current settings.
    costGiven: flag('cost_given'),
    performanceCvFlag: flag('performance_flag'),
    trackingTerm: int('tracking_term'),
    firstTouch: flag('first_touch'),
    landingUrl: text('landing_url', nullable),
    referrer: text('referrer', nullable),
    ipAddress: address,
    ua: userAgent(),
    excludedReason,
    ...arrival,
    figure: drillDownFilter('interactions'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
};

const splitUrl = (url: unknown): [page: string | null, query: string | null] => {
  if (typeof url !== 'string') return [null, null];
  const [page = ''] = url.split(/[?#]/, 1);
  const query = /\?([^#]*)/.exec(url)?.[1];
  return [page, query ?? null];
};

/** Matches views of a page, ignoring query and fragment. */
const ofPage: LogFilter = {
  ...textFilter('e.url'),
  max: MAX_VALUES,
  where: (values) =>
    anyOf(
      values
        .map(String)
        .map((page) =>
          anyOf([oneOf('e.url', [page]), ...['?', '#'].map((sign) => startsWith('e.url', `${page}${sign}`))]),
        ),
    ),
};

/**
 * Matches views by their exact query: the text after the first ? up to a fragment. The ? is passed as a value,
 * since drivers read it as a placeholder.
 */
const ofQuery: LogFilter = {
  ...textFilter('e.url'),
  max: MAX_VALUES,
  where: (values) =>
    anyOf(
      values.map(String).map((query) => {
        if (query.includes('#')) return never;
        const { sql, params } = startsWith("CONCAT(SUBSTR(e.url, INSTR(e.url, ?) + 1), '#')", `${query}#`);
        return { sql: `INSTR(e.url, ?) > 0 AND ${sql}`, params: ['?', '?', ...params] };
      }),
    ),
};

/** The page view log. */
export const accesses: LogDefinition = {
  type: 'Access',
  one: 'access',
  many: 'accesses',
  table: 'access',
  dayCount: dayCounts.accesses,
  keyWithin: 'product_id',
  time: 'accessTime',
  fields: {
    id: keyed(text('id', searchable)),
    productId,
    product,
    accessTime: instant('time'),
    visitorId: keyed(text('visitor_id', searchable)),
    userId: customer,
    interactionId: text('interaction_id', nullable),
    adId: adReference('ad_id'),
    ad: adLabel('ad_id'),
    aspId: adNetworkFilter(),
    ipAddress: address,
    url: internal('url', searchable),
    accessUrl: {
      ...derived(['url'], (row) => splitUrl(row.url)[0]),
      filters: { '': ofPage, Contains: contains('e.url') },
    },
    title: text('title', nullable),
    query: { ...derived(['url'], (row) => splitUrl(row.url)[1]), filters: { '': ofQuery } },
    referrer: freeText('referrer', { ...nullable, ...searchable }),
    ua: userAgent(),
    os: userAgent('os'),
    osVer: userAgent('os_ver'),
    browser: userAgent('browser'),
    browserVer: userAgent('browser_ver'),
    device,
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle,
    excludedReason: excludedViewReason,
    ...arrival,
    figure: drillDownFilter('accesses'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
};
