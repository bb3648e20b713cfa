import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { settle } from '../sweeps';
import { storedResults } from './testing/stored-results';
import { makeAds, storeEvents } from './testing/product-with-ads';

jest.setTimeout(60_000);

const START = Date.UTC(2026, 0, 1);
const at = (hours: number) => START + hours * 3_600_000;

onEachDatabase((dialect) => {
  describe('results of a conversion that becomes a duplicate (domain.md 8.5)', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const scene = async () => {
      const { fixture, make } = await makeAds(db, { resultFlag: 1, resultMethod: 2 });
      await db.write((tx) =>
        tx.execute("UPDATE cv_setting SET order_key = 'order' WHERE product_id = ?", [fixture.productId]),
      );
      const args = 'order=1';
      await storeEvents(db, [make.click('k', at(0), 'v'), make.conversion('b', at(2), 'v', { args })]);
      await settle(db);
      const states = async () =>
        Object.fromEntries(
          (await storedResults(db, fixture.productId)).map(({ cv, status }) => [cv.split(':')[1], status]),
        );
      const history = () =>
        db.read<{ to_status: number; reason: string | null; user_id: number | null; url: string | null }>(
          'SELECT h.to_status, h.reason, h.user_id, p.url FROM result_history h LEFT JOIN postback p ON p.id = h.postback_id WHERE h.product_id = ? ORDER BY h.id',
          [fixture.productId],
        );
      return { fixture, make, args, states, history };
    };

    it('are rejected while pending, with history and postback', async () => {
      const { make, args, states, history } = await scene();
      expect(await states()).toEqual({ b: 0 });
      await storeEvents(db, [make.conversion('a', at(1), 'v', { args })]);
      await settle(db);
      expect(await states()).toEqual({ a: 0, b: 2 });
      expect(await history()).toEqual([
        { to_status: 0, reason: null, user_id: null, url: 'https://asp.example/?s=pending' },
        { to_status: 2, reason: 'duplicate_order', user_id: null, url: 'https://asp.example/?s=rejected' },
        { to_status: 0, reason: null, user_id: null, url: 'https://asp.example/?s=pending' },
      ]);
    });

    it('stay if they are approved', async () => {
      const { fixture, make, args, states } = await scene();
      await db.write((tx) =>
        tx.execute('UPDATE result SET approval_status = 1 WHERE product_id = ?', [fixture.productId]),
      );
      await storeEvents(db, [make.conversion('a', at(1), 'v', { args })]);
      await settle(db);
      expect(await states()).toEqual({ a: 0, b: 1 });
    });

    it('are not made for a later duplicate', async () => {
      const { make, args, states } = await scene();
      await storeEvents(db, [make.conversion('c', at(3), 'w', { args }), make.click('l', at(2), 'w')]);
      await settle(db);
      expect(await states()).toEqual({ b: 0 });
    });
  });
});
