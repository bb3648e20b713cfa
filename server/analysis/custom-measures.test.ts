import {
  CustomMeasureUnit,
  emptyValues,
  measureKeys,
  measureName,
  type MeasureKey,
} from '../../shared/catalog';
import { customMeasure, customMeasureName, combinableKeys } from '../../shared/catalog/evaluate';
import { seeded } from '../../shared/domain/testing/random';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { insertRows } from '../db/database';
import type { ReportInput, ReportResult, ReportRow } from './input';
import { reports } from './reports';
import { recomputeRollups } from '../rollups';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

jest.setTimeout(120_000);

describe('a custom measure', () => {
  const sums = {
    ...emptyValues(),
    clicks: 200,
    pv: 50,
    cvFinal: 4,
    cvMiddle: 6,
    amountSen: 1_000_000,
    costSen: 250_000,
    attrCv2: 2.5,
  };
  it.each<[MeasureKey[], MeasureKey, number | null]>([
    [['pvCount'], 'adClickCount', 0.25],
    [['cvTotalFinal', 'cvTotalMiddle'], 'adClickCount', 0.05],
    [['amountSum'], 'cvTotalFinal', 2500],
    [['profit'], 'adCost', 3],
    [['attrCv'], 'cvTotalFinal', 0.625],
    [['adClickCount'], 'indirectTotal', null],
  ])('with %s over %s is %s', (numerators, denominator, expected) => {
    expect(customMeasure({ numerators, denominator, unit: CustomMeasureUnit.RATIO }).formula(sums, 2)).toBe(
      expected,
    );
  });

  it('only uses additive measures', () => {
    expect(combinableKeys).not.toEqual(expect.arrayContaining(['cpa']));
    expect(combinableKeys.length).toBeLessThan(measureKeys.length);
  });
});

onEachDatabase((dialect) => {
  describe('reports with custom measures over random histories', () => {
    let test: TestDatabase;
    let world: World;
    const customMeasures: { id: number; numerators: MeasureKey[]; denominator: MeasureKey }[] = [];
    const random = seeded(20);
    const pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 91);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
        const { userId } = actorOf(world);
        for (let n = 0; n < 12; n += 1) {
          const numerators = Array.from({ length: 1 + random.below(3) }, () => pick(combinableKeys)).filter(
            (key, at, all) => all.indexOf(key) === at,
          );
          const denominator = pick(combinableKeys);
          const columns = [
            'version',
            'created_at',
            'updated_at',
            'company_id',
            'user_id',
            'title',
            'numerators',
            'denominator',
            'unit',
            'decimals',
            'shared',
          ];
          // Measures of the user, and shared measures of another user.
          await insertRows(tx, 'custom_measure', columns, [
            [
              1,
              0,
              0,
              world.companyId,
              n % 2 ? userId : 987_654,
              `R${n}`,
              numerators.map(measureName).join(),
              measureName(denominator),
              4,
              2,
              n % 2 ? 0 : 1,
            ],
          ]);
          const [row] = await tx.query<{ id: number }>('SELECT MAX(id) AS id FROM custom_measure');
          customMeasures.push({ id: Number(row?.id), numerators, denominator });
        }
        // A private measure of another user and a measure of another company must not appear.
        const columns = [
          'version',
          'created_at',
          'updated_at',
          'company_id',
          'user_id',
          'title',
          'numerators',
          'denominator',
          'unit',
          'decimals',
          'shared',
        ];
        await insertRows(tx, 'custom_measure', columns, [
          [1, 0, 0, world.companyId, 987_654, 'private', 'pv_count', 'ad_click_count', 4, 2, 0],
          [1, 0, 0, world.foreign.companyId, userId, 'foreign', 'pv_count', 'ad_click_count', 4, 2, 1],
        ]);
      });
    });
    afterAll(() => test.drop());

    /** Computes a custom measure from the plain measures of a row: sums over sums. */
    function byHand(
      metrics: ReportRow['figures'] | null | undefined,
      { numerators, denominator }: (typeof customMeasures)[number],
    ): number | null {
      if (!metrics) return null;
      const below = metrics[denominator] ?? 0;
      return below === 0 ? null : numerators.reduce((sum, key) => sum + (metrics[key] ?? 0), 0) / below;
    }

    function expectRow(row: ReportRow): void {
      const byId = new Map(row.customFigures?.map((one) => [one.id, one]));
      expect([...byId.keys()]).toEqual(customMeasures.map(({ id }) => id));
      for (const ratio of customMeasures) {
        const { value, previous } = byId.get(ratio.id)!;
        for (const [mine, theirs] of [
          [value, byHand(row.figures, ratio)],
          [previous, byHand(row.previous, ratio)],
        ] as const) {
          if (theirs === null) expect(mine).toBeNull();
          else expect(mine).toBeCloseTo(theirs, 9);
        }
      }
    }

    const ask = (
      key: 'adSummaries' | 'attributions' | 'timeSeries',
      input: Partial<ReportInput>,
    ): Promise<ReportResult> =>
      reports[key].read(test.db, actorOf(world), {
        productId: world.productId,
        dateFrom: 20260101,
        dateTo: 20260228,
        ...input,
      });

    it.each(['adSummaries', 'attributions', 'timeSeries'] as const)(
      '%s: every row, comparison and total is numerators over denominators',
      async (key) => {
        for (const axis of [['ad'], ['device'], ['asp', 'category'], ['redirect']]) {
          for (const model of [1, 3, 5]) {
            const { results, total } = await ask(key, {
              axis,
              attributionModel: model,
              compare: 'previous',
              ...(key === 'timeSeries' && { unit: 'week' }),
            });
            expect(results.length).toBeGreaterThan(1);
            for (const row of [...results, total]) expectRow(row);
          }
        }
      },
    );

    it('can be read alone, and sort rows', async () => {
      for (const { id } of customMeasures.slice(0, 4)) {
        const { results } = await ask('adSummaries', {
          fields: ['customFigures.id', 'customFigures.value'],
          sortName: customMeasureName(id),
          sortAsc: false,
        });
        const values = results.map(
          ({ customFigures }) => customFigures?.find((one) => one.id === id)?.value ?? null,
        );
        const known = values.filter((value) => value !== null);
        expect(known).toEqual([...known].sort((a, b) => b - a));
        expect(values.slice(known.length).every((value) => value === null)).toBe(true);
      }
      await expect(ask('adSummaries', { sortName: 'custom_987654' })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
      await expect(ask('adSummaries', { sortName: 'custom_0' })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
    });

    it('are missing unless requested', async () => {
      const { results } = await ask('adSummaries', { fields: ['figures.cpa'] });
      expect(results[0]?.customFigures).toBeUndefined();
    });
  });
});
