import { storedAxisKeys, type AxisKey } from '../../shared/catalog';
import { shareKeys, simulatedKeys } from '../../shared/catalog/simulation';
import { costRowKey } from '../../shared/domain/cost';
import { seeded } from '../../shared/domain/testing/random';
import { Failure } from '../auth/failure';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { ReportInput, ReportRow } from './input';
import { adSummaries } from './reports';
import { allocations } from './reports/allocations';
import { recomputeRollups } from '../rollups';
import { oracleFacts, oracleMetrics, oracleSums } from './testing/oracle';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const RANGE = { dateFrom: 20251101, dateTo: 20260331 };

onEachDatabase((dialect) => {
  describe('allocation over random histories', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    const ask = (input: Partial<ReportInput>) =>
      allocations.read(test.db, actorOf(world), { productId: world.productId, ...RANGE, ...input });
    const near = (actual: number | null | undefined, expected: number | null): boolean =>
      actual === expected ||
      (actual != null &&
        expected !== null &&
        Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)));
    const idsOf = (row: ReportRow, axis: readonly AxisKey[]) =>
      axis.map(
        (key) =>
          (row as unknown as Record<string, string | number | null>)[key === 'device' ? key : `${key}Id`],
      );

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 21);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    it('has the rows and measures of ad statistics, and shares that add up to one', async () => {
      const random = seeded(11);
      for (let round = 0; round < 40; round += 1) {
        const input: Partial<ReportInput> = {
          axis: random.shuffle(storedAxisKeys).slice(0, 1 + random.below(3)),
          evaluation: 1 + random.below(3),
          attributionModel: 1 + random.below(6),
          filters:
            random.below(3) === 0
              ? { adIds: world.ads.slice(0, 3) }
              : random.below(3) === 0
                ? { device: ['pc', 'tablet'] }
                : {},
        };
        const { results, total } = await ask(input);
        const statistics = await adSummaries.read(test.db, actorOf(world), {
          productId: world.productId,
          ...RANGE,
          ...input,
        });
        expect(results.map(({ figures }) => figures)).toEqual(
          statistics.results.map(({ figures }) => figures),
        );
        expect(total.figures).toEqual(statistics.total.figures);
        for (const key of shareKeys) {
          const whole = total.figures[key] ?? 0;
          const shares = results.map(({ shares }) => shares?.[key] ?? null);
          if (whole === 0)
            expect([key, shares.every((share) => share === null), total.shares?.[key]]).toEqual([
              key,
              true,
              null,
            ]);
          else
            expect([
              key,
              shares.reduce<number>((sum, share) => sum + (share ?? 0), 0),
              total.shares?.[key],
            ]).toEqual([key, expect.closeTo(1, 6), 1]);
        }
      }
    });

    it('has the shares of the definitions, computed from the events', async () => {
      for (const [evaluation, attributionModel] of [
        [1, 1],
        [2, 3],
        [3, 2],
      ] as const) {
        const facts = oracleFacts(events, evaluation, attributionModel);
        const range = { from: RANGE.dateFrom, to: RANGE.dateTo };
        const whole = oracleMetrics(oracleSums(facts, range), null);
        const { results } = await ask({ evaluation, attributionModel, axis: ['ad'] });
        for (const row of results) {
          const own = oracleMetrics(
            oracleSums(
              facts.filter(({ adId }) => adId === (row.adId ?? 0)),
              range,
            ),
            null,
          );
          for (const key of shareKeys) {
            const expected = whole[key] ? (own[key] ?? 0) / whole[key] : null;
            if (!near(row.shares?.[key], expected))
              throw new Error(
                `${key} of ${row.ad}: report says ${row.shares?.[key]}, the definition ${expected}`,
              );
          }
        }
      }
    });

    it('returns a simulation only if requested', async () => {
      const { results, total } = await ask({});
      expect([...results, total].some((row) => row.simulation)).toBe(false);
    });

    it('changes the costs of rows and the dependent values', async () => {
      const axis = ['ad', 'device'] as const;
      const plain = await ask({ axis });
      const costly = plain.results.filter((row) => !row.noAd && (row.figures.adCost ?? 0) > 0);
      const [first, second] = costly;
      const changes = `${costRowKey(idsOf(first!, axis))}:-50p,${costRowKey(idsOf(second!, axis))}:1000y`;
      const { results, total } = await ask({ axis, changes });
      const find = (row: ReportRow) =>
        results.find(
          (one) =>
            JSON.stringify([one.noAd, ...idsOf(one, axis)]) ===
            JSON.stringify([row.noAd, ...idsOf(row, axis)]),
        )!;
      expect(find(first!).simulation?.after.adCost).toBeCloseTo((first!.figures.adCost ?? 0) / 2, 6);
      expect(find(second!).simulation?.after.adCost).toBeCloseTo((second!.figures.adCost ?? 0) + 1000, 6);
      for (const row of results) {
        const { before, after } = row.simulation!;
        for (const key of simulatedKeys) expect([key, before[key]]).toEqual([key, row.figures[key]]);
        expect([after.cvTotalFinal, after.amountSum]).toEqual([before.cvTotalFinal, before.amountSum]);
        expect(after.profit).toBeCloseTo((after.amountSum ?? 0) - (after.adCost ?? 0), 6);
      }
      const sum = results.reduce((all, { simulation }) => all + (simulation?.after.adCost ?? 0), 0);
      expect(total.simulation?.after.adCost).toBeCloseTo(sum, 6);
      const shares = results.reduce((all, { simulation }) => all + (simulation?.sharesAfter.adCost ?? 0), 0);
      expect(shares).toBeCloseTo(1, 9);
    });

    it('sorts and pages by simulated values', async () => {
      const changes = `${world.ads[0]}:900p`;
      const whole = await ask({ changes, sortName: 'ad_cost_after', sortAsc: false });
      const costs = whole.results.map(({ simulation }) => simulation?.after.adCost ?? 0);
      expect(costs).toEqual([...costs].sort((a, b) => b - a));
      const page = await ask({ changes, sortName: 'ad_cost_after', sortAsc: false, page: 2, pageSize: 2 });
      expect(page.results).toEqual(whole.results.slice(2, 4));
      expect(page.total.simulation).toEqual(whole.total.simulation);
    });

    it.each([
      [{ simulationItem: 3 }, 'simulationItem'],
      [{ elasticity: -0.1 }, 'elasticity'],
      [{ elasticity: 5.1 }, 'elasticity'],
      [{ elasticity: Number.NaN }, 'elasticity'],
      [{ changes: 'half of it' }, 'changes'],
      [{ changes: '1:-101p' }, 'changes'],
    ] as const)('rejects %j and names the argument', async (input, field) => {
      const error: unknown = await ask(input).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Failure);
      expect((error as Failure).code).toBe('BAD_USER_INPUT');
      expect(Object.keys((error as Failure).details.fields ?? {})).toEqual([field]);
    });

    it('rejects a cut above the cost of a row and names the row', async () => {
      const changes = `${world.ads[1]}:-999999999999y`;
      await expect(ask({ changes })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        details: {
          fields: { changes: [{ key: 'moreThanThereIs', params: { rows: String(world.ads[1]) } }] },
        },
      });
    });
  });
});
