import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { Lease, OWNER, releaseLeasesOf } from './lease';

onEachDatabase((dialect) => {
  describe('the leases of a process that was killed', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('are free once its parent says that it is dead, and nobody else\u2019s are', async () => {
      const { db } = test;
      await new Lease(db, 'journeys:1').acquire();
      await db.write((tx) =>
        tx.execute("INSERT INTO lease (name, owner, expires_at) VALUES ('journeys:2', 'other:1:a', ?)", [
          Date.now() + 20_000,
        ]),
      );
      expect(await new Lease(db, 'journeys:1').acquire()).toBe(false);
      await releaseLeasesOf(db, OWNER);
      expect(await new Lease(db, 'journeys:1').acquire()).toBe(true);
      expect(await new Lease(db, 'journeys:2').acquire()).toBe(false);
      // The name of one process is no part of another's.
      await releaseLeasesOf(db, 'other:1');
      expect(await new Lease(db, 'journeys:2').acquire()).toBe(true);
    });
  });
});
