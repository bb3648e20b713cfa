import { onEachDatabase, openTestDatabase, type TestDatabase } from '../testing/databases';
import { bumpRevision } from '../revision-subscriber';
import { Company } from '../../settings/company';

onEachDatabase((dialect) => {
  describe('schema', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('has no drift between migrations and entities', async () => {
      await test.db.write(async (tx) => {
        const drift = await tx.manager.connection.driver.createSchemaBuilder().log();
        expect(drift.upQueries.map((q) => q.query)).toEqual([]);
      });
    });

    it('compares text byte for byte', async () => {
      await test.db.write(async (tx) => {
        await tx.execute(
          "INSERT INTO lease (name, owner, expires_at) VALUES ('はは', 'a', 1), ('ぱぱ', 'b', 1), ('Abc', 'c', 1), ('abc', 'd', 1), ('abc ', 'e', 1)",
        );
        const rows = await tx.query<{ owner: string }>(
          "SELECT owner FROM lease WHERE name = 'はは' OR name = 'abc' ORDER BY owner",
        );
        expect(rows.map((r) => r.owner)).toEqual(['a', 'd']);
      });
    });

    it('returns big integers and doubles as numbers', async () => {
      await test.db.write((tx) =>
        tx.execute("INSERT INTO lease (name, owner, expires_at) VALUES ('big', 'x', ?)", [1767323045123]),
      );
      const [row] = await test.db.read<{ expires_at: unknown }>(
        "SELECT expires_at FROM lease WHERE name = 'big'",
      );
      expect(row?.expires_at).toBe(1767323045123);
    });

    it('rolls back a failed transaction completely', async () => {
      const failing = test.db.write(async (tx) => {
        await tx.execute("INSERT INTO lease (name, owner, expires_at) VALUES ('gone', 'x', 1)");
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await test.db.read("SELECT name FROM lease WHERE name = 'gone'")).toEqual([]);
    });

    it('increments the revision in the transaction that saves a setting', async () => {
      const revision = async () =>
        (await test.db.read<{ revision: number }>('SELECT revision FROM setting_revision'))[0]?.revision ?? 0;
      const before = await revision();
      await test.db.write(async (tx) => {
        await tx.manager.save(Object.assign(new Company(), { divName: 'A' }));
        await bumpRevision(tx.manager);
      });
      expect(await revision()).toBe(before + 2);
    });

    it('runs a migration with a lower number than the last one of the database', async () => {
      await test.db.write(async (tx) => {
        await tx.execute('DROP TABLE rollup_log_ad_day');
        await tx.execute("DELETE FROM migrations WHERE name LIKE 'LogParts%'");
      });
      await test.db.migrate();
      expect(await test.db.read('SELECT day FROM rollup_log_ad_day')).toEqual([]);
    });
  });
});
