import { daysIn, parseDateTime, weekday } from '../../shared/domain/calendar';
import { Device, RoleType } from '../../shared/catalog';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { recomputeRollups } from '../rollups';
import { Target } from '../settings/target';
import { targetScope } from '../../shared/catalog/target';
import { adSummaries } from './reports';
import { attributions } from './reports/attributions';
import { timeSeries } from './reports/time-series';
import type { ReportInput } from './input';
import { daysOf, storeEvents, type Click, type Cv, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

/** The start of 2026-03-11 in Tokyo. */
const NOW = Date.parse('2026-03-11T00:00:00+09:00');
const MONTH = { dateFrom: 20260301, dateTo: 20260310 };

/**
 * On every workday from January to 2026-03-10, Ad 1 (Asp A) sells twice and Ad 2 (Asp B) once on Mondays: a
 * click for 100 yen, then 1,000 yen. March has 22 workdays, five of them Mondays: 49 sales, 16 until the 10th.
 */
function steadyEvents(world: World): Events {
  const clicks: Click[] = [];
  const cvs: Cv[] = [];
  const sell = (day: number, adId: number, n: number): void => {
    const id = `${day}-${adId}-${n}`;
    const date = String(day).replace(/(....)(..)(..)/, '$1-$2-$3');
    const at = (time: string): number => parseDateTime(`${date}T${time}`)!;
    clicks.push({
      id,
      time: at('10:00:00'),
      visitor: id,
      adId,
      device: Device.PC,
      redirectId: 0,
      lpoEntryId: 0,
      costSen: 10_000,
      first: true,
    });
    cvs.push({
      id: `cv-${id}`,
      time: at('11:00:00'),
      visitor: id,
      settingId: world.cvSettings[0],
      type: 1,
      slot: 1,
      amountSen: 100_000,
      device: Device.PC,
    });
  };
  for (const day of daysIn({ from: 20260105, to: MONTH.dateTo })) {
    if (weekday(day) === 0 || weekday(day) === 6) continue;
    sell(day, world.ads[0], 1);
    sell(day, world.ads[0], 2);
    if (weekday(day) === 1) sell(day, world.ads[1], 1);
  }
  return { clicks, views: [], cvs };
}

onEachDatabase((dialect) => {
  describe('reports with targets', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = steadyEvents(world);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
        const [adId, aspId] = [world.ads[0], world.asps[1]];
        for (const target of [
          { cv: 50, cost: 4000, cpa: 80, roas: 12.5, amount: 49_000 },
          { adId, cv: 40 },
          { aspId, amount: 10_000 },
          { month: '202604', cv: 1 },
        ])
          await tx.manager.save(
            Object.assign(new Target(), {
              productId: world.productId,
              month: '202603',
              ...target,
              scopeKey: targetScope(target),
            }),
          );
      });
    });
    afterAll(() => test.drop());

    const read = (input: Partial<ReportInput> = {}, now = NOW, agency?: number) =>
      adSummaries.read(
        test.db,
        agency === undefined ? actorOf(world) : actorOf(world, RoleType.AGENCY, agency),
        { productId: world.productId, ...MONTH, targets: true, ...input },
        now,
      );
    const NONE = { targets: null, landing: null, landingLow: null, landingHigh: null, pace: null };
    const close = (value: number) => expect.closeTo(value, 6);

    it('compare the total with the product’s targets', async () => {
      const { total } = await read();
      expect(total.figures).toMatchObject({ cvTotalFinal: 16, adCost: 1600, amountSum: 16_000 });
      expect(total.targets).toEqual({ cv: 50, cost: 4000, cpa: 80, roas: 12.5, amount: 49_000 });
      expect(total.landing).toEqual({
        cv: close(49),
        cost: close(4900),
        cpa: close(100),
        roas: close(10),
        amount: close(49_000),
      });
      expect(total.pace).toEqual({
        cv: close(0.98),
        cost: close(1.225),
        cpa: close(1.25),
        roas: close(0.8),
        amount: close(1),
      });
      // Counts vary like Poisson counts: 1.96 x sqrt(33 + 33^2 / 16). Sums of equal weeks do not vary.
      const margin = 1.96 * Math.sqrt(33 + 33 ** 2 / 16);
      expect(total.landingLow).toEqual({
        cv: close(49 - margin),
        cost: close(4900),
        cpa: null,
        roas: null,
        amount: close(49_000),
      });
      expect(total.landingHigh).toMatchObject({ cv: close(49 + margin), cpa: null });
    });

    it('compare rows with the targets of their ad or asp', async () => {
      const byAd = await read();
      const [ad1, ad2] = [0, 1].map((n) => byAd.results.find(({ adId }) => adId === world.ads[n]));
      expect(ad1).toMatchObject({
        targets: { cv: 40, cost: null, cpa: null, roas: null, amount: null },
        landing: { cv: close(14 / (16 / 49)) },
        pace: { cv: close(14 / (16 / 49) / 40), cost: null },
      });
      expect(ad2).toMatchObject(NONE);
      const byAsp = await read({ axis: ['asp'] });
      expect(byAsp.results.find(({ aspId }) => aspId === world.asps[1])).toMatchObject({
        targets: { cv: null, amount: 10_000 },
        pace: { amount: close(2000 / (16 / 49) / 10_000) },
      });
    });

    it.each<[string, (world: World) => Partial<ReportInput>]>([
      ['days of two months', () => ({ dateFrom: 20260228 })],
      ['a month without targets', () => ({ dateFrom: 20260201, dateTo: 20260228 })],
      ['another axis', () => ({ axis: ['category'], filters: { device: ['pc'] } })],
      [
        'several axes',
        ({ categories }) => ({ axis: ['ad', 'device'], filters: { adCategoryIds: categories } }),
      ],
      [
        'a part of the asps',
        ({ categories }) => ({ axis: ['asp'], filters: { adCategoryIds: [categories[0]] } }),
      ],
    ])('have no targets for %s', async (_name, inputOf) => {
      const { results, total } = await read(inputOf(world));
      expect([total, ...results].map(({ targets, landing, pace }) => [targets, landing, pace])).toEqual(
        [total, ...results].map(() => [null, null, null]),
      );
    });

    it('compare the total of the only ad or asp with its own targets', async () => {
      expect((await read({ filters: { adIds: [world.ads[0]] } })).total.targets).toMatchObject({ cv: 40 });
      expect((await read({ filters: { aspIds: [world.asps[1]] } })).total.targets).toMatchObject({
        amount: 10_000,
      });
      expect((await read({ filters: { aspIds: [...world.asps] } })).total.targets).toBeNull();
    });

    it('show agencies the targets of their ads only', async () => {
      const { results, total } = await read({}, NOW, world.agencies[0]);
      expect(total.targets).toBeNull();
      expect(results.find(({ adId }) => adId === world.ads[0])?.targets).toMatchObject({ cv: 40 });
      const byAsp = await read({ axis: ['asp'] }, NOW, world.agencies[0]);
      expect(byAsp.results.map(({ targets }) => targets)).toEqual(byAsp.results.map(() => null));
    });

    it('land on the actual values after the month, and nowhere if the days begin later', async () => {
      const later = Date.parse('2026-04-10T00:00:00+09:00');
      const finished = (await read({ dateTo: 20260331 }, later)).total;
      expect(finished.landing).toMatchObject({ cv: 16, cost: 1600, cpa: 100 });
      expect([finished.landingLow?.cv, finished.landingHigh?.cv]).toEqual([16, 16]);
      const middle = (await read({ dateFrom: 20260305 })).total;
      expect([middle.targets?.cv, middle.landing, middle.pace]).toEqual([50, null, null]);
    });

    it('count today by the part that has passed', async () => {
      const noon = Date.parse('2026-03-11T12:00:00+09:00');
      const { total } = await read({ dateTo: 20260311 }, noon);
      expect(total.landing?.cv).toBeCloseTo(16 / (17 / 49), 6);
    });

    it('are the same in the trend’s total and in attributions, and absent if not requested', async () => {
      const { total } = await read();
      const input = { productId: world.productId, ...MONTH, targets: true };
      const trend = await timeSeries.read(test.db, actorOf(world), input, NOW);
      expect(trend.total.pace).toEqual(total.pace);
      expect(trend.results[0]).toMatchObject({ period: '2026/03/01', ...NONE });
      const compared = await attributions.read(test.db, actorOf(world), input, NOW);
      expect([compared.total.landing, compared.total.cpa?.normal]).toEqual([total.landing, 100]);
      const plain = await read({ targets: null });
      expect([plain.total, ...plain.results].every((row) => !('targets' in row))).toBe(true);
    });

    it('read one statement if the month has no targets, and the days of the pattern once', async () => {
      const count = async (input: Partial<ReportInput>): Promise<number> => {
        let statements = 0;
        const counted = new Proxy(test.db, {
          get: (target, name) => {
            const value = Reflect.get(target, name, target) as unknown;
            if (name !== 'read' || typeof value !== 'function') return value;
            return (...args: unknown[]) => {
              statements += 1;
              return Reflect.apply(value, target, args) as unknown;
            };
          },
        });
        await adSummaries.read(
          counted,
          actorOf(world),
          { productId: world.productId, ...MONTH, ...input },
          NOW,
        );
        return statements;
      };
      const plain = await count({});
      const ofApril = await count({ dateFrom: 20260201, dateTo: 20260228, targets: true });
      const withTargets = await count({ targets: true });
      expect(ofApril - (await count({ dateFrom: 20260201, dateTo: 20260228 }))).toBe(1);
      expect(withTargets).toBeLessThanOrEqual(2 * plain);
    });
  });
});
