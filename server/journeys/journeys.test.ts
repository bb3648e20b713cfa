import { verifyDays } from '../rollups';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import type { ConversionEvent, IncomingEvent } from './events/incoming-event';
import { deriveVisitors, ingest } from './index';
import { Events, makeProduct, type Fixture } from './testing/fixture';
import { verifyJourneys } from './verify-journeys';
import { oracle, type Truth } from './testing/oracle';
import { BOT, EXCLUDED_IP, randomEvents, randomOf, shuffled, withOrders } from './testing/random-events';
import { orderOf } from './ingest/amendments';

/** Reads the stored data in the oracle's format. */
async function stored(db: Database, productId: number): Promise<Truth> {
  const of = <T>(sql: string) => db.read<T>(sql, [productId]);
  const truth: Truth = { interactions: new Map(), views: new Map(), conversions: new Map() };
  for (const row of await of<{
    id: string;
    visitor_id: string;
    counted: number;
    first_touch: number;
    reference_id: string | null;
    access_id: string | null;
  }>('SELECT * FROM interaction WHERE product_id = ?')) {
    const { visitor_id: visitorId, counted, first_touch: first, reference_id: reference } = row;
    truth.interactions.set(row.id, {
      visitorId,
      counted: Boolean(counted),
      first: Boolean(first),
      reference,
      access: row.access_id,
    });
  }
  for (const row of await of<{ id: string; interaction_id: string | null }>(
    'SELECT * FROM access WHERE product_id = ?',
  )) {
    truth.views.set(row.id, row.interaction_id);
  }
  const touches = await of<{ conversion_id: number; class: number; interaction_id: string | null }>(
    'SELECT * FROM conversion_touch WHERE product_id = ? ORDER BY conversion_id, class, pos',
  );
  const conversions = await of<{
    id: number;
    cv_setting_id: number;
    event_id: string;
    repeated: number;
    previous_time: number | null;
    excluded_reason: string | null;
  }>('SELECT * FROM conversion WHERE product_id = ?');
  const keys = new Map(conversions.map((row) => [row.id, `${row.cv_setting_id}:${row.event_id}`]));
  const later = await of<{ conversion_id: number; acquired_by: number }>(
    'SELECT * FROM later_conversion WHERE product_id = ?',
  );
  const acquired = new Map(later.map((row) => [row.conversion_id, row.acquired_by]));
  for (const row of conversions) {
    if (row.excluded_reason !== null) continue;
    const paths: Record<number, string[]> = {};
    for (const touch of touches.filter((one) => one.conversion_id === row.id)) {
      const path = (paths[touch.class] ??= []);
      if (touch.interaction_id !== null) path.push(touch.interaction_id);
    }
    truth.conversions.set(keys.get(row.id) ?? '', {
      repeated: Boolean(row.repeated),
      previousTime: row.previous_time,
      acquiredBy: keys.get(acquired.get(row.id) ?? 0) ?? null,
      paths,
    });
  }
  return truth;
}

/**
 * Stores the events in random batches with duplicates and occasional derivation. Events that name an unknown
 * visitor are rejected and sent again. Returns the events that were finally accepted.
 */
async function arrive(
  db: Database,
  events: readonly IncomingEvent[],
  seed: number,
  derive: () => Promise<void>,
) {
  const random = randomOf(seed);
  const accepted: IncomingEvent[] = [];
  const pass = async (waiting: readonly IncomingEvent[]): Promise<IncomingEvent[]> => {
    const refused: IncomingEvent[] = [];
    for (let rest = [...waiting]; rest.length > 0;) {
      const batch = rest.splice(0, 1 + Math.floor(random() * 25));
      const repeats = accepted.filter(() => random() < 0.02);
      const outcomes = await db.write((tx) => ingest(tx, [...batch, ...repeats]));
      expect(outcomes.slice(batch.length).every(({ status }) => status === 'duplicate')).toBe(true);
      batch.forEach((event, index) => {
        const status = outcomes[index]?.status;
        if (status === 'rejected') refused.push(event);
        else accepted.push(event);
        expect(status).not.toBe('duplicate');
      });
      if (random() < 0.4) await derive();
    }
    return refused;
  };
  for (let waiting = shuffled(events, random); ;) {
    const refused = await pass(waiting);
    if (refused.length === 0 || refused.length === waiting.length) break;
    waiting = refused;
  }
  await derive();
  return accepted;
}

jest.setTimeout(120_000);

const ALL_DAYS = { from: 20250101, to: 20271231 };

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(() => test.drop());

  const rulesOf = (fixture: Fixture) => ({
    termDays: 2,
    isLast: (id: number) => id !== fixture.cv.middle,
    isExcluded: (event: IncomingEvent) => event.ip === EXCLUDED_IP || event.ua === BOT,
    orderOf: ({ args }: ConversionEvent) => orderOf('order', args),
  });

  /** Processes the queue in parts of a few visitors; histories from `longest` events on count as long. */
  const deriveQueue = (longest: number) => async () => {
    for (;;) {
      const done = await db.write(async (tx) => {
        const rows = await tx.query<{ id: number; product_id: number; visitor_id: string; since: number }>(
          'SELECT * FROM stale_visitor ORDER BY id LIMIT 3',
        );
        for (const row of rows) {
          await deriveVisitors(
            tx,
            row.product_id,
            new Map([[row.visitor_id, row.since]]),
            undefined,
            longest,
          );
          await tx.execute('DELETE FROM stale_visitor WHERE id = ?', [row.id]);
        }
        return rows.length === 0;
      });
      if (done) return;
    }
  };

  describe('derivation', () => {
    const seeds = Array.from({ length: Number(process.env.JOURNEY_SEEDS ?? 4) }, (_, index) => index + 1);
    it.each(seeds)('is independent of the arrival of events (random set %i)', async (seed) => {
      const fixture = await makeProduct(db, { trackingTerm: 2, excludedIps: EXCLUDED_IP });
      await db.write((tx) =>
        tx.execute("UPDATE cv_setting SET order_key = 'order' WHERE product_id = ?", [fixture.productId]),
      );
      const events = withOrders(randomEvents(fixture, new Events(fixture), seed, 300), seed);
      const accepted = await arrive(
        db,
        events,
        seed * 7,
        seed % 2 ? () => settle(db) : deriveQueue(seed % 3 ? 1 : 2000),
      );
      expect(accepted.length).toBeGreaterThan(250);
      const truth = oracle(accepted, rulesOf(fixture));
      const actual = await stored(db, fixture.productId);
      expect(actual.interactions).toEqual(truth.interactions);
      expect(actual.views).toEqual(truth.views);
      expect(actual.conversions).toEqual(truth.conversions);
      for await (const { differences } of verifyJourneys(db, fixture.productId, ALL_DAYS, () => settle(db)))
        expect(differences).toEqual([]);
      // The rollups match the stored events, so every change was marked.
      await settle(db);
      const days = await db.read<{ day: number }>(
        'SELECT DISTINCT day FROM conversion WHERE product_id = ?',
        [fixture.productId],
      );
      expect(
        await verifyDays(
          db,
          fixture.productId,
          days.map(({ day }) => day),
        ),
      ).toEqual([]);
    });
  });
});
