import { Device, measureKeys, type MeasureKey } from '../../shared/catalog';
import { parseDateTime } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { adSummaries } from './reports/ad-summaries';
import { attributions } from './reports/attributions';
import type { ReportInput, ReportRow } from './input';
import { recomputeRollups, verifyDays } from './rollups';
import { daysOf, storeEvents, type Click, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const at = (text: string): number => parseDateTime(text) ?? Number.NaN;

/**
 * January 2026, one product. Ad 1 and Ad 2 are in category A, Ad 3 in category B.
 *
 * v1: 5th Ad 1 (pc, 30 yen) - 7th Ad 2 (smartphone, 20 yen) - 7th Ad 1 (pc, 30 yen) - buys for 6000 yen one
 * day later
 * v2: 6th Ad 3 (tablet, 50.25 yen) - buys for 1000.50 yen an hour later - 8th Ad 2 (smartphone, 20 yen) -
 * buys again for 500 yen
 * v3: buys for 300 yen on a pc without any touch
 * v4: fills in the form on the 9th, half an hour after Ad 3 (tablet, 50.25 yen)
 */
function events(world: World): Events {
  const [ad1, ad2, ad3] = world.ads;
  const [purchase, , form] = world.cvSettings;
  const click = (
    id: string,
    visitor: string,
    adId: number,
    device: number,
    time: string,
    costSen: number,
    first: boolean,
  ): Click => ({
    id,
    visitor,
    adId,
    device,
    time: at(time),
    costSen,
    first,
    redirectId: adId === ad1 ? world.redirects[0] : 0,
    lpoEntryId: adId === ad1 ? world.lpoEntries[0] : 0,
  });
  const c1 = click('c1', 'v1', ad1, Device.PC, '2026-01-05T10:00:00', 3000, true);
  const c2 = click('c2', 'v1', ad2, Device.SMARTPHONE, '2026-01-07T10:00:00', 2000, false);
  const c3 = click('c3', 'v1', ad1, Device.PC, '2026-01-07T23:30:00', 3000, false);
  const c4 = click('c4', 'v2', ad3, Device.TABLET, '2026-01-06T12:00:00', 5025, true);
  const c5 = click('c5', 'v2', ad2, Device.SMARTPHONE, '2026-01-08T12:00:00', 2000, false);
  const c6 = click('c6', 'v4', ad3, Device.TABLET, '2026-01-09T09:00:00', 5025, true);
  const excluded = {
    ...click('c7', 'v9', ad1, Device.PC, '2026-01-05T11:00:00', 3000, true),
    counted: false,
  };
  const cv = (
    id: string,
    visitor: string,
    time: string,
    amountSen: number,
    device: number,
    settingId = purchase,
    type: 0 | 1 = 1,
  ) => ({
    id,
    visitor,
    time: at(time),
    amountSen,
    device,
    settingId,
    type,
    slot: 1,
  });
  return {
    clicks: [c1, c2, c3, c4, c5, c6, excluded],
    views: [
      { id: 'p1', time: at('2026-01-05T10:00:10'), device: Device.PC, click: c1 },
      { id: 'p2', time: at('2026-01-05T10:05:00'), device: Device.PC, click: c1 },
      // Uses its own day and device, although the interaction is from the day before.
      { id: 'p3', time: at('2026-01-08T00:05:00'), device: Device.OTHER, click: c3 },
      { id: 'p4', time: at('2026-01-06T12:01:00'), device: Device.TABLET, click: c4 },
      { id: 'p5', time: at('2026-01-06T18:00:00'), device: Device.TABLET, click: null },
    ],
    cvs: [
      cv('o1', 'v1', '2026-01-08T10:00:00', 600_000, Device.PC),
      cv('o2', 'v2', '2026-01-06T13:00:00', 100_050, Device.TABLET),
      cv('o3', 'v2', '2026-01-08T13:00:00', 50_000, Device.SMARTPHONE),
      cv('o4', 'v3', '2026-01-10T13:00:00', 30_000, Device.PC),
      cv('o5', 'v4', '2026-01-09T09:30:00', 0, Device.TABLET, form, 0),
    ],
  };
}

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
      const all = events(world);
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
      // o3 belongs to Ad 2: path 3-2 over 49 hours. Ad 2 is second in the path of o1 without being its
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
      // o2 and the form belong to Ad 3, which is first in the path of o3.
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
      ]);
      expect(credit.total.models).toHaveLength(5);
      for (const { figures } of credit.total.models ?? []) expect(figures.attrAmount).toBeCloseTo(7800.5, 8);
    });

    it('agrees with the logs', async () => {
      expect(await verifyDays(test.db, world.productId, daysOf(events(world)))).toEqual([]);
    });
  });
});
