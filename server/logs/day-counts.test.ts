import type { Actor } from '../auth/actor';
import { markDaysWithData, verifyDays } from '../rollups';
import { anyOf } from '../db/condition';
import type { ListArgs } from '../records/list-args';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { ALL_SWEEPS } from '../sweeps/sweeps';
import { ingest, sealedBefore, type IncomingEvent } from '../journeys';
import { BOT, randomEvents, randomOf, shuffled } from '../journeys/testing/random-events';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { ageLogs, productsToAge, storeLeavingMonths } from '../retention/age-logs';
import { entriesOf } from '../../shared/records';
import { grantOf, rightKeys, RoleType } from '../../shared/catalog';
import { dayOf, startOfDay } from '../../shared/domain/calendar';
import { DAY_MS } from '../../shared/domain/journey';
import { customerCodes } from './customer-code';
import { dayCounts } from '../rollups/log-facts';
import { logServices } from './logs';

jest.setTimeout(120_000);

const START = Date.UTC(2026, 0, 1);
const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const admin = (productId: number): Actor => ({
  userId: 1,
  companyId: 1,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [productId],
  family: 'counts',
  grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)])) as Actor['grants'],
});

onEachDatabase((dialect) => {
  describe('log counts by day', () => {
    let test: TestDatabase;
    let db: Database;
    let fixture: Fixture;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());
    beforeEach(async () => {
      fixture = await makeProduct(db, { excludedIps: '192.0.2.7', trackingTerm: 3 });
    });

    const spread = (events: readonly IncomingEvent[]): IncomingEvent[] =>
      events.map((event) => ({ ...event, time: START + (event.time - START) * 4 }));
    const store = (events: readonly IncomingEvent[]) => db.write((tx) => ingest(tx, events));
    const days = () =>
      db.read<{ day: number }>('SELECT day FROM rollup_log_day WHERE product_id = ? ORDER BY day', [
        fixture.productId,
      ]);

    const spans = (): ListArgs[] => {
      const day = startOfDay(20260105);
      return [
        {},
        { timeFrom: new Date(day) },
        { timeTo: new Date(startOfDay(20260112) - 1) },
        { timeFrom: new Date(day), timeTo: new Date(startOfDay(20260112) - 1) },
        { timeFrom: new Date(day + 5_000_000), timeTo: new Date(startOfDay(20260112) + 7_000_000) },
        { timeFrom: new Date(day + 1), timeTo: new Date(day + 40_000_000) },
        { timeFrom: new Date(day), timeTo: new Date(day) },
      ];
    };
    /** Returns every count of a log beside a count row by row. */
    const counts = async () => {
      const services = logServices(db, customerCodes('x'.repeat(64)));
      const actual: unknown[] = [];
      const expected: unknown[] = [];
      for (const [log, { table, rows }] of entriesOf(dayCounts)) {
        for (const [place, span] of spans().entries()) {
          for (const count of ['exact', 'capped'] as const) {
            const page = await services[log].list(admin(fixture.productId), {
              productId: fixture.productId,
              ...span,
              count,
              pageSize: 1,
            });
            actual.push([log, place, page.count, page.countExact]);
            const time = log === 'results' ? 'cv_time' : 'time';
            const [row] = await db.read<{ n: number }>(
              `SELECT COUNT(*) AS n FROM ${table} e WHERE e.product_id = ? AND e.${time} >= ? AND e.${time} <= ? AND (${anyOf(rows.map((sql) => ({ sql, params: [] }))).sql})`,
              [
                fixture.productId,
                span.timeFrom?.getTime() ?? Number.MIN_SAFE_INTEGER,
                span.timeTo?.getTime() ?? Number.MAX_SAFE_INTEGER,
              ],
            );
            expected.push([log, place, Number(row?.n), true]);
          }
        }
      }
      return [actual, expected];
    };
    const expectRight = async () => {
      const [actual, expected] = await counts();
      expect(actual).toEqual(expected);
    };

    it.each([1, 2, 3])(
      'stay correct when events are stored, derived, added late, altered and repaired (seed %i)',
      async (seed) => {
        const events = shuffled(
          spread(randomEvents(fixture, new Events(fixture), seed, 240)),
          randomOf(seed),
        );
        await store(events.slice(0, 120));
        await expectRight();
        await settle(db);
        expect((await days()).length).toBeGreaterThan(10);
        await expectRight();
        // Late events, excluded or not, belong to days that are counted already.
        await store(events.slice(120));
        await expectRight();
        await settle(db);
        await expectRight();
        const all = (await days()).map(({ day }) => day);
        expect(await verifyDays(db, fixture.productId, all)).toEqual([]);
        const [first = 0] = all;
        for (const table of ['rollup_log_day', 'rollup_log_ad_day']) {
          await db.write((tx) =>
            tx.execute(
              `UPDATE ${table} SET access_count = access_count + 7 WHERE product_id = ? AND day = ?`,
              [fixture.productId, first],
            ),
          );
          const [difference] = await verifyDays(db, fixture.productId, all);
          expect(difference).toMatchObject({ table, key: { day: first }, column: 'access_count' });
          await markDaysWithData(db, fixture.productId, { from: first, to: first });
          await settle(db);
          expect(await verifyDays(db, fixture.productId, all)).toEqual([]);
        }
      },
    );

    it('are stored by ad for days that an earlier version counted', async () => {
      const parts = () =>
        db.read('SELECT * FROM rollup_log_ad_day WHERE product_id = ? ORDER BY 1, 2, 3', [fixture.productId]);
      await store(spread(randomEvents(fixture, new Events(fixture), 6, 160)));
      await settle(db);
      const whole = await parts();
      expect(whole.length).toBeGreaterThan(10);
      await db.write((tx) =>
        tx.execute('DELETE FROM rollup_log_ad_day WHERE product_id = ?', [fixture.productId]),
      );
      await db.write((tx) => tx.execute('UPDATE rollup_log_day SET in_parts = 0'));
      await expectRight();
      await settle(
        db,
        undefined,
        ALL_SWEEPS.filter(({ name }) => name === 'log-parts'),
      );
      expect(await parts()).toEqual(whole);
    });

    it('hold the ten minutes of a day with many rows', async () => {
      const make = new Events(fixture);
      const view = (n: number) => make.view(`p${n}`, START + n * 50_000 + (n % 7), `v${n % 9}`, { ua: UA });
      await store(Array.from({ length: 800 }, (_, n) => view(2 * n)));
      await store([make.view('next', START + DAY_MS, 'v1', { ua: UA })]);
      await settle(db);
      const slots = () =>
        db.read<{ day: number; slot: number; n: number }>(
          'SELECT day, slot, access_count AS n FROM rollup_log_slot WHERE product_id = ? ORDER BY slot',
          [fixture.productId],
        );
      // Tokyo is nine hours ahead: the first view is at 9:00, and 15 hours have 540 views.
      expect(await slots()).toEqual([]);
      await store(Array.from({ length: 200 }, (_, n) => view(2 * n + 1)));
      await settle(db);
      const first = (await slots()).slice(0, 2);
      expect(first).toEqual([
        { day: 20260101, slot: 9 * 3_600_000, n: 12 },
        { day: 20260101, slot: 9 * 3_600_000 + 600_000, n: 12 },
      ]);
      const list = (args: ListArgs) =>
        logServices(db, customerCodes('x'.repeat(64))).accesses.list(admin(fixture.productId), {
          productId: fixture.productId,
          ...args,
        });
      const all = (await list({ pageSize: 2000 })).results.map(({ id }) => id);
      expect(all).toHaveLength(1001);
      for (const sortAsc of [false, true])
        for (let page = 1; page <= 21; page += 1) {
          const { results } = await list({ pageSize: 50, page, sortName: 'accessTime', sortAsc });
          const order = sortAsc ? [...all].reverse() : all;
          expect(results.map(({ id }) => id)).toEqual(order.slice(page * 50 - 50, page * 50));
        }
      await db.write((tx) => tx.execute('UPDATE rollup_log_slot SET access_count = 9 WHERE slot = 32400000'));
      expect(await verifyDays(db, fixture.productId, [20260101])).toEqual([
        {
          table: 'rollup_log_slot',
          key: { day: 20260101, slot: 32_400_000 },
          column: 'access_count',
          expected: 12,
          actual: 9,
        },
      ]);
    });

    it('hold the page views of an address on days when it has many', async () => {
      const make = new Events(fixture);
      const ip = '198.51.100.9';
      const views = (from: number, count: number, of: string) =>
        Array.from({ length: count }, (_, n) =>
          make.view(`${of}-${from}-${n}`, START + from * DAY_MS + n * 1000, `v${n % 4}`, { ip: of, ua: UA }),
        );
      const stored = () =>
        db.read(
          'SELECT ip, day, interaction_count AS clicks, access_count AS n FROM rollup_log_ip_day WHERE product_id = ? ORDER BY day',
          [fixture.productId],
        );
      const pages = (args: ListArgs) =>
        logServices(db, customerCodes('x'.repeat(64))).accesses.list(admin(fixture.productId), {
          productId: fixture.productId,
          pageSize: 10,
          filter: { ipAddress: [ip] },
          ...args,
        });
      // Some are excluded, which are listed too.
      const clicks = (from: number, count: number, ua: string) =>
        Array.from({ length: count }, (_, n) =>
          make.click(`c-${from}-${ua.length}-${n}`, START + from * DAY_MS + n * 1000, 'v1', { ip, ua }),
        );
      await store([...views(0, 30, ip), ...views(1, 19, ip), ...views(2, 25, ip), ...views(0, 3, '::1')]);
      await store([...clicks(1, 19, UA), ...clicks(1, 3, BOT), ...clicks(2, 20, UA), ...clicks(2, 2, BOT)]);
      await settle(db);
      expect(await stored()).toEqual([
        { ip, day: 20260101, clicks: 0, n: 30 },
        { ip, day: 20260103, clicks: 22, n: 25 },
      ]);
      expect([await pages({}), await pages({ page: 6 })]).toMatchObject([
        { count: 74, countExact: true },
        { count: 74, results: Array.from({ length: 10 }, (_, n) => ({ id: `${ip}-0-${23 - n}` })) },
      ]);
      const cut = { timeFrom: new Date(START + 5000), timeTo: new Date(START + 2 * DAY_MS + 9000) };
      expect(await pages(cut)).toMatchObject({ count: 25 + 19 + 10, countExact: true });
      await store(views(0, 1, ip).map((view) => ({ ...view, id: 'late' })));
      expect(await pages({})).toMatchObject({ count: 75 });
      await settle(db);
      expect(await pages({})).toMatchObject({ count: 75 });

      await db.write((tx) => tx.execute('UPDATE rollup_log_ip_day SET access_count = 50'));
      expect(await pages({})).toMatchObject({ count: 119 });
      // Differences are printed, so they hold no address.
      expect(await verifyDays(db, fixture.productId, [20260101])).toEqual([
        {
          table: 'rollup_log_ip_day',
          key: { day: 20260101 },
          column: 'access_count',
          expected: 31,
          actual: 50,
        },
      ]);
      await db.write((tx) =>
        tx.execute('DELETE FROM access WHERE product_id = ? AND day = 20260101', [fixture.productId]),
      );
      await markDaysWithData(db, fixture.productId, { from: 20260101, to: 20260103 });
      await settle(db);
      expect(await stored()).toEqual([{ ip, day: 20260103, clicks: 22, n: 25 }]);
    });

    it('include a bot’s events on a past day at once', async () => {
      const make = new Events(fixture);
      await store([make.click('c1', START, 'v1', { ua: UA }), make.view('p1', START, 'v1')]);
      await settle(db);
      await store([make.click('c2', START, 'v1', { ua: BOT }), make.view('p2', START, 'v2', { ua: BOT })]);
      await expectRight();
      await settle(db);
      await expectRight();
    });

    it('count open days on request and store counts only for past days', async () => {
      const make = new Events(fixture);
      const now = Date.now();
      const then = now - 100 * 3_600_000;
      await store([
        make.click('now', now, 'v1'),
        make.click('then', then, 'v1'),
        make.click('old', START, 'v1'),
      ]);
      expect(
        await db.read('SELECT day FROM stale_day WHERE product_id = ? AND day >= ?', [
          fixture.productId,
          dayOf(now),
        ]),
      ).toEqual([]);
      await settle(db);
      await expectRight();
      expect((await days()).map(({ day }) => day)).not.toContain(dayOf(now));
      // No more events arrive on it; processing another day finds that it is over.
      await db.write((tx) =>
        tx.execute('DELETE FROM rollup_log_day WHERE product_id = ? AND day > 20260101', [fixture.productId]),
      );
      await store([make.click('older', START, 'v1')]);
      await settle(db);
      expect((await days()).map(({ day }) => day)).toContain(dayOf(then));
      await expectRight();
    });

    it.each(['after', 'before'])(
      'are correct after the clock was days ahead, if it was set right %s the reports were updated',
      async (order) => {
        const make = new Events(fixture);
        const now = Date.now();
        const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 5 * DAY_MS);
        const today = Array.from({ length: 5 }, (_, n) =>
          make.view(`p${n}`, now - n, `v${n % 3}`, { ua: UA }),
        );
        await store(today.slice(0, 3));
        await store([make.click('ahead', now + 5 * DAY_MS, 'v9')]);
        await settle(db);
        expect((await days()).map(({ day }) => day)).toContain(dayOf(now));
        clock.mockReturnValue(now);
        if (order === 'after') await settle(db);
        await store([...today.slice(3), make.view('bot', now, 'v8', { ua: BOT })]);
        await expectRight();
        await settle(db);
        await expectRight();
        expect((await days()).filter(({ day }) => day >= dayOf(now))).toEqual([]);
        clock.mockReturnValue(now + 3 * DAY_MS);
        await store([make.click('later', now + 3 * DAY_MS, 'v1')]);
        await settle(db);
        clock.mockRestore();
        await expectRight();
        expect((await days()).map(({ day }) => day)).toContain(dayOf(now));
        const open = dayOf(now + 3 * DAY_MS);
        // A database of an earlier version may still hold a count of an open day.
        await db.write((tx) =>
          tx.execute('INSERT INTO rollup_log_day SELECT id, ?, 9, 9, 9, 9, 9, 1 FROM product WHERE id = ?', [
            open,
            fixture.productId,
          ]),
        );
        await markDaysWithData(db, fixture.productId, { from: open, to: open });
        await settle(db);
        await expectRight();
        expect((await days()).filter(({ day }) => day >= dayOf(now))).toEqual([]);
        const stored = await db.read<{ day: number }>(
          'SELECT DISTINCT day FROM access WHERE product_id = ?',
          [fixture.productId],
        );
        const all = stored.map(({ day }) => day);
        expect(await verifyDays(db, fixture.productId, all)).toEqual([]);
      },
    );

    it('stay correct, with short statements, across decades between one old event and the rest', async () => {
      const make = new Events(fixture);
      await store([
        make.click('old', Date.UTC(1930, 4, 5, 3), 'v1'),
        make.click('zero', 0, 'v1'),
        ...spread(randomEvents(fixture, make, 4, 120)),
      ]);
      await settle(db);
      expect((await days())[0]).toEqual({ day: 19300505 });
      await expectRight();
      // Events added to days of the gap are counted before and after these days have stored counts.
      await store([
        make.click('between', Date.UTC(1950, 0, 1), 'v1'),
        make.click('apart', Date.UTC(1950, 3, 1), 'v1'),
      ]);
      await expectRight();
      await settle(db);
      await expectRight();
    });

    it('follow rows that retention deletes', async () => {
      await db.write((tx) =>
        tx.execute('UPDATE product SET log_retention_months = 2 WHERE id = ?', [fixture.productId]),
      );
      await store(spread(randomEvents(fixture, new Events(fixture), 5, 200)));
      await settle(db);
      const today = 20260405;
      for (let step = 0; (await productsToAge(db.readOnlyTx, today)).includes(fixture.productId); step += 1) {
        await storeLeavingMonths(db, fixture.productId, today);
        await db.write((tx) => ageLogs(tx, fixture.productId, today, 25));
        if (step % 3 === 0) await expectRight();
        if (step % 5 === 0) await settle(db);
      }
      await settle(db);
      await expectRight();
      expect(
        await verifyDays(
          db,
          fixture.productId,
          (await days()).map(({ day }) => day),
          await sealedBefore(db.readOnlyTx, fixture.productId),
        ),
      ).toEqual([]);
    });
  });
});
