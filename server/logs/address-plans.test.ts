import { randomBytes } from 'node:crypto';
import { grantOf, rightKeys, RoleType } from '../../shared/catalog';
import { dayOf } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { insertRows, type Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { makeProduct } from '../journeys/testing/fixture';
import { customerCodes } from './customer-code';
import { logServices } from './logs';

jest.setTimeout(180_000);

const FROM = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const VIEWS = 24_000;
/** A network with visits in these minutes only, long before the newest views. */
const BURST = { from: 2000, to: 2300 };

const addressOf = (n: number): string =>
  n >= BURST.from && n < BURST.to ? `192.0.2.${n % 250}` : `10.${n % 3}.${n % 200}.7`;

onEachDatabase((dialect) => {
  describe('accesses filtered by address ranges', () => {
    let test: TestDatabase;
    let db: Database;
    let actor: Actor;
    let services: ReturnType<typeof logServices>;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
      const { productId } = await makeProduct(db);
      const columns = ['product_id', 'id', 'time', 'day', 'visitor_id', 'door', 'device', 'ip', 'stored_at'];
      const rows = Array.from({ length: VIEWS }, (_, n) => {
        const time = FROM + n * MINUTE_MS;
        return [productId, `p${n}`, time, dayOf(time), `v${n % 500}`, 'import', 1, addressOf(n), 0];
      });
      await db.write((tx) => insertRows(tx, 'access', columns, rows));
      if (dialect === 'mysql') await db.read('ANALYZE TABLE access');
      actor = {
        userId: 1,
        companyId: 1,
        role: RoleType.ADMIN,
        agencyId: null,
        productIds: [productId],
        family: 'x',
        grants: Object.fromEntries(
          rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)]),
        ) as Actor['grants'],
      };
      services = logServices(db, customerCodes(randomBytes(32).toString('hex')));
    });
    afterAll(() => test.drop());

    /** Returns a page with the query plans of its statements on the log. */
    const page = async (ranges: readonly string[], more: Record<string, unknown> = {}) => {
      const statements: { sql: string; params: readonly (string | number | boolean | null | undefined)[] }[] =
        [];
      const read = db.read.bind(db);
      const spy = jest.spyOn(db, 'read').mockImplementation((sql, params = []) => {
        if (/FROM access /.test(sql)) statements.push({ sql, params });
        return read(sql, params);
      });
      const list = await services.accesses.list(actor, {
        productId: actor.productIds[0] ?? 0,
        pageSize: 50,
        count: 'capped',
        ...more,
        filter: { ipAddress: [...ranges] },
      });
      spy.mockRestore();
      const plans: string[] = [];
      for (const { sql, params } of statements) {
        if (!/ORDER BY|GROUP BY/.test(sql)) continue;
        const steps = await read<Record<string, unknown>>(
          `EXPLAIN ${dialect === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`,
          params,
        );
        plans.push(
          ...steps
            .filter((step) => dialect === 'sqlite' || step.table === 'e')
            .map((step) => String(step.detail ?? step.key)),
        );
      }
      return { list, plan: plans.join(' / ') };
    };
    const inRange: Record<string, (ip: string) => boolean> = {
      '192.0.2.0/24': (ip) => ip.startsWith('192.0.2.'),
      '192.0.0.0/11': (ip) => ip.startsWith('192.'),
      '198.51.100.0/24': () => false,
      '192.0.2.77': (ip) => ip === '192.0.2.77',
      '10.1.16.0/20': (ip) => /^10\.1\.(1[6-9]|2\d|3[01])\./.test(ip),
      '10.0.0.0/8': (ip) => ip.startsWith('10.'),
      '0.0.0.0/0': () => true,
    };

    it.each([
      ['192.0.2.0/24', 'ix_access_ip'],
      ['192.0.0.0/11', 'ix_access_ip'],
      ['198.51.100.0/24', 'ix_access_ip'],
      ['192.0.2.77', 'ix_access_ip'],
      ['10.1.16.0/20', 'ix_access_ip'],
      ['10.0.0.0/8', 'ix_access_time'],
      ['0.0.0.0/0', 'ix_access_time'],
    ])('reads %s through %s', async (range, index) => {
      const { list, plan } = await page([range]);
      expect(plan).toContain(index);
      const expected = Array.from({ length: VIEWS }, (_, n) => VIEWS - 1 - n).filter((n) =>
        inRange[range]?.(addressOf(n)),
      );
      expect(list.results.map(({ id }) => id)).toEqual(expected.slice(0, 50).map((n) => `p${n}`));
      expect(list).toMatchObject({ count: expected.length, countExact: true });
    });

    it('reads several ranges by the address index, from either end', async () => {
      const ranges = ['192.0.2.0/24', '198.51.100.0/24', '2001:db8::/32', '203.0.113.9'];
      for (const more of [{}, { before: 'end' }, { at: new Date(FROM + 2100 * MINUTE_MS) }]) {
        const { list, plan } = await page(ranges, more);
        expect(plan).toContain('ix_access_ip');
        expect(list.results).toHaveLength(50);
        expect(list.count).toBe(BURST.to - BURST.from);
      }
    });

    it('reads few rows by the address index whatever other filters or order apply', async () => {
      const inOrder = await page(['192.0.2.0/24'], { sortName: 'visitorId', sortAsc: true });
      expect([inOrder.plan, inOrder.list.count, inOrder.list.results[0]?.visitorId]).toEqual([
        expect.stringContaining('ix_access_ip'),
        BURST.to - BURST.from,
        'v0',
      ]);
      const minutes = await page(['192.0.2.0/24'], {
        timeFrom: new Date(FROM + 2000 * MINUTE_MS),
        timeTo: new Date(FROM + 2003 * MINUTE_MS),
      });
      expect([minutes.plan, minutes.list.count]).toEqual([expect.stringContaining('ix_access_ip'), 4]);
    });

    it('returns nothing for days without a row of the product', async () => {
      const { list } = await page(['192.0.2.0/24'], {
        timeFrom: new Date(FROM + 400 * 86_400_000),
        timeTo: new Date(FROM + 401 * 86_400_000),
      });
      expect([list.results, list.count]).toEqual([[], 0]);
    });

    it('leaves the plan to the database when other conditions apply', async () => {
      const visitor = { ipAddress: ['10.0.0.0/8'], visitorId: ['v7'] };
      const list = await services.accesses.list(actor, {
        productId: actor.productIds[0] ?? 0,
        pageSize: 500,
        filter: visitor,
      });
      const expected = Array.from({ length: VIEWS }, (_, n) => n).filter(
        (n) => n % 500 === 7 && addressOf(n).startsWith('10.'),
      );
      expect(list.results).toHaveLength(expected.length);
    });
  });
});
