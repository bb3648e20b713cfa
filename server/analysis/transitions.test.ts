import {
  storedAxisKeys,
  deviceName,
  RoleType,
  transitionMeasureKeys,
  transitionMeasures,
  type AxisKey,
} from '../../shared/catalog';
import { firstDayOfMonth, lastDayOfMonth } from '../../shared/domain/calendar';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { ReportInput, ReportRow } from './input';
import { adSummaries } from './reports';
import { transitions } from './reports/transitions';
import { readTransitions } from './reports/transitions/read-transitions';
import { recomputeRollups, verifyDays } from '../rollups';
import { longEvents, NOW } from './testing/long-events';
import { daysOf, storeEvents, type Events } from './testing/store-events';
import { finerOf } from './testing/oracle';
import { oracleTransitions, paybackMonthOf, type Place } from './testing/transitions-oracle';
import { actorOf, makeWorld, type World } from './testing/world';

jest.setTimeout(120_000);

const CURRENT = 202604;
const ALL_DAYS = { dateFrom: 20230101, dateTo: 20261231 };

interface AdRow {
  id: number;
  agency_id: number | null;
  asp_id: number | null;
  ad_category_id: number | null;
  ad_type1_id: number | null;
  ad_type2_id: number | null;
  ad_type3_id: number | null;
}

