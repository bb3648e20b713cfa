import {
  storedAxisKeys,
  axisOf,
  drillDownSums,
  formatMetricCell,
  isAdditive,
  hasLogRows,
  logOfBaseMeasure,
  measureKeys,
  NO_VALUE,
  parseMetricCell,
  RoleType,
  type AxisKey,
  type AxisValue,
  type BaseKey,
  type MetricCell,
} from '../../../shared/catalog';
import { addDays } from '../../../shared/domain/calendar';
import { seeded } from '../../../shared/domain/testing/random';
import type { ReportRow } from '../../analysis';
import { recomputeRollups } from '../../rollups';
import { adSummaries } from '../../analysis/reports';
import { randomEvents } from '../../analysis/testing/random-events';
import { daysOf, storeEvents } from '../../analysis/testing/store-events';
import { actorOf, makeWorld, type World } from '../../analysis/testing/world';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { insertRows } from '../../db/database';
import { MediaCostService } from '../../settings/media-cost/media-cost.service';
import { customerCodes } from '../customer-code';
import { logServices } from '../logs';
import { metricTotal } from './drill-down-filter';

jest.setTimeout(240_000);

const total = (
  days: Awaited<ReturnType<MediaCostService['days']>>,
  of: 'cost' | 'impressions' | 'clicks' | 'ads',
): number => days.reduce((sum, day) => sum + day[of], 0);

const plain: MetricCell = {
  key: 'clicks',
  from: 20260101,
  to: 20260131,
  at: {},
  noAd: false,
  evaluation: null,
  cvSettingIds: [],
};

describe('encoded metric values', () => {
  it.each<[string, MetricCell]>([
    ['clicks;20260101-20260131', plain],
    ['cvFinal;20260101-20260131;no_ad;evaluation=2', { ...plain, key: 'cvFinal', noAd: true, evaluation: 2 }],
    [
      'indirect2;20260101-20260131;asp=3.none;device=pc',
      { ...plain, key: 'indirect2', at: { asp: [3, NO_VALUE], device: ['pc'] } },
    ],
    ['cvChosen;20260101-20260131;cv_settings=1.2', { ...plain, key: 'cvChosen', cvSettingIds: [1, 2] }],
    [
      'cvChosen;20260101-20260131;cv_settings=all;touches=2-3',
      { ...plain, key: 'cvChosen', cvSettingIds: 'all', along: { touches: { from: 2, to: 3 } } },
    ],
    [
      'cvFinal;20260101-20260131;latency=7776000-',
      { ...plain, key: 'cvFinal', along: { latency: { from: 7_776_000, to: null } } },
    ],
    [
      'cvFinal;20260101-20260131;path=3.5.3',
      { ...plain, key: 'cvFinal', along: { path: { ads: [3, 5, 3], repeats: false } } },
    ],
    ['cvFinal;20260101-20260131;through=3.5', { ...plain, key: 'cvFinal', along: { through: [3, 5] } }],
    [
      'amountSen;20260101-20260131;whole_path=3.3',
      { ...plain, key: 'amountSen', along: { path: { ads: [3, 3], repeats: true } } },
    ],
    ['clicks;20260101-20260131;ad!=3.5', { ...plain, except: { axis: 'ad', values: [3, 5], noAd: false } }],
    [
      'cvFinal;20260101-20260131;asp!=3.none.no_ad',
      { ...plain, key: 'cvFinal', except: { axis: 'asp', values: [3, NO_VALUE], noAd: true } },
    ],
  ])('round-trips %s', (text, metricValue) => {
    expect(formatMetricCell(metricValue)).toBe(text);
    expect(parseMetricCell(text)).toEqual(metricValue);
  });

  it.each([
    '',
    'clicks',
    'clicks;2026',
    'click;20260101-20260131',
    'toString;20260101-20260131',
    'clicks;20260101-20260131;asp',
    'clicks;20260101-20260131;asp=',
    'clicks;20260101-20260131;asp=-1',
    'clicks;20260101-20260131;asp=1 OR 1',
    'clicks;20260101-20260131;colour=1',
    'clicks;20260101-20260131;device=tv',
    'clicks;20260101-20260131;touches=1-2',
    'indirect2;20260101-20260131;path=3',
    'cvFinal;20260101-20260131;touches=2',
    'cvFinal;20260101-20260131;latency=-5',
    'cvFinal;20260101-20260131;path=',
    'cvFinal;20260101-20260131;path=3.x',
    'cvFinal;20260101-20260131;cv_settings=all',
    'clicks;20260101-20260131;ad!=3;asp!=1',
    'clicks;20260101-20260131;ad!=',
    'clicks;20260101-20260131;ad=no_ad',
    `cvFinal;20260101-20260131;path=${Array.from({ length: 101 }, () => 1).join('.')}`,
    'clicks;20260101-20260131;evaluation=4',
    `clicks;20260101-20260131;ad=${Array.from({ length: 501 }, (_, i) => i + 1).join('.')}`,
  ])('rejects malformed values (%#)', (text) => expect(parseMetricCell(text)).toBeNull());

  it('drills down into every count and sum of the catalogue except differences', () => {
    const closed = measureKeys.filter((key) => isAdditive(key) && drillDownSums(key, 1).length === 0);
    expect(closed).toEqual(['profit', 'attrProfit', 'mediaClickDifference']);
    expect(drillDownSums('adCost', 1)).toEqual(['costSen', 'mediaCostSen', 'cvCostApprovedSen']);
    expect(drillDownSums('attrCv', 3)).toEqual(['attrCv3']);
  });
});

