import { storedAxisKeys, isAdditive, measureKeys, type AxisKey, type MeasureKey } from '../../shared/catalog';
import { addDays, dayOf } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { adSummaries } from './reports';
import { attributions } from './reports/attributions';
import type { ReportInput, ReportRow } from './input';
import { recomputeRollups, verifyDays } from '../rollups';
import { finerOf, oracleFacts, oracleMetrics, oracleSums, type OracleFact } from './testing/oracle';
import { axisValue, expectMetrics, passes, valueOn, type AdRow } from './testing/oracle-rows';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

onEachDatabase((dialect) => {
  describe('reports over random histories', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    let ads: Map<number, AdRow>;
    const loadAds = async (): Promise<void> => {
      ads = new Map(
        (await test.db.read<AdRow>('SELECT * FROM ad WHERE product_id = ?', [world.productId])).map((ad) => [
          ad.id,
          ad,
        ]),
      );
    };
    const ask = (input: Partial<ReportInput>) => ({
      productId: world.productId,
      dateFrom: 20251101,
      dateTo: 20260331,
      ...input,
    });
    const report = (input: Partial<ReportInput>) => adSummaries.read(test.db, actorOf(world), ask(input));

    /** Compares a whole report with the definitions: rows, their number, and the total. */
    async function compare(
      input: Omit<Partial<ReportInput>, 'axis'> & {
        axis: AxisKey[];
        evaluation: number;
        attributionModel: number;
      },
    ): Promise<void> {
      const { results, total } = await report(input);
      const filters = input.filters ?? {};
      const facts = oracleFacts(
        events,
        input.evaluation,
        input.attributionModel,
        finerOf(input.axis, filters),
      ).filter((fact) => passes(filters, fact, ads));
      const range = { from: input.dateFrom ?? 20251101, to: input.dateTo ?? 20260331 };
      const settings = input.cvSettingIds ?? null;
      const adDerived = input.axis.some((axis) => axis !== 'device');
      const keyOf = (fact: OracleFact): string =>
        JSON.stringify([adDerived && fact.adId === 0, ...input.axis.map((axis) => valueOn(axis, fact, ads))]);
      const groups = new Map<string, OracleFact[]>();
      for (const fact of facts) {
        if (fact.day < range.from || fact.day > range.to) continue;
        const list = groups.get(keyOf(fact));
        if (list) list.push(fact);
        else groups.set(keyOf(fact), [fact]);
      }
      const keys = results.map((row) =>
        JSON.stringify([row.noAd, ...input.axis.map((axis) => axisValue(row, axis))]),
      );
      expect([...keys].sort()).toEqual([...groups.keys()].sort());
      results.forEach((row, index) =>
        expectMetrics(
          row.figures,
          oracleMetrics(oracleSums(groups.get(keys[index]!) ?? [], range), settings),
        ),
      );
      expectMetrics(total.figures, oracleMetrics(oracleSums(facts, range), settings));
    }

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 42);
      const status = [0, 1, 2] as const;
      events.results = new Map(
        events.cvs.flatMap(({ id }, index) => {
          const one = status[index % 4];
          return one === undefined ? [] : [[id, one] as const];
        }),
      );
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
      await loadAds();
    });
    afterAll(() => test.drop());

    it.each(storedAxisKeys)('equal the definitions by %s, under every evaluation and model', async (axis) => {
      for (const evaluation of [1, 2, 3])
        for (const attributionModel of [1, 2, 3, 4, 5, 6])
          await compare({ axis: [axis], evaluation, attributionModel });
    });

    it('equal the definitions by random axes, filters, ranges and settings', async () => {
      const random = seeded(7);
      const maybe = <T>(values: readonly T[], odds = 0.25): T[] | undefined => {
        const chosen = values.filter(() => random.next() < 0.5);
        return random.next() < odds && chosen.length > 0 ? chosen : undefined;
      };
      for (let round = 0; round < 120; round += 1) {
        const from = addDays(20251110, random.below(100));
        await compare({
          axis: random.shuffle(storedAxisKeys).slice(0, 1 + random.below(4)),
          evaluation: 1 + random.below(3),
          attributionModel: 1 + random.below(6),
          dateFrom: from,
          dateTo: addDays(from, random.below(90)),
          cvSettingIds: maybe(world.cvSettings),
          filters: {
            adIds: maybe(world.ads),
            aspIds: maybe(world.asps, 0.15),
            agencyIds: maybe(world.agencies, 0.15),
            adCategoryIds: maybe(world.categories, 0.15),
            adType1Ids: maybe(world.types[1], 0.15),
            redirectIds: maybe(world.redirects, 0.15),
            device: maybe(['pc', 'smartphone', 'tablet', 'other'], 0.2),
          },
        });
      }
    }, 60_000);

    it('return the same rows and values for any requested fields', async () => {
      const random = seeded(9);
      for (let round = 0; round < 60; round += 1) {
        const input = ask({
          axis: random.shuffle(storedAxisKeys).slice(0, 1 + random.below(2)),
          evaluation: 1 + random.below(3),
          attributionModel: 1 + random.below(6),
          dateFrom: addDays(20251201, random.below(60)),
          filters: random.below(3) === 0 ? { device: ['pc'] } : {},
        });
        const fields = random.shuffle(measureKeys).slice(0, random.below(4));
        const { axis, sortName } = {
          axis: input.axis ?? [],
          sortName: random.below(2) === 0 ? random.shuffle(measureKeys)[0] : null,
        };
        const of = (row: ReportRow) => [
          row.noAd,
          ...axis.map((key) => axisValue(row, key as AxisKey)),
          ...fields.map((key) => row.figures[key]),
        ];
        const whole = await adSummaries.read(test.db, actorOf(world), { ...input, sortName });
        const some = await adSummaries.read(test.db, actorOf(world), {
          ...input,
          sortName,
          fields: fields.map((key) => `figures.${key}`),
        });
        expect(some.results.map(of)).toEqual(whole.results.map(of));
        expect(fields.map((key) => some.total.figures[key])).toEqual(
          fields.map((key) => whole.total.figures[key]),
        );
      }
    });

    it('compare and attribute the same for any requested fields', async () => {
      const whole = await attributions.read(test.db, actorOf(world), ask({ axis: ['ad'] }));
      const credits = await attributions.read(
        test.db,
        actorOf(world),
        ask({ axis: ['ad'], fields: ['models.figures.attrRoas', 'models.figures.attrCv'] }),
      );
      const some = await attributions.read(
        test.db,
        actorOf(world),
        ask({ axis: ['ad'], fields: ['cpa.difference', 'roas.ratio', 'models.figures.attrRoas'] }),
      );
      const of = (row: ReportRow) => [row.cpa, row.roas?.ratio, row.roas?.difference];
      expect(some.results.map(of)).toEqual(whole.results.map(of));
      const roas = (row: ReportRow) =>
        row.models?.map(({ attributionModel, figures }) => [attributionModel, figures.attrRoas]);
      expect(some.results.map(roas)).toEqual(credits.results.map(roas));
      expect(whole.results.some((row) => row.models)).toBe(false);
    });

    it.each([
      ['previous', 20260110, 20260218, 20251201, 20260109],
      ['previous', 20260101, 20260131, 20251201, 20251231],
      ['last_year', 20260101, 20260131, 20250101, 20250131],
      ['last_year', 20260105, 20260111, 20250106, 20250112],
      [null, 20260201, 20260215, 20251115, 20260120],
    ] as const)(
      'pair rows with the comparison days (%s, from %i to %i: from %i to %i)',
      async (compare, dateFrom, dateTo, from, to) => {
        const given = compare ? { compare } : { compareFrom: from, compareTo: to };
        const random = seeded(dateFrom);
        for (let round = 0; round < 6; round += 1) {
          const input = {
            axis: random.shuffle(storedAxisKeys).slice(0, 1 + random.below(3)),
            evaluation: 1 + random.below(3),
            attributionModel: 1 + random.below(6),
          };
          const compared = await attributions.read(
            test.db,
            actorOf(world),
            ask({ ...input, dateFrom, dateTo, ...given }),
          );
          const now = await report({ ...input, dateFrom, dateTo });
          const then = await report({ ...input, dateFrom: from, dateTo: to });
          const keyOf = (row: ReportRow): string =>
            JSON.stringify([row.noAd, ...input.axis.map((axis) => axisValue(row, axis))]);
          const before = new Map(then.results.map((row) => [keyOf(row), row.figures]));
          expect([compared.previousFrom, compared.previousTo]).toEqual([from, to]);
          expect(compared.results.map(({ figures }) => figures)).toEqual(
            now.results.map(({ figures }) => figures),
          );
          expect(compared.results.map(({ previous }) => previous)).toEqual(
            now.results.map((row) => before.get(keyOf(row)) ?? null),
          );
          expect(compared.total.previous).toEqual(then.total.figures);
        }
      },
    );

    it('have no comparison unless requested', async () => {
      const { results, total, previousFrom } = await report({ axis: ['ad'] });
      expect([...results, total].some((row) => 'previous' in row)).toBe(false);
      expect(previousFrom).toBeNull();
    });

    it('have parts that add up, by every pair of axes', async () => {
      const { total: whole } = await report({ axis: ['ad'] });
      for (const first of storedAxisKeys) {
        for (const second of storedAxisKeys.slice(storedAxisKeys.indexOf(first))) {
          const { results, total } = await report({ axis: [first, second] });
          for (const key of measureKeys) {
            if (isAdditive(key)) {
              const sum = results.reduce((all, row) => all + (row.figures[key] ?? 0), 0);
              expect(Math.abs(sum - (total.figures[key] ?? 0))).toBeLessThanOrEqual(
                1e-9 * Math.max(1, Math.abs(sum)),
              );
            }
            expect([key, total.figures[key]]).toEqual([
              key,
              whole.figures[key] === null ? null : expect.closeTo(whole.figures[key] ?? 0, 5),
            ]);
          }
        }
      }
    });

    it('attribute exactly the plain totals under every model', async () => {
      for (const attributionModel of [1, 2, 3, 4, 5, 6]) {
        for (const evaluation of [1, 2, 3]) {
          const { total } = await attributions.read(
            test.db,
            actorOf(world),
            ask({ attributionModel, evaluation }),
          );
          expect(Math.abs((total.cvTotalFinal?.ratio ?? 0) - 1)).toBeLessThan(1e-9);
          expect(Math.abs((total.amountSum?.ratio ?? 0) - 1)).toBeLessThan(1e-9);
        }
      }
    });

    it('are the same from months with edge days as from single days', async () => {
      const range = { dateFrom: 20251127, dateTo: 20260213 };
      const { total } = await report({ ...range, axis: ['ad', 'device'] });
      const sums = new Map<string, number>();
      for (let day = range.dateFrom; day <= range.dateTo; day = addDays(day, 1)) {
        const daily = await report({ dateFrom: day, dateTo: day, axis: ['ad', 'device'] });
        for (const key of measureKeys)
          if (isAdditive(key)) sums.set(key, (sums.get(key) ?? 0) + (daily.total.figures[key] ?? 0));
      }
      for (const [key, sum] of sums)
        expect([key, total.figures[key as MeasureKey]]).toEqual([key, expect.closeTo(sum, 4)]);
    });

    it('move an ad’s history with the ad, without a recomputation', async () => {
      const [moved] = world.ads;
      await test.db.write((tx) =>
        tx.execute('UPDATE ad SET ad_category_id = ?, agency_id = NULL WHERE id = ?', [
          world.categories[1],
          moved,
        ]),
      );
      await loadAds();
      await compare({ axis: ['category', 'agency'], evaluation: 3, attributionModel: 1 });
    });

    it('pass the verification of rollups, which reports tampered values', async () => {
      const days = daysOf(events);
      expect(await verifyDays(test.db, world.productId, days)).toEqual([]);
      const day = days[0]!;
      const adId = events.clicks.find((click) => click.counted && dayOf(click.time) === day)?.adId ?? 0;
      await test.db.write((tx) =>
        tx.execute('UPDATE rollup_touch_day SET clicks = clicks + 1 WHERE day = ? AND ad_id = ?', [
          day,
          adId,
        ]),
      );
      const differences = await verifyDays(test.db, world.productId, [day]);
      expect(
        differences.map(({ table, column, expected, actual }) => [
          table,
          column,
          Number(actual) - Number(expected),
        ]),
      ).toEqual([
        ['rollup_touch_day', 'clicks', 1],
        ['rollup_touch_month', 'clicks', -1],
        ...[1, 2, 3].map(() => ['rollup_product_day', 'clicks', -1]),
      ]);
      await test.db.write((tx) => recomputeRollups(tx, world.productId, [day]));
      expect(await verifyDays(test.db, world.productId, [day])).toEqual([]);
    });

    it.each(['bulk', 'live'] as const)(
      'are the same computed in %s and for days that are still written to',
      async (mode) => {
        const order =
          'ORDER BY product_id, day, ad_id, device, redirect_id, lpo_entry_id, cv_setting_id, class';
        const all = () => test.db.read(`SELECT * FROM rollup_cv_fine_day ${order}`);
        const days = daysOf(events);
        const before = await all();
        for (const table of [
          'touch_day',
          'touch_fine_day',
          'cv_day',
          'cv_fine_day',
          'touch_month',
          'touch_fine_month',
          'cv_month',
          'cv_fine_month',
          'media_day',
          'media_fine_day',
          'media_month',
          'media_fine_month',
        ]) {
          await test.db.write((tx) => tx.execute(`DELETE FROM rollup_${table}`));
        }
        // As of October these days are in the future, so none is closed.
        const october = Date.UTC(2025, 9, 1);
        await test.db.write((tx) => recomputeRollups(tx, world.productId, days, mode, october));
        expect(await all()).toEqual(before);
        expect(await verifyDays(test.db, world.productId, days)).toEqual([]);
      },
    );

    it('follow the logs when events of a day disappear or appear', async () => {
      const click = events.clicks.find(({ counted }) => counted)!;
      const day = dayOf(click.time);
      for (const counted of [0, 1]) {
        await test.db.write(async (tx) => {
          await tx.execute('UPDATE interaction SET counted = ? WHERE id = ?', [counted, click.id]);
          await recomputeRollups(tx, world.productId, [day], 'live');
        });
        expect(await verifyDays(test.db, world.productId, [day])).toEqual([]);
        events = {
          ...events,
          clicks: events.clicks.map((one) =>
            one.id === click.id ? { ...one, counted: counted === 1 } : one,
          ),
        };
      }
      await compare({ axis: ['ad'], evaluation: 3, attributionModel: 1 });
    });
  });
});
