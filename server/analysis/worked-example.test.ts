import { measureKeys, type MeasureKey } from '../../shared/catalog';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { adSummaries } from './reports';
import { attributions } from './reports/attributions';
import type { ReportInput, ReportRow } from './input';
import { recomputeRollups, verifyDays } from '../rollups';
import { daysOf, storeEvents } from './testing/store-events';
import { workedEvents } from './testing/worked-events';
import { actorOf, makeWorld, type World } from './testing/world';

const DAY = 86_400;

/** Expected metrics; the others are 0 (counts, sums) or null (ratios). */
type Expected = Partial<Record<MeasureKey, number | null>>;

function checkRow(row: ReportRow | undefined, expected: Expected): void {
  if (!row) throw new Error('no such row');
  const actual = Object.fromEntries(measureKeys.map((key) => [key, row.figures[key]]));
  for (const key of measureKeys) {
    const want = key in expected ? expected[key] : actual[key] === null ? null : 0;
    if (typeof want === 'number') expect([key, actual[key]]).toEqual([key, expect.closeTo(want, 9)]);
    else expect([key, actual[key]]).toEqual([key, want]);
  }
}

onEachDatabase((dialect) => {
  describe('the worked example', () => {
    let test: TestDatabase;
    let world: World;
    const report = (input: Partial<ReportInput>) =>
      adSummaries.read(test.db, actorOf(world), {
        productId: world.productId,
        dateFrom: 20260101,
        dateTo: 20260131,
        ...input,
      });
    const rowsByAd = async (input: Partial<ReportInput>) => {
      const { results, total } = await report(input);
      const byAd = new Map(results.map((row) => [row.noAd ? 'none' : row.ad, row]));
      return { byAd, total, names: results.map((row) => (row.noAd ? 'none' : row.ad)) };
    };

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const all = workedEvents(world);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, all);
        await recomputeRollups(tx, world.productId, daysOf(all));
      });
    });
    afterAll(() => test.drop());

    it('counts every metric of every ad with the whole history (evaluation 3, linear)', async () => {
      const { byAd, total, names } = await rowsByAd({ evaluation: 3, attributionModel: 1 });
      expect(names).toEqual(['Ad 1', 'Ad 2', 'Ad 3', 'none']);
      // o1 belongs to Ad 1: path 1-2-1 over 3 days, two thirds of it by share.
      checkRow(byAd.get('Ad 1'), {
        adClickCount: 2,
        firstTouchCount: 1,
        pvCount: 3,
        cvFinal1: 1,
        cvTotalFinal: 1,
        cvr: 0.5,
        cvrTotal: 0.5,
        adCost: 60,
        amountSum: 6000,
        amountNet: 6000,
        amountAvg: 6000,
        cpa: 60,
        roas: 100,
        profit: 5940,
        roi: 99,
        indirectRatio: 0,
        indirectCost: 60,
        adTouch3: 1,
        adTouchAvg: 3,
        averageLatency: 3 * DAY,
        attrCv: 2 / 3,
        attrAmount: 4000,
        attrAvg: 6000,
        attrCpa: 90,
        attrRoas: 4000 / 60,
        attrCvr: 1 / 3,
        attrProfit: 3940,
      });
      // o3 belongs to Ad 2: path 3-2 over 49 hours. It was cancelled. Ad 2 is second in the path of o1 without being its
      // last-CV ad.
      checkRow(byAd.get('Ad 2'), {
        adClickCount: 2,
        cvFinal1: 1,
        cvTotalFinal: 1,
        cvr: 0.5,
        cvrTotal: 0.5,
        adCost: 40,
        amountSum: 500,
        amountAvg: 500,
        cvCancelled: 1,
        cpa: 40,
        roas: 12.5,
        profit: 460,
        roi: 11.5,
        indirect2: 1,
        indirectTotal: 1,
        indirectRatio: 0.5,
        indirectCost: 20,
        adTouch2: 1,
        adTouchAvg: 2,
        averageLatency: 49 * 3600,
        attrCv: 1 / 3 + 1 / 2,
        attrAmount: 2250,
        attrAvg: 2250 / (5 / 6),
        attrCpa: 40 / (5 / 6),
        attrRoas: 56.25,
        attrCvr: 5 / 12,
        attrProfit: 2210,
      });
      // o2, whose amount was halved, and the form belong to Ad 3, which is first in the path of o3.
      checkRow(byAd.get('Ad 3'), {
        adClickCount: 2,
        firstTouchCount: 2,
        pvCount: 1,
        cvFinal1: 1,
        cvTotalFinal: 1,
        cvMiddle1: 1,
        cvTotalMiddle: 1,
        cvr: 0.5,
        cvrTotal: 0.5,
        adCost: 100.5,
        amountSum: 1000.5,
        amountNet: 500.25,
        amountAvg: 1000.5,
        cpa: 100.5,
        roas: 1000.5 / 100.5,
        profit: 900,
        roi: 900 / 100.5,
        indirectFirst: 1,
        indirectTotal: 1,
        indirectRatio: 0.5,
        indirectCost: 50.25,
        adTouch1: 1,
        adTouchAvg: 1,
        averageLatency: 3600,
        attrCv: 1.5,
        attrAmount: 1250.5,
        attrAvg: 1250.5 / 1.5,
        attrCpa: 67,
        attrRoas: 1250.5 / 100.5,
        attrCvr: 0.75,
        attrProfit: 1150,
      });
      checkRow(byAd.get('none'), {
        cvFinal1: 1,
        cvTotalFinal: 1,
        amountSum: 300,
        amountAvg: 300,
        cvCancelled: 1,
        cpa: 0,
        profit: 300,
        indirectRatio: 0,
        indirectCost: 0,
        attrCv: 1,
        attrAmount: 300,
        attrAvg: 300,
        attrCpa: 0,
        attrProfit: 300,
      });
      checkRow(total, {
        adClickCount: 6,
        firstTouchCount: 3,
        pvCount: 4,
        cvFinal1: 4,
        cvTotalFinal: 4,
        cvMiddle1: 1,
        cvTotalMiddle: 1,
        cvr: 4 / 6,
        cvrTotal: 4 / 6,
        adCost: 200.5,
        amountSum: 7800.5,
        amountNet: 6500.25,
        cvCancelled: 2,
        amountAvg: 7800.5 / 4,
        cpa: 200.5 / 4,
        roas: 7800.5 / 200.5,
        profit: 7600,
        roi: 7600 / 200.5,
        indirectFirst: 1,
        indirect2: 1,
        indirectTotal: 2,
        indirectRatio: 2 / 6,
        indirectCost: 200.5 / 6,
        adTouch1: 1,
        adTouch2: 1,
        adTouch3: 1,
        adTouchAvg: 2,
        averageLatency: (3 * DAY + 49 * 3600 + 3600) / 3,
        attrCv: 4,
        attrAmount: 7800.5,
        attrAvg: 7800.5 / 4,
        attrCpa: 200.5 / 4,
        attrRoas: 7800.5 / 200.5,
        attrCvr: 4 / 6,
        attrProfit: 7600,
      });
    });

    it('cuts the path of the repeat conversion (evaluation 2) or excludes it (evaluation 1), without changing touches', async () => {
      const cut = await rowsByAd({ evaluation: 2 });
      expect(cut.byAd.get('Ad 2')?.figures).toMatchObject({
        cvFinal1: 1,
        adTouch1: 1,
        adTouch2: 0,
        averageLatency: 3600,
      });
      expect(cut.byAd.get('Ad 3')?.figures).toMatchObject({ indirectTotal: 0, attrCv: 1, adClickCount: 2 });
      const fresh = await rowsByAd({ evaluation: 1 });
      expect(fresh.byAd.get('Ad 2')?.figures).toMatchObject({
        cvFinal1: 0,
        amountSum: 0,
        adClickCount: 2,
        adCost: 40,
        cpa: null,
        indirectTotal: 1,
      });
      expect(fresh.total.figures).toMatchObject({ cvTotalFinal: 3, amountSum: 7300.5, adClickCount: 6 });
    });

    const shares: [model: number, ad1: number, ad2: number, ad3: number][] = [
      [1, 2 / 3, 1 / 3 + 1 / 2, 1 + 1 / 2],
      // 0.49 : 0.7 : 1 and 0.7 : 1
      [2, 1.49 / 2.19, 0.7 / 2.19 + 1 / 1.7, 1 + 0.7 / 1.7],
      [3, 0.8, 0.2 + 0.5, 1 + 0.5],
      [4, 1, 0, 2],
      [5, 1, 1, 1],
      [6, 1 / 2, 1 / 2 + 1 / 2, 1 + 1 / 2],
    ];
    it.each(shares)('attributes conversions by model %i', async (attributionModel, ad1, ad2, ad3) => {
      const { byAd, total } = await rowsByAd({ attributionModel, evaluation: 3 });
      expect(byAd.get('Ad 1')?.figures.attrCv).toBeCloseTo(ad1, 9);
      expect(byAd.get('Ad 2')?.figures.attrCv).toBeCloseTo(ad2, 9);
      expect(byAd.get('Ad 3')?.figures.attrCv).toBeCloseTo(ad3, 9);
      expect(byAd.get('none')?.figures.attrCv).toBe(1);
      expect(total.figures.attrCv).toBeCloseTo(4, 9);
      expect(total.figures.attrAmount).toBeCloseTo(7800.5, 9);
    });

    it('uses the device of the touch for touch facts, of the last touch for credited facts, and its own for direct conversions', async () => {
      const { results } = await report({ axis: ['device'], evaluation: 3 });
      const seen = results.map(
        ({ device, noAd, figures: { adClickCount, pvCount, cvFinal1, indirectTotal, attrCv } }) => [
          device,
          noAd,
          adClickCount,
          pvCount,
          cvFinal1,
          indirectTotal,
          Number(attrCv?.toFixed(6)),
        ],
      );
      expect(seen).toEqual([
        ['other', false, 0, 1, 0, 0, 0],
        ['pc', false, 2, 2, 2, 0, 1.666667],
        ['smartphone', false, 2, 0, 1, 1, 0.833333],
        ['tablet', false, 2, 1, 1, 1, 1.5],
      ]);
    });

    it('crosses axes, and separates direct conversions if an axis derives from the ad', async () => {
      const { results } = await report({ axis: ['category', 'device', 'lpoTitle'], evaluation: 3 });
      const seen = results.map((row) => [
        row.category,
        row.device,
        row.lpoTitle,
        row.noAd,
        row.figures.adClickCount,
        row.figures.cvTotalFinal,
      ]);
      expect(seen).toEqual([
        ['Category A', 'other', 'A', false, 0, 0],
        ['Category A', 'pc', 'A', false, 2, 1],
        ['Category A', 'smartphone', null, false, 2, 1],
        ['Category B', 'tablet', null, false, 2, 1],
        [null, 'pc', null, true, 0, 1],
      ]);
    });

    it('distinguishes an ad without a value from no ad', async () => {
      const { results } = await report({ axis: ['type3'] });
      expect(results.map((row) => [row.type3Id, row.type3, row.noAd, row.figures.cvTotalFinal])).toEqual([
        [world.types[3][0], 'Type 3X', false, 1],
        [null, null, false, 2],
        [null, null, true, 1],
      ]);
    });

    it('filters facts but never touches, and excludes "(no ad)" for a filter on ads', async () => {
      const { results, total } = await report({ filters: { adIds: [world.ads[1]] }, evaluation: 3 });
      expect(results).toHaveLength(1);
      expect(total.figures).toMatchObject({
        adClickCount: 2,
        cvTotalFinal: 1,
        adTouch2: 1,
        indirect2: 1,
        averageLatency: 49 * 3600,
      });
      expect(total.figures.attrCv).toBeCloseTo(5 / 6, 9);
      const pc = await report({ filters: { device: ['pc'] }, evaluation: 3 });
      expect(pc.results.map((row) => [row.ad, row.noAd, row.figures.cvTotalFinal])).toEqual([
        ['Ad 1', false, 1],
        [null, true, 1],
      ]);
    });

    it('changes only cvr for chosen CV settings', async () => {
      const plain = await report({});
      const chosen = await report({ cvSettingIds: [world.cvSettings[2]] });
      expect(chosen.total.figures.cvr).toBeCloseTo(1 / 6, 12);
      expect({ ...chosen.total.figures, cvr: 0 }).toEqual({ ...plain.total.figures, cvr: 0 });
      const both = await report({ cvSettingIds: [world.cvSettings[0], world.cvSettings[2]] });
      expect(both.total.figures.cvr).toBeCloseTo(5 / 6, 12);
    });

    it('has rows only for facts that are not zero', async () => {
      const { results, total } = await report({ dateFrom: 20260109, dateTo: 20260109 });
      expect(results.map((row) => row.ad)).toEqual(['Ad 3']);
      expect(total.figures).toMatchObject({
        adClickCount: 1,
        cvTotalMiddle: 1,
        cvTotalFinal: 0,
        cvr: 0,
        cpa: null,
        amountAvg: null,
      });
      const nothing = await report({ dateFrom: 20250101, dateTo: 20251231 });
      expect(nothing.results).toEqual([]);
      expect(nothing.total.figures).toMatchObject({ adClickCount: 0, cvr: null, adTouchAvg: null });
    });

    it('compares normal and attributed values, and all models side by side', async () => {
      const input = {
        productId: world.productId,
        dateFrom: 20260101,
        dateTo: 20260131,
        evaluation: 3,
        attributionModel: 4,
      };
      const { results } = await attributions.read(test.db, actorOf(world), input);
      const [first, second, third, none] = results;
      expect(first).toMatchObject({
        cvTotalFinal: { normal: 1, attributed: 1, difference: 0, ratio: 1 },
        amountSum: { difference: 0 },
      });
      expect(second).toMatchObject({
        cvTotalFinal: { difference: -1, ratio: 0 },
        amountAvg: { difference: null },
        cpa: { ratio: null },
        roas: { ratio: 0 },
      });
      expect(third).toMatchObject({
        cvTotalFinal: { difference: 1, ratio: 2 },
        amountSum: { difference: 500 },
      });
      expect(none).toMatchObject({ noAd: true, cvTotalFinal: { difference: 0 }, roas: { difference: null } });
      const fields = ['models.figures.attrCv', 'models.figures.attrAmount'];
      const credit = await attributions.read(test.db, actorOf(world), { ...input, fields });
      expect(credit.results[2]?.models?.map(({ figures }) => figures.attrCv?.toFixed(4))).toEqual([
        '1.5000',
        '1.4118',
        '1.5000',
        '2.0000',
        '1.0000',
        '1.5000',
      ]);
      expect(credit.total.models).toHaveLength(6);
      for (const { figures } of credit.total.models ?? []) expect(figures.attrAmount).toBeCloseTo(7800.5, 8);
    });

    it('agrees with the logs', async () => {
      expect(await verifyDays(test.db, world.productId, daysOf(workedEvents(world)))).toEqual([]);
    });
  });
});
