import { CLICK_ID_AGE_MS, CLICK_ID_YOUNGER_MS } from '../../../shared/domain/journey';
import { joinInOrder } from '../../db/condition';
import type { Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import { CLICK_KEY_OF } from '../ingest/click-keys';

/** A row of `click_key`. */
interface KeyRow {
  click_key: string;
  kind: number;
  event_id: string;
  visitor_id: string;
  time: number;
}

/** A click or view, and the keys of its click ids. */
interface Keyed {
  readonly id: string;
  readonly time: number;
  readonly visitorId: string;
  readonly keys: Set<string>;
}

/** Clicks and views that share click ids, directly or through each other; by id. */
export interface ClickIdJoins {
  readonly clicks: ReadonlyMap<string, Keyed>;
  readonly views: ReadonlyMap<string, Keyed>;
}

const KEY_SQL = 'SELECT click_key, kind, event_id, visitor_id, time FROM click_key';
/**
 * Events of one click id that can join. A value that more clicks share names no click, for example the name of
 * a macro that the platform did not replace; only its first clicks join.
 */
const MOST_CLICKS = 200;
const MOST_VIEWS = 1000;

/** Reads the first clicks of a key that many events have, and the first views that may join them. */
async function firstRows(tx: Pick<Tx, 'query'>, productId: number, key: string): Promise<KeyRow[]> {
  const first = (kind: number, from: number, to: number, most: number) =>
    select<KeyRow>(tx)`${sql(KEY_SQL)} WHERE product_id = ${productId} AND click_key = ${key}
      AND kind = ${kind} AND time BETWEEN ${from} AND ${to} ORDER BY time, event_id LIMIT ${most}`;
  const clicks = await first(CLICK_KEY_OF.CLICK, 0, Number.MAX_SAFE_INTEGER, MOST_CLICKS);
  const [oldest, newest] = [clicks[0], clicks.at(-1)];
  if (!oldest || !newest) return [];
  const from = oldest.time - CLICK_ID_YOUNGER_MS;
  return [...clicks, ...(await first(CLICK_KEY_OF.VIEW, from, newest.time + CLICK_ID_AGE_MS, MOST_VIEWS))];
}

/** Reads the events with these keys. */
async function rowsOfKeys(
  tx: Pick<Tx, 'query'>,
  productId: number,
  keys: readonly string[],
): Promise<KeyRow[]> {
  const counts = await select<{ click_key: string; n: number }>(tx)`SELECT click_key, COUNT(*) AS n
    FROM click_key WHERE product_id = ${productId} AND click_key IN ${keys} GROUP BY click_key`;
  const many = new Set(counts.filter(({ n }) => Number(n) > MOST_CLICKS).map((row) => row.click_key));
  const few = keys.filter((key) => !many.has(key));
  const rows = await select<KeyRow>(tx)`${sql(KEY_SQL)}
    WHERE product_id = ${productId} AND click_key IN ${few}`;
  for (const key of many) rows.push(...(await firstRows(tx, productId, key)));
  return rows;
}

/**
 * Reads the clicks and views that decide which landings hand over the given clicks, or the clicks that the
 * visitors' views may join by a click id (domain.md 8.3).
 *
 * @param visitorIds visitors with changes from `since` on
 * @param clicks clicks to decide, with their owners
 */
export async function readClickIdJoins(
  tx: Pick<Tx, 'query'>,
  productId: number,
  visitorIds: readonly string[],
  clicks: readonly { readonly id: string; readonly time: number; readonly visitor_id: string }[],
  since: number,
): Promise<ClickIdJoins> {
  const joins = { clicks: new Map<string, Keyed>(), views: new Map<string, Keyed>() };
  const own = new Set(visitorIds);
  const ids = new Set(clicks.map(({ id }) => id));
  let from = clicks.reduce((least, { time }) => Math.min(least, time), since);
  let people = new Set([...visitorIds, ...clicks.map((click) => click.visitor_id)]);
  const known = new Set<string>();
  let isRelevant = ({ kind, event_id, visitor_id, time }: KeyRow): boolean =>
    kind === CLICK_KEY_OF.VIEW ? own.has(visitor_id) && time >= since : ids.has(event_id);
  for (;;) {
    const rows = await select<KeyRow>(tx)`${sql(KEY_SQL)}
      WHERE product_id = ${productId} AND visitor_id IN ${people} AND time >= ${from}`;
    const keys = new Set(rows.filter(isRelevant).map((row) => row.click_key));
    const added = [...keys].filter((key) => !known.has(key));
    if (added.length === 0) return joins;
    for (const key of added) known.add(key);
    const met = await rowsOfKeys(tx, productId, added);
    for (const { click_key, kind, event_id: id, time, visitor_id: visitorId } of met) {
      if (kind === CLICK_KEY_OF.LANDING) continue;
      const events = kind === CLICK_KEY_OF.VIEW ? joins.views : joins.clicks;
      const event = events.get(id) ?? { id, time, visitorId, keys: new Set() };
      events.set(id, event);
      event.keys.add(click_key);
    }
    // An event may have further click ids, which join further events.
    people = new Set(met.map((row) => row.visitor_id));
    from = met.reduce((least, { time }) => Math.min(least, time), Infinity);
    isRelevant = ({ kind, event_id: id }) =>
      kind === CLICK_KEY_OF.VIEW ? joins.views.has(id) : joins.clicks.has(id);
  }
}

/**
 * Returns those of the visitors with a landing whose click id names a click that is still to be derived: on a
 * cluster, a click stored at one node may not see its landing stored at another.
 */
export async function awaitingClicks(
  tx: Pick<Tx, 'query' | 'dialect'>,
  productId: number,
  visitorIds: ReadonlySet<string>,
): Promise<Set<string>> {
  const counts = await select<{ click_key: string; n: number }>(tx)`SELECT v.click_key, (SELECT COUNT(*)
    FROM click_key c WHERE c.product_id = ${productId} AND c.click_key = v.click_key
    AND c.kind = ${CLICK_KEY_OF.CLICK}) AS n
    FROM (SELECT DISTINCT click_key FROM click_key WHERE product_id = ${productId}
    AND kind = ${CLICK_KEY_OF.VIEW} AND visitor_id IN ${visitorIds}) v`;
  const keys = counts
    .filter(({ n }) => Number(n) > 0 && Number(n) <= MOST_CLICKS)
    .map((row) => row.click_key);
  const join = sql(joinInOrder(tx.dialect));
  const waiting = await select<{ visitor_id: string }>(tx)`SELECT DISTINCT v.visitor_id FROM click_key v
    ${join} click_key c ON c.product_id = v.product_id AND c.click_key = v.click_key
    AND c.kind = ${CLICK_KEY_OF.CLICK} AND c.time BETWEEN v.time - ${CLICK_ID_AGE_MS} AND v.time + ${CLICK_ID_YOUNGER_MS}
    ${join} stale_visitor s ON s.product_id = c.product_id AND s.visitor_id = c.visitor_id
    WHERE v.product_id = ${productId} AND v.kind = ${CLICK_KEY_OF.VIEW} AND v.click_key IN ${keys}`;
  return new Set(waiting.flatMap(({ visitor_id: id }) => (visitorIds.has(id) ? [id] : [])));
}
