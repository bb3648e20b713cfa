import { Database } from '../db/database';
import { productDatabase } from '../composition/open-database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { ingest } from '../journeys';
import { Events, makeProduct } from '../journeys/testing/fixture';
import { Lease, leaseName, LeaseLostError, type Sweep } from './job';
import { settle, startWorker } from '../sweeps';
import { journeysSweep } from '../sweeps/sweeps';
import { runSweep } from './sweep-loop';

const START = Date.UTC(2026, 0, 10);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  /**
   * The same database as seen by another process. The embedded one allows one writer per process (a second
   * would wait for a lock of its own thread), so both are the same there.
   */
  let elsewhere: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
    elsewhere = dialect === 'sqlite' ? db : productDatabase(db.target);
    await elsewhere.connect();
  });
  afterAll(async () => {
    if (elsewhere !== db) await elsewhere.close();
    await test.drop();
  });

  const count = async (sql: string) => Number((await db.read<{ n: number }>(sql))[0]?.n);
  const rolled = (productId: number) =>
    count(`SELECT SUM(clicks) AS n FROM rollup_touch_day WHERE product_id = ${productId}`);

  describe('lease', () => {
    it('is held by one holder at a time and free after release', async () => {
      const [one, two] = [new Lease(db, 'test'), new Lease(elsewhere, 'test')];
      expect([await one.acquire(), await two.acquire(), await one.acquire()]).toEqual([true, false, true]);
      await one.release();
      expect([await two.acquire(), await one.acquire()]).toEqual([true, false]);
      await two.release();
    });

    it('goes to one of many simultaneous requests', async () => {
      const leases = Array.from({ length: 8 }, (_, n) => new Lease(n % 2 ? db : elsewhere, 'crowd'));
      const taken = await Promise.all(leases.map((lease) => lease.acquire()));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    it('of a dead holder is taken over, and later transactions of that holder fail as a whole', async () => {
      const [dead, next] = [new Lease(db, 'dead'), new Lease(elsewhere, 'dead')];
      await dead.acquire(Date.now() - 60_000);
      expect(await next.acquire()).toBe(true);
      const work = db.write(async (tx) => {
        await dead.confirm(tx);
        await tx.execute("INSERT INTO lease (name, owner, expires_at) VALUES ('written', 'x', 1)");
      });
      await expect(work).rejects.toThrow(LeaseLostError);
      expect(await count("SELECT COUNT(*) AS n FROM lease WHERE name = 'written'")).toBe(0);
    });
  });

  describe('workers', () => {
    it('bring arrivals into the reports in parallel, and stop on request', async () => {
      const fixture = await makeProduct(db);
      const make = new Events(fixture);
      const errors: unknown[] = [];
      const workers = [db, elsewhere].map((one) => startWorker(one, (error) => errors.push(error)));
      for (let n = 0; n < 60; n += 1) {
        const events = [
          make.click(`c${n}`, START + n * 3_600_000, `v${n % 7}`),
          make.conversion(`o${n}`, START + n * 3_600_000 + 1, `v${n % 7}`),
        ];
        await (n % 2 ? db : elsewhere).write((tx) => ingest(tx, events));
        if (n % 20 === 0) await pause(100);
      }
      const deadline = Date.now() + 5000;
      while ((await rolled(fixture.productId)) < 60 && Date.now() < deadline) await pause(50);
      expect(await rolled(fixture.productId)).toBe(60);
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(errors).toEqual([]);
      expect(await count('SELECT COUNT(*) AS n FROM stale_visitor')).toBe(0);
      await db.write((tx) => ingest(tx, [make.click('late', START, 'v')]));
      await pause(400);
      expect(await count('SELECT COUNT(*) AS n FROM stale_visitor')).toBe(1);
      await settle(db);
      expect(await rolled(fixture.productId)).toBe(61);
    });

    it('do not let a product wait for another that is held or fails', async () => {
      const [locked, broken, fine] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)];
      const holder = new Lease(elsewhere, leaseName('journeys', locked.productId));
      expect(await holder.acquire()).toBe(true);
      for (const fixture of [locked, broken, fine])
        await db.write((tx) => ingest(tx, [new Events(fixture).click('c', START, 'v')]));
      const errors: string[] = [];
      const context = { stopping: () => false, onError: (error: unknown) => errors.push(String(error)) };
      const failing: Sweep = {
        ...journeysSweep,
        step: (on, productId, lease, size) =>
          productId === broken.productId
            ? Promise.reject(new Error('no'))
            : journeysSweep.step(on, productId, lease, size),
      };
      await expect(runSweep(db, failing, context)).rejects.toThrow('no');
      const waiting = async () =>
        (await journeysSweep.waiting(db, 'live')).map(({ productId }) => productId).sort((a, b) => a - b);
      expect(await waiting()).toEqual([locked.productId, broken.productId]);
      // A failed product releases its lease at once instead of letting it expire.
      await runSweep(elsewhere, journeysSweep, context);
      expect(await waiting()).toEqual([locked.productId]);
      await holder.release();
      await settle(db);
      for (const { productId } of [locked, broken, fine]) expect(await rolled(productId)).toBe(1);
    });

    it('settle ends when the work is done by any process', async () => {
      const fixture = await makeProduct(db);
      const make = new Events(fixture);
      const worker = startWorker(elsewhere, () => undefined);
      await db.write((tx) =>
        ingest(
          tx,
          Array.from({ length: 900 }, (_, n) => make.click(`c${n}`, START + n, `v${n}`)),
        ),
      );
      await Promise.all([settle(db), settle(elsewhere), settle(db)]);
      expect(await rolled(fixture.productId)).toBe(900);
      await worker.stop();
    });
  });

  it('does not read a long history as a whole for one new event', async () => {
    const fixture = await makeProduct(db);
    const make = new Events(fixture);
    for (let part = 0; part < 6; part += 1) {
      const events = Array.from({ length: 1000 }, (_, n) =>
        make.view(`p${part}-${n}`, START + (part * 1000 + n) * 3_600_000, 'v'),
      );
      await db.write((tx) => ingest(tx, events));
    }
    await settle(db);
    const reads: number[] = [];
    const query = jest.spyOn(db, 'write').mockImplementation(function (this: Database, work) {
      return Database.prototype.write.call(this, (tx) =>
        work({
          ...tx,
          query: async <T>(
            sql: string,
            params?: readonly (string | number | boolean | null | undefined)[],
          ) => {
            const rows = await tx.query<T>(sql, params);
            reads.push(rows.length);
            return rows;
          },
        }),
      ) as never;
    });
    await db.write((tx) => ingest(tx, [make.click('c', START + 5990 * 3_600_000, 'v')]));
    await settle(db);
    query.mockRestore();
    expect(Math.max(...reads)).toBeLessThan(600);
  });
});
