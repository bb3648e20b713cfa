import type { DayRange } from '../../shared/domain/calendar';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { adRanking } from './ad-ranking';
import { readDailyMetrics } from './daily';
import { readConsistentReport } from './report/read-report';
import type { Report } from './report/report';
import { reportKeys, reports } from './reports';
import { readMetricsVersion, recomputeRollups } from '../rollups';
import { actorOf, makeWorld, type World } from './testing/world';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents, type Events } from './testing/store-events';

onEachDatabase((dialect) => {
  describe('metrics that change while they are read', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    let days: DayRange;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 5);
      const known = daysOf(events);
      days = { from: Math.min(...known), to: Math.max(...known) };
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, known);
      });
    });
    afterAll(() => test.drop());

    const now = (): number => Date.parse('2026-11-22T12:00:00+09:00');
    const ask = (report: Report) =>
      readConsistentReport(
        test.db,
        report,
        actorOf(world),
        { productId: world.productId, dateFrom: days.from, dateTo: days.to },
        now(),
        (_, id) => id,
      );
    /** Counts the reads; `afterRead` runs after each, as between two of its statements. */
    const countReads = (report: Report, afterRead: (reading: number) => Promise<void>) => {
      const seen = { readings: 0 };
      const read: Report['read'] = async (...args) => {
        const result = await report.read(...args);
        seen.readings += 1;
        await afterRead(seen.readings);
        return result;
      };
      return { seen, report: { ...report, read } };
    };
    const rollUpAgain = () => test.db.write((tx) => recomputeRollups(tx, world.productId, [days.to]));

    it.each(reportKeys)('%s is read once if nothing changes', async (key) => {
      const { seen, report } = countReads(reports[key], () => Promise.resolve());
      await ask(report);
      expect(seen.readings).toBe(1);
    });

    it.each(reportKeys)(
      '%s is read again after a rollup in between, and returns the new version',
      async (key) => {
        const { seen, report } = countReads(reports[key], async (reading) => {
          if (reading === 1) await rollUpAgain();
        });
        const { version } = await ask(report);
        expect(seen.readings).toBe(2);
        expect(version).toBe(await readMetricsVersion(test.db, world.productId, report.versionDays ?? days));
      },
    );

    /** Returns a database that runs `afterRead` once, right after a statement has read rollups. */
    const changedDuringRead = (afterRead: () => Promise<void>) => {
      const seen = { readings: 0 };
      const db: Database = Object.create(test.db);
      db.read = async (sql, parameters) => {
        const rows = await test.db.read<never>(sql, parameters);
        if (/\brollup_(touch|product)/.test(sql)) {
          seen.readings += 1;
          if (seen.readings === 1) await afterRead();
        }
        return rows;
      };
      return { seen, db };
    };
    const args = () => ({ productId: world.productId, dateFrom: days.from, dateTo: days.to });
    const others: [string, (db: Database) => Promise<unknown>][] = [
      ['daily metrics', (db) => readDailyMetrics(db, actorOf(world), args(), now())],
      [
        'the ad ranking',
        (db) => adRanking(db, actorOf(world), { ...args(), measure: 'cvTotalFinal', size: 50 }, now()),
      ],
    ];

    it.each(others)('%s are read once if nothing changes', async (_name, read) => {
      const { seen, db } = changedDuringRead(() => Promise.resolve());
      await read(db);
      const once = seen.readings;
      const again = changedDuringRead(rollUpAgain);
      await read(again.db);
      expect([once > 0, again.seen.readings]).toEqual([true, 2 * once]);
    });

    it.each(others)(
      '%s come from one data version even if costs and sales change between two statements',
      async (_name, read) => {
        const before = await read(test.db);
        const { db } = changedDuringRead(() =>
          test.db.write(async (tx) => {
            await tx.execute('UPDATE interaction SET cost_sen = cost_sen + 100 WHERE product_id = ?', [
              world.productId,
            ]);
            await tx.execute(
              'UPDATE conversion_touch SET amount_sen = amount_sen + 100 WHERE product_id = ?',
              [world.productId],
            );
            await recomputeRollups(tx, world.productId, daysOf(events));
          }),
        );
        const result = await read(db);
        expect(result).not.toEqual(before);
        expect(result).toEqual(await read(test.db));
      },
    );

    it('returns an outdated version if days keep changing', async () => {
      const { seen, report } = countReads(reports.adSummaries, rollUpAgain);
      const { version } = await ask(report);
      expect(seen.readings).toBe(3);
      expect(version).toBeLessThan(await readMetricsVersion(test.db, world.productId, days));
    });
  });
});