onEachDatabase((dialect) => {
  describe('ad effect', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    let ads: Map<number, AdRow>;
    const ask = (input: Partial<ReportInput>, now = NOW) =>
      readTransitions.call(
        transitions,
        test.db,
        actorOf(world),
        { productId: world.productId, ...ALL_DAYS, ...input },
        now,
      );
    const valueOn = (axis: AxisKey, at: Place): string | number | null => {
      const ad = ads.get(at.adId);
      const values: Partial<Record<AxisKey, string | number | null | undefined>> = {
        agency: ad?.agency_id,
        asp: ad?.asp_id,
        category: ad?.ad_category_id,
        type1: ad?.ad_type1_id,
        type2: ad?.ad_type2_id,
        type3: ad?.ad_type3_id,
        ad: ad?.id,
        device: at.device === 0 ? null : deviceName(at.device),
        redirect: at.redirectId || null,
        lpoTitle: at.lpoEntryId || null,
      };
      return values[axis] ?? null;
    };
    const keyBy =
      (axes: readonly AxisKey[]) =>
      (at: Place): string => {
        const adDerived = axes.some((axis) => axis !== 'device');
        return JSON.stringify([adDerived && at.adId === 0, ...axes.map((axis) => valueOn(axis, at))]);
      };
    const keyOfRow = (axes: readonly AxisKey[], row: ReportRow): string =>
      JSON.stringify([
        row.noAd,
        ...axes.map(
          (axis) =>
            (row as unknown as Record<string, string | number | null>)[
              axis === 'device' ? axis : `${axis}Id`
            ] ?? null,
        ),
      ]);
    const near = (a: number | null | undefined, b: number | null): boolean =>
      a === null || b === null || a === undefined
        ? a === b
        : Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

    async function compare(
      axes: AxisKey[],
      model: number,
      measure: string,
      input: Partial<ReportInput> = {},
      keyOf: (at: Place) => string | null = keyBy(axes),
    ): Promise<void> {
      const { results, total, cohorts } = await ask({
        axis: axes,
        attributionModel: model,
        measure,
        ...input,
      });
      const expected = oracleTransitions(events, {
        model,
        measure,
        current: CURRENT,
        keyOf,
        finer: finerOf(axes, input.filters ?? {}),
      });
      const names = expected.map(({ key, acquisition }) => `${key} ${acquisition}`);
      expect(results.map((row) => `${keyOfRow(axes, row)} ${row.acquisitionMonth}`).sort()).toEqual(
        [...names].sort(),
      );
      for (const row of results) {
        const should = expected[names.indexOf(`${keyOfRow(axes, row)} ${row.acquisitionMonth}`)]!;
        expect(near(row.cost, should.cost)).toBe(true);
        should.months.forEach(({ value, forecast }, month) => {
          const cell = row.months?.[month];
          if (cell?.forecast !== forecast || !near(cell.value, value)) {
            throw new Error(
              `${axes.join()} model ${model} ${measure} ${should.key} ${should.acquisition} month ${month}: ${JSON.stringify(cell)} should be ${value} ${forecast}`,
            );
          }
        });
      }
      if (['roas_cumulative', 'ltv', 'repeat_rate'].includes(measure)) return;
      for (const month of [0, 3]) {
        const sum = expected.reduce((all, one) => all + (one.months[month]?.value ?? 0), 0);
        expect(near(total.months?.[month]?.value, sum)).toBe(true);
      }
      expect(cohorts.reduce((all, one) => all + (one.months[0]?.value ?? 0), 0)).toBeCloseTo(
        total.months?.[0]?.value ?? 0,
        6,
      );
    }

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = longEvents(world, 42);
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

    // rule: limits-13
    it.each(storedAxisKeys)('equals the definitions by %s under every model', async (axis) => {
      for (const model of [1, 2, 3, 4, 5, 6]) await compare([axis], model, 'cv');
    });

    it.each(transitionMeasureKeys)('equals the definitions of %s', async (measure) => {
      for (const model of [1, 5])
        for (const axes of [['ad'], ['asp', 'category'], ['agency', 'device']] as AxisKey[][])
          await compare(axes, model, measure);
    });

    it('filters by what acquired the customers, and excludes direct ones if ads are filtered', async () => {
      const of = (axes: AxisKey[], passes: (at: Place) => boolean) => (at: Place) =>
        passes(at) ? keyBy(axes)(at) : null;
      const [ad] = world.ads;
      await compare(
        ['ad'],
        1,
        'amount',
        { filters: { adIds: [ad] } },
        of(['ad'], ({ adId }) => adId === ad),
      );
      await compare(
        ['asp'],
        1,
        'cv',
        { filters: { agencyIds: [world.agencies[0]] } },
        of(['asp'], ({ adId }) => ads.get(adId)?.agency_id === world.agencies[0]),
      );
      await compare(
        ['ad'],
        2,
        'roas_cumulative',
        { filters: { device: ['pc', 'tablet'] } },
        of(['ad'], ({ device }) => ['pc', 'tablet'].includes(deviceName(device) ?? '')),
      );
      await compare(
        ['ad'],
        3,
        'customers',
        { filters: { redirectIds: [world.redirects[0]] } },
        of(['ad'], ({ redirectId }) => redirectId === world.redirects[0]),
      );
    });

    it('selects acquisition months by the range without changing their forecasts', async () => {
      const all = await ask({ measure: 'amount_cumulative' });
      const some = await ask({ measure: 'amount_cumulative', dateFrom: 20251015, dateTo: 20251201 });
      expect(some.results).toEqual(
        all.results.filter(({ acquisitionMonth }) =>
          ['202510', '202511', '202512'].includes(acquisitionMonth ?? ''),
        ),
      );
      expect(some.cohorts).toEqual(
        all.cohorts.filter(({ acquisitionMonth }) =>
          ['202510', '202511', '202512'].includes(acquisitionMonth),
        ),
      );
    });

    it('depends neither on the evaluation nor on the product’s model', async () => {
      const { results, attributionModel } = await ask({});
      expect(attributionModel).toBe(5);
      for (const evaluation of [1, 2, 3]) expect((await ask({ evaluation })).results).toEqual(results);
      await test.db.write((tx) =>
        tx.execute('UPDATE product SET attribution_model = 2 WHERE id = ?', [world.productId]),
      );
      expect((await ask({})).results).toEqual(results);
    });

    it('returns the payback month of a cohort, and the error of a forecast', async () => {
      const roas = await ask({ measure: 'roas_cumulative' });
      for (const { payback, months, ranges = [], cost } of [...roas.results, ...roas.cohorts]) {
        const first = months!.findIndex(({ value }) => value !== null && value >= 1);
        expect(payback?.month ?? -1).toBe(first);
        if (payback) expect(payback.forecast).toBe(months![first]!.forecast);
        if (cost === 0) expect(months!.every(({ value }) => value === null)).toBe(true);
        ranges.forEach(({ low, high }, month) => {
          const { value, forecast } = months![month]!;
          if (low === null || high === null) return;
          expect(forecast && low <= value! && value! <= high && low >= 0).toBe(true);
        });
      }
      expect(roas.results.some(({ ranges }) => ranges?.some(({ low }) => low !== null))).toBe(true);
      const errors = transitions.extraColumnsFor!({
        productId: world.productId,
        measure: 'roas_cumulative',
      }).filter(({ name }) => name.endsWith('_error'));
      for (const row of roas.results) {
        expect(errors.map((column) => column.value(row))).toEqual(
          row.ranges!.map(({ high }, month) => (high === null ? null : high - row.months![month]!.value!)),
        );
      }
      expect(roas.results.some(({ payback }) => payback?.forecast)).toBe(true);
    });

    it('sums the rows in the total, and divides by the cost of the rows with a value', async () => {
      const roas = await ask({ measure: 'roas_cumulative' });
      const sales = await ask({ measure: 'amount_cumulative' });
      for (const month of [0, 1, 6, 12, 24]) {
        const rows = sales.results.filter(({ months }) => months?.[month]?.value != null);
        const cost = rows.reduce((sum, row) => sum + (row.cost ?? 0), 0);
        const amount = rows.reduce((sum, row) => sum + (row.months?.[month]?.value ?? 0), 0);
        expect(roas.total.months?.[month]?.value).toBeCloseTo(amount / cost, 9);
        expect(sales.total.months?.[month]?.value).toBeCloseTo(amount, 4);
      }
      expect(roas.total.acquisitionMonth).toBeNull();
    });

    it('has no forecast for cohorts of the current month', async () => {
      const { results } = await ask({ dateFrom: firstDayOfMonth(CURRENT), dateTo: 20260430 });
      expect(results.length).toBeGreaterThan(0);
      for (const { months } of results)
        expect(months!.slice(1)).toEqual(Array(24).fill({ value: null, forecast: true }));
    });

    it('shows an agency only its own ads, and pages and sorts like every report', async () => {
      const agency = actorOf(world, RoleType.AGENCY, world.agencies[0]);
      const mine = await readTransitions.call(
        transitions,
        test.db,
        agency,
        { productId: world.productId, ...ALL_DAYS },
        NOW,
      );
      expect(new Set(mine.results.map(({ ad }) => ad))).toEqual(new Set(['Ad 1', 'Ad 2']));
      expect(mine.results).toEqual((await ask({ filters: { agencyIds: [world.agencies[0]] } })).results);
      const sorted = await ask({ sortName: 'month_3', sortAsc: false, pageSize: 5 });
      const values = (await ask({})).results
        .map(({ months }) => months?.[3]?.value ?? -1)
        .sort((a, b) => b - a);
      expect(sorted.results.map(({ months }) => months?.[3]?.value)).toEqual(values.slice(0, 5));
      expect(sorted.count).toBe(values.length);
    });

    it('uses the monthly cost of ad statistics with fees, also on rows finer than ads', async () => {
      await test.db.write(async (tx) => {
        await tx.execute(
          'INSERT INTO ad_fee (ad_id, asp_id, period_from, period_to, amount_sen) VALUES (?, NULL, 20250915, 20251120, 1234567)',
          [world.ads[0]],
        );
      });
      for (const axis of ['ad', 'asp', 'device', 'redirect'] as const) {
        const { results, cohorts, costWithoutCustomers } = await ask({
          axis: [axis],
          attributionModel: 1,
          dateFrom: 20250901,
          dateTo: 20251130,
        });
        let all = 0;
        for (const month of [202509, 202510, 202511]) {
          const days = {
            productId: world.productId,
            dateFrom: firstDayOfMonth(month),
            dateTo: lastDayOfMonth(month),
            axis: [axis],
          };
          const statistics = await adSummaries.read(test.db, actorOf(world), days, NOW);
          all += statistics.total.figures.adCost ?? 0;
          const costs = new Map(statistics.results.map((row) => [keyOfRow([axis], row), row.figures.adCost]));
          for (const row of results.filter(({ acquisitionMonth }) => acquisitionMonth === String(month)))
            expect(row.cost).toBeCloseTo(costs.get(keyOfRow([axis], row)) ?? 0, 6);
        }
        expect(cohorts.reduce((sum, { cost }) => sum + cost, 0) + costWithoutCustomers).toBeCloseTo(all, 6);
      }
      await test.db.write((tx) => tx.execute('DELETE FROM ad_fee'));
    });

    it.each(transitionMeasureKeys)('puts the acquisition months of a row together by %s', async (measure) => {
      for (const axis of [['ad'], ['asp'], ['ad', 'device'], ['agency', 'lpoTitle']]) {
        const input = { axis, measure, attributionModel: 1 };
        const [months, rows] = [await ask(input), await ask({ ...input, together: true })];
        const { over } = transitionMeasures[measure];
        const keyOf = (row: ReportRow): string => keyOfRow(axis as AxisKey[], row);
        expect(rows.results.map(keyOf)).toEqual([...new Set(months.results.map(keyOf))]);
        expect([rows.total, rows.cohorts]).toEqual([months.total, months.cohorts]);
        for (const row of rows.results) {
          const parts = months.results.filter((part) => keyOf(part) === keyOf(row));
          const sum = (value: (part: ReportRow) => number | null | undefined): number =>
            parts.reduce((all, part) => all + (value(part) ?? 0), 0);
          expect(row.acquisitionMonth).toBeNull();
          for (const key of ['customers', 'cost', 'amount', 'mediaCostDays'] as const)
            expect(row[key]).toBeCloseTo(
              sum((part) => part[key]),
              6,
            );
          for (const month of [0, 1, 6, 12, 24]) {
            const cells = parts.map((part) => ({ part, ...part.months![month]! }));
            const known = cells.filter(
              ({ value, part }) => value !== null || (over !== null && part[over] === 0),
            );
            const divisor = known.reduce((all, { part }) => all + (over ? (part[over] ?? 0) : 0), 0);
            const whole = known.reduce(
              (all, { value, part }) => all + (value ?? 0) * (over ? (part[over] ?? 0) : 1),
              0,
            );
            const value = row.months![month]!.value;
            const covered = known.reduce((all, { part }) => all + (part.customers ?? 0), 0);
            if (covered * 2 < sum((part) => part.customers)) expect(value).toBeNull();
            // A part without cost has no ROAS, but its sales count in the sum.
            else if (known.every(({ value: own }) => own !== null) && (over === null || divisor > 0)) {
              expect(value).toBeCloseTo(over ? whole / divisor : whole, 6);
              expect(row.months![month]!.forecast).toBe(known.some(({ forecast }) => forecast));
            }
            const { low, high } = row.ranges![month]!;
            if (low != null && high != null && value !== null) {
              expect(low).toBeLessThanOrEqual(value);
              expect(high).toBeGreaterThanOrEqual(value);
            }
          }
          if (measure !== 'amount_cumulative') continue;
          expect(row.payback?.month ?? null).toBe(paybackMonthOf(parts));
        }
      }
    });

    it('sorts rows by LTV, and pages them', async () => {
      const all = await ask({ sortName: 'ltv', sortAsc: false, together: true });
      const values = all.results.map(({ amount, customers }) => (amount ?? 0) / (customers ?? 1));
      expect(values).toEqual([...values].sort((a, b) => b - a));
      const second = await ask({ sortName: 'ltv', sortAsc: false, together: true, page: 2, pageSize: 2 });
      expect(second.results).toEqual(all.results.slice(2, 4));
    });

    it('rejects an unknown measure', async () => {
      for (const measure of ['cvr', 'toString', 'x'.repeat(100_000), 'cv,amount']) {
        await expect(ask({ measure })).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          details: { fields: { measure: expect.anything() } },
        });
      }
      expect((await ask({ measure: '' })).measure).toBe('cv');
    });

    it('equals a computation from the logs, in bulk and live', async () => {
      const days = daysOf(events);
      expect(await verifyDays(test.db, world.productId, days)).toEqual([]);
      await test.db.write((tx) =>
        tx.execute('UPDATE rollup_cohort_month SET cv_5 = cv_5 + 1 WHERE product_id = ?', [world.productId]),
      );
      expect((await verifyDays(test.db, world.productId, days)).length).toBeGreaterThan(0);
      await test.db.write((tx) =>
        tx.execute('DELETE FROM rollup_cohort_fine_day WHERE product_id = ?', [world.productId]),
      );
      await test.db.write((tx) => recomputeRollups(tx, world.productId, days, 'live'));
      expect(await verifyDays(test.db, world.productId, days)).toEqual([]);
    });
  });
});
