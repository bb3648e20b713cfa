import type { Day } from '../../../shared/domain/calendar';
import { compareIds } from '../../../shared/domain/journey';
import type { Database, Tx } from '../../db/database';
import type { Difference } from '../derive/changes';
import { deriveVisitors } from '../derive/derive-visitors';

/** Undoes what a trial run wrote. */
class Undo extends Error {}

const AT_ONCE = 500;

/** Runs `work` in a transaction that is always rolled back. */
async function onTrial(db: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db
    .write(async (tx) => {
      await work(tx);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
}

/** The visitors that have an event on a day of the range, in order, some at a time. */
async function* visitorsOf(db: Database, productId: number, from: Day, to: Day): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const pages = await Promise.all(
      ['interaction', 'access', 'conversion'].map((table) =>
        db.read<{ visitor_id: string }>(
          `SELECT DISTINCT visitor_id FROM ${table} WHERE product_id = ? AND visitor_id > ? AND day >= ? AND day <= ?
            ORDER BY visitor_id LIMIT ${AT_ONCE}`,
          [productId, last, from, to],
        ),
      ),
    );
    const lists = pages.map((rows) => rows.map((row) => row.visitor_id));
    // Beyond the end of a full page there are more of that log.
    const ends = lists.filter((ids) => ids.length === AT_ONCE).map((ids) => ids.at(-1) ?? '').sort(compareIds);
    const [end] = ends;
    const ids = new Set(lists.flat().filter((id) => end === undefined || compareIds(id, end) <= 0));
    if (ids.size > 0) yield [...ids];
    if (end === undefined) return;
    last = end;
  }
}

async function differencesOf(db: Database, productId: number, visitorIds: readonly string[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  await onTrial(db, async (tx) => {
    const visitors = new Map(visitorIds.map((id) => [id, Number.MIN_SAFE_INTEGER]));
    await deriveVisitors(tx, productId, visitors, (difference) => differences.push(difference), Infinity);
  });
  return differences;
}

/**
 * Derives the journeys and paths of every visitor with an event in the range anew, on trial, and
 * answers the rows that say something else. Nothing is written.
 *
 * @param settle brings what is still queued up to date: an event that comes during the run is no
 *   difference, so what differs is looked at again after it.
 */
export async function* verifyJourneys(
  db: Database,
  productId: number,
  range: { from: Day; to: Day },
  settle: () => Promise<void>,
): AsyncGenerator<{ visitors: number; differences: Difference[] }> {
  for await (const visitorIds of visitorsOf(db, productId, range.from, range.to)) {
    let differences = await differencesOf(db, productId, visitorIds);
    if (differences.length > 0) {
      await settle();
      differences = await differencesOf(db, productId, visitorIds);
    }
    const inRange = differences.filter(({ day }) => day >= range.from && day <= range.to);
    yield { visitors: visitorIds.length, differences: inRange };
  }
}
