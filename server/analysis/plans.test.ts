import { baseKeysOf, measureKeys } from '../../shared/catalog';
import { addDays } from '../../shared/domain/calendar';
import { insertRows } from '../db/database';
import { openTestDatabase, testDialects, type TestDatabase } from '../db/testing/databases';
import { factStatements, type FactQuery } from '../facts/fact-query';
import { laterStatement } from './reports/transitions/cohorts';
import { adMonths, productDays } from '../rollups/combined';
import { FACT_KINDS, GRAINS, rollupColumns, rollupTable, type RollupTable } from '../rollups/tables';
import { recomputeRollups } from '../rollups';
import { logFacts } from '../rollups/log-facts';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { makeWorld } from './testing/world';

interface PlanStep {
  table: string | null;
  type: string | null;
  key: string | null;
}

const DAYS = 90;

/** Returns rows of many days, ads and two products, so that the optimizer has a choice. */
function someRows(table: RollupTable): number[][] {
  const periods =
    table.period === 'day'
      ? Array.from({ length: DAYS }, (_, n) => addDays(20260101, n))
      : [202601, 202602, 202603];
  return [1, 2].flatMap((productId) =>
    periods.flatMap((period) =>
      Array.from({ length: 40 }, (_, n) => {
        const values: Record<string, number> = {
          product_id: productId,
          [table.period]: period,
          ad_id: n >> 1,
          acquisition_month: 202601,
          cv_type: n & 1,
          class: 1,
          evaluation: 1 + (n & 1),
          cv_setting_id: 1,
          cv_slot: 1,
          device: 1 + (n & 1),
        };
        return rollupColumns(table).map((column) => values[column] ?? 0);
      }).filter(
        (_, n) =>
          // Totals of a day have no ad.
          (n < 2 || table.key.includes('ad_id')) &&
          (n % 2 === 0 || table.key.some((column) => ['device', 'cv_type', 'evaluation'].includes(column))),
      ),
    ),
  );
}

const onMySql = testDialects.includes('mysql') ? describe : describe.skip;

onMySql('the statements of reports on MariaDB', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase('mysql');
    await test.db.write(async (tx) => {
      const rollups = FACT_KINDS.flatMap((kind) =>
        GRAINS.flatMap((grain) =>
          (['day', 'month'] as const).map((period) => rollupTable(kind, grain, period)),
        ),
      );
      for (const table of [...rollups, adMonths, productDays])
        await insertRows(tx, table.name, rollupColumns(table), someRows(table));
    });
    await test.db.read(
      'ANALYZE TABLE rollup_cv_day, rollup_ad_month, rollup_cv_fine_day, rollup_touch_day, rollup_touch_fine_day, rollup_result_day, rollup_result_fine_day, rollup_cohort_month, rollup_cohort_fine_month',
    );
  });
  afterAll(() => test.drop());

  const questions: [string, number, Partial<FactQuery>][] = [
    ['a month by ad', 2, {}],
    ['a month and edge days by ad', 6, { range: { from: 20260115, to: 20260310 } }],
    ['chosen settings of a month by ad', 5, { cvSettingIds: [1] }],
    [
      'a month and edge days by ad and device',
      5,
      { range: { from: 20260115, to: 20260310 }, groupBy: ['ad_id', 'device'] },
    ],
    ['some ads of some days', 5, { range: { from: 20260202, to: 20260220 }, only: { ad_id: [1, 2, 3] } }],
    ['one device of a quarter', 5, { range: { from: 20260101, to: 20260331 }, only: { device: [2] } }],
    ['separate days', 5, { range: { from: 20260101, to: 20260131 }, groupBy: ['day', 'ad_id'] }],
  ];
  it.each(questions)('scan ranges of primary keys for %s', async (_name, count, question) => {
    const statements = factStatements({
      productId: 1,
      range: { from: 20260201, to: 20260228 },
      groupBy: ['ad_id'],
      keys: baseKeysOf(measureKeys, 1),
      evaluation: 3,
      cvSettingIds: null,
      only: {},
      ...question,
    });
    expect(statements).toHaveLength(count);
    for (const { sql, params } of statements) {
      const plan = await test.db.read<PlanStep>(`EXPLAIN ${sql}`, params);
      const steps = plan.filter(({ table }) => table?.startsWith('rollup_'));
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps) {
        expect(step.key).toBe('PRIMARY');
        expect(['range', 'ref', 'const']).toContain(step.type);
      }
    }
  });

  it.each([
    ['coarse', { ad_id: null }],
    ['of some ads', { ad_id: [1, 2, 3] }],
    ['fine', { device: [2] }],
  ] as const)('read later conversions of customers along the key of the rollup (%s)', async (_name, only) => {
    const { sql, params } = laterStatement({
      productId: 1,
      current: 202603,
      columns: ['ad_id'],
      model: 5,
      facts: ['cv', 'amount'],
      only,
    });
    const [step] = await test.db.read<PlanStep>(`EXPLAIN ${sql}`, params);
    expect(step).toMatchObject({ key: 'PRIMARY' });
    expect(['range', 'ref', 'const']).toContain(step?.type);
  });

  it('find the touches that acquired a day’s later customers by key', async () => {
    const { sql, params } = logFacts('cohort', 1, [20260101, 20260102]);
    const plan = await test.db.read<PlanStep>(`EXPLAIN ${sql}`, params);
    for (const { key } of plan) expect(key).toBe('PRIMARY');
  });

  it('count a day’s interactions and views from the index alone', async () => {
    const world = await makeWorld(test.db);
    const events = randomEvents(world, 5, 3000);
    await test.db.write((tx) => storeEvents(tx, world.productId, events));
    await test.db.read('ANALYZE TABLE interaction, access');
    const { sql, params } = logFacts('touch', world.productId, [daysOf(events)[0]!]);
    const plan = await test.db.read<PlanStep & { Extra: string }>(`EXPLAIN ${sql}`, params);
    // The statement gives both tables the same name, so each is known by its index.
    for (const index of ['ix_interaction_day', 'ix_access_day'])
      expect(plan.find(({ key }) => key === index)?.Extra).toContain('Using index');
  });

  it('recompute a day without events without writing rows', async () => {
    await test.db.write((tx) => recomputeRollups(tx, 3, [20260101], 'live'));
    expect(await test.db.read('SELECT ad_id FROM rollup_touch_day WHERE product_id = 3')).toEqual([]);
  });
});
