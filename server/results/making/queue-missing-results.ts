import { endOfDay, startOfDay, type DayRange } from '../../../shared/domain/calendar';
import { NoPostbackReason } from '../../../shared/domain/results';
import { placeholders, type Database } from '../../db/database';
import { chunksOf } from '../../db/chunks';
import type { ResultHold } from './hold';

const PAGE = 1000;

interface Unmade {
  readonly id: number;
  readonly time: number;
  readonly made: number | null;
  readonly excluded_reason: string | null;
}

/**
 * Queues the conversions of a range of Tokyo days that never had results created: those older than the
 * feature, or excluded until now. Their results send no postbacks. Other conversions keep their results, even
 * if they have none.
 * @param hold holds the conversions until all are queued
 * @returns the number of queued conversions
 */
export async function queueMissingResults(
  db: Database,
  productId: number,
  range: DayRange,
  hold: ResultHold,
): Promise<number> {
  let queued = 0;
  let last = { time: startOfDay(range.from), id: 0 };
  for (;;) {
    const rows = await db.read<Unmade>(
      `SELECT id, time, results_made_at AS made, excluded_reason FROM conversion
        WHERE product_id = ? AND time >= ? AND time <= ? AND (time > ? OR id > ?) ORDER BY time, id LIMIT ${PAGE}`,
      [productId, last.time, endOfDay(range.to), last.time, last.id],
    );
    const ids = rows
      .filter(({ made, excluded_reason }) => made === null && excluded_reason === null)
      .map(({ id }) => id);
    if (ids.length > 0) queued += await queue(db, ids, hold);
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return queued;
    last = end;
  }
}

function queue(db: Database, ids: readonly number[], hold: ResultHold): Promise<number> {
  return db.write(async (tx) => {
    await hold.renew(tx);
    let queued = 0;
    for (const chunk of chunksOf(ids)) {
      const waiting = `SELECT 1 FROM result_due d WHERE d.product_id = c.product_id AND d.hold = '' AND d.cv_time = c.time AND d.event_id = c.event_id
        AND d.cv_setting_id = c.cv_setting_id`;
      queued += await tx.execute(
        `INSERT INTO result_due (product_id, hold, cv_time, event_id, cv_setting_id, visitor_id, user_id, untold, stored_at)
          SELECT c.product_id, ?, c.time, c.event_id, c.cv_setting_id, c.visitor_id, c.user_id, ?, c.stored_at
          FROM conversion c WHERE c.id IN (${placeholders(chunk)}) AND NOT EXISTS (${waiting})`,
        [hold.name, NoPostbackReason.REBUILD, ...chunk],
      );
    }
    return queued;
  });
}
