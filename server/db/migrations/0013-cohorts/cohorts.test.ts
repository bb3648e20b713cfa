import { Cohorts1700000000013 } from '.';
import { verifyDays } from '../../../analysis/rollups';
import { settle } from '../../../jobs';
import { ingest, type IncomingEvent } from '../../../journeys';
import { Events, makeProduct } from '../../../journeys/testing/fixture';
import { EXCLUDED_IP, randomEvents } from '../../../journeys/testing/random-events';
import { onEachDatabase, openTestDatabase } from '../../testing/databases';
import { COHORT_TABLES } from './cohort-tables';

jest.setTimeout(60_000);
const START = Date.UTC(2026, 0, 1);

onEachDatabase((dialect) => {
  it('stores later conversions of existing data, and queues their rollups', async () => {
    const test = await openTestDatabase(dialect);
    try {
      const { db } = test;
      const fixture = await makeProduct(db, { trackingTerm: 2, excludedIps: EXCLUDED_IP });
      const events = randomEvents(fixture, new Events(fixture), 5, 300).map((event): IncomingEvent => ({
        ...event,
        time: START + (event.time - START) * 10,
      }));
      await db.write((tx) => ingest(tx, events));
      await settle(db);
      const later = () => db.read('SELECT * FROM later_conversion ORDER BY product_id, day, conversion_id');
      const cohortRows = () =>
        db.read('SELECT * FROM rollup_cohort_month ORDER BY month, ad_id, acquisition_month');
      const before = [await later(), await cohortRows()];
      expect(before.every((rows) => rows.length > 10)).toBe(true);
      await db.write(async (tx) => {
        for (const { name } of COHORT_TABLES) await tx.execute(`DROP TABLE ${name}`);
        await new Cohorts1700000000013().up(tx.manager.queryRunner!);
      });
      expect(await later()).toEqual(before[0]);
      expect(await cohortRows()).toEqual([]);
      await settle(db);
      expect(await cohortRows()).toEqual(before[1]);
      const days = await db.read<{ day: number }>('SELECT DISTINCT day FROM conversion');
      expect(
        await verifyDays(
          db,
          fixture.productId,
          days.map(({ day }) => day),
        ),
      ).toEqual([]);
    } finally {
      await test.drop();
    }
  });
});
