import { parseDateTime } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { ReportInput } from './input';
import { reports } from './reports';
import { recomputeRollups } from '../rollups';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const NOW = parseDateTime('2026-01-31T12:00:00') ?? 0;

onEachDatabase((dialect) => {
  describe('attributes of the ad beside the axes', () => {
    let test: TestDatabase;
    let world: World;
    const ask = (
      key: 'adSummaries' | 'attributions' | 'timeSeries' | 'lpoAnalysis',
      input: Partial<ReportInput>,
    ) =>
      reports[key].read(
        test.db,
        actorOf(world),
        { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, ...input },
        NOW,
      );

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 3);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    it('are the current ones of the ad, if requested', async () => {
      const { results } = await ask('adSummaries', {
        axis: ['ad'],
        fields: ['agency', 'aspId', 'figures.adClickCount'],
      });
      const rows = results.map(({ ad, agency, agencyId, asp, aspId, category }) => ({
        ad,
        agency,
        agencyId,
        asp,
        aspId,
        category,
      }));
      const [first] = rows;
      expect(first).toEqual({
        ad: 'Ad 1',
        agency: 'Agency A',
        agencyId: world.agencies[0],
        asp: 'Asp A',
        aspId: world.asps[0],
        category: undefined,
      });
      expect(rows.find(({ ad }) => ad === 'Ad 6')).toMatchObject({
        agency: null,
        agencyId: null,
        asp: null,
        aspId: null,
      });
      expect(results.at(-1)).toMatchObject({ noAd: true, ad: null, agency: null, aspId: null });
      expect(Object.keys((await ask('adSummaries', { axis: ['ad'] })).results[0] ?? {})).not.toContain(
        'agency',
      );
    });

    it('change no rows and no metrics', async () => {
      const axis = ['ad', 'device'];
      const plain = await ask('attributions', { axis });
      const beside = await ask('attributions', {
        axis,
        fields: ['type1', 'category', 'figures.attrCv', 'figures.cvTotalFinal', 'attrCv.ratio'],
      });
      const keys = (rows: typeof plain.results) =>
        rows.map(({ adId, device, figures }) => [adId, device, figures.attrCv]);
      expect(keys(beside.results)).toEqual(keys(plain.results));
      for (const { adId, noAd, type1 } of beside.results)
        expect([noAd, adId === world.ads[5], type1 === null]).toEqual([
          noAd,
          adId === world.ads[5],
          noAd || adId === world.ads[5],
        ]);
    });

    it('are missing on rows that combine several ads', async () => {
      const { results } = await ask('adSummaries', {
        axis: ['asp'],
        fields: ['agency', 'figures.adClickCount'],
      });
      for (const row of results) expect(row).not.toHaveProperty('agency');
      await expect(ask('adSummaries', { axis: ['asp'], sortName: 'agency' })).rejects.toThrow();
    });

    it('name the ad of a variant, and the device only if the report is limited to it', async () => {
      const fields = ['ad', 'adId', 'agency', 'device', 'figures.adClickCount'];
      const axis = ['redirect', 'lpoTitle'];
      const { results } = await ask('lpoAnalysis', { axis, fields });
      const byAd = new Map(
        (await ask('adSummaries', { axis: ['ad'], fields })).results.map((row) => [row.adId, row]),
      );
      const named = results.filter(({ redirectId }) => redirectId != null);
      expect(named.length).toBeGreaterThan(0);
      for (const { adId, ad, agency, redirect, device } of named) {
        expect([ad, agency]).toEqual([byAd.get(adId)?.ad, byAd.get(adId)?.agency]);
        expect(redirect).toContain(ad);
        expect(device).toBeNull();
      }
      for (const { redirectId, lpoTitleId, adId } of results)
        if (redirectId == null && lpoTitleId == null) expect(adId).toBeNull();
      const limited = await ask('lpoAnalysis', { axis, fields, filters: { device: ['pc'] } });
      expect(limited.results.every(({ device }) => device === 'pc')).toBe(true);
    });

    it('sort rows, and appear in a trend', async () => {
      const { results } = await ask('adSummaries', { axis: ['ad'], sortName: 'agency', sortAsc: false });
      expect(results.map(({ agency }) => agency).slice(0, 5)).toEqual([
        'Agency B',
        'Agency B',
        'Agency A',
        'Agency A',
        null,
      ]);
      const trend = await ask('timeSeries', {
        axis: ['ad'],
        unit: 'month',
        top: 1,
        fields: ['asp', 'period', 'figures.cvTotalFinal'],
      });
      for (const { restCount, adId, asp } of trend.results) {
        if (restCount !== undefined) expect(asp).toBeNull();
        else if (adId === world.ads[0]) expect(asp).toBe('Asp A');
      }
    });
  });
});
