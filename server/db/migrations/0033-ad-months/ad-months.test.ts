import { AdMonths1700000000033 } from '.';
import { settle } from '../../../jobs';
import { ingest, type IncomingEvent } from '../../../journeys';
import { Events, makeProduct } from '../../../journeys/testing/fixture';
import { randomEvents } from '../../../journeys/testing/random-events';
import { onEachDatabase, openTestDatabase } from '../../testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  it('computes the months of existing data like later ones, also after an aborted run', async () => {
    const test = await openTestDatabase(dialect);
    try {
      const { db } = test;
      const fixture = await makeProduct(db, { trackingTerm: 2 });
      const events = randomEvents(fixture, new Events(fixture), 5, 300).map((event): IncomingEvent =>
        event.type === 'conversion' ? { ...event, amount: 1200.5 } : event,
      );
      await db.write((tx) => ingest(tx, events));
      await settle(db);
      const totals = () =>
        db.read<Record<string, number>>(
          'SELECT * FROM rollup_ad_month ORDER BY product_id, month, evaluation, ad_id',
        );
      const before = await totals();
      expect(new Set(before.map(({ evaluation }) => evaluation))).toEqual(new Set([1, 2, 3]));
      await db.write(async (tx) => {
        await tx.execute('DROP TABLE rollup_ad_month');
        await new AdMonths1700000000033().up(tx.manager.queryRunner!);
        await tx.execute('DELETE FROM rollup_ad_month WHERE evaluation = 3');
        await new AdMonths1700000000033().up(tx.manager.queryRunner!);
      });
      const after = await totals();
      expect(after).toHaveLength(before.length);
      for (const [place, row] of after.entries()) {
        for (const [column, value] of Object.entries(row))
          expect({ column, value }).toEqual({ column, value: expect.closeTo(before[place]![column]!, 6) });
      }
      for (const column of [
        'clicks',
        'cost_sen',
        'cv_final1',
        'cv_pathed',
        'cv_middle',
        'indirect2',
        'touch1',
        'attr_amount5',
      ])
        expect([column, after.some((row) => row[column]! > 0)]).toEqual([column, true]);
    } finally {
      await test.drop();
    }
  });
});
