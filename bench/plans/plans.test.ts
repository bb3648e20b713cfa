import 'reflect-metadata';
import type { Database } from '../../server/db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../server/db/testing/databases';
import { makeProduct } from '../../server/journeys/testing/fixture';
import { loadMass, type Mass, walkThrough } from './scenario';
import { wideSteps, recording, type Recorded, setStatistics, type PlannerStatistics } from './read-plans';

/** Small enough for every run. With wrong statistics the planner reads even a small table in full. */
const CLICKS = Number(process.env.PLAN_CLICKS ?? 10_000);

jest.setTimeout(180_000 + CLICKS * 2);

onEachDatabase((dialect) => {
  describe(`statements over ${CLICKS} clicks`, () => {
    let test: TestDatabase;
    let statements: Map<string, Recorded>;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
      const { productId, ads, cv } = await makeProduct(db);
      const mass: Mass = {
        productId,
        adIds: ads,
        cvSettingId: cv.last,
        from: Date.UTC(2025, 0, 1) - 9 * 3_600_000,
        days: 364,
        clicks: CLICKS,
      };
      await loadMass(db, mass);
      const recorded = recording(db);
      await walkThrough(recorded.db, mass, 1);
      statements = recorded.statements;
    });
    afterAll(() => test.drop());

    it('covers storing, deriving, rolling up and reporting', () => {
      const all = [...statements.keys()].join('\n');
      for (const table of [
        'interaction',
        'access',
        'access_ref',
        'conversion',
        'conversion_touch',
        'later_conversion',
        'stale_visitor',
        'stale_day',
        'rollup_touch_day',
      ]) {
        expect(all).toMatch(new RegExp(`FROM ${table}\\b`));
      }
    });

    // SQLite plans by its keys alone without ANALYZE, and the product never runs that.
    const variants: PlannerStatistics[] = dialect === 'sqlite' ? ['none'] : ['fresh', 'old', 'skewed'];
    it.each(variants)(
      'reads no event table in full, and no range much wider than the result (statistics: %s)',
      async (variant) => {
        await setStatistics(db, variant);
        expect(await wideSteps(db, statements.values())).toEqual([]);
      },
    );
  });
});
