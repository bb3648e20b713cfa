import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { recomputeRollups } from '../rollups';
import type { ReportInput, ReportRow } from './input';
import { MAX_TREND_ROWS } from './report/series';
import { timeSeries } from './reports/time-series';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

onEachDatabase((dialect) => {
  describe('pages of the term trend', () => {
    let test: TestDatabase;
    let world: World;
    const ask = (input: Partial<ReportInput>) =>
      timeSeries.read(test.db, actorOf(world), { productId: world.productId, ...input });
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 77);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    it('pages a series that is too long for one answer, sorted or not, and files hold all of it', async () => {
      const input = {
        axis: ['ad', 'device'],
        unit: 'day',
        dateFrom: 20180101,
        dateTo: 20260531,
        fields: ['period', 'adId', 'figures.adClickCount'],
      };
      const shown = ({ period, adId, device, figures }: ReportRow) =>
        [period, adId, device, figures.adClickCount].join();
      for (const sorting of [{}, { sortName: 'ad_click_count', sortAsc: false }]) {
        const first = await ask({ ...input, ...sorting });
        expect(first).toMatchObject({ page: 1, pageSize: MAX_TREND_ROWS });
        expect(first.count).toBeGreaterThan(MAX_TREND_ROWS);
        const pages = [first.results];
        for (let page = 2; pages.flat().length < first.count; page += 1)
          pages.push((await ask({ ...input, ...sorting, page })).results);
        const all: string[] = [];
        for await (const row of first.allRows?.() ?? []) all.push(shown(row));
        expect(pages[0]).toHaveLength(MAX_TREND_ROWS);
        expect(pages.flat().map(shown)).toEqual(all);
        expect(new Set(all.map((row) => row.slice(0, row.lastIndexOf(',')))).size).toBe(first.count);
        const clicks = pages.flat().map(({ figures }) => figures.adClickCount ?? 0);
        expect(clicks.reduce((sum, one) => sum + one, 0)).toBe(first.total.figures.adClickCount);
        expect(first.total.figures.adClickCount).toBeGreaterThan(100);
        if ('sortName' in sorting) expect(clicks).toEqual([...clicks].sort((a, b) => b - a));
      }
      expect((await ask({ ...input, axis: [] })).allRows).toBeUndefined();
    }, 120_000);
  });
});
