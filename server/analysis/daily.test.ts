import { measureKeys, RoleType } from '../../shared/catalog';
import { addDays, countDays } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { AdFee } from '../settings/ad/ad-fee.entity';
import { adRanking } from './ad-ranking';
import { readDailyMetrics } from './daily';
import { adSummaries } from './reports';
import { recomputeRollups } from '../rollups';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

jest.setTimeout(120_000);
const NOW = Date.parse('2026-02-20T12:00:00+09:00');
const RANGE = { dateFrom: 20260110, dateTo: 20260208 };

onEachDatabase((dialect) => {
  describe('daily metrics', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 23);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
        await tx.manager.save(
          Object.assign(new AdFee(), {
            adId: world.ads[0],
            aspId: null,
            periodFrom: 20260115,
            periodTo: 20260320,
            amount: 12_345,
          }),
        );
        await tx.manager.save(
          Object.assign(new AdFee(), {
            adId: null,
            aspId: world.asps[1],
            periodFrom: 20250101,
            periodTo: 20260120,
            amount: 99_999,
          }),
        );
      });
    });
    afterAll(() => test.drop());

    it.each([
      ['for all ads', {}],
      ['for one ad', { adIds: 1 }],
      ['for new customers, by decay', { evaluation: 1, attributionModel: 2 }],
    ])(
      '%s equal the ad statistics of each day',
      async (_name, more: { adIds?: number; evaluation?: number; attributionModel?: number }) => {
        const actor = actorOf(world);
        const { adIds, ...options } = more;
        const ads = adIds ? [world.ads[0]] : null;
        const days = await readDailyMetrics(
          test.db,
          actor,
          { productId: world.productId, ...RANGE, ...options, adIds: ads },
          NOW,
        );
        expect(days.map(({ day }) => day)).toEqual(
          Array.from({ length: countDays(RANGE.dateFrom, RANGE.dateTo) }, (_, n) =>
            addDays(RANGE.dateFrom, n),
          ),
        );
        for (const { day, figures } of days) {
          const { total } = await adSummaries.read(
            test.db,
            actor,
            { productId: world.productId, dateFrom: day, dateTo: day, ...options, filters: { adIds: ads } },
            NOW,
          );
          for (const key of measureKeys) {
            const expected = total.figures[key];
            expect([day, key, figures[key]]).toEqual([
              day,
              key,
              expected === null ? null : expect.closeTo(expected, 6),
            ]);
          }
        }
      },
    );

    it('are limited to an agency’s own ads', async () => {
      const agent = actorOf(world, RoleType.AGENCY, world.agencies[0]);
      const days = await readDailyMetrics(test.db, agent, { productId: world.productId, ...RANGE }, NOW);
      const { total } = await adSummaries.read(test.db, agent, { productId: world.productId, ...RANGE }, NOW);
      expect(days.reduce((sum, { figures }) => sum + (figures.adClickCount ?? 0), 0)).toBe(
        total.figures.adClickCount,
      );
      await expect(
        readDailyMetrics(
          test.db,
          agent,
          { productId: world.productId, ...RANGE, adIds: [world.ads[3]] },
          NOW,
        ),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it.each([
      ['in the wrong order', { dateFrom: 20260201, dateTo: 20260101 }, 'dateFrom'],
      ['invalid', { dateFrom: 20260230, dateTo: 20260301 }, 'dateFrom'],
      ['too many', { dateFrom: 20200101, dateTo: 20260101 }, 'dateTo'],
    ])('reject days that are %s', async (_name, range, field) => {
      await expect(
        readDailyMetrics(test.db, actorOf(world), { productId: world.productId, ...range }, NOW),
      ).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { fields: { [field]: expect.anything() } },
      });
    });

    it('rank the best and the worst ads by the ad statistics', async () => {
      const actor = actorOf(world);
      const input = { productId: world.productId, ...RANGE };
      const { results } = await adSummaries.read(
        test.db,
        actor,
        { ...input, axis: ['ad'], sortName: 'roas', sortAsc: false },
        NOW,
      );
      const ranked = results.filter(({ noAd, figures }) => !noAd && figures.roas);
      const { best, worst, count } = await adRanking(
        test.db,
        actor,
        { ...input, measure: 'roas', size: 2 },
        NOW,
      );
      expect(best.map(({ adId }) => adId)).toEqual(ranked.slice(0, 2).map(({ adId }) => adId));
      expect(count).toBe(results.filter(({ noAd }) => !noAd).length);
      expect(worst.length).toBe(2);
      expect(best[0]?.figures).toEqual(ranked[0]?.figures);
      await expect(
        adRanking(test.db, actor, { ...input, measure: 'toString', size: 2 }, NOW),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      await expect(
        adRanking(test.db, actor, { ...input, measure: 'roas', size: 51 }, NOW),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    });
  });
});
