import {
  storedAxisKeys,
  isAdditive,
  measureKeys,
  measureName,
  type AxisKey,
  type MeasureKey,
  type MetricValues,
} from '../../shared/catalog';
import { addDays } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { recomputeRollups } from '../rollups';
import { adRanking } from './ad-ranking';
import type { ReportInput, ReportRow } from './input';
import { reports, type ReportKey } from './reports';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

jest.setTimeout(120_000);

const filterable = [
  'adSummaries',
  'attributions',
  'allocations',
  'lpoAnalysis',
  'timeSeries',
] as const satisfies readonly ReportKey[];
const OPERATORS = ['>=', '<=', '>', '<', '='] as const;

/** The rule, written again: no value meets nothing; values closer than a millionth of a thousandth are equal. */
function meets(value: number | null | undefined, operator: string, bound: number): boolean {
  if (value === null || value === undefined) return false;
  const side = Math.abs(value - bound) <= 1e-9 * Math.max(1, Math.abs(bound)) ? 0 : Math.sign(value - bound);
  return (
    { '>=': side >= 0, '<=': side <= 0, '>': side > 0, '<': side < 0, '=': side === 0 }[operator] === true
  );
}

const keyOf = (row: ReportRow, axes: readonly AxisKey[]): string =>
  JSON.stringify([
    row.period ?? null,
    row.noAd,
    ...axes.map((axis) => row[axis] ?? null),
    ...axes.map((axis) => row[`${axis}Id` as 'adId'] ?? null),
  ]);

const sumOf = (rows: readonly (Partial<MetricValues> | null | undefined)[], key: MeasureKey): number =>
  rows.reduce((sum, figures) => sum + (figures?.[key] ?? 0), 0);

