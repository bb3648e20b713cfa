import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { BacklogWatch, countBacklog } from './backlog';

const MINUTE = 60_000;

onEachDatabase((dialect) => {
  describe('the backlog of a product', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('is null in quiet times, and estimates the remaining time from the progress so far', async () => {
      const { db } = test;
      const watch = new BacklogWatch(db);
      const wait = (from: number, to: number) =>
        db.write((tx) =>
          insertRows(
            tx,
            'stale_visitor',
            ['product_id', 'visitor_id', 'since'],
            Array.from({ length: to - from }, (_, n) => [7, `v${from + n}`, 0]),
          ),
        );
      await wait(0, 2000);
      expect(await watch.backlogOf(7, 0)).toBeNull();
      await wait(2000, 9000);
      expect(await watch.backlogOf(7, 0)).toEqual({ visitors: 9000, days: 0, secondsLeft: null });
      await db.write((tx) =>
        tx.execute("DELETE FROM stale_visitor WHERE product_id = 7 AND visitor_id < 'v5'"),
      );
      const left = (await watch.backlogOf(7, MINUTE))?.visitors ?? 0;
      expect(await watch.backlogOf(7, MINUTE)).toEqual({
        visitors: left,
        days: 0,
        secondsLeft: Math.ceil((left * 60) / (9000 - left)),
      });
      expect(await watch.backlogOf(8, MINUTE)).toBeNull();
    });

    it('counts the waiting days once all visitors are done', async () => {
      await test.db.write((tx) =>
        insertRows(tx, 'stale_day', ['product_id', 'day', 'since', 'marks'], [[9, 20260101, MINUTE, 3]]),
      );
      const watch = new BacklogWatch(test.db);
      expect(await watch.backlogOf(9, MINUTE + 1000)).toBeNull();
      expect(await watch.backlogOf(9, 2 * MINUTE)).toEqual({ visitors: 0, days: 1, secondsLeft: null });
      // A day that also waits for media costs counts once; another day counts as one more.
      await test.db.write((tx) =>
        insertRows(
          tx,
          'stale_media_day',
          ['product_id', 'day', 'since', 'marks'],
          [
            [9, 20260101, MINUTE, 1],
            [9, 20260102, MINUTE, 1],
          ],
        ),
      );
      expect(await watch.backlogOf(9, 2 * MINUTE)).toEqual({ visitors: 0, days: 2, secondsLeft: null });
      expect(await countBacklog(test.db)).toMatchObject({ days: 2 });
    });
  });
});
