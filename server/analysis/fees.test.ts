import { parseDateTime } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { AdFee } from '../settings/ad/ad-fee.entity';
import { adSummaries } from './reports';
import { timeSeries } from './reports/time-series';
import type { ReportInput } from './input';
import { recomputeRollups } from '../rollups';
import { daysOf, storeEvents, type Click, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const at = (text: string): number => parseDateTime(text) ?? Number.NaN;

onEachDatabase((dialect) => {
  describe('period fees', () => {
    let test: TestDatabase;
    let world: World;
    const ask = (input: Partial<ReportInput> = {}) =>
      adSummaries.read(test.db, actorOf(world), {
        productId: world.productId,
        dateFrom: 20260101,
        dateTo: 20260131,
        ...input,
      });
    const costs = async (input: Partial<ReportInput>, label: 'ad' | 'device' | 'asp' = 'ad') =>
      (await ask({ axis: [label], ...input })).results.map((row) => [row[label], row.figures.adCost]);

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const [ad1] = world.ads;
      const click = (id: string, device: number, time: string, costSen: number): Click => ({
        id,
        device,
        time: at(time),
        costSen,
        visitor: id,
        adId: ad1,
        redirectId: 0,
        lpoEntryId: 0,
        first: true,
      });
      const c1 = click('c1', 1, '2026-01-10T10:00:00', 1000);
      const c2 = click('c2', 2, '2026-01-10T11:00:00', 3000);
      const c3 = click('c3', 2, '2026-01-10T12:00:00', 0);
      const events: Events = {
        clicks: [c1, c2, c3],
        views: [],
        cvs: [
          {
            id: 'o1',
            visitor: 'c1',
            time: at('2026-01-10T13:00:00'),
            settingId: world.cvSettings[0],
            type: 1,
            slot: 1,
            amountSen: 100,
            device: 1,
          },
        ],
      };
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
        const fee = (values: Partial<AdFee>) =>
          tx.manager.save(Object.assign(new AdFee(), { adId: null, aspId: null, ...values }));
        // Ad 1: 310 yen over January, and 60 yen over 10 and 11 January. The fee of its asp does not apply.
        await fee({ adId: ad1, periodFrom: 20260101, periodTo: 20260131, amount: 310 });
        await fee({ adId: ad1, periodFrom: 20260110, periodTo: 20260111, amount: 60 });
        // Asp A has Ad 1, 3 and 5. The last two each take its fee.
        await fee({ aspId: world.asps[0], periodFrom: 20260116, periodTo: 20260214, amount: 300 });
      });
    });
    afterAll(() => test.drop());

    it('spread evenly over their days and add up; the asp’s fees apply only to ads without fees', async () => {
      expect(await costs({})).toEqual([
        ['Ad 1', 40 + 370],
        ['Ad 3', 160],
        ['Ad 5', 160],
      ]);
      expect(await costs({ dateFrom: 20260110, dateTo: 20260110 })).toEqual([['Ad 1', 40 + 10 + 30]]);
      expect(await costs({ dateFrom: 20260201, dateTo: 20260228 })).toEqual([
        ['Ad 3', 140],
        ['Ad 5', 140],
      ]);
      expect((await ask()).total.figures).toMatchObject({ adCost: 730, cpa: 730, profit: 1 - 730 });
      expect(await costs({ filters: { adIds: [world.ads[2]] } })).toEqual([['Ad 3', 160]]);
      expect(await costs({}, 'asp')).toEqual([['Asp A', 730]]);
    });

    const day = { dateFrom: 20260110, dateTo: 20260110 };
    const splits: [mode: number, name: string, pc: number, smartphone: number][] = [
      [1, 'CV count', 10 + 40, 30],
      [2, 'sales', 10 + 40, 30],
      [3, 'click cost', 10 + 10, 30 + 30],
    ];
    it.each(splits)('are split on a finer axis by mode %i, %s', async (mode, _name, pc, smartphone) => {
      await test.db.write((tx) =>
        tx.execute('UPDATE product SET ad_cost_allocation_mode = ? WHERE id = ?', [mode, world.productId]),
      );
      expect(await costs(day, 'device')).toEqual([
        ['pc', pc],
        ['smartphone', smartphone],
      ]);
      expect(await costs({ ...day, filters: { device: ['smartphone'] } })).toEqual([['Ad 1', smartphone]]);
    });

    it('fall on their days, weeks and months in a trend', async () => {
      const trend = async (input: Partial<ReportInput>) =>
        (
          await timeSeries.read(test.db, actorOf(world), {
            productId: world.productId,
            dateFrom: 20260101,
            dateTo: 20260131,
            filters: { adIds: [world.ads[0]] },
            ...input,
          })
        ).results;
      const byDay = await trend({ unit: 'day' });
      expect(byDay.slice(8, 12).map(({ period, figures }) => [period, figures.adCost])).toEqual([
        ['2026/01/09', 10],
        ['2026/01/10', 40 + 10 + 30],
        ['2026/01/11', 10 + 30],
        ['2026/01/12', 10],
      ]);
      expect((await trend({ unit: 'week' })).map(({ period, figures }) => [period, figures.adCost])).toEqual([
        ['2025/12/29', 40],
        ['2026/01/05', 40 + 70 + 60],
        ['2026/01/12', 70],
        ['2026/01/19', 70],
        ['2026/01/26', 60],
      ]);
      const months = await trend({
        unit: 'month',
        dateFrom: 20260201,
        dateTo: 20260331,
        filters: { adIds: [world.ads[2]] },
      });
      expect(months.map(({ figures, previous }) => [figures.adCost, previous?.adCost])).toEqual([
        [140, 0],
        [0, 160],
      ]);
      const split = await trend({ unit: 'day', axis: ['device'], dateFrom: 20260110, dateTo: 20260111 });
      const at = (day: string) =>
        split
          .filter(({ period }) => period === day)
          .reduce((sum, { figures }) => sum + (figures.adCost ?? 0), 0);
      expect([at('2026/01/10'), at('2026/01/11')]).toEqual([80, 40]);
    });

    it('stay with the ad on days without anything to split by, and the parts add up to the whole', async () => {
      const byDevice = await costs({}, 'device');
      expect(byDevice).toEqual([
        ['pc', expect.any(Number)],
        ['smartphone', expect.any(Number)],
        [null, expect.any(Number)],
      ]);
      const sum = byDevice.reduce((all, [, cost]) => all + Number(cost), 0);
      expect(sum).toBeCloseTo(730, 9);
    });
  });
});
