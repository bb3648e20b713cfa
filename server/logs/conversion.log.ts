import { CvType, enumValues, type Grant } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { oneOf, allOf, anyOf, type Condition } from '../db/condition';
import { dayCounts } from '../rollups/log-facts';
import type { ReadContext, Row } from '../records/list-definition';
import { placeholders } from '../db/database';
import {
  text,
  textFilter,
  address,
  adLabel,
  adNetworkFilter,
  adReference,
  arrival,
  device,
  door,
  enumerated,
  excludedReason,
  flag,
  freeText,
  instant,
  int,
  internal,
  keyed,
  label,
  MAX_VALUES,
  nullable,
  ownAdsOnly,
  product,
  productId,
  reference,
  searchable,
  yen,
} from './log-fields';
import type { LogField, LogFilter, LogDefinition } from './log-definition';
import { drillDownFilter } from './drill-down/drill-down-filter';

/**
 * Returns the conditions on rows `e` of the conversions that the actor may see. An agency sees conversions with
 * one of its ads in the path.
 */
export const conversionGuard = (actor: Actor, grant: Grant): Condition[] => {
  if (grant.scope !== 'own') return [];
  const sql = `EXISTS (SELECT 1 FROM conversion_touch t JOIN ad a ON a.id = t.ad_id
    WHERE t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id AND a.agency_id = ?)`;
  return [{ sql, params: [actor.agencyId ?? 0] }];
};

/** Lists the counting settings; they are few, so the unique key can look up an event id. */
const bySetting = 'e.cv_setting_id IN (SELECT s.id FROM cv_setting s)';
/** The conversion's public id. */
const eventId: LogField = keyed({
  ...text('event_id'),
  filters: {
    '': {
      ...textFilter('e.event_id'),
      where: (values) => ({
        ...oneOf('e.event_id', values),
        sql: `${oneOf('e.event_id', values).sql} AND ${bySetting}`,
      }),
    },
  },
});

/** Hides other agencies' ads from an agency. @param fieldsByAd the fields to hide, by the field that holds the ad's id */
const hideOthers =
  (fieldsByAd: Readonly<Record<string, readonly string[]>>) =>
  async (rows: readonly Row[], { db, actor, grant }: ReadContext): Promise<void> => {
    if (grant.scope !== 'own' || rows.length === 0) return;
    const ids = [
      ...new Set(
        rows
          .flatMap((row) => Object.keys(fieldsByAd).map((name) => row[name]))
          .filter((id): id is number => typeof id === 'number' && id > 0),
      ),
    ];
    const own = new Set<unknown>();
    if (ids.length > 0) {
      const ownAds = await db.read<{ id: number }>(
        `SELECT id FROM ad WHERE agency_id = ? AND id IN (${placeholders(ids)})`,
        [actor.agencyId ?? 0, ...ids],
      );
      for (const { id } of ownAds) own.add(id);
    }
    for (const row of rows) {
      for (const [ad, names] of Object.entries(fieldsByAd)) {
        if (!own.has(row[ad])) for (const name of names) if (name in row) row[name] = null;
      }
    }
  };

