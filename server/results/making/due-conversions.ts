import { placeholders, type Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { chunksOf, selectIn } from '../../db/chunks';

/** Conversion whose results may be due. */
export interface DueConversion {
  readonly id: number;
  readonly event_id: string;
  readonly time: number;
  readonly day: number;
  readonly cv_setting_id: number;
  readonly cv_type: number;
  readonly amount_sen: number;
  readonly visitor_id: string;
  readonly user_id: string | null;
  readonly args: string | null;
  readonly ip: string | null;
  readonly tracking_term: number;
  readonly repeated: number;
  readonly performance_interaction_id: string | null;
  readonly excluded_reason: string | null;
  /** Set if its results were created before. */
  readonly results_made_at: number | null;
}

interface DueRow {
  readonly cv_time: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly user_id: string | null;
  readonly untold: string | null;
}

/** Queued conversion. */
export interface Due {
  readonly row: DueRow;
  /** Undefined if it is no longer stored. */
  readonly conversion: DueConversion | undefined;
}

/**
 * Condition that the visitor is fully derived. The scalar subquery forces an index lookup per row,
 * independent of table statistics.
 */
const DERIVED =
  '(SELECT s.id FROM stale_visitor s WHERE s.product_id = d.product_id AND s.visitor_id = d.visitor_id LIMIT 1) IS NULL';
const READY = `FROM result_due d WHERE d.product_id = ? AND d.hold = '' AND ${DERIVED}`;

/** Returns whether the product has a queued conversion with a derived visitor. */
export async function isResultDue(
  db: { read<T>(sql: string, params: readonly number[]): Promise<T[]> },
  productId: number,
): Promise<boolean> {
  return (await db.read(`SELECT d.cv_time ${READY} LIMIT 1`, [productId])).length > 0;
}

/** Returns the customers with a visitor still to be derived: their paths may lack touches. */
async function customersBeingDerived(
  tx: Tx,
  productId: number,
  rows: readonly DueRow[],
): Promise<Set<string>> {
  const users = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  if (users.size === 0) return users;
  const waiting = await tx.query(
    'SELECT id FROM stale_visitor WHERE product_id = ? ORDER BY visitor_id LIMIT 1',
    [productId],
  );
  if (waiting.length === 0) return new Set();
  const sql = `SELECT DISTINCT c.user_id FROM conversion c JOIN stale_visitor s ON s.product_id = c.product_id AND s.visitor_id = c.visitor_id
    WHERE c.product_id = ? AND c.user_id IN`;
  const customers = await selectIn<{ user_id: string }>(tx, sql, [productId], [...users]);
  return new Set(customers.map((row) => row.user_id));
}

const COLUMNS = `id, event_id, time, day, cv_setting_id, cv_type, amount_sen, args, ip, tracking_term, repeated,
  performance_interaction_id, excluded_reason, results_made_at, visitor_id, user_id`;

/** Reads conversions by setting and event id, keyed by `setting:id`. */
export async function conversionsOf(
  tx: Tx,
  productId: number,
  rows: readonly Pick<DueRow, 'cv_setting_id' | 'event_id'>[],
): Promise<Map<string, DueConversion>> {
  const conversionsByKey = new Map<string, DueConversion>();
  for (const [cvSettingId, group] of groupBy(rows, (row) => row.cv_setting_id)) {
    const sql = `SELECT ${COLUMNS} FROM conversion WHERE product_id = ? AND cv_setting_id = ? AND event_id IN`;
    const conversions = await selectIn<DueConversion>(
      tx,
      sql,
      [productId, cvSettingId],
      group.map((row) => row.event_id),
    );
    for (const conversion of conversions)
      conversionsByKey.set(`${cvSettingId}:${conversion.event_id}`, conversion);
  }
  return conversionsByKey;
}

/** Reads the earliest queued conversions with derived paths, in (time, id) order. */
export async function readDue(tx: Tx, productId: number, most: number): Promise<Due[]> {
  const rows = await tx.query<DueRow>(
    `SELECT d.cv_time, d.event_id, d.cv_setting_id, d.user_id, d.untold ${READY} ORDER BY d.cv_time, d.event_id, d.cv_setting_id LIMIT ?`,
    [productId, most],
  );
  const inWork = await customersBeingDerived(tx, productId, rows);
  const ready = rows.filter(({ user_id }) => user_id === null || !inWork.has(user_id));
  const conversions = await conversionsOf(tx, productId, ready);
  return ready.map((row) => ({ row, conversion: conversions.get(`${row.cv_setting_id}:${row.event_id}`) }));
}

/** Returns whether the conversion counts and has no results yet. */
export const isOpen = (conversion: DueConversion): boolean =>
  conversion.excluded_reason === null && conversion.results_made_at === null;

/** Maximum rows per statement; each is a lookup by the full key. */
const POINTS = 50;

/** Removes conversions from the queue after their results were created. */
export async function finishDue(tx: Tx, productId: number, dues: readonly Due[], now: number): Promise<void> {
  const completed = dues.flatMap(({ conversion }) =>
    conversion && isOpen(conversion) ? [conversion.id] : [],
  );
  for (const ids of chunksOf(completed))
    await tx.execute(`UPDATE conversion SET results_made_at = ? WHERE id IN (${placeholders(ids)})`, [
      now,
      ...ids,
    ]);
  for (const part of chunksOf(dues, POINTS)) {
    const point = "(product_id = ? AND hold = '' AND cv_time = ? AND event_id = ? AND cv_setting_id = ?)";
    await tx.execute(
      `DELETE FROM result_due WHERE ${part.map(() => point).join(' OR ')}`,
      part.flatMap(({ row }) => [productId, row.cv_time, row.event_id, row.cv_setting_id]),
    );
  }
}
