import { VISIT_GAP_MS } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { selectIn } from '../../db/chunks';
import { groupBy } from '../../platform/group-by';
import { INTERACTION_SQL, VIEW_SQL, type InteractionRow, type ViewRow } from './rows';
import type { VisitorHistory } from './visitor-journey';

/** Visitors with more events than this are read from the change on, not completely. */
export const LONG_HISTORY = 2000;
const PAGE = 500;
const VISITORS = 'WHERE product_id = ? AND visitor_id IN';

async function longHistories(
  tx: Tx,
  productId: number,
  visitorIds: readonly string[],
  longest: number,
): Promise<Set<string>> {
  const counts = new Map<string, number>();
  for (const table of ['interaction', 'access']) {
    const rows = await selectIn<{ visitor_id: string; n: number }>(
      tx,
      `SELECT visitor_id, COUNT(*) AS n FROM ${table} ${VISITORS}`,
      [productId],
      visitorIds,
      'GROUP BY visitor_id',
    );
    for (const { visitor_id, n } of rows) counts.set(visitor_id, (counts.get(visitor_id) ?? 0) + Number(n));
  }
  return new Set(visitorIds.filter((id) => (counts.get(id) ?? 0) > longest));
}

/** Returns the start of the visit that continues at `since`, or `since` itself. */
async function startOfVisit(tx: Tx, productId: number, visitorId: string, since: number): Promise<number> {
  let start = since;
  for (;;) {
    const page = await tx.query<{ time: number }>(
      `SELECT time FROM access WHERE product_id = ? AND visitor_id = ? AND time < ? AND excluded_reason IS NULL
        ORDER BY time DESC LIMIT ${PAGE}`,
      [productId, visitorId, start],
    );
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
    await selectIn<InteractionRow>(tx, `${INTERACTION_SQL} ${VISITORS}`, [productId], short),
    (row) => row.visitor_id,
  );
  const views = groupBy(
    await selectIn<ViewRow>(tx, `${VIEW_SQL} ${VISITORS}`, [productId], short),
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
