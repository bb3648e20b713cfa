import { randomBytes } from 'node:crypto';
import { grantOf, rightKeys, RoleType } from '../../shared/catalog';
import { dayOf } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import type { ListArgs } from '../records/list-args';
import { insertRows, type Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { makeProduct } from '../journeys/testing/fixture';
import { customerCodes } from './customer-code';
import { logServices } from './logs';

jest.setTimeout(180_000);

const FROM = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const ROWS = 24_000;
/** Number of oldest rows that have one value; all others have another. */
const OLD = 500;
const PAGE_SIZE = 50;

const timeOf = (n: number): number => FROM + n * MINUTE_MS;

async function store(db: Database, productId: number): Promise<void> {
  const all = Array.from({ length: ROWS }, (_, n) => n);
  const results = [
    'id',
    'conversion_id',
    'event_id',
    'cv_time',
    'day',
    'ad_id',
    'interaction_id',
    'approval_status',
    'created_at',
    'updated_at',
  ];
  const postbacks = ['id', 'created_at', 'result_status', 'due_at'];
  await db.write(async (tx) => {
    const rows = all.map((n) => [
      `r${n}`,
      n + 1,
      `e${n}`,
      timeOf(n),
      dayOf(timeOf(n)),
      1,
      `c${n}`,
      n < OLD ? 1 : 0,
      timeOf(n),
      timeOf(n),
    ]);
    const flags = {
      approval_amount_result: 2,
      approval_args_result: 2,
      exclude_duplicate_ips_result: 2,
      exclude_duplicate_args_result: 2,
    };
    await insertRows(tx, 'result', results, rows, {
      product_id: productId,
      result_type: 1,
      interaction_number: 1,
      device: 1,
      cv_cost_sen: 0,
      change_id: 'made',
      ...flags,
    });
    const items = all.map((n) => [
      `p${n}`,
      timeOf(n),
      n < OLD ? 0 : n < 2 * OLD ? null : 1,
      n < 2 * OLD && n >= OLD ? timeOf(n) : null,
    ]);
    await insertRows(tx, 'postback', postbacks, items, {
      product_id: productId,
      kind: 'created',
      url: 'https://asp.example/',
    });
  });
  if (db.dialect === 'mysql') await db.read('ANALYZE TABLE result, postback');
}

onEachDatabase((dialect) => {
  describe('a log filtered by a value that mostly old rows have', () => {
    let test: TestDatabase;
    let db: Database;
    let actor: Actor;
    let services: ReturnType<typeof logServices>;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
      const { productId } = await makeProduct(db);
      await store(db, productId);
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

    /** Returns a page with its count and the indexes that its statements used. */
    const page = async (log: 'results' | 'resultQueue', args: ListArgs) => {
      const statements: Parameters<Database['read']>[] = [];
      const read = db.read.bind(db);
      const spy = jest
        .spyOn(db, 'read')
        .mockImplementation((sql, params = []) => (statements.push([sql, params]), read(sql, params)));
      const list = await services[log].list(actor, {
        productId: actor.productIds[0] ?? 0,
        pageSize: PAGE_SIZE,
        count: 'capped',
        ...args,
      });
      spy.mockRestore();
      const indexes = new Set<string>();
      for (const [sql, params] of statements) {
        const steps = await read<{ table?: string; key?: string; detail?: string }>(
          `EXPLAIN ${dialect === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`,
          params,
        );
        for (const { table, key, detail } of steps) {
          if (table === 'e') indexes.add(key ?? 'none');
          else if (detail && /^S\w+ e\b/.test(detail)) indexes.add(/INDEX (\w+)/.exec(detail)?.[1] ?? detail);
        }
      }
      return { list, indexes: [...indexes] };
    };

    const cases = [
      {
        log: 'results',
        index: 'ix_result_status',
        filter: { approvalStatus: [1] },
        count: OLD,
        newest: `r${OLD - 1}`,
      },
      {
        log: 'results',
        index: 'ix_result_status',
        filter: { approvalStatus: [0] },
        count: ROWS - OLD,
        newest: `r${ROWS - 1}`,
      },
      {
        log: 'resultQueue',
        index: 'ix_postback_status',
        filter: { resultStatus: [false] },
        count: OLD,
        newest: `p${OLD - 1}`,
      },
      {
        log: 'resultQueue',
        index: 'ix_postback_status',
        filter: { state: ['failure'] },
        count: OLD,
        newest: `p${OLD - 1}`,
      },
      {
        log: 'resultQueue',
        index: 'ix_postback_status',
        filter: { state: ['pending'] },
        count: OLD,
        newest: `p${2 * OLD - 1}`,
      },
      {
        log: 'resultQueue',
        index: 'ix_postback_status',
        filter: { state: ['success'] },
        count: ROWS - 2 * OLD,
        newest: `p${ROWS - 1}`,
      },
    ] as const;
    it.each(cases)(
      'reads and counts $log by $filter through $index',
      async ({ log, index, filter, count, newest }) => {
        const { list, indexes } = await page(log, { filter });
        expect(indexes).toEqual([index]);
        expect(list).toMatchObject({ count, countExact: true });
        expect(list.results).toHaveLength(PAGE_SIZE);
        expect(list.results[0]?.id).toBe(newest);
      },
    );

    it('uses the same index within a time, at the end and from a start time', async () => {
      const filter = { approvalStatus: [1] };
      for (const args of [
        { timeTo: new Date(timeOf(299)) },
        { before: 'end' },
        { at: new Date(timeOf(299)) },
        { sortName: 'cvTime', sortAsc: true },
      ]) {
        expect((await page('results', { filter, ...args })).indexes).toEqual(['ix_result_status']);
      }
    });

    it('refuses an unknown state', async () =>
      expect(page('resultQueue', { filter: { state: ['lost'] } })).rejects.toMatchObject({
        details: { fields: { state: [{ key: 'mustBeOneOf' }] } },
      }));
  });
});
