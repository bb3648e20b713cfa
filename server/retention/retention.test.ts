import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { setTimeout } from 'node:timers/promises';
import { startOfDay, type Day } from '../../shared/domain/calendar';
import { startWorker } from '../sweeps';
import type { IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { randomEvents, randomOf, shuffled } from '../journeys/testing/random-events';
import { retentionScenario, SEALED, TERM } from './testing/retention-scenario';

jest.setTimeout(120_000);

const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const START = Date.UTC(2026, 0, 1);
/** First day with raw logs after retention. */
const FORGOTTEN: Day = 20260210;

onEachDatabase((dialect) => {
  describe('deleting old logs', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const { store, age, rows, count, derivedData, differences, aging } = retentionScenario(() => db);

    it.each([1, 2])(
      'keeps all metrics, and later events derive as if the raw logs existed (seed %i)',
      async (seed) => {
        const gone = await aging();
        const untouched = await makeProduct(db, { trackingTerm: TERM });
        const of = (fixture: Fixture) => {
          const events = randomEvents(fixture, new Events(fixture), seed, 200).map(
            (event): IncomingEvent => ({ ...event, time: START + (event.time - START) * 10 }),
          );
          const clicks = new Map(events.map((event) => [event.id, event.time]));
          // A view can't refer to a contact before the contact happens.
          return events.map((event) =>
            event.type === 'view' && event.interactionRef !== null
              ? { ...event, time: Math.max(event.time, clicks.get(event.interactionRef) ?? 0) }
              : event,
          );
        };
        const order = randomOf(seed);
        const places = shuffled(
          of(gone).map((_, n) => n),
          order,
        );
        const times = new Map(of(gone).map((event) => [event.id, event.time]));
        // A conversion that names a deleted contact is rejected; a separate check covers it below.
        const placeable = (event: IncomingEvent) =>
          event.type !== 'conversion' ||
          event.interactionRef === null ||
          (times.get(event.interactionRef) ?? 0) >= startOfDay(FORGOTTEN);
        const later = new Set(
          places.filter((place) => of(gone)[place]!.time >= startOfDay(SEALED) && order() < 0.6),
        );
        for (const fixture of [gone, untouched])
          await store(places.filter((place) => !later.has(place)).map((place) => of(fixture)[place]!));
        await db.write((tx) =>
          tx.execute(
            'INSERT INTO log_horizon (product_id, sealed_before, forget_before, kept_from, longest_term) VALUES (?, ?, 0, 0, ?)',
            [untouched.productId, SEALED, TERM],
          ),
        );
        expect(await age(gone.productId)).toBeGreaterThan(10);
        expect(await derivedData(gone)).toEqual(await derivedData(untouched));
        for (const part of [0, 1, 2]) {
          for (const fixture of [gone, untouched]) {
            await store(
              [...later]
                .filter((_, n) => n % 3 === part)
                .map((place) => of(fixture)[place]!)
                .filter(placeable),
            );
          }
        }
        expect(await derivedData(gone)).toEqual(await derivedData(untouched));
        expect(await differences(gone.productId)).toEqual([]);
        for (const table of ['interaction', 'access']) {
          const [oldest] = await rows<{ day: Day }>(
            `SELECT MIN(day) AS day FROM ${table} WHERE product_id = ?`,
            gone.productId,
          );
          expect(oldest?.day).toBeGreaterThanOrEqual(FORGOTTEN);
        }
        const orphans =
          'SELECT r.access_id FROM access_ref r LEFT JOIN access a ON a.product_id = r.product_id AND a.id = r.access_id WHERE r.product_id = ? AND a.id IS NULL';
        expect(await rows(orphans, gone.productId)).toEqual([]);
        for (const [table, kinds] of [
          ['interaction', '1, 3'],
          ['access', '2'],
        ])
          expect(
            await rows(
              `SELECT k.event_id FROM click_key k LEFT JOIN ${table} e ON e.product_id = k.product_id AND e.id = k.event_id WHERE k.product_id = ? AND k.kind IN (${kinds}) AND e.id IS NULL`,
              gone.productId,
            ),
          ).toEqual([]);
        expect(await count('access', gone.productId)).toBeLessThan(
          await count('access', untouched.productId),
        );
      },
    );

    it('removes personal data of conversions and keeps every metric', async () => {
      const fixture = await aging();
      const make = new Events(fixture);
      const at = startOfDay(20260105);
      const conversionDetails = {
        ip: '203.0.113.9',
        ua: UA,
        url: 'https://shop.example/?mail=a',
        referrer: 'r',
        args: 'order=1',
        otherKey1: 'k',
      };
      await store([
        make.click('c', at, 'v'),
        make.conversion('o', at + 1, 'v', { ...conversionDetails, userId: 'u', amount: 7 }),
      ]);
      await db.write((tx) =>
        tx.execute(
          "INSERT INTO bad_event (product_id, door, reason, text, stored_at) VALUES (?, 's2s', 'r', 'old', ?), (?, 's2s', 'r', 'new', ?)",
          [fixture.productId, at, fixture.productId, startOfDay(SEALED)],
        ),
      );
      await age(fixture.productId);
      expect(await rows('SELECT text FROM bad_event WHERE product_id = ?', fixture.productId)).toEqual([
        { text: 'new' },
      ]);
      expect(
        await rows(
          'SELECT ip, ua, url, referrer, args, other_key1, user_id, visitor_id, amount_sen, touch_count FROM conversion WHERE product_id = ?',
          fixture.productId,
        ),
      ).toEqual([
        {
          ip: null,
          ua: null,
          url: null,
          referrer: null,
          args: null,
          other_key1: null,
          user_id: expect.stringMatching(/^hash~/),
          visitor_id: expect.stringMatching(/^hash~/),
          amount_sen: 700,
          touch_count: 1,
        },
      ]);
    });

    it('recognizes returning persons by digests', async () => {
      const fixture = await aging();
      const make = new Events(fixture);
      const [long, later] = [startOfDay(20260105), startOfDay(20260301)];
      await store([
        make.conversion('o1', long, 'a', { userId: 'u' }),
        make.conversion('o2', long, 'b'),
        make.conversion('o3', long, 'c', { userId: 'w' }),
      ]);
      await age(fixture.productId);
      expect(
        JSON.stringify(
          await rows('SELECT visitor_id, user_id FROM conversion WHERE product_id = ?', fixture.productId),
        ),
      ).not.toMatch(/"(a|b|c|u|w)"/);
      await store([
        make.conversion('n1', later, 'other', { userId: 'u' }),
        make.conversion('n2', later, 'b'),
        make.conversion('n3', later, null, { userId: 'w' }),
        make.conversion('n4', later, 'd', { userId: 'x' }),
        make.click('c1', later - 1000, 'a', { ua: UA }),
      ]);
      const conversions = await rows(
        "SELECT event_id, repeated, touch_count FROM conversion WHERE product_id = ? AND event_id LIKE 'n%' ORDER BY event_id",
        fixture.productId,
      );
      // The first customer's earlier browser came by an ad, so its contact belongs to the customer.
      expect(conversions).toEqual([
        { event_id: 'n1', repeated: 1, touch_count: 1 },
        { event_id: 'n2', repeated: 1, touch_count: 0 },
        { event_id: 'n3', repeated: 1, touch_count: 0 },
        { event_id: 'n4', repeated: 0, touch_count: 0 },
      ]);
      expect(await differences(fixture.productId)).toEqual([]);
      // When their last days are deleted, their ids are hashed again and the user agents of those months go.
      expect(await count('user_agent', fixture.productId)).toBe(1);
      expect(await age(fixture.productId, 20270301)).toBeGreaterThan(0);
      expect(
        JSON.stringify(
          await rows('SELECT visitor_id, user_id FROM conversion WHERE product_id = ?', fixture.productId),
        ),
      ).not.toMatch(/"(a|b|c|d|other|u|w|x)"/);
      expect(await count('plain_key', fixture.productId)).toBe(0);
      expect(await count('user_agent', fixture.productId)).toBe(0);
    });

    it('runs in a worker', async () => {
      const fixture = await aging();
      await store([
        new Events(fixture).click('c', startOfDay(20200105), 'v'),
        new Events(fixture).view('p', startOfDay(20200105), 'v'),
      ]);
      const worker = startWorker(db, (error) => {
        throw error;
      });
      for (
        let tries = 0;
        tries < 300 &&
        (await count('interaction', fixture.productId)) + (await count('access', fixture.productId)) > 0;
        tries += 1
      )
        await setTimeout(50);
      await worker.stop();
      expect([
        await count('interaction', fixture.productId),
        await count('access', fixture.productId),
      ]).toEqual([0, 0]);
    });

    it('keeps all logs of a product without a retention setting', async () => {
      const fixture = await makeProduct(db, { trackingTerm: TERM });
      await store([new Events(fixture).click('c', startOfDay(20200105), 'v')]);
      expect(await age(fixture.productId)).toBe(0);
      expect(await count('interaction', fixture.productId)).toBe(1);
    });
  });
});
