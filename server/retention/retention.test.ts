import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { importEvents } from '../db/import/import-events';
import { DatabaseSink } from '../tracking/spool/database-sink';
import { IngestQueue } from '../tracking/store/ingest-queue';
import { dayOf, startOfDay, type Day } from '../../shared/domain/calendar';
import { verifyDays } from '../analysis/rollups';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { AuditLog } from '../records/audit/audit.entities';
import { settle, startWorker } from '../jobs';
import { digestsOf } from '../erasure/persons';
import { ingest, type IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { randomEvents, randomOf, shuffled } from '../journeys/testing/random-events';
import { verifyJourneys } from '../journeys/verify/verify-journeys';
import { ageLogs, productsToAge } from './index';

jest.setTimeout(120_000);

const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const START = Date.UTC(2026, 0, 1);
const ALL_DAYS = { from: 20250101, to: 20271231 };
const TERM = 3;
const MONTHS = 2;
const TODAY: Day = 20260410;
const FORGOTTEN: Day = 20260210;
const SEALED: Day = 20260213;

onEachDatabase((dialect) => {
  describe('log retention', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const store = async (events: readonly IncomingEvent[]) => {
      const outcomes = await db.write((tx) => ingest(tx, events));
      await settle(db);
      return outcomes;
    };
    /** Runs all retention steps of a day and returns their number. */
    const age = async (productId: number, today = TODAY, most = 20): Promise<number> => {
      for (let steps = 0; ; steps += 1) {
        if (!(await db.write((tx) => productsToAge(tx, today))).includes(productId)) return steps;
        expect(await db.write((tx) => ageLogs(tx, productId, today, most))).toBe(true);
        if (steps > 2000) throw new Error('retention did not finish');
      }
    };
    const rows = <T>(sql: string, ...params: (string | number)[]) => db.read<T>(sql, params);
    const count = async (table: string, productId: number) =>
      Number(
        (await rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ?`, productId))[0]
          ?.n,
      );

    /** Reads all derived data of a product, with ads and settings replaced by their positions. */
    const derivedData = async ({ productId, ads, cv }: Fixture) => {
      const [firstAd] = ads;
      const digests = await digestsOf(db.reading, productId);
      const nameOf = new Map(
        ['v0', 'v1', 'v2', 'v3', 'v4'].map((id) => [`hash~${digests?.of('visitor', id)}`, id]),
      );
      const ad = (column: string) =>
        `CASE WHEN ${column} = 0 THEN 0 ELSE ${column} - ${firstAd} + 1 END AS ${column}`;
      const share = (n: number) => `ROUND(SUM(share_${n}), 9) AS share_${n}`;
      return {
        interactions: await rows(
          `SELECT id, visitor_id, counted, first_touch, reference_id, ${ad('ad_id')} FROM interaction WHERE product_id = ? AND time >= ? ORDER BY id`,
          productId,
          startOfDay(SEALED),
        ),
        views: await rows(
          `SELECT id, interaction_id, ${ad('ad_id')} FROM access WHERE product_id = ? AND time >= ? ORDER BY id`,
          productId,
          startOfDay(SEALED),
        ),
        conversions: (
          await rows<{ visitor_id: string }>(
            `SELECT event_id, cv_setting_id - ${cv.last} AS setting, visitor_id, repeated, previous_time, touch_count, cut_from, ${ad('first_ad_id')}, ${ad('last_ad_id')}, latency_ms
            FROM conversion WHERE product_id = ? ORDER BY event_id, cv_setting_id`,
            productId,
          )
        ).map((row) => ({ ...row, visitor_id: nameOf.get(row.visitor_id) ?? row.visitor_id })),
        touches: await rows(
          `SELECT c.event_id, t.cv_setting_id - ${cv.last} AS setting, t.class, t.pos, t.n, t.interaction_id, ${ad('t.ad_id').replace('AS t.', 'AS ')}, ${[1, 2, 3, 4, 5].map(share).join(', ')}
            FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id WHERE t.product_id = ? GROUP BY c.event_id, t.cv_setting_id, t.class, t.pos, t.n, t.interaction_id, t.ad_id
            ORDER BY c.event_id, t.cv_setting_id, t.class, t.pos`,
          productId,
        ),
        days: await rows(
          `SELECT day, ${ad('ad_id')}, clicks, first_touches, pv, cost_sen FROM rollup_touch_day WHERE product_id = ? ORDER BY day, ad_id`,
          productId,
        ),
        months: await rows(
          `SELECT month, ${ad('ad_id')}, clicks, first_touches, pv FROM rollup_touch_month WHERE product_id = ? ORDER BY month, ad_id`,
          productId,
        ),
        results: await rows(
          `SELECT month, ${ad('ad_id')}, SUM(cv_count) AS cv, ROUND(SUM(attr_cv_3), 6) AS a FROM rollup_cv_month WHERE product_id = ? GROUP BY month, ad_id ORDER BY month, ad_id`,
          productId,
        ),
      };
    };
    const differences = async (productId: number) => {
      const differing: unknown[] = [];
      for await (const part of verifyJourneys(db, productId, ALL_DAYS, () => settle(db)))
        differing.push(...part.differences);
      const days = await rows<{ day: number }>(
        'SELECT DISTINCT day FROM rollup_touch_day WHERE product_id = ? UNION SELECT day FROM rollup_cv_day WHERE product_id = ?',
        productId,
        productId,
      );
      return [
        ...differing,
        ...(await verifyDays(
          db,
          productId,
          days.map(({ day }) => day),
          SEALED,
        )),
      ];
    };
    /** Shortens the tracking term from 60 days to three, as the console does. */
    const shorten = (productId: number, at: number) =>
      db.write(async (tx) => {
        await tx.execute('UPDATE product SET tracking_term = ? WHERE id = ?', [TERM, productId]);
        const { id } = await tx.manager.save(
          Object.assign(new AuditLog(), {
            companyId: 1,
            productId,
            at: new Date(at),
            userName: 'u',
            action: 'update',
            entity: 'product',
            entityId: productId,
            label: 'P',
          }),
        );
        await tx.execute(
          "INSERT INTO audit_change (audit_id, field, before_value, after_value) VALUES (?, 'trackingTerm', '60', '3')",
          [id],
        );
      });
    const aging = (settings = {}) =>
      makeProduct(db, { trackingTerm: TERM, logRetentionMonths: MONTHS, ...settings });

    it.each([1, 2])(
      'keeps all metrics, and later events derive as if the raw logs existed (seed %i)',
      async (seed) => {
        const gone = await aging();
        const kept = await makeProduct(db, { trackingTerm: TERM });
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
        for (const fixture of [gone, kept])
          await store(places.filter((place) => !later.has(place)).map((place) => of(fixture)[place]!));
        await db.write((tx) =>
          tx.execute(
            'INSERT INTO log_horizon (product_id, sealed_before, forget_before, kept_from, longest_term) VALUES (?, ?, 0, 0, ?)',
            [kept.productId, SEALED, TERM],
          ),
        );
        expect(await age(gone.productId)).toBeGreaterThan(10);
        expect(await derivedData(gone)).toEqual(await derivedData(kept));
        for (const part of [0, 1, 2]) {
          for (const fixture of [gone, kept]) {
            await store(
              [...later]
                .filter((_, n) => n % 3 === part)
                .map((place) => of(fixture)[place]!)
                .filter(placeable),
            );
          }
        }
        expect(await derivedData(gone)).toEqual(await derivedData(kept));
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
        expect(await count('access', gone.productId)).toBeLessThan(await count('access', kept.productId));
      },
    );

    it('rejects events of sealed days with the reason and accepts those of open days', async () => {
      const fixture = await aging();
      const make = new Events(fixture);
      await store([make.click('c', startOfDay(20260105), 'v')]);
      await age(fixture.productId);
      expect(
        await store([
          make.click('late', startOfDay(SEALED) - 1, 'v'),
          make.click('open', startOfDay(SEALED), 'v'),
        ]),
      ).toEqual([
        { status: 'rejected', reason: 'time lies before 2026/02/13: earlier days of the product are sealed' },
        { status: 'accepted' },
      ]);
      // The rollup of the day stays although its contact is deleted.
      const days = await rows<{ day: Day; clicks: number }>(
        'SELECT day, clicks FROM rollup_touch_day WHERE product_id = ? ORDER BY day',
        fixture.productId,
      );
      expect(days).toEqual([
        { day: dayOf(startOfDay(20260105)), clicks: 1 },
        { day: SEALED, clicks: 1 },
      ]);
    });

    it('lists events of sealed days as rejected at every endpoint', async () => {
      const fixture = await aging();
      await store([new Events(fixture).click('c', startOfDay(20260105), 'v')]);
      await age(fixture.productId);
      const refusals = () =>
        rows('SELECT door, reason FROM bad_event WHERE product_id = ? ORDER BY id', fixture.productId);
      const reason = 'time lies before 2026/02/13: earlier days of the product are sealed';
      const dir = mkdtempSync(join(tmpdir(), 'inflow-late-'));
      const file = join(dir, 'late.ndjson');
      const line = (id: string) =>
        JSON.stringify({
          type: 'view',
          id,
          time: '2026-02-12T23:59:59.999+09:00',
          product_id: fixture.productId,
          visitor_id: 'v',
          url: 'https://x.example/',
        });
      writeFileSync(file, `${line('l1')}\n${line('l2')}\n`);
      expect(await importEvents(db, { file, createAds: false })).toMatchObject({ accepted: 0, rejected: 2 });
      rmSync(dir, { recursive: true });
      expect(await refusals()).toEqual([
        { door: 'import', reason },
        { door: 'import', reason },
      ]);
      // The drainer delivers events that a collector spooled long ago.
      const sink = new DatabaseSink(db, `late-${fixture.productId}`, () => 5);
      await sink.store(
        [
          {
            kind: 'event',
            event: { ...new Events(fixture).click('late', startOfDay(20260212), 'v'), door: 'redirect' },
          },
        ],
        { segment: 1, offset: 1 },
      );
      const queue = new IngestQueue(db, () => 5, 10_000);
      for (const door of ['s2s', 'collect'] as const) {
        const event = { ...new Events(fixture).view(`late-${door}`, startOfDay(20260212), 'v'), door };
        expect(
          await queue.store({ door, ip: null, deliveries: [{ event, text: '{}' }], refused: [] }),
        ).toEqual([{ status: 'rejected', reason }]);
      }
      expect((await refusals()).slice(2)).toEqual(
        ['redirect', 's2s', 'collect'].map((door) => ({ door, reason })),
      );
    });

    it('waits until the events of due days are derived', async () => {
      const fixture = await aging();
      await db.write((tx) => ingest(tx, [new Events(fixture).click('c', startOfDay(20260105), 'v')]));
      expect(await db.write((tx) => ageLogs(tx, fixture.productId, TODAY, 10))).toBe(false);
      expect(
        await rows(
          'SELECT sealed_before FROM log_horizon WHERE product_id = ? AND sealed_before > 0',
          fixture.productId,
        ),
      ).toEqual([]);
      await settle(db);
      expect(await age(fixture.productId)).toBeGreaterThan(0);
      expect(await count('interaction', fixture.productId)).toBe(0);
    });

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
        make.click('c1', later - 1000, 'a'),
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
      // When their last days are deleted, their ids are hashed again.
      expect(await age(fixture.productId, 20270301)).toBeGreaterThan(0);
      expect(
        JSON.stringify(
          await rows('SELECT visitor_id, user_id FROM conversion WHERE product_id = ?', fixture.productId),
        ),
      ).not.toMatch(/"(a|b|c|d|other|u|w|x)"/);
      expect(await count('plain_key', fixture.productId)).toBe(0);
    });

    it('keeps rows that open days look back on after the term was shortened', async () => {
      const fixture = await aging({ trackingTerm: 60 });
      const make = new Events(fixture);
      await store([
        make.click('c', startOfDay(20260120), 'v'),
        make.conversion('o', startOfDay(20260315), 'v'),
      ]);
      await shorten(fixture.productId, startOfDay(20260405));
      await age(fixture.productId);
      expect(await count('interaction', fixture.productId)).toBe(1);
      expect(
        await rows('SELECT touch_count FROM conversion WHERE product_id = ?', fixture.productId),
      ).toEqual([{ touch_count: 1 }]);
      expect(await differences(fixture.productId)).toEqual([]);
      // Once no open day was stored under the long term, only the short one counts.
      while ((await db.write((tx) => productsToAge(tx, 20260601))).includes(fixture.productId)) {
        await settle(db);
        await db.write((tx) => ageLogs(tx, fixture.productId, 20260601, 20));
      }
      expect(await count('interaction', fixture.productId)).toBe(0);
      expect(
        await rows('SELECT touch_count FROM conversion WHERE product_id = ?', fixture.productId),
      ).toEqual([{ touch_count: 1 }]);
      expect(await differences(fixture.productId)).toEqual([]);
    });

    it('does not keep rows for a term that ended before the open days', async () => {
      const fixture = await aging({ trackingTerm: 60 });
      await store([new Events(fixture).click('c', startOfDay(20260120), 'v')]);
      await shorten(fixture.productId, startOfDay(20260105));
      await age(fixture.productId);
      expect(await count('interaction', fixture.productId)).toBe(0);
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
