import { Device, measureKeys, type MeasureKey } from '../../shared/catalog';
import { parseDateTime } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { adSummaries } from './ad-summaries';
import { attributions } from './attributions';
import type { AnalysisInput, AnalysisRow } from './input';
import { recomputeRollups, verifyDays } from './rollups';
import { daysOf, storeEvents, type Click, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const at = (text: string): number => parseDateTime(text) ?? Number.NaN;

/**
 * January 2026, one product. Ad 1 and Ad 2 are of category A, Ad 3 of category B.
 *
 * v1: 5th Ad 1 (pc, 30 yen) - 7th Ad 2 (smartphone, 20 yen) - 7th Ad 1 (pc, 30 yen) - buys for 6000 yen one day later
 * v2: 6th Ad 3 (tablet, 50.25 yen) - buys for 1000.50 yen an hour later - 8th Ad 2 (smartphone, 20 yen) - buys again for 500 yen
 * v3: buys for 300 yen on a pc without any touch
 * v4: fills in the form on the 9th, half an hour after Ad 3 (tablet, 50.25 yen)
 */
function events(world: World): Events {
  const [ad1, ad2, ad3] = world.ads;
  const [purchase, , form] = world.cvSettings;
  const click = (id: string, visitor: string, adId: number, device: number, time: string, costSen: number, first: boolean): Click => ({
    id, visitor, adId, device, time: at(time), costSen, first, redirectId: adId === ad1 ? world.redirects[0] : 0, lpoEntryId: adId === ad1 ? world.lpoEntries[0] : 0,
  });
  const c1 = click('c1', 'v1', ad1, Device.PC, '2026-01-05T10:00:00', 3000, true);
  const c2 = click('c2', 'v1', ad2, Device.SMARTPHONE, '2026-01-07T10:00:00', 2000, false);
  const c3 = click('c3', 'v1', ad1, Device.PC, '2026-01-07T23:30:00', 3000, false);
  const c4 = click('c4', 'v2', ad3, Device.TABLET, '2026-01-06T12:00:00', 5025, true);
  const c5 = click('c5', 'v2', ad2, Device.SMARTPHONE, '2026-01-08T12:00:00', 2000, false);
  const c6 = click('c6', 'v4', ad3, Device.TABLET, '2026-01-09T09:00:00', 5025, true);
  const excluded = { ...click('c7', 'v9', ad1, Device.PC, '2026-01-05T11:00:00', 3000, true), counted: false };
  const cv = (id: string, visitor: string, time: string, amountSen: number, device: number, settingId = purchase, type: 0 | 1 = 1) => ({
    id, visitor, time: at(time), amountSen, device, settingId, type, slot: 1,
  });
  return {
    clicks: [c1, c2, c3, c4, c5, c6, excluded],
    views: [
      { id: 'p1', time: at('2026-01-05T10:00:10'), device: Device.PC, click: c1 },
      { id: 'p2', time: at('2026-01-05T10:05:00'), device: Device.PC, click: c1 },
      // Its own day and device, though the interaction is of the day before.
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

/** Expected metrics; those not named are 0 (counts, sums) or null (the listed ratios). */
type Expected = Partial<Record<MeasureKey, number | null>>;

function checkRow(row: AnalysisRow | undefined, expected: Expected): void {
  if (!row) throw new Error('no such row');
  const actual = Object.fromEntries(measureKeys.map((key) => [key, row[key]]));
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
    const report = (input: Partial<AnalysisInput>) =>
      adSummaries(test.db, actorOf(world), { productId: world.productId, dateFrom: 20260101, dateTo: 20260131, ...input });
    const rowsByAd = async (input: Partial<AnalysisInput>) => {
      const { results, total } = await report(input);
      const byAd = new Map(results.map((row) => [row.no_ad ? 'none' : row.ad, row]));
      return { byAd, total, names: results.map((row) => (row.no_ad ? 'none' : row.ad)) };
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
      // o1 is Ad 1's (path 1-2-1 of 3 days), also two thirds of it by share.
      checkRow(byAd.get('Ad 1'), {
        ad_click_count: 2, first_touch_count: 1, pv_count: 3, cv_final_1: 1, cv_total_final: 1, cvr: 0.5, cvr_total: 0.5,
        ad_cost: 60, amount_sum: 6000, amount_avg: 6000, cpa: 60, roas: 100, profit: 5940, roi: 99,
        indirect_ratio: 0, indirect_cost: 60, ad_touch_3: 1, ad_touch_avg: 3, average_latency: 3 * DAY,
        attr_cv: 2 / 3, attr_amount: 4000, attr_avg: 6000, attr_cpa: 90, attr_roas: 4000 / 60, attr_cvr: 1 / 3, attr_profit: 3940,
      });
      // o3 is Ad 2's: the path 3-2 of 49 hours. It stands second in o1's path without being its last-CV ad.
      checkRow(byAd.get('Ad 2'), {
        ad_click_count: 2, cv_final_1: 1, cv_total_final: 1, cvr: 0.5, cvr_total: 0.5,
        ad_cost: 40, amount_sum: 500, amount_avg: 500, cpa: 40, roas: 12.5, profit: 460, roi: 11.5,
        indirect_2: 1, indirect_total: 1, indirect_ratio: 0.5, indirect_cost: 20,
        ad_touch_2: 1, ad_touch_avg: 2, average_latency: 49 * 3600,
        attr_cv: 1 / 3 + 1 / 2, attr_amount: 2250, attr_avg: 2250 / (5 / 6), attr_cpa: 40 / (5 / 6), attr_roas: 56.25,
        attr_cvr: 5 / 12, attr_profit: 2210,
      });
      // o2 is Ad 3's, the form too; it is first in o3's path.
      checkRow(byAd.get('Ad 3'), {
        ad_click_count: 2, first_touch_count: 2, pv_count: 1, cv_final_1: 1, cv_total_final: 1, cv_middle_1: 1, cv_total_middle: 1,
        cvr: 0.5, cvr_total: 0.5, ad_cost: 100.5, amount_sum: 1000.5, amount_avg: 1000.5, cpa: 100.5, roas: 1000.5 / 100.5,
        profit: 900, roi: 900 / 100.5, indirect_first: 1, indirect_total: 1, indirect_ratio: 0.5, indirect_cost: 50.25,
        ad_touch_1: 1, ad_touch_avg: 1, average_latency: 3600,
        attr_cv: 1.5, attr_amount: 1250.5, attr_avg: 1250.5 / 1.5, attr_cpa: 67, attr_roas: 1250.5 / 100.5, attr_cvr: 0.75, attr_profit: 1150,
      });
      checkRow(byAd.get('none'), {
        cv_final_1: 1, cv_total_final: 1, amount_sum: 300, amount_avg: 300, cpa: 0, profit: 300, indirect_ratio: 0, indirect_cost: 0,
        attr_cv: 1, attr_amount: 300, attr_avg: 300, attr_cpa: 0, attr_profit: 300,
      });
      checkRow(total, {
        ad_click_count: 6, first_touch_count: 3, pv_count: 4, cv_final_1: 4, cv_total_final: 4, cv_middle_1: 1, cv_total_middle: 1,
        cvr: 4 / 6, cvr_total: 4 / 6, ad_cost: 200.5, amount_sum: 7800.5, amount_avg: 7800.5 / 4, cpa: 200.5 / 4, roas: 7800.5 / 200.5,
        profit: 7600, roi: 7600 / 200.5, indirect_first: 1, indirect_2: 1, indirect_total: 2, indirect_ratio: 2 / 6, indirect_cost: 200.5 / 6,
        ad_touch_1: 1, ad_touch_2: 1, ad_touch_3: 1, ad_touch_avg: 2, average_latency: (3 * DAY + 49 * 3600 + 3600) / 3,
        attr_cv: 4, attr_amount: 7800.5, attr_avg: 7800.5 / 4, attr_cpa: 200.5 / 4, attr_roas: 7800.5 / 200.5, attr_cvr: 4 / 6, attr_profit: 7600,
      });
    });

    it('cuts the path of the repeat conversion (evaluation 2) or leaves it out (evaluation 1); touches stay', async () => {
      const cut = await rowsByAd({ evaluation: 2 });
      expect(cut.byAd.get('Ad 2')).toMatchObject({ cv_final_1: 1, ad_touch_1: 1, ad_touch_2: 0, average_latency: 3600 });
      expect(cut.byAd.get('Ad 3')).toMatchObject({ indirect_total: 0, attr_cv: 1, ad_click_count: 2 });
      const fresh = await rowsByAd({ evaluation: 1 });
      expect(fresh.byAd.get('Ad 2')).toMatchObject({ cv_final_1: 0, amount_sum: 0, ad_click_count: 2, ad_cost: 40, cpa: null, indirect_total: 1 });
      expect(fresh.total).toMatchObject({ cv_total_final: 3, amount_sum: 7300.5, ad_click_count: 6 });
    });

    const shares: [model: number, ad1: number, ad2: number, ad3: number][] = [
      [1, 2 / 3, 1 / 3 + 1 / 2, 1 + 1 / 2],
      // 0.49 : 0.7 : 1 and 0.7 : 1
      [2, 1.49 / 2.19, 0.7 / 2.19 + 1 / 1.7, 1 + 0.7 / 1.7],
      [3, 0.8, 0.2 + 0.5, 1 + 0.5],
      [4, 1, 0, 2],
      [5, 1, 1, 1],
    ];
    it.each(shares)('shares conversions out by model %i', async (attributionModel, ad1, ad2, ad3) => {
      const { byAd, total } = await rowsByAd({ attributionModel, evaluation: 3 });
      expect(byAd.get('Ad 1')?.attr_cv).toBeCloseTo(ad1, 9);
      expect(byAd.get('Ad 2')?.attr_cv).toBeCloseTo(ad2, 9);
      expect(byAd.get('Ad 3')?.attr_cv).toBeCloseTo(ad3, 9);
      expect(byAd.get('none')?.attr_cv).toBe(1);
      expect(total.attr_cv).toBeCloseTo(4, 9);
      expect(total.attr_amount).toBeCloseTo(7800.5, 9);
    });

    it('puts facts on the touch\u2019s device, credited ones on the last touch\u2019s, direct ones on their own', async () => {
      const { results } = await report({ axis: ['device'], evaluation: 3 });
      const seen = results.map(({ device, no_ad, ad_click_count, pv_count, cv_final_1, indirect_total, attr_cv }) =>
        [device, no_ad, ad_click_count, pv_count, cv_final_1, indirect_total, Number(attr_cv?.toFixed(6))]);
      expect(seen).toEqual([
        ['other', false, 0, 1, 0, 0, 0],
        ['pc', false, 2, 2, 2, 0, 1.666667],
        ['smartphone', false, 2, 0, 1, 1, 0.833333],
        ['tablet', false, 2, 1, 1, 1, 1.5],
      ]);
    });

    it('crosses axes; direct conversions stand apart as soon as an axis derives from the ad', async () => {
      const { results } = await report({ axis: ['category', 'device', 'lpo_title'], evaluation: 3 });
      const seen = results.map((row) => [row.category, row.device, row.lpo_title, row.no_ad, row.ad_click_count, row.cv_total_final]);
      expect(seen).toEqual([
        ['Category A', 'other', 'A', false, 0, 0],
        ['Category A', 'pc', 'A', false, 2, 1],
        ['Category A', 'smartphone', null, false, 2, 1],
        ['Category B', 'tablet', null, false, 2, 1],
        [null, 'pc', null, true, 0, 1],
      ]);
    });

    it('tells an ad without the value from no ad', async () => {
      const { results } = await report({ axis: ['type3'] });
      expect(results.map((row) => [row.type3_id, row.type3, row.no_ad, row.cv_total_final])).toEqual([
        [world.types[3][0], 'Type 3X', false, 1],
        [null, null, false, 2],
        [null, null, true, 1],
      ]);
    });

    it('filters facts, never touches, and leaves "(no ad)" out for a filter on ads', async () => {
      const { results, total } = await report({ filters: { adIds: [world.ads[1]] }, evaluation: 3 });
      expect(results).toHaveLength(1);
      expect(total).toMatchObject({ ad_click_count: 2, cv_total_final: 1, ad_touch_2: 1, indirect_2: 1, average_latency: 49 * 3600 });
      expect(total.attr_cv).toBeCloseTo(5 / 6, 9);
      const pc = await report({ filters: { device: ['pc'] }, evaluation: 3 });
      expect(pc.results.map((row) => [row.ad, row.no_ad, row.cv_total_final])).toEqual([['Ad 1', false, 1], [null, true, 1]]);
    });

    it('lets the chosen CV settings change cvr and nothing else', async () => {
      const plain = await report({});
      const chosen = await report({ cvSettingIds: [world.cvSettings[2]] });
      expect(chosen.total.cvr).toBeCloseTo(1 / 6, 12);
      expect({ ...chosen.total, cvr: 0 }).toEqual({ ...plain.total, cvr: 0 });
      const both = await report({ cvSettingIds: [world.cvSettings[0], world.cvSettings[2]] });
      expect(both.total.cvr).toBeCloseTo(5 / 6, 12);
    });

    it('has rows only where a fact is not zero', async () => {
      const { results, total } = await report({ dateFrom: 20260109, dateTo: 20260109 });
      expect(results.map((row) => row.ad)).toEqual(['Ad 3']);
      expect(total).toMatchObject({ ad_click_count: 1, cv_total_middle: 1, cv_total_final: 0, cvr: 0, cpa: null, amount_avg: null });
      const nothing = await report({ dateFrom: 20250101, dateTo: 20251231 });
      expect(nothing.results).toEqual([]);
      expect(nothing.total).toMatchObject({ ad_click_count: 0, cvr: null, ad_touch_avg: null });
    });

    it('compares normal and attributed figures, and all models side by side', async () => {
      const { results, total } = await attributions(test.db, actorOf(world), {
        productId: world.productId, dateFrom: 20260101, dateTo: 20260131, evaluation: 3, attributionModel: 4, models: true,
      });
      const [first, second, third, none] = results;
      expect(first).toMatchObject({ cv_total_final: 1, attr_cv: 1, cv_total_final_diff: 0, cv_total_final_ratio: 1, amount_sum_diff: 0 });
      expect(second).toMatchObject({ cv_total_final_diff: -1, cv_total_final_ratio: 0, amount_avg_diff: null, cpa_ratio: null, roas_ratio: 0 });
      expect(third).toMatchObject({ cv_total_final_diff: 1, cv_total_final_ratio: 2, amount_sum_diff: 500 });
      expect(none).toMatchObject({ no_ad: true, cv_total_final_diff: 0, roas_diff: null });
      expect(third.models?.map((credit) => credit.attr_cv?.toFixed(4))).toEqual(['1.5000', '1.4118', '1.5000', '2.0000', '1.0000']);
      for (const credit of total.models ?? []) expect(credit.attr_amount).toBeCloseTo(7800.5, 8);
    });

    it('agrees with the logs', async () => {
      expect(await verifyDays(test.db, world.productId, daysOf(events(world)))).toEqual([]);
    });
  });
});
