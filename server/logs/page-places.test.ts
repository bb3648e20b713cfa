import { RoleType, grantOf, rightKeys } from '../../shared/catalog';
import { DAY_MS } from '../../shared/domain/journey';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { ingest, StaleMarks, type IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { BOT, randomEvents, randomOf, shuffled } from '../journeys/testing/random-events';
import type { Row } from '../records/list-definition';
import type { ListArgs, Page } from '../records/list-args';
import { settle } from '../sweeps';
import { customerCodes } from './customer-code';
import { logServices, type LogName } from './logs';

jest.setTimeout(240_000);

const START = Date.UTC(2026, 0, 1);
const LOGS = ['interactions', 'accesses', 'references', 'conversions', 'results'] as const;
const PAGE_SIZE = 7;

onEachDatabase((dialect) => {
  describe('pages of a log', () => {
    let test: TestDatabase;
    let db: Database;
    let products: Fixture[];
    let services: ReturnType<typeof logServices>;

    const actorOf = (role: RoleType, agencyId: number | null): Actor => ({
      userId: 1,
      companyId: 1,
      role,
      agencyId,
      productIds: products.map(({ productId }) => productId),
      family: 'pages',
      grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, role)])) as Actor['grants'],
    });
    const store = (events: readonly IncomingEvent[]) => db.write((tx) => ingest(tx, events));

    /** Stores a result for each conversion, as for days that are over. */
    const storeResults = async (productId: number, ads: readonly number[]): Promise<void> => {
      const conversions = await db.read<{ id: number; event_id: string; time: number; day: number }>(
        'SELECT id, event_id, time, day FROM conversion WHERE product_id = ?',
        [productId],
      );
      const ZERO = [
        'interaction_number',
        'device',
        'cv_cost_sen',
        'approval_status',
        'approval_amount_result',
      ];
      const flags = ['approval_args_result', 'exclude_duplicate_ips_result', 'exclude_duplicate_args_result'];
      const same = Object.fromEntries([...ZERO, ...flags].map((name) => [name, 0]));
      await db.write(async (tx) => {
        await insertRows(
          tx,
          'result',
          [
            'id',
            'conversion_id',
            'event_id',
            'cv_time',
            'day',
            'ad_id',
            'asp_id',
            'created_at',
            'updated_at',
          ],
          conversions.map(({ id, event_id: event, time, day }) => {
            const ad = ads[id % 3] ?? 0;
            return [`r${id}`, id, event, time, day, ad, ad === ads[2] ? 0 : 901, time, time];
          }),
          { product_id: productId, result_type: 1, interaction_id: 'c', change_id: 'made', ...same },
        );
        const stale = new StaleMarks(productId);
        for (const { day } of conversions) stale.day(day);
        await stale.save(tx);
      });
      await settle(db);
    };
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
      products = [
        await makeProduct(db, { excludedIps: '192.0.2.7', trackingTerm: 3 }),
        await makeProduct(db, { trackingTerm: 3 }),
      ];
      services = logServices(db, customerCodes('x'.repeat(64)));
      for (const [index, fixture] of products.entries()) {
        const make = new Events(fixture);
        const events = shuffled(randomEvents(fixture, make, index + 1, 160), randomOf(index)).map(
          (event): IncomingEvent => ({
            ...event,
            // Some days, with rows at equal times.
            time: Math.floor((START + (event.time - START) * 3) / 7_200_000) * 7_200_000,
          }),
        );
        await store(events);
        await settle(db);
        await storeResults(fixture.productId, fixture.ads);
        // Stale days, one of them without a count, and today.
        await store([
          make.click('late', START + DAY_MS, 'v1'),
          make.view('late-view', START + 2 * DAY_MS, 'v2', { ua: BOT }),
          make.view('before', START - 9 * DAY_MS, 'v2'),
          make.click('now', Date.now() - 1000, 'v3'),
        ]);
      }
      const [ad] = products[0]?.ads ?? [];
      await db.write((tx) => tx.execute('UPDATE ad SET agency_id = 77 WHERE id = ?', [ad ?? 0]));
      // A day whose counts are not stored by ad yet.
      await db.write((tx) => tx.execute('DELETE FROM rollup_log_ad_day WHERE day = 20260104'));
      await db.write((tx) => tx.execute('UPDATE rollup_log_day SET in_parts = 0 WHERE day = 20260104'));
    });
    afterAll(() => test.drop());
    /** Time of the searches, which a slow machine must not cut. */
    let now = 0;
    beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
    afterEach(() => jest.restoreAllMocks());

    const keyOf = (row: Row): string => `${String(row.productId)} ${String(row.rowId ?? row.id)}`;
    const keysOf = ({ results }: Page<Row>): string[] => results.map(keyOf);

    /** Reads all pages in each way and compares them with one big page. */
    async function expectSame(actor: Actor, log: LogName, args: ListArgs): Promise<number> {
      const list = (place: ListArgs): Promise<Page<Row>> =>
        services[log].list(actor, { ...args, pageSize: PAGE_SIZE, ...place });
      const whole = await list({ pageSize: 9999 });
      const all = keysOf(whole);
      const named = JSON.stringify([log, args.filter, args.sortAsc]);
      expect([named, whole.count, whole.countExact]).toEqual([named, all.length, true]);
      const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
      const numbered: Page<Row>[] = [];
      for (let page = 1; page <= pages; page += 1)
        numbered.push(await list({ page, count: page % 2 ? 'capped' : 'none' }));
      expect([named, numbered.flatMap(keysOf)]).toEqual([named, all]);
      expect(keysOf(await list({ page: pages + 1 }))).toEqual([]);
      const forth = [await list({})];
      for (let next = forth[0]?.next; next; next = forth.at(-1)?.next)
        forth.push(await list({ after: next }));
      expect([named, forth.flatMap(keysOf)]).toEqual([named, all]);
      const back = [await list({ before: 'end' })];
      for (let previous = back[0]?.previous; previous; previous = back[0]?.previous)
        back.unshift(await list({ before: previous, count: 'none' }));
      expect([named, back.flatMap(keysOf)]).toEqual([named, all]);
      return all.length;
    }

    const filtersOf = (log: LogName, { ads }: Fixture): NonNullable<ListArgs['filter']>[] => {
      const ad = log === 'conversions' ? 'lastCvAdId' : 'adId';
      return [
        {},
        { [ad]: [ads[0] ?? 0] },
        { [ad]: ads.slice(0, 3) },
        { aspId: [901] },
        { visitorId: ['v1'] },
        { visitorId: ['v1', 'v2'], [ad]: ads.slice(0, 2) },
        ...(log === 'references' ? [] : [{ ipAddress: ['192.0.2.0/24'] }]),
        ...(log === 'results' || log === 'references'
          ? []
          : [{ excludedReason: ['bot'] }, { door: ['import', 'landing'] }]),
      ];
    };

    it.each(LOGS)('have the same rows by number, by cursor and at once: %s', async (log) => {
      const [fixture] = products;
      if (!fixture) throw new Error('no product');
      const { productId, ads } = fixture;
      await db.write(async (tx) => {
        await tx.execute('DELETE FROM asp WHERE id = 901');
        await insertRows(
          tx,
          'asp',
          ['id', 'version', 'created_at', 'updated_at', 'product_id', 'asp_name'],
          [[901, 1, 0, 0, productId, 'asp']],
        );
        await tx.execute(`UPDATE ad SET asp_id = 901 WHERE id IN (${ads.slice(0, 2).join()})`);
      });
      const admin = actorOf(RoleType.ADMIN, null);
      let rows = 0;
      for (const filter of filtersOf(log, fixture)) {
        rows += await expectSame(admin, log, { productId, filter });
        rows += await expectSame(admin, log, {
          productId,
          filter,
          sortAsc: true,
          sortName: services[log].definition.defaultSort?.name ?? null,
        });
      }
      const span = { timeFrom: new Date(START + 1.3 * DAY_MS), timeTo: new Date(START + 4.6 * DAY_MS) };
      rows += await expectSame(admin, log, { productId, ...span });
      rows += await expectSame(admin, log, {});
      rows += await expectSame(admin, log, { ...span, filter: filtersOf(log, fixture)[2] ?? {} });
      expect(rows).toBeGreaterThan(100);
      const agency = actorOf(RoleType.AGENCY, 77);
      await expectSame(agency, log, { productId });
      await expectSame(agency, log, { filter: { visitorId: ['v1', 'v2'] } });
      await expectSame(agency, log, span);
    });

    it('go on where a search stopped', async () => {
      const admin = actorOf(RoleType.ADMIN, null);
      const args: ListArgs = {
        filter: { door: ['import'] },
        timeTo: new Date(START + 20 * DAY_MS),
        pageSize: PAGE_SIZE,
        count: 'capped',
      };
      const logs = ['interactions', 'accesses', 'conversions'] as const;
      const whole = await Promise.all(
        logs.map(async (log) => keysOf(await services[log].list(admin, { ...args, pageSize: 9999 }))),
      );
      // Each statement takes nearly half of the time of a search.
      const read = db.read.bind(db);
      jest.spyOn(db, 'read').mockImplementation((...given) => {
        if (/ BETWEEN /.test(given[0])) now += 450;
        return read(...given);
      });
      for (const [index, log] of logs.entries()) {
        const list = (place: ListArgs) => services[log].list(admin, { ...args, ...place });
        const all = whole[index] ?? [];
        expect(all.length).toBeGreaterThan(PAGE_SIZE);
        for (const step of ['next', 'previous'] as const) {
          const found: Page<Row>[] = [await list(step === 'next' ? {} : { before: 'end' })];
          for (let place = found[0]?.[step]; place; place = found.at(-1)?.[step])
            found.push(await list(step === 'next' ? { after: place } : { before: place }));
          const stopped = found.filter(({ searchedTo }) => searchedTo);
          expect(stopped.length).toBeGreaterThan(1);
          expect(stopped.every(({ countExact }) => countExact === false)).toBe(true);
          const beyond = await list({ page: 9000 });
          expect(beyond.count).toBeLessThanOrEqual(all.length);
          const rows = step === 'next' ? found : found.reverse();
          expect([log, step, rows.flatMap(keysOf)]).toEqual([log, step, all]);
        }
      }
    });
  });
});
