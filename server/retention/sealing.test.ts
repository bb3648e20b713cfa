import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf, startOfDay, type Day } from '../../shared/domain/calendar';
import { importEvents } from '../import/import-events';
import { settle } from '../sweeps';
import { ingest } from '../journeys';
import { Events } from '../journeys/testing/fixture';
import { DatabaseSink } from '../tracking/spool/database-sink';
import { IngestQueue } from '../tracking/ingest-queue';
import { ageLogs, productsToAge, storeLeavingMonths } from './age-logs';
import { retentionScenario, SEALED, TODAY } from './testing/retention-scenario';

jest.setTimeout(120_000);

const NOON_MS = 12 * 3_600_000;

onEachDatabase((dialect) => {
  describe('sealing days', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      const now = Date.now;
      const shift = startOfDay(TODAY) + NOON_MS - now();
      jest.spyOn(Date, 'now').mockImplementation(() => now() + shift);
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      await test.drop();
    });

    const { store, age, rows, count, differences, shorten, aging } = retentionScenario(() => db);

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
        await storeLeavingMonths(db, fixture.productId, 20260601);
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
  });
});
