import { models } from '../../../shared/domain/attribution';
import { VISIT_GAP_MS } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import type { VisitorHistory } from './visitor-journey';

/** Columns of `interaction` that derivation reads. */
export interface InteractionRow {
  id: string;
  time: number;
  day: number;
  visitor_id: string;
  ad_id: number;
  redirect_id: number;
  lpo_entry_id: number;
  tracking_term: number;
  door: string;
  access_id: string | null;
  landing_url: string | null;
  click_keys: string | null;
  landing_signs: number | null;
  excluded_reason: string | null;
  counted: number;
  first_touch: number;
  reference_id: string | null;
}

const INTERACTION_SQL = `SELECT id, time, day, visitor_id, ad_id, redirect_id, lpo_entry_id, tracking_term, door, access_id, landing_url,
    click_keys, landing_signs, excluded_reason, counted, first_touch, reference_id
  FROM interaction`;

/** Columns of `access` that derivation reads. */
export interface ViewRow {
  id: string;
  time: number;
  day: number;
  visitor_id: string;
  excluded_reason: string | null;
  interaction_id: string | null;
  ad_id: number;
  redirect_id: number;
  lpo_entry_id: number;
}

const VIEW_SQL = `SELECT id, time, day, visitor_id, excluded_reason, interaction_id, ad_id, redirect_id, lpo_entry_id
  FROM access`;

/** Columns of a conversion that derivation needs, stored or not: inputs of its path and derived values. */
export interface NewConversionRow {
  /** Absent before it is stored. */
  id?: number;
  event_id: string;
  time: number;
  day: number;
  visitor_id: string;
  by_user: number;
  user_id: string | null;
  cv_setting_id: number;
  cv_type: number;
  cv_slot: number;
  amount_sen: number;
  device: number;
  tracking_term: number;
  excluded_reason: string | null;
  repeated: number;
  previous_time: number | null;
  touch_count: number;
  cut_from: number;
  first_ad_id: number;
  last_ad_id: number;
  last_interaction_id: string | null;
  performance_ad_id: number;
  performance_interaction_id: string | null;
  latency_ms: number | null;
}

/** Columns of `conversion` that derivation reads. */
export interface ConversionRow extends NewConversionRow {
  id: number;
}

export const DERIVED_OF_CONVERSION = [
  'repeated',
  'previous_time',
  'touch_count',
  'cut_from',
  'first_ad_id',
  'last_ad_id',
  'last_interaction_id',
  'performance_ad_id',
  'performance_interaction_id',
  'latency_ms',
] as const;

export const CONVERSION_SQL = `SELECT id, event_id, time, day, visitor_id, by_user, user_id, cv_setting_id, cv_type, cv_slot, amount_sen,
    device, tracking_term, excluded_reason, ${DERIVED_OF_CONVERSION.join(', ')}
  FROM conversion`;

/** A counted interaction as paths need it. */
export interface TouchRow {
  id: string;
  time: number;
  visitor_id: string;
  ad_id: number;
  device: number;
  redirect_id: number;
  lpo_entry_id: number;
  performance_flag: number;
  reference_id: string | null;
}

export const TOUCH_SQL = `SELECT id, time, visitor_id, ad_id, device, redirect_id, lpo_entry_id, performance_flag,
    reference_id
  FROM interaction`;

/** A row of `conversion_touch`, with columns in the order of TOUCH_COLUMNS. */
export type StoredTouch = Record<Exclude<TouchColumn, ShareColumn>, string | number | null> &
  Partial<Record<ShareColumn, number>>;
type TouchColumn = (typeof TOUCH_COLUMNS)[number];
type ShareColumn = (typeof SHARE_COLUMNS)[number];

/** Columns of the shares, in the order of the models. */
export const SHARE_COLUMNS = models.map(({ value }) => `share_${value}` as const);

export const TOUCH_COLUMNS = [
  'product_id',
  'day',
  'conversion_id',
  'class',
  'pos',
  'n',
  'interaction_id',
  'ad_id',
  'device',
  'redirect_id',
  'lpo_entry_id',
  'touched_at',
  'cv_setting_id',
  'cv_type',
  'cv_slot',
  'amount_sen',
  'is_last',
  'counts_indirect',
  'counts_indirect_total',
  'latency_ms',
  ...SHARE_COLUMNS,
] as const;

