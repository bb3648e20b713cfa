import { startOfDay, type Day } from '../../shared/domain/calendar';
import { compareIds } from '../../shared/domain/journey';
import type { Database, Tx } from '../db/database';
import { chunksOf, select, sql } from '../db/statements';
import type { Difference } from './derive/changes';
import { deriveVisitors } from './derive/derive-visitors';
import { sealedBefore } from './privacy/seal';

/** Rolls a trial run back. */
class Rollback extends Error {}

const AT_ONCE = 500;

/** Runs `work` in a transaction that is always rolled back. */
async function inTrialRun(db: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db
    .write(async (tx) => {
      await work(tx);
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
}

const TABLES = ['interaction', 'access', 'conversion'] as const;

/** Yields the days of the range with events, in order. */
async function* daysOf(db: Database, productId: number, from: Day, to: Day): AsyncGenerator<Day> {
  for (let last = from - 1; ;) {
    const next = await Promise.all(
      TABLES.map(
        (table) =>
          select<{ day: Day | null }>(db)`SELECT MIN(day) AS day FROM ${sql(table)}
          WHERE product_id = ${productId} AND day > ${last} AND day <= ${to}`,
      ),
    );
    const days = next.map(([row]) => row?.day ?? Infinity);
    last = Math.min(...days);
    if (last === Infinity) return;
    yield last;
  }
}

/** Yields the visitors with an event in the range in chunks, each visitor on its first day. */
async function* visitorsOf(db: Database, productId: number, from: Day, to: Day): AsyncGenerator<string[]> {
  for await (const day of daysOf(db, productId, from, to)) {
    const visitors = new Set<string>();
    for (const table of TABLES) {
      for (const { visitor_id } of await select<{ visitor_id: string }>(db)`SELECT visitor_id
        FROM ${sql(table)} WHERE product_id = ${productId} AND day = ${day}`)
        visitors.add(visitor_id);
    }
    for (const ids of chunksOf([...visitors].sort(compareIds), AT_ONCE)) {
      const met = new Set<string>();
      for (const table of TABLES) {
        const earlier = await select<{ visitor_id: string }>(db)`SELECT DISTINCT visitor_id FROM ${sql(table)}
          WHERE product_id = ${productId} AND time >= ${startOfDay(from)} AND time < ${startOfDay(day)}
          AND visitor_id IN ${ids}`;
        for (const { visitor_id } of earlier) met.add(visitor_id);
      }
      const fresh = ids.filter((id) => !met.has(id));
      if (fresh.length > 0) yield fresh;
    }
  }
}

async function differencesOf(
  db: Database,
  productId: number,
  visitorIds: readonly string[],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  await inTrialRun(db, async (tx) => {
    const visitors = new Map(visitorIds.map((id) => [id, Number.MIN_SAFE_INTEGER]));
    await deriveVisitors(tx, productId, visitors, (difference) => differences.push(difference), Infinity);
  });
  return differences;
}

/**
 * Derives the journeys and paths of every visitor with an event in the range, in a trial run, and yields the
 * rows that differ. Writes nothing. Skips sealed days.
 *
 * @param settle derives queued data. Events that arrive during the run are no differences, so differing
 * visitors are checked again after it.
 */
export async function* verifyJourneys(
  db: Database,
  productId: number,
  range: { from: Day; to: Day },
  settle: () => Promise<void>,
): AsyncGenerator<{ visitors: number; differences: Difference[] }> {
  const sealed = await sealedBefore(db.readOnlyTx, productId);
  for await (const visitorIds of visitorsOf(db, productId, Math.max(range.from, sealed), range.to)) {
    let differences = await differencesOf(db, productId, visitorIds);
    if (differences.length > 0) {
      await settle();
      differences = await differencesOf(db, productId, visitorIds);
    }
    const inRange = differences.filter(({ day }) => day >= range.from && day <= range.to);
    yield { visitors: visitorIds.length, differences: inRange };
  }
}
