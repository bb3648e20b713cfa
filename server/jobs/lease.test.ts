import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { Lease, OWNER, releaseLeasesOf } from './job';

onEachDatabase((dialect) => {
  describe('leases of a killed process', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('are released once its parent reports its death; leases of other processes stay', async () => {
      const { db } = test;
      await new Lease(db, 'journeys/1').acquire();
      await db.write((tx) =>
        tx.execute("INSERT INTO lease (name, owner, expires_at) VALUES ('journeys/2', 'other:1:a', ?)", [
          Date.now() + 20_000,
        ]),
      );
      expect(await new Lease(db, 'journeys/1').acquire()).toBe(false);
      await releaseLeasesOf(db, OWNER);
      expect(await new Lease(db, 'journeys/1').acquire()).toBe(true);
      expect(await new Lease(db, 'journeys/2').acquire()).toBe(false);
      // A process name that is a prefix of another doesn't match it.
      await releaseLeasesOf(db, 'other:1');
      expect(await new Lease(db, 'journeys/2').acquire()).toBe(true);
    });

    it('are free once a clock that was days ahead is set right; a clock some minutes ahead keeps its own', async () => {
      const { db } = test;
      const now = Date.now();
      const holder = (name: string, clock: number) => new Lease(db, name).acquire(clock);
      expect(await holder('ahead:1', now + 3 * 86_400_000)).toBe(true);
      expect(await holder('ahead:1', now)).toBe(true);
      expect(await holder('ahead:2', now + 300_000)).toBe(true);
      expect(await holder('ahead:2', now)).toBe(false);
    });
  });
});
