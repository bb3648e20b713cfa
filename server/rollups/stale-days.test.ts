import { insertRows, type Database, type Tx } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { StaleMarks } from '../journeys/sql/stale';
import { productsToRollUp, rollUpStaleDays } from './stale-days';

const DAY = 20260110;
const MINUTE = 60_000;

onEachDatabase((dialect) => {
  describe('stale days', () => {
    let test: TestDatabase;
    let db: Database;
    let productId = 100;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());
    beforeEach(() => {
      productId += 1;
    });

    const mark = async (tx: Tx, ...days: number[]) => {
      const marks = new StaleMarks(productId);
      for (const day of days) marks.day(day);
      await marks.save(tx);
    };
    const stale = () =>
      db.read<{ day: number; marks: number }>(
        'SELECT day, marks FROM stale_day WHERE product_id = ? ORDER BY day',
        [productId],
      );
    const due = async (now?: number) =>
      (await productsToRollUp(db, 'live', now)).filter((product) => product.productId === productId).length;

    it('have one row each, however often they are marked', async () => {
      for (let n = 0; n < 3; n += 1) await db.write((tx) => mark(tx, DAY, DAY + n));
      expect(await stale()).toEqual([
        { day: DAY, marks: 3 },
        { day: DAY + 1, marks: 1 },
        { day: DAY + 2, marks: 1 },
      ]);
      await db.write((tx) => rollUpStaleDays(tx, productId, 'live'));
      expect(await stale()).toEqual([]);
    });

    it('stay stale if they are marked during their rollup', async () => {
      await db.write((tx) => mark(tx, DAY, DAY + 1));
      await db.write(async (tx) => {
        let marked = false;
        const execute: Tx['execute'] = async (sql, params) => {
          if (sql.startsWith('DELETE FROM stale_day') && !marked) {
            marked = true;
            // On MariaDB another connection marks the day, without blocking.
            await (dialect === 'sqlite' ? mark(tx, DAY) : db.write((other) => mark(other, DAY)));
          }
          return tx.execute(sql, params);
        };
        await rollUpStaleDays({ ...tx, execute }, productId, 'live');
      });
      expect(await stale()).toEqual([{ day: DAY, marks: 2 }]);
    });

    it.each([
      ['stale_day', true],
      ['stale_media_day', false],
    ])('rewrite the monthly rows by ad if these hold the changed facts: %s', async (queue, written) => {
      await db.write((tx) =>
        insertRows(tx, queue, ['product_id', 'day', 'since', 'marks'], [[productId, DAY, 0, 1]]),
      );
      const statements: string[] = [];
      await db.write((tx) =>
        rollUpStaleDays(
          { ...tx, execute: (sql, params) => (statements.push(sql), tx.execute(sql, params)) },
          productId,
          'bulk',
        ),
      );
      expect(statements.some((sql) => sql.includes('rollup_media_month'))).toBe(true);
      expect(statements.some((sql) => sql.includes('rollup_ad_month'))).toBe(written);
    });

    it('wait while the backlog of their product is processed, but not forever', async () => {
      await db.write(async (tx) => {
        await mark(tx, DAY);
        const rows = Array.from({ length: 2001 }, (_, n) => [productId, `v${n}`, 0]);
        await insertRows(tx, 'stale_visitor', ['product_id', 'visitor_id', 'since'], rows);
      });
      expect(await due()).toBe(0);
      expect(await due(Date.now() + 6 * MINUTE)).toBe(1);
      await db.write((tx) =>
        tx.execute("DELETE FROM stale_visitor WHERE product_id = ? AND visitor_id = 'v7'", [productId]),
      );
      expect(await due()).toBe(1);
    });
  });
});
