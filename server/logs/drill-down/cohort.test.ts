import {
  storedAxisKeys,
  axisOf,
  drillDownSums,
  formatMetricCell,
  hasLogRows,
  NewAndExistingEvaluation,
  NO_VALUE,
  parseMetricCell,
  RoleType,
  TRANSITION_MONTHS,
  transitionMeasures,
  type AxisKey,
  type AxisValue,
  type MetricCell,
} from '../../../shared/catalog';
import { addMonths, monthRange } from '../../../shared/domain/calendar';
import { seeded } from '../../../shared/domain/testing/random';
import type { ReportRow } from '../../analysis';
import type { ReportFilters } from '../../analysis/input';
import { transitions } from '../../analysis/reports/transitions';
import { readTransitions } from '../../analysis/reports/transitions/read-transitions';
import { recomputeRollups } from '../../rollups';
import { longEvents, NOW } from '../../analysis/testing/long-events';
import { daysOf, storeEvents } from '../../analysis/testing/store-events';
import { actorOf, makeWorld, type World } from '../../analysis/testing/world';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { customerCodes } from '../customer-code';
import { logServices } from '../logs';
import { metricTotal } from './drill-down-filter';

jest.setTimeout(240_000);

/** Report filters with the matching cell coordinates. */
const cellsIn = ({ asps: [asp] }: World): readonly (readonly [ReportFilters, MetricCell['at']])[] => [
  [{}, {}],
  [{ device: ['pc'] }, { device: ['pc'] }],
  [{ aspIds: [asp] }, { asp: [asp] }],
];

const MEASURES = ['cv', 'customers', 'amount', 'amount_cumulative'] as const;

describe('encoded cohort metric values', () => {
  const plain: MetricCell = {
    key: 'attrCv5',
    from: 20260201,
    to: 20260228,
    at: { ad: [3] },
    noAd: false,
    evaluation: null,
    cvSettingIds: [],
  };

  it.each<[string, MetricCell]>([
    [
      'attrCv5;20260201-20260228;ad=3;acquired=20260101-20260131',
      { ...plain, acquired: { from: 20260101, to: 20260131, customers: false } },
    ],
    [
      'attrCv5;20260201-20260228;ad=3;customers=20260101-20260131',
      { ...plain, acquired: { from: 20260101, to: 20260131, customers: true } },
    ],
    [
      'costSen;20260101-20260131;asp=3;acquiring=5.ad.lpo_title',
      {
        ...plain,
        key: 'costSen',
        from: 20260101,
        to: 20260131,
        at: { asp: [3] },
        acquiring: { axes: ['ad', 'lpoTitle'], model: 5 },
      },
    ],
    [
      'attrCv5;20260201-20260228;ad=3;acquired=20260101-20260331;after=0-2',
      { ...plain, acquired: { from: 20260101, to: 20260331, customers: false, after: { from: 0, to: 2 } } },
    ],
    [
      'attrCv5;20260201-20260228;ad=3;evaluation=1;gained',
      { ...plain, evaluation: NewAndExistingEvaluation.NEW_ONLY, gained: true },
    ],
  ])('round-trips %s', (text, metricValue) => {
    expect(formatMetricCell(metricValue)).toBe(text);
    expect(parseMetricCell(text)).toEqual(metricValue);
  });

  it.each([
    'clicks;20260201-20260228;acquired=20260101-20260131',
    'cvFinal;20260201-20260228;customers=20260101-20260131',
    'attrCv5;20260201-20260228;acquired=202601',
    'attrCv5;20260201-20260228;after=0-2',
    'attrCv5;20260201-20260228;acquired=20260101-20260131;after=2-1',
    'attrCv5;20260201-20260228;acquired=20260101-20260131;after=2',
    'costSen;20260201-20260228;acquiring=7.ad',
    'costSen;20260201-20260228;acquiring=5.ads',
    'attrCv5;20260201-20260228;acquiring=5.ad',
    'pv;20260201-20260228;acquiring=5.ad',
    'attrCv5;20260201-20260228;gained',
    'attrCv5;20260201-20260228;evaluation=3;gained',
    'cvFinal;20260201-20260228;evaluation=1;gained',
  ])('rejects %s', (text) => expect(parseMetricCell(text)).toBeNull());
});