/** The contact that a conversion is credited to. An agency can filter only by contacts of its own ads. */
const contact = (name: string, ad: string): LogField => {
  const sql = `e.${name}`;
  const find: LogFilter['find'] = async (values, { actor, grant }) =>
    allOf([oneOf(sql, values), ...ownAdsOnly(actor, grant, `e.${ad}`)]);
  return text(name, {
    ...nullable,
    othersAd: true,
    filters: { '': { ...textFilter(sql), find } },
  });
};
/** Filter value that matches every unread amount. */
const ANY = 'any';
/** The amount as the page wrote it. The filter takes texts, or `any` for all unread amounts. */
const amountText: LogField = {
  ...text('amount_text', nullable),
  filters: {
    '': {
      ...textFilter('e.amount_text'),
      max: MAX_VALUES,
      where: (values) =>
        anyOf(
          values.map((value) =>
            value === ANY
              ? { sql: 'e.amount_text IS NOT NULL', params: [] }
              : oneOf('e.amount_text', [value]),
          ),
        ),
    },
  },
};
const hiddenText = { nullable: true, mask: 'hidden' } as const;
/** The conversion log. Ids are event ids; one order may have the same id under several settings. */
export const conversions: LogDefinition = {
  type: 'Conversion',
  one: 'conversion',
  many: 'conversions',
  table: 'conversion',
  dayCount: dayCounts.conversions,
  lookup: `${bySetting} AND e.event_id`,
  within: ['cvSettingId'],
  time: 'cvTime',
  fields: {
    id: eventId,
    eventId: { ...eventId, ...searchable },
    productId,
    product,
    cvTime: instant('time'),
    cvType: enumerated(enumValues(CvType), int('cv_type')),
    cvSlot: int('cv_slot'),
    cvSettingId: {
      ...reference('cv_setting_id', 'cvSetting'),
      nullable: false,
      source: int('cv_setting_id').source,
    },
    cvSetting: label('cv_setting_id', 'cv_setting', 'title'),
    visitorId: keyed(text('visitor_id', searchable)),
    userId: keyed(text('user_id', { nullable: true, mask: 'customer' })),
    amount: yen('amount_sen'),
    amountText,
    amountCurrent: {
      type: 'float',
      source: { sql: 'COALESCE(e.amended_sen, e.amount_sen)', read: (value) => Number(value) / 100 },
    },
    cancelled: flag('cancelled'),
    args: freeText('args', { ...hiddenText, ...searchable }),
    otherKey1: text('other_key1', hiddenText),
    otherKey2: text('other_key2', hiddenText),
    otherKey3: text('other_key3', hiddenText),
    device,
    repeat: flag('repeated'),
    lastCvAdId: adReference('last_ad_id', { othersAd: true }),
    lastCvAd: adLabel('last_ad_id', { othersAd: true }),
    lastCvInteractionId: contact('last_interaction_id', 'last_ad_id'),
    aspId: adNetworkFilter('last_ad_id'),
    performanceCvAdId: reference('performance_ad_id', 'ad', { othersAd: true }),
    performanceCvAd: adLabel('performance_ad_id', { othersAd: true }),
    performanceCvInteractionId: contact('performance_interaction_id', 'performance_ad_id'),
    ipAddress: address,
    ua: text('ua', nullable),
    url: text('url', nullable),
    referrer: text('referrer', nullable),
    trackingTerm: int('tracking_term'),
    excludedReason,
    duplicateOf: text('duplicate_of', nullable),
    ...arrival,
    rowId: internal('id'),
    lastAd: internal('last_ad_id', { othersAd: true }),
    performanceAd: internal('performance_ad_id', { othersAd: true }),
    figure: drillDownFilter('conversions'),
    // Only the drill-down filter of a metric value fills this in.
    figurePart: { type: 'float', nullable: true, source: { sql: 'NULL' } },
  },
  guard: conversionGuard,
  relations: {
    figurePart: ['rowId'],
    amendments: ['rowId'],
    path: ['rowId'],
    touches: ['rowId'],
    latency: ['rowId'],
  },
  complete: hideOthers({
    lastAd: ['lastCvAdId', 'lastCvAd', 'lastCvInteractionId'],
    performanceAd: ['performanceCvAdId', 'performanceCvAd', 'performanceCvInteractionId'],
  }),
};

/** The row's numeric id as text, like the ids of other logs. */
const number: LogField = {
  type: 'text',
  source: { sql: 'e.id', read: String },
  // A value that is not a number matches no row: MariaDB would compare its leading digits.
  filters: {
    '': {
      ...textFilter('e.id'),
      write: (value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : -1),
    },
  },
};

/**
 * The log of events that the tracking endpoints rejected: clicks without a contact, and events that could not
 * be stored.
 * Rejected events without a known product belong to no company and are not listed.
 */
export const rejectedEvents: LogDefinition = {
  type: 'RefusedEvent',
  one: 'refusedEvent',
  many: 'refusedEvents',
  table: 'bad_event',
  time: 'refusedAt',
  fields: {
    id: number,
    productId,
    product,
    refusedAt: instant('stored_at'),
    door,
    reason: freeText('reason', searchable),
    content: freeText('text', { ...nullable, ...searchable, mask: 'hidden' }),
    ipAddress: address,
  },
  // Rejected events can't be attributed to an agency.
  guard: (_actor, grant) => (grant.scope === 'own' ? [{ sql: '1 = 0', params: [] }] : []),
};
