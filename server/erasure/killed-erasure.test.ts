import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { startOfDay } from '../../shared/domain/calendar';
import { insertRows, type Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { ingest } from '../journeys';
import { Events, makeProduct } from '../journeys/testing/fixture';
import { ErasureService } from './erasure.service';
import { administrator } from './testing/erasure-process';

jest.setTimeout(180_000);

const VIEWS = 5000;
const at = startOfDay(20260301);
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  const processes: ChildProcess[] = [];
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(async () => {
    processes.forEach((one) => one.kill('SIGKILL'));
    await test.drop();
  });

  const one = async (sql: string, ...params: (string | number)[]): Promise<number> =>
    Number((await db.read<{ n: number }>(sql, params))[0]?.n);

  it('continues after its processes are killed and ends with a correct receipt', async () => {
    const fixture = await makeProduct(db);
    const { productId } = fixture;
    const make = new Events(fixture);
    await db.write((tx) =>
      ingest(tx, [
        make.click('c-1', at, 'visitor-hana', { ip: '198.51.100.77', xclid: 'gclid-hanako' }),
        make.conversion('o-1', at + 4000, 'visitor-hana', {
          userId: 'customer-hanako',
          amount: 500,
          args: 'name=hanako',
        }),
        make.conversion('o-2', at + 5000, 'visitor-hana', { userId: 'customer-hanako', amount: 700 }),
        make.click('c-9', at, 'visitor-taro', { ip: '203.0.113.1' }),
        make.conversion('o-9', at + 5000, 'visitor-taro', { userId: 'customer-taro', amount: 900 }),
      ]),
    );
    await settle(db);
    const columns = [
      'product_id',
      'id',
      'time',
      'day',
      'visitor_id',
      'door',
      'device',
      'url',
      'ip',
      'stored_at',
    ];
    const view = (n: number) => [
      productId,
      `p-${n}`,
      at + n,
      20260301,
      'visitor-hana',
      'import',
      1,
      `https://shop.example/my/hanako/${n}`,
      '198.51.100.77',
      at,
    ];
    await db.write((tx) =>
      insertRows(
        tx,
        'access',
        columns,
        Array.from({ length: VIEWS }, (_, n) => view(n)),
      ),
    );
    const left = () =>
      one('SELECT COUNT(*) AS n FROM access WHERE product_id = ? AND ip IS NOT NULL', productId);
    const open = () =>
      one('SELECT COUNT(*) AS n FROM erasure WHERE product_id = ? AND finished_at IS NULL', productId);
    const totals = async () =>
      db.read(
        'SELECT COUNT(*) AS n, SUM(amount_sen) AS amount, SUM(touch_count) AS touches, SUM(repeated) AS repeated FROM conversion WHERE product_id = ?',
        [productId],
      );
    const before = await totals();

    const start = (what: string): ChildProcess => {
      const child = spawn(
        process.execPath,
        [
          '--import',
          'tsx',
          resolve(__dirname, 'testing/erasure-process.ts'),
          test.url,
          what,
          String(productId),
          'customer-hanako',
        ],
        { stdio: 'ignore' },
      );
      processes.push(child);
      return child;
    };
    /** Kills a process as soon as it has erased another row. */
    const killAfterMore = async (child: ChildProcess) => {
      const had = await left();
      for (const deadline = Date.now() + 60_000; (await left()) === had; await pause(2))
        if (Date.now() > deadline) throw new Error('nothing was erased');
      child.kill('SIGKILL');
      await new Promise((gone) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', gone) : gone(undefined),
      );
      expect([(await left()) > 0, await open()]).toEqual([true, 1]);
    };
    await killAfterMore(start('erase'));
    const [receipt] = await new ErasureService(db).list(administrator(productId), productId);
    expect(receipt).toMatchObject({ status: 'underWay', finishedAt: null });
    await killAfterMore(start('worker'));
    start('worker');
    for (const deadline = Date.now() + 90_000; (await open()) > 0; await pause(50))
      if (Date.now() > deadline) throw new Error('the erasure did not finish');

    expect(await new ErasureService(db).list(administrator(productId), productId)).toMatchObject([
      {
        number: receipt?.number,
        status: 'done',
        finishedAt: expect.any(Date),
        counts: { visitors: 1, customers: 1, interactions: 1, accesses: VIEWS, conversions: 2 },
      },
    ]);
    for (const table of [
      'interaction',
      'access',
      'conversion',
      'conversion_touch',
      'result',
      'postback',
      'erasure',
      'erased_person',
    ]) {
      const rows = await db.read(`SELECT * FROM ${table} WHERE product_id = ?`, [productId]);
      expect([table, JSON.stringify(rows).match(/hanako|visitor-hana|198\.51\.100\.77/g)]).toEqual([
        table,
        null,
      ]);
    }
    expect(await totals()).toEqual(before);
    // All rows of the person belong to one anonymous visitor; the neighbour is unchanged.
    expect(
      await one('SELECT COUNT(DISTINCT visitor_id) AS n FROM access WHERE product_id = ?', productId),
    ).toBe(1);
    expect(
      await one(
        "SELECT COUNT(*) AS n FROM conversion WHERE product_id = ? AND user_id = 'customer-taro'",
        productId,
      ),
    ).toBe(1);
  });
});