/** Visitors with more events than this are read from the change on, not completely. */
export const LONG_HISTORY = 2000;
const PAGE = 500;

async function longHistories(
  tx: Tx,
  productId: number,
  visitorIds: readonly string[],
  longest: number,
): Promise<Set<string>> {
  const counts = new Map<string, number>();
  for (const table of ['interaction', 'access']) {
    const rows = await select<{ visitor_id: string; n: number }>(tx)`SELECT visitor_id, COUNT(*) AS n
      FROM ${sql(table)} WHERE product_id = ${productId} AND visitor_id IN ${visitorIds} GROUP BY visitor_id`;
    for (const { visitor_id, n } of rows) counts.set(visitor_id, (counts.get(visitor_id) ?? 0) + Number(n));
  }
  return new Set(visitorIds.filter((id) => (counts.get(id) ?? 0) > longest));
}

/** Returns the start of the visit that continues at `since`, or `since` itself. */
async function startOfVisit(tx: Tx, productId: number, visitorId: string, since: number): Promise<number> {
  let start = since;
  for (;;) {
    const page = await select<{ time: number }>(tx)`SELECT time FROM access WHERE product_id = ${productId}
      AND visitor_id = ${visitorId} AND time < ${start} AND excluded_reason IS NULL ORDER BY time DESC
      LIMIT ${sql(PAGE)}`;
    for (const { time } of page) {
      if (start - time > VISIT_GAP_MS) return start;
      start = time;
    }
    if (page.length < PAGE) return start;
  }
}

/** Reads the part of a long history that rows from `since` on depend on. */
async function recentHistory(
  tx: Tx,
  productId: number,
  visitorId: string,
  since: number,
): Promise<VisitorHistory> {
  const visit = await startOfVisit(tx, productId, visitorId, since);
  const who = 'WHERE product_id = ? AND visitor_id = ?';
  const views = await tx.query<ViewRow>(`${VIEW_SQL} ${who} AND time >= ?`, [productId, visitorId, visit]);
  const from = visit - VISIT_GAP_MS;
  const interactions = await tx.query<InteractionRow>(`${INTERACTION_SQL} ${who} AND time >= ?`, [
    productId,
    visitorId,
    from,
  ]);
  if (!interactions.some((row) => row.counted && row.time < since)) {
    // The previous touch, with its reference: the next one continues or leaves that reference.
    const before = await tx.query<InteractionRow>(
      `${INTERACTION_SQL} ${who} AND time < ? AND counted = 1 ORDER BY time DESC, id DESC LIMIT 1`,
      [productId, visitorId, from],
    );
    interactions.push(...before);
  }
  return { since, interactions, views };
}

/**
 * Reads the events of each visitor that its journeys from the given instant on depend on.
 * @param visitors visitor id -> epoch milliseconds of its first change
 * @param openFrom rows before this instant are sealed
 * @param longest a history with more events than this is read partially
 */
export async function loadHistories(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  openFrom = -Infinity,
  longest = LONG_HISTORY,
): Promise<VisitorHistory[]> {
  const long = await longHistories(tx, productId, [...visitors.keys()], longest);
  const short = [...visitors.keys()].filter((id) => !long.has(id));
  const interactions = groupBy(
    await select<InteractionRow>(tx)`${sql(INTERACTION_SQL)}
      WHERE product_id = ${productId} AND visitor_id IN ${short}`,
    (row) => row.visitor_id,
  );
  const views = groupBy(
    await select<ViewRow>(tx)`${sql(VIEW_SQL)} WHERE product_id = ${productId} AND visitor_id IN ${short}`,
    (row) => row.visitor_id,
  );
  const histories: VisitorHistory[] = short.map((id) => ({
    since: openFrom,
    interactions: interactions.get(id) ?? [],
    views: views.get(id) ?? [],
  }));
  for (const id of long) histories.push(await recentHistory(tx, productId, id, visitors.get(id) ?? 0));
  return histories;
}
