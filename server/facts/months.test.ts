import { baseKeys, baseSources, type BaseKey } from '../../shared/catalog';
import { addDays, monthOf, type DayRange } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { recomputeRollups } from '../rollups';
import { randomEvents } from '../analysis/testing/random-events';
import { daysOf, storeEvents } from '../analysis/testing/store-events';
import { makeWorld, type World } from '../analysis/testing/world';
import { factStatements, type FactColumn, type FactQuery, type GroupColumn } from './fact-query';
import { readFacts } from './read-facts';

const keys = baseKeys.filter((key) => ['touch', 'cv'].includes(baseSources[key].table));
const query = (
  groupBy: readonly GroupColumn[],
  range: DayRange,
  only: FactQuery['only'] = {},
  productId = 1,
): FactQuery => ({
  productId,
  range,
  groupBy,
  keys,
  evaluation: 3,
  cvSettingIds: null,
  only,
});

describe('facts by month', () => {
  const tables = (range: DayRange, params: Partial<FactQuery> = {}): string[] =>
    factStatements({ ...query(['month'], range), ...params }).flatMap(({ sql }) =>
      [...sql.matchAll(/SELECT (.*?), SUM.*? FROM (\w+) WHERE .*? GROUP BY (\w+)/g)].map(
        ([, month, table, group]) => `${month} ${table} ${group}`,
      ),
    );

  it('read one row per ad for whole months, and day rows only at the edges', () => {
    expect(tables({ from: 20251201, to: 20260228 })).toEqual(['month rollup_ad_month month']);
    const edges = (table: string): string[] => [
      `202511 AS month ${table} product_id`,
      `202602 AS month ${table} product_id`,
    ];
    expect(tables({ from: 20251115, to: 20260203 })).toEqual([
      'month rollup_ad_month month',
      ...edges('rollup_touch_day'),
      ...edges('rollup_cv_day'),
      ...edges('rollup_cv_day'),
    ]);
  });

  it('read the months of each kind for CV settings, finer keys or no conversions', () => {
    const whole = { from: 20251201, to: 20260228 };
    expect(tables(whole, { cvSettingIds: [1] })).toEqual([
      'month rollup_touch_month month',
      'month rollup_cv_month month',
      'month rollup_cv_month month',
    ]);
    expect(tables(whole, { only: { device: [1] } })).toEqual([
      'month rollup_touch_fine_month month',
      'month rollup_cv_fine_month month',
      'month rollup_cv_fine_month month',
    ]);
    expect(tables(whole, { keys: ['clicks'] })).toEqual(['month rollup_touch_month month']);
  });

  it('read month rows unsummed if each is requested, and sum them otherwise', () => {
    const sqlOf = (
      groupBy: readonly GroupColumn[],
      range: DayRange,
      params: Partial<FactQuery> = {},
    ): string =>
      factStatements({ ...query(groupBy, range), keys: ['cvFinal'], ...params })[0]!.sql.replace(
        / WHERE.*?(?= GROUP|$)/,
        '',
      );
    const [month, months] = [
      { from: 20251201, to: 20251231 },
      { from: 20251201, to: 20260131 },
    ];
    expect(sqlOf(['ad_id'], month)).toBe('SELECT ad_id, cv_final AS cvFinal FROM rollup_ad_month');
    expect(sqlOf(['month', 'ad_id'], months)).toBe(
      'SELECT month, ad_id, cv_final AS cvFinal FROM rollup_ad_month',
    );
    expect(sqlOf(['ad_id'], months)).toBe(
      'SELECT ad_id, SUM(cv_final) AS cvFinal FROM rollup_ad_month GROUP BY ad_id',
    );
    expect(sqlOf(['month'], month)).toBe(
      'SELECT month, SUM(cv_final) AS cvFinal FROM rollup_ad_month GROUP BY month',
    );
    expect(sqlOf(['ad_id'], month, { adGroups: [[1]] })).toContain(' GROUP BY ');
  });

  it('separate edge days by month if no whole month lies between them', () => {
    const touches: FactQuery['keys'] = ['clicks'];
    expect(tables({ from: 20251115, to: 20251210 }, { keys: touches })).toEqual([
      '202511 AS month rollup_touch_day product_id',
      '202512 AS month rollup_touch_day product_id',
    ]);
  });
});

onEachDatabase((dialect) => {
  describe('facts by month of random histories', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const events = randomEvents(world, 11);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    /** Sums by month and further columns; zero sums are left out. */
    async function sums(
      period: 'day' | 'month',
      range: DayRange,
      columns: readonly FactColumn[],
      only: FactQuery['only'],
    ): Promise<Map<string, number>> {
      const totals = new Map<string, number>();
      for (const { keys: summed, facts } of await readFacts(
        test.db,
        query([period, ...columns], range, only, world.productId),
      )) {
        for (const fact of facts) {
          const month = period === 'day' ? monthOf(fact.day ?? 0) : fact.month;
          const add = (key: BaseKey): void => {
            const at = [month, ...columns.map((column) => fact[column]), key].join();
            const sum = (totals.get(at) ?? 0) + Number(fact[key] ?? 0);
            if (sum !== 0) totals.set(at, sum);
          };
          summed.forEach(add);
        }
      }
      return totals;
    }

    it('equal the sums of their days for any range, columns and filters', async () => {
      const random = seeded(5);
      let compared = 0;
      for (let round = 0; round < 40; round += 1) {
        const from = round % 4 === 0 ? 20251201 : addDays(20251110, random.below(100));
        const range = { from, to: round % 4 === 0 ? 20260131 : addDays(from, random.below(100)) };
        const columns = random
          .shuffle<FactColumn>(['ad_id', 'device', 'redirect_id', 'lpo_entry_id'])
          .slice(0, random.below(3));
        const only =
          random.below(3) === 0
            ? { device: [1, 3] }
            : random.below(2) === 0
              ? { ad_id: world.ads.slice(1, 4) }
              : {};
        const [byMonth, byDay] = [
          await sums('month', range, columns, only),
          await sums('day', range, columns, only),
        ];
        expect([...byMonth.keys()].sort()).toEqual([...byDay.keys()].sort());
        for (const [at, sum] of byDay) expect(byMonth.get(at)).toBeCloseTo(sum, 6);
        compared += byDay.size;
      }
      expect(compared).toBeGreaterThan(1000);
    });
  });
});
