import { storedAxisKeys, axisOf, isAdditive, measureKeys } from '../../shared/catalog';
import { addDays } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { AdFee } from '../settings/ad/ad-fee.entity';
import { adSummaries } from './reports';
import { timeSeries } from './reports/time-series';
import type { ReportInput, ReportRow } from './input';
import { recomputeRollups } from '../rollups';
import { finerOf, oracleFacts, oracleMetrics, oracleSums, type OracleFact } from './testing/oracle';
import { axisValue, expectMetrics, passes, valueOn, type AdRow } from './testing/oracle-rows';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents, type Events } from './testing/store-events';
import { earlierDays, everyDay, periodOf, shifted, type TrendInput, type Unit } from './testing/trend-days';
import { actorOf, makeWorld, type World } from './testing/world';

const UNITS: readonly Unit[] = ['month', 'week', 'day'];
const NOTHING = { from: 0, to: 0 };

onEachDatabase((dialect) => {
  describe('the term trend over random histories', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    let ads: Map<number, AdRow>;
    let weekStart = 1;
    const ask = (input: Partial<ReportInput>) =>
      timeSeries.read(test.db, actorOf(world), { productId: world.productId, ...input });

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 77);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
      ads = new Map(
        (await test.db.read<AdRow>('SELECT * FROM ad WHERE product_id = ?', [world.productId])).map((ad) => [
          ad.id,
          ad,
        ]),
      );
    });
    afterAll(() => test.drop());

    /** Compares rows, their number, their comparison and the total with the definitions, fact by fact. */
    async function compare(input: TrendInput): Promise<number> {
      const { results, total } = await ask(input);
      const range = { from: input.dateFrom, to: input.dateTo };
      const settings = input.cvSettingIds ?? null;
      const facts = oracleFacts(
        events,
        input.evaluation,
        input.attributionModel,
        finerOf(input.axis, input.filters ?? {}),
      ).filter((fact) => passes(input.filters ?? {}, fact, ads));
      const adDerived = input.axis.some((axis) => axisOf(axis).adDerived);
      const valueOf = (fact: OracleFact): string =>
        JSON.stringify([adDerived && fact.adId === 0, ...input.axis.map((axis) => valueOn(axis, fact, ads))]);
      const byDay = new Map<number, OracleFact[]>();
      for (const fact of facts) byDay.set(fact.day, [...(byDay.get(fact.day) ?? []), fact]);
      const days = everyDay(range.from, range.to);
      const values = new Set(input.axis.length === 0 ? ['[false]'] : []);
      const now = new Map<string, OracleFact[]>();
      const before = new Map<string, OracleFact[]>();
      const put = (
        into: Map<string, OracleFact[]>,
        period: string,
        dayFacts: readonly OracleFact[] = [],
      ): void => {
        for (const fact of dayFacts) {
          const value = valueOf(fact);
          values.add(value);
          into.set(`${period} ${value}`, [...(into.get(`${period} ${value}`) ?? []), { ...fact, day: 0 }]);
        }
      };
      for (const day of days) put(now, periodOf(day, input.unit, weekStart), byDay.get(day));
      for (const [beside, day] of earlierDays(range, input.unit))
        put(before, periodOf(beside, input.unit, weekStart), byDay.get(day));
      const periods = [...new Set(days.map((day) => periodOf(day, input.unit, weekStart)))];
      const keys = results.map(
        (row) =>
          `${row.period} ${JSON.stringify([row.noAd, ...input.axis.map((axis) => axisValue(row, axis))])}`,
      );
      expect([...keys].sort()).toEqual(
        periods.flatMap((period) => [...values].map((value) => `${period} ${value}`)).sort(),
      );
      expect(results.map(({ period }) => period)).toEqual(
        periods.flatMap((period) => [...values].map(() => period)),
      );
      const metricsOf = (some: Map<string, OracleFact[]>, key: string) =>
        oracleMetrics(oracleSums(some.get(key) ?? [], NOTHING), settings);
      results.forEach((row, index) => {
        expectMetrics(row.figures, metricsOf(now, keys[index]!));
        expectMetrics(row.previous, metricsOf(before, keys[index]!));
      });
      const all = (some: Map<string, OracleFact[]>) =>
        oracleMetrics(oracleSums([...some.values()].flat(), NOTHING), settings);
      expectMetrics(total.figures, all(now));
      expectMetrics(total.previous, all(before));
      return results.length;
    }

    it.each(
      UNITS.flatMap((unit) =>
        [[], ...storedAxisKeys.map((axis) => [axis])].map((axis) => [unit, axis] as const),
      ),
    )('equals the definitions by %s and [%s]', async (unit, axis) => {
      for (const evaluation of [1, 2, 3]) {
        await compare({
          unit,
          axis: [...axis],
          evaluation,
          attributionModel: 1 + ((evaluation + axis.length + unit.length) % 6),
          dateFrom: 20260101,
          dateTo: 20260131,
        });
      }
    });

    it('equals the definitions by random axes, filters, ranges, weeks and settings', async () => {
      const random = seeded(17);
      const maybe = <T>(values: readonly T[], odds = 0.25): T[] | undefined => {
        const chosen = values.filter(() => random.next() < 0.5);
        return random.next() < odds && chosen.length > 0 ? chosen : undefined;
      };
      let rows = 0;
      for (let round = 0; round < 60; round += 1) {
        if (round % 20 === 10) {
          weekStart = 1 - weekStart;
          await test.db.write((tx) =>
            tx.execute('UPDATE product SET week_start = ? WHERE id = ?', [weekStart, world.productId]),
          );
        }
        const unit = UNITS[round % 3]!;
        const start = addDays(20251201, random.below(90));
        // A table test of the calendar covers partial months.
        const dateFrom = unit === 'month' ? Math.floor(start / 100) * 100 + 1 : start;
        const dateTo =
          unit === 'month'
            ? shifted(Math.floor(addDays(dateFrom, 31 * (1 + random.below(3))) / 100) * 100 + 1, -1)
            : addDays(dateFrom, random.below(unit === 'day' ? 20 : 70));
        rows += await compare({
          unit,
          axis: random.shuffle(storedAxisKeys).slice(0, random.below(3)),
          evaluation: 1 + random.below(3),
          attributionModel: 1 + random.below(6),
          dateFrom,
          dateTo,
          cvSettingIds: maybe(world.cvSettings),
          filters: {
            adIds: maybe(world.ads),
            aspIds: maybe(world.asps, 0.15),
            agencyIds: maybe(world.agencies, 0.15),
            redirectIds: maybe(world.redirects, 0.15),
            device: maybe(['pc', 'smartphone', 'tablet', 'other'], 0.2),
          },
        });
      }
      expect(rows).toBeGreaterThan(1000);
    }, 120_000);

    const sums = (
      rows: readonly ReportRow[],
      of: (row: ReportRow) => ReportRow['figures'] | null | undefined,
    ) =>
      measureKeys
        .filter(isAdditive)
        .map((key) => [key, rows.reduce((sum, row) => sum + (of(row)?.[key] ?? 0), 0)] as const);
    const near = (
      rows: readonly ReportRow[],
      of: (row: ReportRow) => ReportRow['figures'] | null | undefined,
      whole: ReportRow['figures'] | null | undefined,
    ): void => {
      for (const [key, sum] of sums(rows, of))
        expect([key, sum]).toEqual([key, expect.closeTo(whole?.[key] ?? NaN, 4)]);
    };

    it('adds up to ad statistics of the same days and of the comparison days', async () => {
      const fee = (values: Partial<AdFee>) =>
        test.db.write((tx) =>
          tx.manager.save(Object.assign(new AdFee(), { adId: null, aspId: null, ...values })),
        );
      await fee({ adId: world.ads[0], periodFrom: 20251215, periodTo: 20260110, amount: 1000 });
      await fee({ adId: world.ads[0], periodFrom: 20260105, periodTo: 20260310, amount: 77_777 });
      await fee({ aspId: world.asps[1], periodFrom: 20250101, periodTo: 20271231, amount: 5_000_000 });
      for (const [unit, compare] of UNITS.flatMap(
        (one) =>
          [
            [one, null],
            [one, 'last_year'],
            [one, 'previous'],
          ] as const,
      )) {
        for (const axis of [[], ['ad'], ['device'], ['asp', 'redirect']]) {
          for (const [dateFrom, dateTo] of [
            [20260101, 20260131],
            [20251220, 20260213],
          ] as const) {
            const input = { productId: world.productId, axis, dateFrom, dateTo };
            const { results, total, previousFrom, previousTo } = await ask({ ...input, unit, compare });
            const now = (await adSummaries.read(test.db, actorOf(world), input)).total;
            const before = (
              await adSummaries.read(test.db, actorOf(world), {
                ...input,
                dateFrom: previousFrom,
                dateTo: previousTo,
              })
            ).total;
            near(results, (row) => row.figures, now.figures);
            near(results, (row) => row.previous, before.figures);
            near([total], (row) => row.figures, now.figures);
            near([total], (row) => row.previous, before.figures);
          }
        }
      }
      await test.db.write((tx) => tx.execute('DELETE FROM ad_fee', []));
    });

    it('separates the top values and merges the others into one row, with ratios from their sums', async () => {
      const input = { axis: ['ad'], unit: 'week', dateFrom: 20251215, dateTo: 20260125 };
      const every = await ask(input);
      const top = await ask({ ...input, top: 2, topBy: 'ad_click_count' });
      const clicks = new Map<number | null, number>();
      for (const row of every.results)
        clicks.set(row.adId ?? null, (clicks.get(row.adId ?? null) ?? 0) + (row.figures.adClickCount ?? 0));
      const best = [...clicks]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 2)
        .map(([id]) => id);
      expect(
        new Set(top.results.filter((row) => row.restCount === undefined).map((row) => row.adId)),
      ).toEqual(new Set(best));
      const rest = top.results.filter((row) => row.restCount !== undefined);
      expect(rest.map((row) => [row.restCount, row.ad, row.noAd])).toEqual(
        rest.map(() => [clicks.size - 2, null, false]),
      );
      expect(rest).toHaveLength(new Set(every.results.map(({ period }) => period)).size);
      for (const row of rest) {
        const joined = every.results.filter(
          ({ period, adId }) => period === row.period && !best.includes(adId ?? null),
        );
        near(joined, ({ figures }) => figures, row.figures);
        near(joined, ({ previous }) => previous, row.previous);
        const [cvs, touched] = [row.figures.cvTotalFinal ?? 0, row.figures.adClickCount ?? 0];
        expect(row.figures.cvrTotal).toBe(touched === 0 ? null : cvs / touched);
      }
      near([every.total], ({ figures }) => figures, top.total.figures);
      near([every.total], ({ previous }) => previous, top.total.previous);
      expect((await ask({ ...input, top: clicks.size })).results).toEqual(every.results);
    });

    it('separates and merges by any axes, filters, units and measures as all rows together', async () => {
      const random = seeded(29);
      const pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
      const some = <T>(values: readonly T[]): T[] | undefined =>
        random.next() < 0.3 ? values.filter(() => random.next() < 0.6) : undefined;
      let joinedRows = 0;
      for (let round = 0; round < 45; round += 1) {
        const topBy = pick(measureKeys.filter((key) => isAdditive(key) && !key.startsWith('attr')));
        const [dateFrom, dateTo] = pick([
          [20251201, 20260228],
          [20251215, 20260125],
          [20260110, 20260119],
        ] as const);
        const input = {
          axis: random.shuffle(storedAxisKeys).slice(0, 1 + random.below(2)),
          unit: UNITS[round % 3]!,
          dateFrom,
          dateTo,
          evaluation: 1 + random.below(3),
          attributionModel: 1 + random.below(6),
          filters: {
            adIds: some(world.ads),
            device: some(['pc', 'smartphone', 'other']),
            aspIds: random.next() < 0.15 ? [world.asps[0]] : undefined,
          },
        };
        const every = await ask(input);
        const top = await ask({ ...input, top: 1 + random.below(3), topBy });
        const keyOf = (row: ReportRow): string =>
          JSON.stringify([row.noAd, ...input.axis.map((axis) => axisValue(row, axis))]);
        const sizes = new Map<string, number>();
        for (const row of every.results)
          sizes.set(keyOf(row), (sizes.get(keyOf(row)) ?? 0) + (row.figures[topBy] ?? 0));
        const apart = new Set(
          top.results.flatMap((row) => (row.restCount === undefined ? [keyOf(row)] : [])),
        );
        const least = Math.min(...[...apart].map((key) => sizes.get(key) ?? NaN));
        for (const [key, size] of sizes) if (!apart.has(key)) expect(size).toBeLessThanOrEqual(least + 1e-6);
        const plain = (rows: readonly ReportRow[]) =>
          rows.filter((row) => row.restCount === undefined && apart.has(keyOf(row)));
        const [topRows, known] = [plain(top.results), plain(every.results)];
        expect(topRows.map((row) => [row.period, keyOf(row)])).toEqual(
          known.map((row) => [row.period, keyOf(row)]),
        );
        topRows.forEach((row, index) => {
          expectMetrics(row.figures, known[index]!.figures);
          expectMetrics(row.previous, known[index]!.previous!);
        });
        for (const row of top.results) {
          if (row.restCount === undefined) continue;
          expect(row.restCount).toBe(sizes.size - apart.size);
          const joined = every.results.filter((one) => one.period === row.period && !apart.has(keyOf(one)));
          near(joined, ({ figures }) => figures, row.figures);
          near(joined, ({ previous }) => previous, row.previous);
          joinedRows += 1;
        }
        near([every.total], ({ figures }) => figures, top.total.figures);
        near([every.total], ({ previous }) => previous, top.total.previous);
      }
      expect(joinedRows).toBeGreaterThan(300);
    }, 120_000);

    it('returns rows of zeros for a value with facts only on the comparison days', async () => {
      const { results } = await ask({ axis: ['ad'], unit: 'month', dateFrom: 20260401, dateTo: 20260531 });
      expect(results.length).toBeGreaterThan(2);
      for (const { figures, period } of results)
        expect([figures.adClickCount, figures.cvr, ['202604', '202605'].includes(period ?? '')]).toEqual([
          0,
          null,
          true,
        ]);
      expect(results.some(({ previous }) => (previous?.adClickCount ?? 0) > 0)).toBe(true);
    });

    it('sorts by period and ids, or by any column, and pages', async () => {
      const input = { axis: ['ad'], unit: 'month', dateFrom: 20251201, dateTo: 20260228 };
      const { results, count, pageSize } = await ask(input);
      expect([count, pageSize]).toEqual([results.length, results.length]);
      const values = results.filter(({ period }) => period === '202512').map((row) => row.adId);
      expect(values.filter((id) => id !== null)).toEqual(
        [...values.filter((id) => id !== null)].sort((a, b) => Number(a) - Number(b)),
      );
      expect(values.slice(0, -1)).not.toContain(null);
      const second = await ask({ ...input, page: 2, pageSize: 5 });
      expect(second).toMatchObject({ count, page: 2, pageSize: 5 });
      expect(second.results).toEqual(results.slice(5, 10));
      const latest = await ask({ ...input, sortName: 'period', sortAsc: false });
      expect(latest.results.map(({ period, adId }) => [period, adId])).toEqual(
        ['202602', '202601', '202512'].flatMap((period) => values.map((id) => [period, id])),
      );
      const most = await ask({ ...input, sortName: 'ad_click_count', sortAsc: false, page: 1, pageSize: 4 });
      expect(most.results.map(({ figures }) => figures.adClickCount)).toEqual(
        results
          .map(({ figures }) => figures.adClickCount ?? 0)
          .sort((a, b) => b - a)
          .slice(0, 4),
      );
    });

    it('returns the same rows and values for any requested fields', async () => {
      const input = { axis: ['asp'], unit: 'week', dateFrom: 20251220, dateTo: 20260220 };
      const whole = await ask(input);
      const some = await ask({ ...input, fields: ['period', 'figures.cpa', 'previous.adClickCount'] });
      const of = ({ period, aspId, noAd, figures, previous }: ReportRow) => [
        period,
        aspId,
        noAd,
        figures.cpa,
        previous?.adClickCount,
      ];
      expect(some.results.map(of)).toEqual(whole.results.map(of));
      expect(
        (await ask({ ...input, fields: ['figures.cpa'] })).results.map(({ figures }) => figures.cpa),
      ).toEqual(whole.results.map(({ figures }) => figures.cpa));
    });

    it('names the invalid field', async () => {
      const refused = (input: Partial<ReportInput>): Promise<string | undefined> =>
        ask(input).then(
          () => undefined,
          (error: { details?: { fields?: object } }) => Object.keys(error.details?.fields ?? {})[0],
        );
      const year = { dateFrom: 20250401, dateTo: 20260331 };
      for (const [input, field] of [
        [{ unit: 'year' }, 'unit'],
        [{ unit: '' }, 'unit'],
        [{ unit: 'DAY' }, 'unit'],
        [{ top: 0 }, 'top'],
        [{ top: 101 }, 'top'],
        [{ top: 1.5 }, 'top'],
        [{ topBy: 'password' }, 'topBy'],
        [{ dateFrom: 10000101, dateTo: 99991231 }, 'unit'],
        [{ dateFrom: 20260102, dateTo: 20260101 }, 'dateFrom'],
        [{ axis: ['planet'] }, 'axis'],
        [{ sortName: 'rest' }, 'sortName'],
        [{ compareFrom: 20260102 }, 'compareTo'],
      ] as const)
        expect([input, await refused(input)]).toEqual([input, field]);
      for (const unit of UNITS) expect(await refused({ unit, ...year })).toBeUndefined();
      expect(await refused({ unit: 'month', dateFrom: 18000101, dateTo: 21991231 })).toBeUndefined();
    });
  });
});
