import {
  axisOf,
  formatMetricCell,
  NO_VALUE,
  RoleType,
  type PathFilter,
  type AxisKey,
  type MetricCell,
} from '../../../shared/catalog';
import { monthRange } from '../../../shared/domain/calendar';
import { recomputeRollups } from '../../rollups';
import { cvInfo } from '../../analysis/reports/cv-info';
import { timeSeries } from '../../analysis/reports/time-series';
import { randomEvents } from '../../analysis/testing/random-events';
import { daysOf, storeEvents } from '../../analysis/testing/store-events';
import { actorOf, makeWorld, type World } from '../../analysis/testing/world';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { customerCodes } from '../customer-code';
import { logServices } from '../logs';
import { metricTotal } from './drill-down-filter';

jest.setTimeout(240_000);

const DAYS = { from: 20251101, to: 20260331 };

interface Answer {
  touchCounts: { bars: { from: number; to: number | null; count: number }[] };
  latencies: { bars: { from: number; to: number | null; count: number }[] };
  frequentPaths: { steps: { adId: number | null }[]; count: number; amountSum: number }[];
  total: { count: number; directCount: number };
}

onEachDatabase((dialect) => {
  describe('conversions behind a bar or a path', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 23, 500);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    const logs = () => logServices(test.db, customerCodes('secret'));
    const read = async (args: object): Promise<Answer> =>
      (await cvInfo.read(test.db, actorOf(world), {
        productId: world.productId,
        dateFrom: DAYS.from,
        dateTo: DAYS.to,
        pageSize: 1,
        pathLimit: 100,
        ...args,
      } as never)) as unknown as Answer;
    const drillDown = async (metricValue: MetricCell) => {
      const text = formatMetricCell(metricValue);
      const { value, rows } = await metricTotal(test.db, actorOf(world), world.productId, text);
      const list = await logs().conversions.list(actorOf(world), {
        productId: world.productId,
        filter: { figure: [text] },
        pageSize: 1,
        count: 'exact',
      });
      return { value, rows, listed: list.count };
    };

    it.each([
      [1, [], true, []],
      [2, [0, 2], true, []],
      [3, [], false, []],
      [3, [], true, ['pc']],
    ] as const)(
      'match the displayed count, under evaluation %i, of settings %j, repeats as one step: %s, on %j',
      async (evaluation, settings, compress, device) => {
        const at = { device };
        const cvSettingIds = settings.map((index) => world.cvSettings[index]!);
        const answer = await read({ evaluation, cvSettingIds, compress, filters: { device } });
        const metricValue: MetricCell = {
          key: 'cvChosen',
          ...DAYS,
          at,
          noAd: false,
          evaluation,
          cvSettingIds: cvSettingIds.length > 0 ? cvSettingIds : 'all',
        };
        const of = (along: PathFilter) => drillDown({ ...metricValue, along });
        const sales = (along: PathFilter) =>
          drillDown({ ...metricValue, key: 'amountSen', cvSettingIds: [], along });
        const expected = (count: number) => ({ value: count, rows: count, listed: count });
        expect(await drillDown(metricValue)).toEqual(expected(answer.total.count));
        expect(await drillDown({ ...metricValue, noAd: true })).toEqual(expected(answer.total.directCount));
        for (const { from, to, count } of answer.touchCounts.bars)
          expect([from, await of({ touches: { from, to } })]).toEqual([from, expected(count)]);
        for (const { from, to, count } of answer.latencies.bars)
          expect([from, await of({ latency: { from, to } })]).toEqual([from, expected(count)]);
        let longest = 0;
        for (const { steps, count, amountSum } of answer.frequentPaths.slice(0, 40)) {
          if (steps.length === 0) continue;
          const path = { ads: steps.map(({ adId }) => adId ?? 0), repeats: !compress };
          longest = Math.max(longest, steps.length);
          expect([path.ads, await of({ path })]).toEqual([path.ads, expected(count)]);
          if (cvSettingIds.length === 0)
            expect([path.ads, (await sales({ path })).value]).toEqual([
              path.ads,
              expect.closeTo(amountSum, 5),
            ]);
        }
        expect(longest).toBeGreaterThan(2);
      },
    );

    it('refuse a path with an ad of another company or another agency', async () => {
      const along: PathFilter = { path: { ads: [world.ads[0]!, world.foreign.adId], repeats: false } };
      const text = formatMetricCell({
        key: 'cvFinal',
        ...DAYS,
        at: {},
        noAd: false,
        evaluation: null,
        cvSettingIds: [],
        along,
      });
      await expect(metricTotal(test.db, actorOf(world), world.productId, text)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      const all = formatMetricCell({
        key: 'cvFinal',
        ...DAYS,
        at: {},
        noAd: false,
        evaluation: null,
        cvSettingIds: [],
        along: { path: { ads: [...world.ads], repeats: false } },
      });
      await expect(
        metricTotal(test.db, actorOf(world, RoleType.AGENCY, world.agencies[0]), world.productId, all),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it.each<[AxisKey, number]>([
      ['ad', 2],
      ['asp', 1],
      ['category', 1],
      ['redirect', 2],
    ])('of a rest row, by %s with %i rows apart, include all other values', async (axis, top) => {
      const args = {
        productId: world.productId,
        dateFrom: DAYS.from,
        dateTo: DAYS.to,
        unit: 'month',
        axis: [axis],
        top,
        topBy: 'ad_click_count',
        evaluation: 1,
      } as const;
      const { results } = await timeSeries.read(test.db, actorOf(world), args);
      const of = (row: object, name: string): unknown => (row as Record<string, unknown>)[name];
      const apart = results.filter((row) => row.restCount === undefined);
      const values = [
        ...new Set(
          apart
            .filter(({ noAd }) => !noAd)
            .map((row) => (of(row, axisOf(axis).idKey ?? axis) as number | null) ?? NO_VALUE),
        ),
      ];
      const except = { axis, values, noAd: apart.some(({ noAd }) => noAd) };
      let compared = 0;
      for (const row of results.filter(({ restCount }) => restCount !== undefined)) {
        const month = Number(String(row.period).replace(/\D/g, '').slice(0, 6));
        for (const [key, measure] of [
          ['clicks', 'adClickCount'],
          ['cvFinal', 'cvTotalFinal'],
          ['cvMiddle', 'cvTotalMiddle'],
          ['indirectTotal', 'indirectTotal'],
          ['pv', 'pvCount'],
        ] as const) {
          const metricValue: MetricCell = {
            key,
            ...monthRange(month),
            at: {},
            except,
            noAd: false,
            evaluation: 1,
            cvSettingIds: [],
          };
          const { value } = await metricTotal(
            test.db,
            actorOf(world),
            world.productId,
            formatMetricCell(metricValue),
          );
          expect([month, measure, value]).toEqual([month, measure, row.figures[measure] ?? 0]);
          compared += value;
        }
      }
      expect(compared).toBeGreaterThan(50);
    });
  });
});
