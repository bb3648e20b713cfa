import { ListService } from '../crud/list.service';
import type { ListSpec, ReadContext, Row } from '../crud/list-spec';
import type { Condition } from '../crud/condition';
import type { Actor } from '../auth/actor';
import type { Grant } from '../../shared/catalog';
import { marks, type Database } from '../db/database';
import type { CustomerCode } from './customer-code';
import { byAd, byAddress, byText, byYen, column, device, deviceFilter, asCode, flag, hidden, instant, ofProducts, reference, yen } from './log-fields';

/** An agency sees the conversions in whose path one of its ads stands. */
function withOwnTouch(actor: Actor, grant: Grant): Condition[] {
  if (grant.scope !== 'own') return [];
  const sql = `EXISTS (SELECT 1 FROM conversion_touch t JOIN ad a ON a.id = t.ad_id
    WHERE t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id AND a.agency_id = ?)`;
  return [{ sql, params: [actor.agencyId ?? 0] }];
}

/** The conversions that the actor may see, as conditions on rows named `e`. */
export const conversionGuard = (actor: Actor, grant: Grant, productId: number | null = null): Condition[] => [
  ofProducts(actor, productId),
  ...withOwnTouch(actor, grant),
];

const credits = [
  ['lastCvAdId', 'lastCvAd', 'lastCvInteractionId'],
  ['performanceCvAdId', 'performanceCvAd', 'performanceCvInteractionId'],
] as const;

/** Hides the ads of other agencies that share the path. */
async function hideOtherAgencies(rows: readonly Row[], { db, actor, grant }: ReadContext): Promise<void> {
  if (grant.scope !== 'own' || rows.length === 0) return;
  const ids = [...new Set(rows.flatMap((row) => credits.map(([id]) => row[`${id}$`])).filter((id) => typeof id === 'number'))];
  const own = new Set<unknown>();
  if (ids.length > 0) {
    const found = await db.read<{ id: number }>(`SELECT id FROM ad WHERE agency_id = ? AND id IN (${marks(ids)})`, [
      actor.agencyId ?? 0,
      ...(ids as number[]),
    ]);
    for (const { id } of found) own.add(id);
  }
  for (const row of rows) {
    for (const [id, label, interaction] of credits) {
      if (own.has(row[`${id}$`])) continue;
      for (const name of [id, label, interaction]) if (name in row) row[name] = null;
    }
  }
}

const specOf = (code: CustomerCode): ListSpec => ({
  menu: 'logs',
  table: 'conversion',
  key: 'id',
  fields: {
    id: column('id'),
    eventId: column('event_id'),
    productId: column('product_id'),
    cvTime: instant('time'),
    cvType: column('cv_type'),
    cvSettingId: column('cv_setting_id'),
    visitorId: column('visitor_id'),
    userId: column('user_id'),
    amount: yen('amount_sen'),
    args: column('args'),
    otherKey1: column('other_key1'),
    otherKey2: column('other_key2'),
    otherKey3: column('other_key3'),
    device,
    repeat: flag('repeated'),
    lastCvAdId: reference('last_ad_id'),
    lastCvInteractionId: column('last_interaction_id'),
    performanceCvAdId: reference('performance_ad_id'),
    performanceCvInteractionId: column('performance_interaction_id'),
    ipAddress: column('ip'),
    ua: column('ua'),
    excludedReason: column('excluded_reason'),
    // What hiding looks at, whatever fields are asked for.
    lastCvAdId$: reference('last_ad_id'),
    performanceCvAdId$: reference('performance_ad_id'),
  },
  always: ['productId', 'lastCvAdId$', 'performanceCvAdId$'],
  labels: {
    cvSetting: { id: 'e.cv_setting_id', table: 'cv_setting', column: 'title' },
    lastCvAd: { id: 'e.last_ad_id', table: 'ad', column: 'ad_name' },
    performanceCvAd: { id: 'e.performance_ad_id', table: 'ad', column: 'ad_name' },
  },
  filters: {
    id: { sql: 'e.id', kind: 'number' },
    amount: byYen('e.amount_sen'),
    args: byText('e.args'),
    otherKey1: byText('e.other_key1'),
    otherKey2: byText('e.other_key2'),
    otherKey3: byText('e.other_key3'),
    ipAddress: byAddress,
    cvType: { sql: 'e.cv_type', kind: 'number' },
    cvSettingId: { sql: 'e.cv_setting_id', kind: 'number', refers: 'cvSetting' },
    visitorId: byText('e.visitor_id'),
    userId: byText('e.user_id'),
    eventId: byText('e.event_id'),
    device: deviceFilter,
    repeat: { sql: 'e.repeated', kind: 'boolean' },
    lastCvAdId: byAd('e.last_ad_id'),
    performanceCvAdId: byAd('e.performance_ad_id'),
    excludedReason: byText('e.excluded_reason'),
  },
  keyword: ['e.event_id', 'e.visitor_id', 'e.args'],
  time: 'e.time',
  defaultSort: { name: 'cvTime', asc: false },
  masks: { userId: asCode(code), ipAddress: hidden, args: hidden, otherKey1: hidden, otherKey2: hidden, otherKey3: hidden },
  othersAds: credits.flat(),
  guard: conversionGuard,
  relations: { path: ['id'], touches: ['id'], latency: ['id'] },
  complete: hideOtherAgencies,
});

/** The log of conversions. */
export const conversionLog = (db: Database, code: CustomerCode): ListService => new ListService(db, () => specOf(code));
