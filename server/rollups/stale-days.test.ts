import { dayOf } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { randomEvents } from '../analysis/testing/random-events';
import { daysOf, storeEvents, type Events } from '../analysis/testing/store-events';
import { makeWorld, type World } from '../analysis/testing/world';
import { insertRows, type Database, type Tx } from '../db/database';
import { StaleMarks } from '../journeys/stale';
import { readMetricsVersion, recomputeRollups } from './recompute';
import {
  BacklogWatch,
  countBacklog,
  markDaysWithData,
  productsToRollUp,
  rollUpStaleDays,
} from './stale-days';
import { verifyDays } from './verify';

onEachDatabase((dialect) => {
  describe('the metrics version', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    const versionOf = (from: number, to = from, productId = world.productId) =>
      readMetricsVersion(test.db, productId, { from, to });
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 3);
      await test.db.write((tx) => storeEvents(tx, world.productId, events));
    });
    afterAll(() => test.drop());

    it.each(['bulk', 'live'] as const)(
      'grows if a %s computation changes a day in the range, and only then',
      async (mode) => {
        const click = events.clicks.find(({ counted }) => counted !== false)!;
        const day = dayOf(click.time);
        const change = (counted: number) =>
          test.db.write(async (tx) => {
            await tx.execute('UPDATE interaction SET counted = ? WHERE id = ?', [counted, click.id]);
            await recomputeRollups(tx, world.productId, [day], mode);
          });
        await change(1);
        const [before, others] = [await versionOf(day), await versionOf(20200101, 20200131)];
        await change(0);
        const after = await versionOf(day);
        expect(after).toBeGreaterThan(before);
        expect(await versionOf(day - 1, day + 1)).toBe(after);
        expect([
          await versionOf(20200101, 20200131),
          await versionOf(day, day, world.foreign.productId),
        ]).toEqual([others, 0]);
      },
    );

    it('grows with marks that compute whole days and months, although their events did not change', async () => {
      const { db } = test;
      const { productId } = world;
      const days = daysOf(events);
      await db.write((tx) => recomputeRollups(tx, productId, days));
      await db.write(async (tx) => {
        for (const table of ['rollup_cv_month', 'rollup_ad_month', 'rollup_product_day'])
          await tx.execute(`DELETE FROM ${table} WHERE product_id = ?`, [productId]);
      });
      expect((await verifyDays(db, productId, days)).length).toBeGreaterThan(0);
      await markDaysWithData(db, productId, { from: Math.min(...days), to: Math.max(...days) });
      while ((await productsToRollUp(db, 'live')).length > 0)
        await db.write((tx) => rollUpStaleDays(tx, productId, 'live'));
      expect(await verifyDays(db, productId, days)).toEqual([]);
    });

    it('stays the same if a live computation changes nothing', async () => {
      const days = daysOf(events);
      await test.db.write((tx) => recomputeRollups(tx, world.productId, days));
      const before = await versionOf(Math.min(...days), Math.max(...days));
      expect(before).toBeGreaterThan(0);
      await test.db.write((tx) => recomputeRollups(tx, world.productId, days, 'live'));
      expect(await versionOf(Math.min(...days), Math.max(...days))).toBe(before);
    });
  });
});

onEachDatabase((dialect) => {
  describe('the backlog of a product', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('is null in quiet times, and estimates the remaining time from the progress so far', async () => {
      const { db } = test;
      const watch = new BacklogWatch(db);
      const wait = (from: number, to: number) =>
        db.write((tx) =>
          insertRows(
            tx,
            'stale_visitor',
            ['product_id', 'visitor_id', 'since'],
            Array.from({ length: to - from }, (_, n) => [7, `v${from + n}`, 0]),
          ),
        );
      await wait(0, 2000);
      expect(await watch.backlogOf(7, 0)).toBeNull();
      await wait(2000, 9000);
      expect(await watch.backlogOf(7, 0)).toEqual({ visitors: 9000, days: 0, secondsLeft: null });
      await db.write((tx) =>
        tx.execute("DELETE FROM stale_visitor WHERE product_id = 7 AND visitor_id < 'v5'"),
      );
      const left = (await watch.backlogOf(7, MINUTE))?.visitors ?? 0;
      expect(await watch.backlogOf(7, MINUTE)).toEqual({
        visitors: left,
        days: 0,
        secondsLeft: Math.ceil((left * 60) / (9000 - left)),
      });
      expect(await watch.backlogOf(8, MINUTE)).toBeNull();
    });

    it('counts the waiting days once all visitors are done', async () => {
      await test.db.write((tx) =>
        insertRows(tx, 'stale_day', ['product_id', 'day', 'since', 'marks'], [[9, 20260101, MINUTE, 3]]),
      );
      const watch = new BacklogWatch(test.db);
      expect(await watch.backlogOf(9, MINUTE + 1000)).toBeNull();
      expect(await watch.backlogOf(9, 2 * MINUTE)).toEqual({ visitors: 0, days: 1, secondsLeft: null });
      // A day that also waits for media costs counts once; another day counts as one more.
      await test.db.write((tx) =>
        insertRows(
          tx,
          'stale_media_day',
          ['product_id', 'day', 'since', 'marks'],
          [
            [9, 20260101, MINUTE, 1],
            [9, 20260102, MINUTE, 1],
          ],
        ),
      );
      expect(await watch.backlogOf(9, 2 * MINUTE)).toEqual({ visitors: 0, days: 2, secondsLeft: null });
      expect(await countBacklog(test.db)).toMatchObject({ days: 2 });
    });
  });
});

