import { addDays, startOfDay, type Day } from '../../shared/domain/calendar';
import { placeholders, type Tx } from '../db/database';
import { chunksOf } from '../journeys/sql/chunks';
import { StaleMarks } from '../journeys/sql/stale';

const LOGS = ['interaction', 'access'] as const;
type Log = (typeof LOGS)[number];

/** The first day of which raw logs are left; undefined when none are. */
async function firstDay(tx: Tx, productId: number, from: Day, before: Day): Promise<Day | undefined> {
  const days: Day[] = [];
  for (const table of [...LOGS, 'conversion']) {
    const sql = `SELECT MIN(day) AS day FROM ${table} WHERE product_id = ? AND day >= ? AND day < ?`;
    const [row] = await tx.query<{ day: Day | null }>(sql, [productId, from, before]);
    if (row?.day != null) days.push(row.day);
  }
  return days.length > 0 ? Math.min(...days) : undefined;
}

/** What else is kept under the ids of these rows goes with them. */
async function forgetWith(tx: Tx, log: Log, productId: number, until: number): Promise<void> {
  if (log === 'access') {
    const carried = await tx.query<{ id: string; interaction_ref: string }>(
      'SELECT id, interaction_ref FROM access WHERE product_id = ? AND time <= ? AND interaction_ref IS NOT NULL', [productId, until],
    );
    for (const chunk of chunksOf(carried)) {
      await tx.execute(
        `DELETE FROM access_ref WHERE product_id = ? AND interaction_ref IN (${placeholders(chunk)}) AND access_id IN (${placeholders(chunk)})`,
        [productId, ...chunk.map((row) => row.interaction_ref), ...chunk.map((row) => row.id)],
      );
    }
    return;
  }
  const fired = await tx.query('SELECT interaction_id FROM measurement_firing WHERE product_id = ? LIMIT 1', [productId]);
  if (fired.length === 0) return;
  const rows = await tx.query<{ id: string }>('SELECT id FROM interaction WHERE product_id = ? AND time <= ?', [productId, until]);
  for (const chunk of chunksOf(rows)) {
    await tx.execute(`DELETE FROM measurement_firing WHERE product_id = ? AND interaction_id IN (${placeholders(chunk)})`, [productId, ...chunk.map(({ id }) => id)]);
  }
}

/** Deletes the oldest rows of a log before an instant; how many went, which is fewer than `most` only when none are left. */
async function forgetRows(tx: Tx, log: Log, productId: number, before: number, most: number): Promise<number> {
  const nth = `SELECT time FROM ${log} WHERE product_id = ? AND time < ? ORDER BY time LIMIT 1 OFFSET ?`;
  const [last] = await tx.query<{ time: number }>(nth, [productId, before, most - 1]);
  const until = last ? Number(last.time) : before - 1;
  await forgetWith(tx, log, productId, until);
  return tx.execute(`DELETE FROM ${log} WHERE product_id = ? AND time <= ?`, [productId, until]);
}

/** Conversions stay, with what counts and what they are known by; where they came from goes. */
async function withoutOrigin(tx: Tx, productId: number, day: Day): Promise<void> {
  await tx.execute('UPDATE conversion SET ip = NULL, ua = NULL, url = NULL, referrer = NULL WHERE product_id = ? AND day = ?', [productId, day]);
}

/**
 * Deletes some of a product's raw logs before a Tokyo day, oldest first, in the caller's transaction: contacts and
 * views with what hangs on them. Conversions, their touches and all figures stay. Called again it goes on where it was.
 *
 * @param from days before it are done
 * @param most rows that go at once, about: those of one instant go together
 * @returns the day up to which all is done; `before` when nothing is left
 */
export async function forgetLogs(tx: Tx, productId: number, { from, before, most }: { from: Day; before: Day; most: number }): Promise<Day> {
  const day = await firstDay(tx, productId, from, before);
  if (day === undefined) return before;
  const end = startOfDay(addDays(day, 1));
  // Its rows are counted anew.
  const stale = new StaleMarks(productId);
  stale.day(day);
  await stale.save(tx);
  for (const log of LOGS) {
    if ((await forgetRows(tx, log, productId, end, most)) >= most) return day;
  }
  await withoutOrigin(tx, productId, day);
  return addDays(day, 1);
}
