import { DataSource } from 'typeorm';
import { parseDatabaseUrl } from '../config/config';
import { productDatabase } from '../composition/open-database';
import { Lease, leaseName, LeaseLostError, type Queue } from '../jobs/job';
import { runQueue } from '../jobs/queue-loop';
import { ingest } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { rebuildSettings } from '../journeys/rebuild-settings';
import type { Database } from './database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from './testing/databases';
import { OutdatedWriterError, WRITER_VERSION } from './writer-gate';

const NEWER = WRITER_VERSION + 1;

const QUEUE: Queue = {
  name: 'reset_mail',
  columns: [],
  everyMs: 1,
  concurrency: 1,
  timeoutMs: 50,
  retrySeconds: [],
  work: () => Promise.reject(new Error('not reached')),
};

onEachDatabase((dialect) => {
  describe('the writer gate', () => {
    let test: TestDatabase;
    let db: Database;
    let fixture: Fixture;
    const reasons: string[] = [];

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      fixture = await makeProduct(test.db);
      db = productDatabase(parseDatabaseUrl(test.url), { onOutdated: (reason) => reasons.push(reason) });
      await db.connect();
    });
    afterAll(async () => {
      await db.close();
      await test.drop();
    });

    const set = (lowest: number) =>
      db.write((tx) => tx.execute('UPDATE writer_gate SET lowest = ?', [lowest]));
    const lowest = async () => (await db.read('SELECT id, lowest FROM writer_gate'))[0];
    const lease = (name: string) =>
      db.read<{ owner: string; expires_at: number }>('SELECT owner, expires_at FROM lease WHERE name = ?', [
        name,
      ]);
    const store = () => db.write((tx) => ingest(tx, [new Events(fixture).click('c', Date.now(), 'v')]));

    it('lets the version of the schema write', async () => {
      expect(await lowest()).toEqual({ id: 1, lowest: WRITER_VERSION });
      expect(await store()).toEqual([{ status: 'accepted' }]);
      expect(await new Lease(db, leaseName('rollups', 1)).acquire()).toBe(true);
    });

    it('keeps an older version from writing events and derived data, and reports it once', async () => {
      await set(NEWER);
      const refused = async (work: Promise<unknown>) => expect(work).rejects.toThrow(OutdatedWriterError);
      await refused(store());
      await refused(new Lease(db, leaseName('rollups', 2)).acquire());
      await refused(rebuildSettings(db, fixture.productId, { from: 20250101, to: 20291231 }));
      const errors: unknown[] = [];
      await db.write((tx) =>
        tx.execute(
          "INSERT INTO reset_mail (recipient, locale, created_at, due_at, attempts) VALUES ('r', 'en', 0, 1, 0)",
        ),
      );
      await runQueue(db, QUEUE, {
        stopping: () => errors.length > 0,
        onError: (error) => errors.push(error),
      });
      expect(errors).toEqual([expect.any(OutdatedWriterError)]);
      expect(reasons).toEqual([db.outdated]);
      expect(db.outdated).toContain(`writer version ${NEWER}`);
      expect(await db.read('SELECT id FROM interaction')).toEqual([{ id: 'c' }]);
    });

    it('is not lowered by an older version that starts', async () => {
      await db.migrate();
      expect(await lowest()).toEqual({ id: 1, lowest: NEWER });
    });

    it('is raised by a newer version before its migrations, which ends the leases of older ones', async () => {
      await set(1);
      const held = new Lease(db, leaseName('rollups', 3));
      expect(await held.acquire()).toBe(true);
      const started = jest
        .spyOn(DataSource.prototype, 'runMigrations')
        .mockRejectedValueOnce(new Error('full'));
      await expect(db.migrate()).rejects.toThrow('full');
      started.mockRestore();
      expect(await lowest()).toEqual({ id: 1, lowest: WRITER_VERSION });
      await expect(db.write((tx) => held.confirm(tx))).rejects.toThrow(LeaseLostError);
      expect(await held.acquire()).toBe(true);
      await db.migrate();
      await db.write((tx) => held.confirm(tx));
    });

    it('takes the leases of 0.2.0 for good', async () => {
      await db.write(async (tx) => {
        await tx.execute('DROP TABLE writer_gate');
        if (dialect === 'mysql') await tx.execute('ALTER TABLE lease DROP CONSTRAINT ck_lease_former');
        await tx.execute("DELETE FROM migrations WHERE name LIKE 'WriterGate%'");
        const held = [`rollups:${fixture.productId}`, 'older', Date.now() + 20_000];
        await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', held);
      });
      await db.migrate();
      for (const job of ['journeys', 'rollups', 'results'])
        expect(await lease(`${job}:${fixture.productId}`)).toEqual([
          { owner: 'stopped', expires_at: Number.MAX_SAFE_INTEGER },
        ]);
      expect(await lowest()).toEqual({ id: 1, lowest: WRITER_VERSION });
      // Products of later.
      const insert = (name: string) =>
        db.write((tx) =>
          tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', [name, 'older', 1]),
        );
      await insert('turn:settings:1');
      if (dialect === 'mysql') await expect(insert('rollups:999')).rejects.toThrow('ck_lease_former');
    });
  });
});
