import { dayOf } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { randomEvents } from '../analysis/testing/random-events';
import { daysOf, storeEvents, type Events } from '../analysis/testing/store-events';
import { makeWorld, type World } from '../analysis/testing/world';
import { readMetricsVersion } from './metrics-version';
import { recomputeRollups } from './recompute';

onEachDatabase((dialect) => {
  describe('the metrics version', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    const versionOf = (from: number, to = from, productId = world.productId) =>
      readMetricsVersion(test.db, productId, { from, to });
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 3);
      await test.db.write((tx) => storeEvents(tx, world.productId, events));
    });
    afterAll(() => test.drop());

    it.each(['bulk', 'live'] as const)(
      'grows if a %s computation changes a day in the range, and only then',
      async (mode) => {
        const click = events.clicks.find(({ counted }) => counted !== false)!;
        const day = dayOf(click.time);
        const change = (counted: number) =>
          test.db.write(async (tx) => {
            await tx.execute('UPDATE interaction SET counted = ? WHERE id = ?', [counted, click.id]);
            await recomputeRollups(tx, world.productId, [day], mode);
          });
        await change(1);
        const [before, others] = [await versionOf(day), await versionOf(20200101, 20200131)];
        await change(0);
        const after = await versionOf(day);
        expect(after).toBeGreaterThan(before);
        expect(await versionOf(day - 1, day + 1)).toBe(after);
        expect([
          await versionOf(20200101, 20200131),
          await versionOf(day, day, world.foreign.productId),
        ]).toEqual([others, 0]);
      },
    );

    it('stays the same if a live computation changes nothing', async () => {
      const days = daysOf(events);
      await test.db.write((tx) => recomputeRollups(tx, world.productId, days));
      const before = await versionOf(Math.min(...days), Math.max(...days));
      expect(before).toBeGreaterThan(0);
      await test.db.write((tx) => recomputeRollups(tx, world.productId, days, 'live'));
      expect(await versionOf(Math.min(...days), Math.max(...days))).toBe(before);
    });
  });
});