const DAY = 20260110;
const MINUTE = 60_000;

onEachDatabase((dialect) => {
  describe('stale days', () => {
    let test: TestDatabase;
    let db: Database;
    let productId = 100;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());
    beforeEach(() => {
      productId += 1;
    });

    const mark = async (tx: Tx, ...days: number[]) => {
      const marks = new StaleMarks(productId);
      for (const day of days) marks.day(day);
      await marks.save(tx);
    };
    const stale = () =>
      db.read<{ day: number; marks: number }>(
        'SELECT day, marks FROM stale_day WHERE product_id = ? ORDER BY day',
        [productId],
      );
    const due = async (now?: number) =>
      (await productsToRollUp(db, 'live', now)).filter((product) => product.productId === productId).length;

    it('have one row each, however often they are marked', async () => {
      for (let n = 0; n < 3; n += 1) await db.write((tx) => mark(tx, DAY, DAY + n));
      expect(await stale()).toEqual([
        { day: DAY, marks: 3 },
        { day: DAY + 1, marks: 1 },
        { day: DAY + 2, marks: 1 },
      ]);
      await db.write((tx) => rollUpStaleDays(tx, productId, 'live'));
      expect(await stale()).toEqual([]);
    });

    it('stay stale if they are marked during their rollup', async () => {
      await db.write((tx) => mark(tx, DAY, DAY + 1));
      await db.write(async (tx) => {
        let marked = false;
        const execute: Tx['execute'] = async (sql, params) => {
          if (sql.startsWith('DELETE FROM stale_day') && !marked) {
            marked = true;
            // On MariaDB another connection marks the day, without blocking.
            await (dialect === 'sqlite' ? mark(tx, DAY) : db.write((other) => mark(other, DAY)));
          }
          return tx.execute(sql, params);
        };
        await rollUpStaleDays({ ...tx, execute }, productId, 'live');
      });
      expect(await stale()).toEqual([{ day: DAY, marks: 2 }]);
    });

    it.each([
      ['stale_day', true],
      ['stale_media_day', false],
    ])('rewrite the monthly rows by ad if these hold the changed facts: %s', async (queue, written) => {
      await db.write((tx) =>
        insertRows(tx, queue, ['product_id', 'day', 'since', 'marks'], [[productId, DAY, 0, 1]]),
      );
      const statements: string[] = [];
      await db.write((tx) =>
        rollUpStaleDays(
          { ...tx, execute: (sql, params) => (statements.push(sql), tx.execute(sql, params)) },
          productId,
          'bulk',
        ),
      );
      expect(statements.some((sql) => sql.includes('rollup_media_month'))).toBe(true);
      expect(statements.some((sql) => sql.includes('rollup_ad_month'))).toBe(written);
    });

    it('wait while the backlog of their product is processed, but not forever', async () => {
      await db.write(async (tx) => {
        await mark(tx, DAY);
        const rows = Array.from({ length: 2001 }, (_, n) => [productId, `v${n}`, 0]);
        await insertRows(tx, 'stale_visitor', ['product_id', 'visitor_id', 'since'], rows);
      });
      expect(await due()).toBe(0);
      expect(await due(Date.now() + 6 * MINUTE)).toBe(1);
      // The clock was ahead when the day was marked.
      expect(await due(Date.now() - 6 * MINUTE)).toBe(1);
      await db.write((tx) =>
        tx.execute("DELETE FROM stale_visitor WHERE product_id = ? AND visitor_id = 'v7'", [productId]),
      );
      expect(await due()).toBe(1);
    });
  });
});