onEachDatabase((dialect) => {
  describe('rows behind a metric value', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 11);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await insertRows(
          tx,
          'media_source',
          ['id', 'version', 'created_at', 'updated_at', 'product_id', 'source_name', 'mapping'],
          [[1, 1, 0, 0, world.productId, 'Medium', null]],
        );
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    const logs = () => logServices(test.db, customerCodes('secret'));

    /** Returns the coordinates of a report row's cells. */
    function cellOf(row: ReportRow, axes: readonly AxisKey[]): Pick<MetricCell, 'at' | 'noAd'> {
      const at: Partial<Record<AxisKey, AxisValue[]>> = {};
      for (const axis of axes) {
        const id = row[axisOf(axis).idKey as 'adId'] ?? (axis === 'device' ? row.device : null);
        if (!row.noAd || axis === 'device') at[axis] = [id ?? NO_VALUE];
      }
      return { at, noAd: row.noAd };
    }

    it.each(['asp', 'ad', 'category', 'redirect'] as const)(
      'exclude direct conversions under a filter by %s, and include those of a device',
      async (axis) => {
        const direct = (at: MetricCell['at']) =>
          metricTotal(
            test.db,
            actorOf(world),
            world.productId,
            formatMetricCell({ ...plain, key: 'cvFinal', from: 20251101, to: 20260331, at, noAd: true }),
          );
        const all = await direct({});
        expect(all.value).toBeGreaterThan(0);
        const { results } = await adSummaries.read(test.db, actorOf(world), {
          productId: world.productId,
          dateFrom: 20251101,
          dateTo: 20260331,
          axis: [axis],
        });
        const id = results.map((row) => row[axisOf(axis).idKey as 'adId']).find((one) => one != null) ?? 0;
        expect(await direct({ [axis]: [id] })).toMatchObject({ value: 0, rows: 0 });
        expect(await direct({ device: ['pc', 'smartphone', 'tablet', 'other'] })).toEqual(all);
      },
    );

    it('have the report’s count and sum, on random axes, days and evaluations', async () => {
      const random = seeded(3);
      const actor = actorOf(world);
      let compared = 0;
      for (let round = 0; round < 40; round += 1) {
        const from = addDays(20251120, random.below(60));
        const to = addDays(from, random.below(60));
        const axes = random.shuffle(storedAxisKeys).slice(0, 1 + random.below(2));
        const evaluation = (1 + random.below(3)) as 1 | 2 | 3;
        const model = (1 + random.below(6)) as 1;
        const cvSettingIds = random.below(3) === 0 ? [world.cvSettings[0], world.cvSettings[2]] : [];
        const report = await adSummaries.read(test.db, actor, {
          productId: world.productId,
          dateFrom: from,
          dateTo: to,
          axis: axes,
          evaluation,
          attributionModel: model,
          cvSettingIds,
        });
        const rows = [
          ...random
            .shuffle(report.results)
            .slice(0, 3)
            .map((row) => ({ row, ...cellOf(row, axes) })),
          { row: report.total, at: {}, noAd: false },
        ];
        for (const { row, at, noAd } of rows) {
          for (const measure of random.shuffle(measureKeys).slice(0, 8)) {
            const keys = drillDownSums(measure, model);
            if (keys.length === 0 || measure === 'adCost') continue;
            const [key = 'clicks'] = keys;
            const text = formatMetricCell({ key, from, to, at, noAd, evaluation, cvSettingIds });
            // Rows without a device hold parts of costs that no event has.
            if (!hasLogRows(key, { at }) || at.device?.includes(NO_VALUE)) {
              await expect(metricTotal(test.db, actor, world.productId, text)).rejects.toMatchObject({
                code: 'BAD_USER_INPUT',
                details: { fields: { figure: expect.anything() } },
              });
              continue;
            }
            const recounted = await metricTotal(test.db, actor, world.productId, text);
            expect([text, recounted.value]).toEqual([text, expect.closeTo(row.figures[measure] ?? 0, 5)]);
            const log = logOfBaseMeasure(key) ?? 'interactions';
            if (log === 'mediaCosts') {
              const days = await new MediaCostService(test.db).days(actor, {
                productId: world.productId,
                dateFrom: from,
                dateTo: to,
                figure: text,
              });
              const sums: Partial<Record<BaseKey, number>> = {
                mediaCostSen: total(days, 'cost'),
                impressions: total(days, 'impressions'),
                mediaClicks: total(days, 'clicks'),
                mediaDays: total(days, 'ads'),
              };
              expect([text, sums[key], total(days, 'ads')]).toEqual([
                text,
                expect.closeTo(recounted.value, 5),
                recounted.rows,
              ]);
              compared += 1;
              continue;
            }
            const all = log === 'conversions';
            const list = await logs()[log].list(
              actor,
              {
                productId: world.productId,
                filter: { figure: [text] },
                pageSize: all ? 9999 : 1,
                count: 'exact',
              },
              all ? new Set(['figurePart']) : null,
            );
            expect([text, list.count]).toEqual([text, recounted.rows]);
            // Each conversion has its contribution.
            if (all)
              expect([
                text,
                list.results.reduce((sum, { figurePart }) => sum + Number(figurePart), 0),
              ]).toEqual([text, expect.closeTo(recounted.value, 5)]);
            compared += 1;
          }
        }
      }
      expect(compared).toBeGreaterThan(300);
    });

    it('are limited to the agency’s own', async () => {
      const agent = actorOf(world, RoleType.AGENCY, world.agencies[0]);
      const report = await adSummaries.read(test.db, agent, {
        productId: world.productId,
        dateFrom: 20251101,
        dateTo: 20260331,
        axis: ['ad'],
      });
      for (const measure of ['adClickCount', 'cvTotalFinal', 'indirectTotal', 'pvCount'] as const) {
        const [key = 'clicks'] = drillDownSums(measure, 1);
        const total = await metricTotal(
          test.db,
          agent,
          world.productId,
          formatMetricCell({ ...plain, key, from: 20251101, to: 20260331 }),
        );
        expect([measure, total.value]).toEqual([measure, report.total.figures[measure] ?? 0]);
      }
    });

    (dialect === 'sqlite' ? it : it.skip)(
      'read each conversion once for any number of days: touches are found by their own day',
      async () => {
        const statements: [string, readonly (string | number | null)[]][] = [];
        const read = test.db.read.bind(test.db);
        const spy = jest
          .spyOn(test.db, 'read')
          .mockImplementation(
            (sql, params = []) => (statements.push([sql, params as []]), read(sql, params)),
          );
        const metricValue = [
          formatMetricCell({
            ...plain,
            key: 'attrCv1',
            from: 20250101,
            to: 20261231,
            at: { ad: [world.ads[0]] },
          }),
        ];
        await logs()
          .conversions.list(
            actorOf(world),
            { productId: world.productId, filter: { figure: metricValue }, pageSize: 5 },
            new Set(['figurePart']),
          )
          .finally(() => spy.mockRestore());
        const ofTouches = statements.filter(([sql]) => sql.includes('conversion_touch f'));
        expect(ofTouches.length).toBeGreaterThan(1);
        for (const [sql, params] of ofTouches) {
          const plan = await test.db.read<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
          expect([
            sql,
            plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH f ')),
          ]).toEqual([sql, [expect.stringContaining('day=? AND conversion_id=?')]]);
        }
      },
    );

    it.each([
      ['a malformed value', 'drop table'],
      ['a fee', 'feeYen;20260101-20260131'],
      ['a media value split by device', 'impressions;20260101-20260131;device=pc'],
      ['the coverage of media reports', 'coveredClicks;20260101-20260131'],
      ['an invalid day', 'clicks;20260230-20260231'],
      ['a reversed range of days', 'clicks;20260131-20260101'],
    ])('are refused for %s', async (_, text) => {
      const request = metricTotal(test.db, actorOf(world), world.productId, text);
      await expect(request).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { fields: { figure: expect.anything() } },
      });
    });

    it('are refused in the wrong log, without a product, and for a cell outside visibility', async () => {
      const actor = actorOf(world);
      const text = formatMetricCell(plain);
      await expect(
        logs().conversions.list(actor, { productId: world.productId, filter: { figure: [text] } }),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      await expect(logs().interactions.list(actor, { filter: { figure: [text] } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
      const foreign = formatMetricCell({ ...plain, at: { ad: [world.foreign.adId] } });
      await expect(metricTotal(test.db, actor, world.productId, foreign)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(metricTotal(test.db, actor, world.foreign.productId, text)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    });
  });
});
