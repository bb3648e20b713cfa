import { formatMetricCell, RoleType, type PathFilter } from '../../shared/catalog';
import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar';
import { pathClassesOf } from '../../shared/domain/journey';
import { seeded } from '../../shared/domain/testing/random';
import { adSummaries } from '../analysis/reports';
import { recomputeRollups } from '../rollups';
import { randomEvents } from '../analysis/testing/random-events';
import { daysOf, storeEvents } from '../analysis/testing/store-events';
import { actorOf, makeWorld, type World } from '../analysis/testing/world';
import { settingServices } from '../settings/settings';
import { insertRows } from '../db/database';
import { metricTotal } from '../logs/drill-down/drill-down-filter';
import { onEachDatabase, openTestDatabase, testDialects, type TestDatabase } from '../db/testing/databases';
import { adPageService, type AdPageService } from '.';

jest.setTimeout(240_000);
const NOW = Date.parse('2026-02-20T12:00:00+09:00');

interface Touch {
  conversion_id: number;
  day: number;
  class: number;
  pos: number;
  ad_id: number;
  cv_type: number;
  amount_sen: number;
}

onEachDatabase((dialect) => {
  describe('the page of an ad', () => {
    let test: TestDatabase;
    let world: World;
    let page: AdPageService;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      page = adPageService(
        test.db,
        settingServices(test.db, { trackerUrl: 'https://t.example' }).ads,
        () => NOW,
      );
      const events = randomEvents(world, 31, 900);
      const random = seeded(5);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        const lasts = await tx.query<Touch & { interaction_id: string; touched_at: number }>(
          'SELECT * FROM conversion_touch WHERE class = 1 AND pos > 0 AND is_last = 1',
        );
        await insertRows(
          tx,
          'result',
          [
            'id',
            'product_id',
            'conversion_id',
            'event_id',
            'cv_time',
            'day',
            'ad_id',
            'result_type',
            'interaction_id',
            'interaction_number',
            'device',
            'approval_status',
            'approval_amount_result',
            'approval_args_result',
            'exclude_duplicate_ips_result',
            'exclude_duplicate_args_result',
            'cv_cost_sen',
            'change_id',
            'created_at',
            'updated_at',
          ],
          lasts.map((last, n) => [
            `r${n}`,
            world.productId,
            last.conversion_id,
            `o${n}`,
            startOfDay(last.day),
            last.day,
            last.ad_id,
            1,
            last.interaction_id,
            last.pos,
            1,
            random.below(3),
            2,
            2,
            2,
            2,
            random.below(90_000),
            'c',
            NOW,
            NOW,
          ]),
        );
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    const touches = () =>
      test.db.read<Touch>(
        'SELECT conversion_id, day, class, pos, ad_id, cv_type, amount_sen FROM conversion_touch WHERE pos > 0 ORDER BY conversion_id, class, pos',
      );

    it('counts the paths of every conversion with the ad, like reports', async () => {
      const all = await touches();
      const random = seeded(9);
      for (let round = 0; round < 12; round += 1) {
        const adId = world.ads[random.below(6)]!;
        const dateFrom = addDays(20251120, random.below(60));
        const dateTo = addDays(dateFrom, random.below(60));
        const evaluation = (1 + random.below(3)) as 1 | 2 | 3;
        const result = await page.paths(actorOf(world), {
          productId: world.productId,
          adId,
          dateFrom,
          dateTo,
          evaluation,
        });
        const { total } = await adSummaries.read(
          test.db,
          actorOf(world),
          { productId: world.productId, dateFrom, dateTo, evaluation, filters: { adIds: [adId] } },
          NOW,
        );
        expect(result.conversions).toBe(
          (total.figures.cvTotalFinal ?? 0) + (total.figures.indirectTotal ?? 0),
        );

        // Each count opens the conversions it counts.
        const opened = async (along: PathFilter): Promise<number> =>
          (
            await metricTotal(
              test.db,
              actorOf(world),
              world.productId,
              formatMetricCell({
                key: 'cvFinal',
                from: dateFrom,
                to: dateTo,
                at: {},
                noAd: false,
                evaluation,
                cvSettingIds: [],
                along,
              }),
            )
          ).value;
        expect(await opened({ through: [adId] })).toBe(result.conversions);
        for (const { steps, conversions } of result.paths.slice(0, 3))
          expect(await opened({ path: { ads: steps.map((step) => step.adId ?? 0), repeats: false } })).toBe(
            conversions,
          );
        for (const { adId: partner, conversions } of result.partners.slice(0, 3))
          expect(await opened({ through: [adId, partner ?? 0] })).toBe(conversions);

        // Computes the same again without SQL and without the functions under test.
        const walked = new Map<string, Touch[]>();
        for (const touch of all) {
          if (
            touch.cv_type !== 1 ||
            touch.day < dateFrom ||
            touch.day > dateTo ||
            !pathClassesOf(evaluation).some((one) => one === touch.class)
          )
            continue;
          walked.set(`${touch.conversion_id}/${touch.class}`, [
            ...(walked.get(`${touch.conversion_id}/${touch.class}`) ?? []),
            touch,
          ]);
        }
        const counts = new Map<string, { conversions: number; amount: number }>();
        const partners = new Map<number, number>();
        for (const path of walked.values()) {
          if (!path.some((touch) => touch.ad_id === adId)) continue;
          const text = path
            .map((touch) => touch.ad_id)
            .reduce<number[]>((steps, id) => (steps.at(-1) === id ? steps : [...steps, id]), [])
            .join('>');
          const before = counts.get(text) ?? { conversions: 0, amount: 0 };
          counts.set(text, {
            conversions: before.conversions + 1,
            amount: before.amount + Number(path[0]!.amount_sen) / 100,
          });
          for (const id of new Set(path.map((touch) => touch.ad_id)))
            if (id !== adId) partners.set(id, (partners.get(id) ?? 0) + 1);
        }
        for (const { steps, conversions, amount } of result.paths) {
          const naive = counts.get(steps.map((step) => step.adId).join('>'));
          expect({ conversions, amount }).toEqual({
            conversions: naive?.conversions,
            amount: expect.closeTo(naive?.amount ?? Number.NaN, 4),
          });
        }
        expect(result.paths.map(({ conversions }) => conversions)).toEqual(
          [...counts.values()]
            .map(({ conversions }) => conversions)
            .sort((a, b) => b - a)
            .slice(0, 10),
        );
        expect(new Map(result.partners.map((partner) => [partner.adId, partner.conversions]))).toEqual(
          partners,
        );
        expect(result.partners.every(({ before, conversions }) => before >= 0 && before <= conversions)).toBe(
          true,
        );
      }
    });

    it('shows an agency its own ads, and masks others but counts them', async () => {
      const agent = actorOf(world, RoleType.AGENCY, world.agencies[0]);
      const args = { productId: world.productId, adId: world.ads[0], dateFrom: 20251101, dateTo: 20260331 };
      const [own, whole] = await Promise.all([page.paths(agent, args), page.paths(actorOf(world), args)]);
      expect(own.conversions).toBe(whole.conversions);
      const seen = new Set(
        [...own.paths.flatMap(({ steps }) => steps), ...own.partners].map(({ adId }) => adId),
      );
      expect([...seen].filter((id) => id !== null && !world.ads.slice(0, 2).includes(id))).toEqual([]);
      expect(seen.has(null)).toBe(true);
      expect(JSON.stringify(own)).not.toMatch(/Ad [3-6]/);
      await expect(page.paths(agent, { ...args, adId: world.ads[3] })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(page.resultStates(agent, { ...args, adId: world.ads[3] })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(page.linkStates(agent, world.ads[3])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('adds up results by state to the costs of the ad statistics', async () => {
      for (const adId of world.ads.slice(0, 3)) {
        const args = { productId: world.productId, adId, dateFrom: 20251201, dateTo: 20260131 };
        const states = await page.resultStates(actorOf(world), args);
        expect(states.map(({ approvalStatus }) => approvalStatus)).toEqual([0, 1, 2]);
        const { dateFrom, dateTo } = args;
        const { total } = await adSummaries.read(
          test.db,
          actorOf(world),
          { productId: world.productId, dateFrom, dateTo, filters: { adIds: [adId] } },
          NOW,
        );
        expect(states[0]?.cvCost).toBeCloseTo(total.figures.adCostUnapproved ?? 0, 6);
        const [clicks] = await test.db.read<{ cost: number }>(
          // On days with a media report, its cost replaces the click costs.
          `SELECT SUM(cost_sen) AS cost FROM interaction i WHERE ad_id = ? AND counted = 1 AND day BETWEEN ? AND ?
            AND NOT EXISTS (SELECT 1 FROM media_cost m WHERE m.ad_id = i.ad_id AND m.day = i.day)`,
          [adId, dateFrom, dateTo],
        );
        expect(
          (states[1]?.cvCost ?? 0) + Number(clicks?.cost) / 100 + (total.figures.mediaCost ?? 0),
        ).toBeCloseTo(total.figures.adCost ?? 0, 4);
        const [resultCount] = await test.db.read<{ n: number }>(
          'SELECT COUNT(*) AS n FROM result WHERE ad_id = ? AND day BETWEEN ? AND ?',
          [adId, dateFrom, dateTo],
        );
        expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(Number(resultCount?.n));
      }
    });

    it('shows the last event and the rejected events of each link', async () => {
      const { ads, redirects, productId } = world;
      const refused = { code: 'r-1', ad_id: ads[0], url: '/r/r-1' };
      await test.db.write((tx) =>
        insertRows(
          tx,
          'bad_event',
          ['product_id', 'door', 'reason', 'text', 'stored_at'],
          [
            [productId, 'redirect', 'ad_outside_period', JSON.stringify(refused), NOW - 5000],
            [productId, 'redirect', 'ad_outside_period', JSON.stringify(refused), NOW - 9000],
            [productId, 'redirect', 'ad_invalid', JSON.stringify({ ...refused, ad_id: ads[1] }), NOW - 1000],
            [productId, 'redirect', 'ad_invalid', '{"ad_id', NOW - 1000],
            [productId, 'redirect', 'ad_invalid', JSON.stringify(refused), NOW - 8 * 86_400_000],
            [
              productId,
              'collect',
              'ad_invalid',
              JSON.stringify({ url: `https://shop.example/?a=1&a_ad=${ads[0]}` }),
              NOW - 3000,
            ],
          ],
        ),
      );
      const states = await page.linkStates(actorOf(world), ads[0]);
      expect(states.map(({ kind, redirectId }) => [kind, redirectId])).toEqual([
        ['own', null],
        ['redirect', redirects[0]],
        ['redirect', redirects[1]],
        ['direct', null],
        ['loaded', null],
      ]);
      const oldest = addDays(dayOf(NOW), -89);
      for (const state of states.filter(({ kind }) => kind === 'redirect' || kind === 'loaded')) {
        const last = async (table: string, also: string) => {
          const [row] = await test.db.read<{ last: number | string | null }>(
            `SELECT MAX(time) AS last FROM ${table} WHERE ad_id = ? AND redirect_id = ? AND day BETWEEN ? AND ?${also}`,
            [ads[0], state.redirectId ?? 0, oldest, dayOf(NOW)],
          );
          return row?.last == null ? null : new Date(Number(row.last));
        };
        expect([state.kind, state.lastClickAt]).toEqual([
          state.kind,
          await last('interaction', ' AND counted = 1'),
        ]);
        expect([state.kind, state.lastLandingAt]).toEqual([state.kind, await last('access', '')]);
      }
      expect(states[1]?.refused).toEqual([
        { door: 'redirect', reason: 'ad_outside_period', count: 2, lastAt: new Date(NOW - 5000) },
      ]);
      expect(states.find(({ kind }) => kind === 'direct')?.refused).toEqual([
        { door: 'collect', reason: 'ad_invalid', count: 1, lastAt: new Date(NOW - 3000) },
      ]);
      expect(states[0]?.refused).toEqual([]);
    });

    it.each([
      ['dateFrom', { dateFrom: 20260230, dateTo: 20260301 }],
      ['dateFrom', { dateFrom: 20260301, dateTo: 20260228 }],
      ['dateTo', { dateFrom: 20260101, dateTo: 20261301 }],
    ])('names %s for invalid days', async (field, range) => {
      const args = { productId: world.productId, adId: world.ads[0], ...range };
      const failure = { code: 'BAD_USER_INPUT', details: { fields: { [field]: expect.anything() } } };
      await expect(page.paths(actorOf(world), args)).rejects.toMatchObject(failure);
      await expect(page.resultStates(actorOf(world), args)).rejects.toMatchObject(failure);
    });

    it('rejects an invalid evaluation, and foreign ads like missing ones', async () => {
      const args = { productId: world.productId, adId: world.ads[0], dateFrom: 20260101, dateTo: 20260131 };
      await expect(page.paths(actorOf(world), { ...args, evaluation: 4 })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
      for (const adId of [world.foreign.adId, 987_654]) {
        await expect(page.paths(actorOf(world), { ...args, adId })).rejects.toMatchObject({
          code: 'FORBIDDEN',
        });
        await expect(page.linkStates(actorOf(world), adId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });
  });
});

(testDialects.includes('mysql') ? describe : describe.skip)(
  'the statements of the ad page on MariaDB',
  () => {
    it('find paths and results by their own indexes', async () => {
      const test = await openTestDatabase('mysql');
      const plan = (sql: string) =>
        test.db.read<{ table: string; type: string; key: string; Extra: string }>(`EXPLAIN ${sql}`);
      const paths = await plan(`SELECT DISTINCT t.day, t.conversion_id, t.class FROM conversion_touch t
      WHERE t.product_id = 1 AND t.ad_id = 5 AND t.day BETWEEN 20260101 AND 20260131 AND t.class IN (1, 3) AND t.cv_type = 1`);
      expect(paths[0]).toMatchObject({
        key: 'ix_conversion_touch_ad',
        Extra: expect.stringContaining('Using index'),
      });
      const states = await plan(
        'SELECT e.approval_status, COUNT(*), SUM(e.cv_cost_sen) FROM result e WHERE e.ad_id = 5 AND e.day BETWEEN 20260101 AND 20260131 GROUP BY e.approval_status',
      );
      expect(states[0]).toMatchObject({
        key: 'ix_result_state',
        Extra: expect.stringContaining('Using index'),
      });
      await test.drop();
    });
  },
);
