import { baseKeys, baseSources, type BaseKey } from '../../shared/catalog';
import { addDays, monthOf, type DayRange } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { markDays } from '../journeys/stale';
import { recomputeRollups } from '../rollups';
import { settle } from '../sweeps';
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

describe('totals of days', () => {
  const range = { from: 20251115, to: 20260228 };
  const sqlOf = (groupBy: readonly GroupColumn[], params: Partial<FactQuery> = {}): string[] =>
    factStatements(
      { ...query(groupBy, range), keys: ['clicks', 'mediaDays'], ...params },
      { productDays: true },
    ).map(({ sql }) => sql.replace(/ WHERE .*?(?= GROUP|$)/, ''));

  it('are read unsummed by day, and summed by month or for the whole range', () => {
    expect(sqlOf(['day'])).toEqual([
      'SELECT day, clicks AS clicks, media_days AS mediaDays FROM rollup_product_day',
    ]);
    expect(sqlOf(['month'])).toEqual([
      'SELECT FLOOR(day / 100) AS month, SUM(clicks) AS clicks, SUM(media_days) AS mediaDays FROM rollup_product_day GROUP BY month',
    ]);
    expect(sqlOf([])).toEqual([
      'SELECT SUM(clicks) AS clicks, SUM(media_days) AS mediaDays FROM rollup_product_day',
    ]);
  });

  it.each<[string, readonly GroupColumn[], Partial<FactQuery>]>([
    ['ads', ['day', 'ad_id'], {}],
    ['devices', ['device'], {}],
    ['an ad filter', ['day'], { only: { ad_id: [1] } }],
    ['a device filter', ['day'], { only: { device: [1] } }],
    ['chosen CV settings', ['day'], { cvSettingIds: [1], keys: ['cvChosen'] }],
  ])('are not read for %s', (_, groupBy, params) => {
    for (const sql of sqlOf(groupBy, params)) expect(sql).not.toContain('rollup_product_day');
    expect(sqlOf(groupBy, params).length).toBeGreaterThan(0);
  });

  it('need no statement for fees alone', () => {
    expect(sqlOf(['day'], { keys: ['feeYen'] })).toEqual([]);
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
      db = test.db,
    ): Promise<Map<string, number>> {
      const totals = new Map<string, number>();
      for (const { keys: summed, facts } of await readFacts(
        db,
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

    it.each<['day' | 'month']>([['day'], ['month']])('equal the totals of each %s', async (period) => {
      const range = { from: 20251110, to: 20260214 };
      const totals = new Map<string, number>();
      for (const [at, sum] of await sums(period, range, ['ad_id'], {})) {
        const [time, , key] = at.split(',');
        totals.set(`${time},${key}`, (totals.get(`${time},${key}`) ?? 0) + sum);
      }
      const read = await sums(period, range, [], {});
      expect(read.size).toBeGreaterThan(50);
      expect([...read.keys()].sort()).toEqual([...totals.keys()].sort());
      for (const [at, sum] of totals) expect(read.get(at)).toBeCloseTo(sum, 6);
    });

    it('equal the totals of other rollups while those of an upgrade are incomplete', async () => {
      const range = { from: 20251110, to: 20260214 };
      const expected = await sums('day', range, [], {});
      const days = await test.db.read<{ day: number }>('SELECT day FROM figure_version');
      await test.db.write(async (tx) => {
        await tx.execute('DELETE FROM rollup_product_day');
        await markDays(
          tx,
          world.productId,
          days.map(({ day }) => day),
          1,
          'stale_media_day',
        );
      });
      // A process that started after the upgrade.
      const started: Database = Object.create(test.db);
      const read = jest.spyOn(started, 'read');
      const readsTotals = () => read.mock.calls.some(([sql]) => sql.includes('rollup_product_day'));
      const meanwhile = await sums('day', range, [], {}, started);
      expect([...meanwhile.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [at, sum] of meanwhile) expect(sum).toBeCloseTo(expected.get(at) ?? 0, 6);
      expect(readsTotals()).toBe(false);
      await settle(test.db);
      expect(await sums('day', range, [], {}, started)).toEqual(expected);
      expect(readsTotals()).toBe(true);
    });

    it('equal the sums of their days in a month to date, whose other days are subtracted', async () => {
      const whole = keys.filter((key) => !key.startsWith('attr'));
      const read = async (groupBy: readonly GroupColumn[], range: DayRange, only: FactQuery['only']) => {
        const totals = new Map<string, number>();
        const asked = { ...query(groupBy, range, only, world.productId), keys: whole };
        for (const { keys: summed, facts } of await readFacts(test.db, asked)) {
          for (const fact of facts)
            for (const key of summed) {
              const at = `${fact.ad_id},${key}`;
              totals.set(at, (totals.get(at) ?? 0) + Number(fact[key] ?? 0));
            }
        }
        return [...totals].filter(([, sum]) => sum !== 0).sort();
      };
      for (const from of [20251101, 20251114, 20251201, 20260101]) {
        for (const to of [20260116, 20260127, 20260130]) {
          for (const only of [{}, { ad_id: world.ads.slice(1, 4) }]) {
            const asked = { ...query(['ad_id'], { from, to }, only), keys: whole };
            expect(factStatements(asked).map(({ sql }) => /, -clicks AS clicks/.test(sql))).toEqual([true]);
            expect(await read(['ad_id'], { from, to }, only)).toEqual(
              await read(['day', 'ad_id'], { from, to }, only),
            );
          }
        }
      }
    });

    it.each<[string, DayRange, Partial<FactQuery>]>([
      ['fewer days than the rest', { from: 20260101, to: 20260114 }, {}],
      ['a whole month', { from: 20260101, to: 20260131 }, {}],
      ['days within a month', { from: 20260102, to: 20260130 }, {}],
      ['sums with fractions', { from: 20260101, to: 20260130 }, { keys: ['cvFinal', 'attrCv1'] }],
      ['chosen CV settings', { from: 20260101, to: 20260130 }, { cvSettingIds: [1] }],
      ['devices', { from: 20260101, to: 20260130 }, { groupBy: ['ad_id', 'device'] }],
    ])('add up for %s', (_, range, params) => {
      const asked = { ...query(['ad_id'], range), keys: ['clicks', 'cvFinal'] as const, ...params };
      for (const { sql } of factStatements(asked)) expect(sql).not.toContain('-');
      expect(factStatements(asked).length).toBeGreaterThan(0);
    });

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