onEachDatabase((dialect) => {
  describe('rows behind a cohort', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = longEvents(world, 5);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    const cellOf = (row: ReportRow, axes: readonly AxisKey[]): Pick<MetricCell, 'at' | 'noAd'> => {
      const at: Partial<Record<AxisKey, AxisValue[]>> = {};
      for (const axis of axes) {
        const id = axis === 'device' ? row.device : row[axisOf(axis).idKey as 'adId'];
        if (!row.noAd || axis === 'device') at[axis] = [id ?? NO_VALUE];
      }
      return { at, noAd: row.noAd };
    };

    it('have the count and sum of each month in ad effect, on random axes and models', async () => {
      const random = seeded(4);
      const actor = actorOf(world);
      const log = logServices(test.db, customerCodes('secret')).conversions;
      let compared = 0;
      for (let round = 0; round < 24; round += 1) {
        const measure = MEASURES[round % MEASURES.length]!;
        const model = (1 + random.below(6)) as 1;
        const axes = random.shuffle(storedAxisKeys).slice(0, 1 + random.below(2));
        const { results } = await readTransitions.call(
          transitions,
          test.db,
          actor,
          {
            productId: world.productId,
            dateFrom: 20230101,
            dateTo: 20261231,
            axis: axes,
            attributionModel: model,
            measure,
          },
          NOW,
        );
        const { fact, cumulative } = transitionMeasures[measure];
        const [key = 'clicks'] = drillDownSums(fact === 'amount' ? 'attrAmount' : 'attrCv', model);
        for (const row of random.shuffle(results).slice(0, 4)) {
          const acquired = monthRange(Number(row.acquisitionMonth));
          const cells = (row.months ?? []).flatMap(({ value, forecast }, after) =>
            forecast ? [] : [{ value, after }],
          );
          for (const { value, after } of random.shuffle(cells).slice(0, 4)) {
            const { from, to } = monthRange(addMonths(Number(row.acquisitionMonth), after));
            const text = formatMetricCell({
              key,
              from: cumulative ? acquired.from : from,
              to,
              ...cellOf(row, axes),
              evaluation: null,
              cvSettingIds: [],
              acquired: { ...acquired, customers: fact === 'customers' },
            });
            const total = await metricTotal(test.db, actor, world.productId, text);
            expect([text, total.value]).toEqual([text, expect.closeTo(value ?? 0, 5)]);
            const list = await log.list(
              actor,
              { productId: world.productId, filter: { figure: [text] }, pageSize: 9999, count: 'exact' },
              new Set(['figurePart']),
            );
            expect([text, list.count]).toEqual([text, total.rows]);
            expect([text, list.results.reduce((sum, { figurePart }) => sum + Number(figurePart), 0)]).toEqual(
              [text, expect.closeTo(total.value, 5)],
            );
            if (value) compared += 1;
          }
        }
      }
      expect(compared).toBeGreaterThan(50);
    });

    it('of several acquisition months cover the months after each, on random models', async () => {
      const random = seeded(7);
      const actor = actorOf(world);
      let compared = 0;
      for (const measure of MEASURES) {
        const model = (1 + random.below(6)) as 1;
        const { total, cohorts, currentMonth } = await readTransitions.call(
          transitions,
          test.db,
          actor,
          {
            productId: world.productId,
            dateFrom: 20230101,
            dateTo: 20261231,
            axis: ['ad'],
            attributionModel: model,
            measure,
          },
          NOW,
        );
        const { fact, cumulative } = transitionMeasures[measure];
        const [key = 'clicks'] = drillDownSums(fact === 'amount' ? 'attrAmount' : 'attrCv', model);
        const [first = 0, last = 0] = [cohorts[0], cohorts.at(-1)].map((cohort) =>
          Number(cohort?.acquisitionMonth),
        );
        const acquired = {
          from: monthRange(first).from,
          to: monthRange(last).to,
          customers: fact === 'customers',
        };
        const readValue = async (metricValue: Pick<MetricCell, 'key' | 'acquired'>): Promise<number> => {
          const range = { from: acquired.from, to: monthRange(Number(currentMonth)).to };
          return (
            await metricTotal(
              test.db,
              actor,
              world.productId,
              formatMetricCell({
                ...metricValue,
                ...range,
                at: {},
                noAd: false,
                evaluation: null,
                cvSettingIds: [],
              }),
            )
          ).value;
        };
        for (const [month, { value, forecast }] of (total.months ?? []).entries()) {
          if (forecast) continue;
          const after = { from: cumulative ? 0 : month, to: month };
          // Only acquisition months whose month has begun.
          const to = monthRange(Math.min(last, addMonths(Number(currentMonth), -month))).to;
          expect([measure, month, await readValue({ key, acquired: { ...acquired, to, after } })]).toEqual([
            measure,
            month,
            expect.closeTo(value ?? 0, 5),
          ]);
          if (value && month > 0) compared += 1;
        }
        const [sales = 'clicks'] = drillDownSums('attrAmount', model);
        expect(
          await readValue({
            key: sales,
            acquired: { ...acquired, customers: false, after: { from: 0, to: TRANSITION_MONTHS } },
          }),
        ).toBeCloseTo(total.amount ?? 0, 2);
      }
      expect(compared).toBeGreaterThan(4);
    });

    it('of a cost are those of rows that acquired customers in the month, on random axes, models and filters', async () => {
      const random = seeded(11);
      const actor = actorOf(world);
      const { interactions, results } = logServices(test.db, customerCodes('secret'));
      const logs = { costSen: interactions, cvCostApprovedSen: results };
      let [compared, narrowed] = [0, 0];
      for (let round = 0; round < 24; round += 1) {
        const model = (1 + random.below(6)) as 1;
        const axes = random.shuffle(storedAxisKeys).slice(0, 1 + random.below(2));
        const [filters, at] = cellsIn(world)[round % 3]!;
        const report = await readTransitions.call(
          transitions,
          test.db,
          actor,
          {
            productId: world.productId,
            dateFrom: 20240101,
            dateTo: 20260731,
            axis: axes,
            attributionModel: model,
            filters,
          },
          NOW,
        );
        const isSplit = !hasLogRows('mediaCostSen', { at, acquiring: { axes, model } });
        const costOf = async (range: { from: number; to: number }): Promise<number> => {
          let cost = 0;
          for (const key of ['costSen', 'cvCostApprovedSen', 'mediaCostSen'] as const) {
            const metricValue = {
              key,
              ...range,
              at,
              noAd: false,
              evaluation: null,
              cvSettingIds: [],
              acquiring: { axes, model },
            };
            if (!hasLogRows(key, metricValue)) continue;
            const total = await metricTotal(test.db, actor, world.productId, formatMetricCell(metricValue));
            cost += total.value;
            if (key === 'mediaCostSen') continue;
            const { count } = await logs[key].list(actor, {
              productId: world.productId,
              filter: { figure: [formatMetricCell(metricValue)] },
              pageSize: 1,
              count: 'exact',
            });
            expect([metricValue, count]).toEqual([metricValue, total.rows]);
          }
          return cost;
        };
        const months = report.cohorts.map((cohort) => ({
          ...monthRange(Number(cohort.acquisitionMonth)),
          cost: cohort.cost ?? 0,
          isSplit: isSplit && cohort.mediaCostDays > 0,
        }));
        const all = {
          from: months[0]!.from,
          to: months.at(-1)!.to,
          cost: report.total.cost ?? 0,
          isSplit: isSplit && (report.total.mediaCostDays ?? 0) > 0,
        };
        for (const { from, to, cost, isSplit: parts } of [...random.shuffle(months).slice(0, 3), all]) {
          // Split parts of media reports have no rows.
          if (parts) continue;
          expect([axes, model, at, from, to, await costOf({ from, to })]).toEqual([
            axes,
            model,
            at,
            from,
            to,
            expect.closeTo(cost, 2),
          ]);
          compared += 1;
        }
        if (report.costWithoutCustomers > 0) narrowed += 1;
      }
      expect(compared).toBeGreaterThan(40);
      expect(narrowed).toBeGreaterThan(4);
    });

    it('are limited to the agency’s own, and refused for invalid days', async () => {
      const word = (acquired: string) => `attrCv1;20240101-20260430;acquired=${acquired}`;
      const all = await metricTotal(test.db, actorOf(world), world.productId, word('20240101-20260430'));
      const own = await metricTotal(
        test.db,
        actorOf(world, RoleType.AGENCY, world.agencies[0]),
        world.productId,
        word('20240101-20260430'),
      );
      expect(own.value).toBeGreaterThan(0);
      expect(own.value).toBeLessThan(all.value);
      await expect(
        metricTotal(test.db, actorOf(world), world.productId, word('20240230-20240231')),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    });
  });
});
