import { RoleType } from '../../shared/catalog';
import { parseDateTime } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { adSummaries } from './reports';
import { attributions } from './reports/attributions';
import type { ReportFilters, ReportInput } from './input';
import { recomputeRollups } from '../rollups';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const NOW = parseDateTime('2026-01-31T12:00:00') ?? 0;

onEachDatabase((dialect) => {
  describe('permissions of a report', () => {
    let test: TestDatabase;
    let world: World;
    let admin: Actor;
    let agency: Actor;
    const ask = (actor: Actor, input: Partial<ReportInput> = {}) =>
      adSummaries.read(
        test.db,
        actor,
        { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, ...input },
        NOW,
      );
    const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!(error instanceof Failure)) throw error ?? new Error('was not refused');
      const [field] = Object.keys(error.details.fields ?? {});
      return field ? [error.code, field] : [error.code, error.message];
    };

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      admin = actorOf(world);
      agency = actorOf(world, RoleType.AGENCY, world.agencies[0]);
      const events = randomEvents(world, 3);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    it('shows an agency only its own ads and their total, without "(no ad)"', async () => {
      const mine = await ask(agency);
      expect(mine.results.map((row) => row.ad)).toEqual(['Ad 1', 'Ad 2']);
      const { total } = await ask(admin, { filters: { agencyIds: [world.agencies[0]] } });
      expect(mine.total).toEqual(total);
      for (const axis of ['device', 'redirect', 'type3']) {
        const { results, total: sum } = await ask(agency, { axis: [axis] });
        expect(results.some((row) => row.noAd)).toBe(false);
        expect(sum.figures.cvTotalFinal).toBe(total.figures.cvTotalFinal);
        expect(sum.figures.attrCv).toBeCloseTo(total.figures.attrCv ?? 0, 9);
      }
    });

    it('shows nothing to an agency user without an agency', async () => {
      const { results, total } = await ask(actorOf(world, RoleType.AGENCY, null));
      expect(results).toEqual([]);
      expect(total.figures.adClickCount).toBe(0);
    });

    it('rejects a product outside the list, existing or not', async () => {
      for (const productId of [world.foreign.productId, 999_999]) {
        expect(await failureOf(ask(admin, { productId }))).toEqual([
          'FORBIDDEN',
          'no permission to view the data',
        ]);
        const other = attributions.read(test.db, admin, { productId });
        expect(await failureOf(other)).toEqual(['FORBIDDEN', 'no permission to view the data']);
      }
    });

    it('rejects a filter value outside the user’s data, existing or not', async () => {
      const { foreign } = world;
      const hidden = ['FORBIDDEN', 'no permission to view the data for the specified conditions'];
      const filters: ReportFilters[] = [
        { adIds: [foreign.adId] },
        { adIds: [world.ads[0], 999_999] },
        { aspIds: [foreign.aspId] },
        { agencyIds: [foreign.agencyId] },
        { adCategoryIds: [999_999] },
        { adType1Ids: [999_999] },
        { adType3Ids: [0] },
        { redirectIds: [-1] },
      ];
      for (const filter of filters) expect(await failureOf(ask(admin, { filters: filter }))).toEqual(hidden);
      const ofOtherNumber = ask(admin, { filters: { adType1Ids: [world.types[2][0]] } });
      expect(await failureOf(ofOtherNumber)).toEqual(['BAD_USER_INPUT', 'adType1Ids']);
      expect(await failureOf(ask(admin, { cvSettingIds: [999_999] }))).toEqual(hidden);
      // Records of another agency look like missing ones.
      expect(await failureOf(ask(agency, { filters: { adIds: [world.ads[2]] } }))).toEqual(hidden);
      expect(await failureOf(ask(agency, { filters: { agencyIds: [world.agencies[1]] } }))).toEqual(hidden);
      const other = actorOf(world, RoleType.AGENCY, world.agencies[1]);
      expect(await failureOf(ask(other, { filters: { redirectIds: [world.redirects[0]] } }))).toEqual(hidden);
    });

    it('names the invalid field', async () => {
      const wrong: [Partial<ReportInput>, string][] = [
        [{ dateFrom: 20260201, dateTo: 20260131 }, 'dateFrom'],
        [{ dateFrom: 20260230 }, 'dateFrom'],
        [{ dateTo: 1 }, 'dateTo'],
        [{ axis: ['ad', 'planet'] }, 'axis'],
        [{ attributionModel: 7 }, 'attributionModel'],
        [{ evaluation: 0 }, 'evaluation'],
        [{ page: 0 }, 'page'],
        [{ pageSize: 10_000 }, 'pageSize'],
        [{ sortName: 'password' }, 'sortName'],
        [{ compare: 'tomorrow' }, 'compare'],
        [{ compareFrom: 20260101 }, 'compareTo'],
        [{ compareFrom: 20260102, compareTo: 20260101 }, 'compareFrom'],
        [{ filters: { device: ['toaster'] } }, 'device'],
      ];
      for (const [input, field] of wrong)
        expect(await failureOf(ask(admin, input))).toEqual(['BAD_USER_INPUT', field]);
    });

    it('defaults to the last 30 days up to yesterday, the ad, and the model and evaluation of the product', async () => {
      const plain = await adSummaries.read(test.db, admin, { productId: world.productId }, NOW);
      expect(plain).toMatchObject({
        dateFrom: 20260101,
        dateTo: 20260130,
        attributionModel: 1,
        evaluation: 3,
        page: 1,
      });
      expect(plain.count).toBe(plain.results.length);
      expect(plain.results[0]).toHaveProperty('adId', world.ads[0]);
      const update =
        'UPDATE product SET attribution_model = ?, new_existing_separation = ?, new_existing_evaluation = ? WHERE id = ?';
      await test.db.write((tx) => tx.execute(update, [4, 0, 1, world.productId]));
      expect(await ask(admin)).toMatchObject({ attributionModel: 4, evaluation: 3 });
      await test.db.write((tx) => tx.execute(update, [4, 1, 1, world.productId]));
      expect(await ask(admin)).toMatchObject({ attributionModel: 4, evaluation: 1 });
      expect(await ask(admin, { evaluation: 2, attributionModel: 5 })).toMatchObject({
        attributionModel: 5,
        evaluation: 2,
      });
      await test.db.write((tx) => tx.execute(update, [1, 0, 3, world.productId]));
      expect(
        await adSummaries.read(test.db, admin, { productId: world.productId, dateFrom: 20260131 }, NOW),
      ).toMatchObject({ dateTo: 20260131 });
      expect(
        await adSummaries.read(test.db, admin, { productId: world.productId, dateTo: 20251231 }, NOW),
      ).toMatchObject({ dateFrom: 20251202 });
    });

    it('sorts by any row key in either spelling, null last, ties by id, and pages', async () => {
      const names = async (input: Partial<ReportInput>) =>
        (await ask(admin, input)).results.map((row) => row.ad);
      const up = await ask(admin, { sortName: 'adClickCount', sortAsc: true });
      const counts = up.results.map((row) => row.figures.adClickCount ?? 0);
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
      expect(await names({ sortName: 'ad_click_count', sortAsc: false })).not.toEqual(
        up.results.map((row) => row.ad),
      );
      const ratios = (await ask(admin, { sortName: 'average_period', sortAsc: false })).results.map(
        (row) => row.figures.averageLatency,
      );
      expect(ratios.at(-1)).toBeNull();
      expect(await names({ sortName: 'ad', sortAsc: false })).toEqual([
        'Ad 6',
        'Ad 5',
        'Ad 4',
        'Ad 3',
        'Ad 2',
        'Ad 1',
        null,
      ]);
      // If all rows tie, they keep the order of their ids, "(no ad)" last.
      expect(await names({ sortName: 'cv_final_3', sortAsc: false })).toEqual([
        'Ad 1',
        'Ad 2',
        'Ad 3',
        'Ad 4',
        'Ad 5',
        'Ad 6',
        null,
      ]);
      const second = await ask(admin, { page: 2, pageSize: 3 });
      expect(second).toMatchObject({ count: 7, page: 2, pageSize: 3 });
      expect(second.results.map((row) => row.ad)).toEqual(['Ad 4', 'Ad 5', 'Ad 6']);
      expect((await ask(admin, { page: 9, pageSize: 3 })).results).toEqual([]);
    });
  });
});