onEachDatabase((dialect) => {
  describe('conditions on metric values', () => {
    let test: TestDatabase;
    let world: World;
    const random = seeded(31);
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 17);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    const read = (key: ReportKey, input: Partial<ReportInput>) =>
      reports[key].read(test.db, actorOf(world), {
        productId: world.productId,
        dateFrom: 20251201,
        dateTo: 20260131,
        ...input,
      });

    function expectSums(
      total: Partial<MetricValues>,
      rows: readonly (Partial<MetricValues> | null | undefined)[],
    ) {
      for (const key of measureKeys)
        if (isAdditive(key)) expect([key, total[key]]).toEqual([key, expect.closeTo(sumOf(rows, key), 4)]);
      const [cost, cv, sales] = [
        sumOf(rows, 'adCost'),
        sumOf(rows, 'cvTotalFinal'),
        sumOf(rows, 'amountSum'),
      ];
      expect(total.cpa).toEqual(cv === 0 ? null : expect.closeTo(cost / cv, 4));
      expect(total.roas).toEqual(cost === 0 ? null : expect.closeTo(sales / cost, 6));
    }

    it.each(filterable)('choose the same rows of %s as a recount of all rows', async (key) => {
      for (let round = 0; round < 24; round += 1) {
        const axis = random
          .shuffle(storedAxisKeys)
          .slice(0, (key === 'timeSeries' ? 0 : 1) + random.below(3));
        const from = addDays(20251201, random.below(40));
        const input = {
          axis,
          attributionModel: 1 + random.below(6),
          evaluation: 1 + random.below(3),
          dateFrom: from,
          dateTo: addDays(from, random.below(key === 'timeSeries' ? 20 : 60)),
          ...(key === 'timeSeries' ? { unit: 'day' } : { compare: 'previous' }),
        };
        const whole = await read(key, input);
        const conditions = Array.from({ length: 1 + random.below(3) }, () => {
          const measure = measureKeys[random.below(measureKeys.length)]!;
          const values = whole.results.flatMap((row) => row.figures[measure] ?? []);
          const bound = Math.round((values[random.below(Math.max(1, values.length))] ?? 1) * 100) / 100;
          return { measure, operator: OPERATORS[random.below(OPERATORS.length)]!, bound };
        });
        const figures = conditions.map(
          ({ measure, operator, bound }) => `${measureName(measure)}${operator}${bound}`,
        );
        const kept = whole.results.filter((row) =>
          conditions.every(({ measure, operator, bound }) => meets(row.figures[measure], operator, bound)),
        );
        const left = whole.results.filter((row) => !kept.includes(row));
        const part = await read(key, { ...input, filters: { figures } });
        expect([figures, part.results.map((row) => keyOf(row, axis))]).toEqual([
          figures,
          kept.map((row) => keyOf(row, axis)),
        ]);
        expect(part.results.map((row) => [row.figures, row.previous])).toEqual(
          kept.map((row) => [row.figures, row.previous]),
        );
        expect(part.count).toBe(kept.length);
        expect(part.excluded).toEqual({
          rows: left.length,
          adCost: expect.closeTo(
            sumOf(
              left.map((row) => row.figures),
              'adCost',
            ),
            4,
          ),
        });
        expectSums(
          part.total.figures,
          kept.map((row) => row.figures),
        );
        if (part.total.previous)
          expectSums(
            part.total.previous,
            kept.map((row) => row.previous),
          );
      }
    });

    it('apply before sorting and paging', async () => {
      const input = {
        axis: ['ad', 'device'],
        filters: { figures: ['ad_click_count>=5'] },
        sortName: 'ad_cost',
        sortAsc: false,
      };
      const all = await read('adSummaries', input);
      expect(all.count).toBeGreaterThan(4);
      const pages = await Promise.all(
        [1, 2, 3].map((page) => read('adSummaries', { ...input, page, pageSize: 2 })),
      );
      expect(pages.flatMap(({ results }) => results.map((row) => keyOf(row, ['ad', 'device'])))).toEqual(
        all.results.slice(0, 6).map((row) => keyOf(row, ['ad', 'device'])),
      );
      for (const { count, total, excluded } of pages)
        expect([count, total.figures, excluded]).toEqual([all.count, all.total.figures, all.excluded]);
      const trend = {
        axis: ['ad'],
        unit: 'week',
        filters: { figures: ['ad_click_count>=3'] },
        sortName: 'ad_click_count',
        sortAsc: false,
      };
      const weeks = await read('timeSeries', trend);
      const second = await read('timeSeries', { ...trend, page: 2, pageSize: 3 });
      expect(second.results).toEqual(weeks.results.slice(3, 6));
      const clicks = weeks.results.map((row) => row.figures.adClickCount ?? 0);
      expect(clicks).toEqual([...clicks].sort((a, b) => b - a));
    });

    it('read what they need even if no row shows it, and the total alone', async () => {
      const full = await read('adSummaries', { filters: { figures: ['cpa<5000'] } });
      const some = await read('adSummaries', {
        filters: { figures: ['cpa<5000'] },
        fields: ['figures.adClickCount'],
        totalOnly: true,
      });
      expect(some.total.figures.adClickCount).toBe(full.total.figures.adClickCount);
      expect(some.excluded).toEqual(full.excluded);
    });

    it('take a share of the displayed total in the allocation report', async () => {
      const { results, total } = await read('allocations', { filters: { figures: ['ad_cost>0'] } });
      expect(total.shares?.adCost).toBe(1);
      expect(results.reduce((sum, { shares }) => sum + (shares?.adCost ?? 0), 0)).toBeCloseTo(1, 9);
    });

    it('keep verdicts of landing pages as they are among all variants', async () => {
      const whole = await read('lpoAnalysis', {});
      const [first] = whole.results.filter(({ bestProbability }) => bestProbability != null);
      const bound = first?.figures.adClickCount ?? 0;
      const part = await read('lpoAnalysis', { filters: { figures: [`ad_click_count=${bound}`] } });
      expect(part.results.map(({ bestProbability }) => bestProbability)).toEqual(
        whole.results
          .filter(({ figures }) => figures.adClickCount === bound)
          .map(({ bestProbability }) => bestProbability),
      );
    });

    it('have nothing left out without conditions', async () => {
      for (const key of filterable)
        expect('excluded' in (await read(key, { filters: { figures: [] } }))).toBe(false);
    });

    it('choose the ads of a ranking', async () => {
      const input = {
        productId: world.productId,
        dateFrom: 20251201,
        dateTo: 20260131,
        measure: 'cpa',
        size: 3,
      };
      const all = await adRanking(test.db, actorOf(world), { ...input, size: 50 }, Date.now());
      const cvs = [...all.best, ...all.worst].map(({ figures }) => figures.cvTotalFinal ?? 0);
      const bound = Math.max(...cvs);
      const few = await adRanking(
        test.db,
        actorOf(world),
        { ...input, figures: [`cv_total_final>=${bound}`] },
        Date.now(),
      );
      expect(few.count).toBe(cvs.filter((cv) => cv >= bound).length);
      expect(few.count).toBeLessThan(all.count);
      for (const { figures } of [...few.best, ...few.worst]) expect(figures.cvTotalFinal).toBe(bound);
      expect(few.excluded?.rows).toBeGreaterThan(0);
      expect(all.excluded).toBeUndefined();
    });

    it.each<[string[], string]>([
      [['nonsense'], 'cv_total_final>=3'],
      [['nothing>=3'], 'nothing'],
      [['ad>=3'], 'ad'],
      [['custom_999>=3'], 'custom_999'],
      [Array.from({ length: 11 }, (_, n) => `cpa>${n}`), '10'],
    ])('refuse %j', async (figures, word) => {
      for (const key of filterable) {
        const failure = await read(key, { filters: { figures } }).catch((error: Error) => error);
        expect(failure).toMatchObject({ code: 'BAD_USER_INPUT' });
        expect((failure as unknown as { messages(locale: 'ja'): string[] }).messages('ja').join()).toMatch(
          new RegExp(`^figures: .*${word}`),
        );
      }
    });

    it.each(['cvInfo', 'transitions'] as const)(
      'are refused by %s, whose rows have no measures',
      async (key) => {
        await expect(read(key, { filters: { figures: ['cpa>1'] } })).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          details: { fields: { figures: [{ key: 'noFigureFilter' }] } },
        });
      },
    );
  });
});
