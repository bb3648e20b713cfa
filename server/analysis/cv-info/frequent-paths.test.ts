import { parseDateTime } from '../../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { preloadCvInfo } from './numbered-conversions';
import { cvInfo } from '../reports/cv-info';
import { recomputeRollups } from '../../rollups';
import { incrementMetricsVersion } from '../../rollups/recompute';
import { randomEvents } from '../testing/random-events';
import { daysOf, storeEvents } from '../testing/store-events';
import { actorOf, makeWorld, type World } from '../testing/world';

jest.setTimeout(60_000);

const NOW = parseDateTime('2026-03-31T12:00:00') ?? 0;

onEachDatabase((dialect) => {
  describe('the paths of a report', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 5, 300);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());
    afterEach(() => jest.restoreAllMocks());

    /**
     * Reads the most frequent paths by ads, and the months whose paths, sums and latencies were computed for
     * them.
     */
    const ask = async () => {
      const read = jest.spyOn(test.db, 'read').mockClear();
      const input = {
        productId: world.productId,
        dateFrom: 20251101,
        dateTo: 20260331,
        compress: false,
        pathLimit: 100,
        pageSize: 1,
      };
      const { frequentPaths } = (await cvInfo.read(test.db, actorOf(world), input, NOW)) as unknown as {
        frequentPaths: { steps: { adId: number }[]; count: number }[];
      };
      const monthsOf = (part: string) =>
        read.mock.calls.flatMap(([sql, params]) => (sql.includes(part) ? [params?.[1]] : []));
      const months = monthsOf('GROUP_CONCAT');
      // One read of each conversion yields both.
      expect(monthsOf('t.latency_ms FROM conversion_touch')).toEqual(months);
      return {
        paths: new Map(
          frequentPaths.map(({ steps, count }) => [steps.map(({ adId }) => adId).join(), count]),
        ),
        months,
      };
    };

    it('are preloaded after a start for the whole months of the previous year', async () => {
      await preloadCvInfo(test.db, NOW, new AbortController().signal);
      expect((await ask()).months).toEqual([20260301]);
      await test.db.write((tx) =>
        incrementMetricsVersion(tx, world.productId, [20251101, 20251201, 20260101, 20260201]),
      );
    });

    it('are recomputed for changed months only', async () => {
      const before = await ask();
      expect(before.months).toEqual([20251101, 20251201, 20260101, 20260201]);
      expect((await ask()).months).toEqual([]);
      const [direct] = await test.db.read<{ day: number; conversion_id: number }>(
        'SELECT day, conversion_id FROM conversion_touch WHERE product_id = ? AND pos = 0 AND class = 1 ORDER BY conversion_id LIMIT 1',
        [world.productId],
      );
      const day = direct?.day ?? 0;
      const ad = world.ads[0];
      await test.db.write(async (tx) => {
        await tx.execute(
          'UPDATE conversion_touch SET pos = 1, n = 1, ad_id = ? WHERE conversion_id = ? AND class = 1',
          [ad, direct?.conversion_id ?? 0],
        );
        await recomputeRollups(tx, world.productId, [day], 'live');
      });
      const after = await ask();
      expect(after.months).toEqual([Math.floor(day / 100) * 100 + 1]);
      const countOf = (paths: ReadonlyMap<string, number>, name: string): number => paths.get(name) ?? 0;
      expect(countOf(after.paths, String(ad))).toBe(countOf(before.paths, String(ad)) + 1);
      expect(countOf(after.paths, '')).toBe(countOf(before.paths, '') - 1);
    });
  });
});
