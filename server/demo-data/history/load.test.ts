import { settle } from '../../sweeps';
import { verifyJourneys } from '../../journeys/verify-journeys';
import { makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { releaseOrphans, ResultHold } from '../../results';
import type { Database } from '../../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { syntheticPlan, createSyntheticAds } from '../synthetic-plan';
import { loadHistory } from './load';
import type { HistoryPlan } from './plan';

jest.setTimeout(120_000);

const NOON = Date.parse('2026-11-20T12:00:00+09:00');

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  let fixture: Fixture;
  let plan: HistoryPlan;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
    fixture = await makeProduct(db);
    const { productId } = fixture;
    await db.write((tx) => createSyntheticAds(tx, productId, 20));
    plan = await syntheticPlan(db, { productId, clicks: 2500, months: 2, random: 7, until: 20261119 }, NOON);
  });
  afterAll(() => test.drop());

  const count = async (table: string, where = ''): Promise<number> => {
    const [row] = await db.read<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ? ${where}`,
      [fixture.productId],
    );
    return Number(row?.n);
  };
  const rows = async (): Promise<number> =>
    (await count('interaction')) + (await count('access')) + (await count('conversion'));

  it('stores every event of a history with parallel transactions, and holds its results', async () => {
    const hold = new ResultHold(db);
    const progress: number[] = [];
    const { events, duplicates } = await loadHistory(db, plan, ({ events: so }) => progress.push(so), hold);
    expect([duplicates, await rows()]).toEqual([0, events]);
    expect(progress.at(-1)).toBe(events);
    const due = await count('result_due', "AND hold <> ''");
    expect(due).toBe(await count('conversion', 'AND excluded_reason IS NULL'));
    // Shows a sign of life.
    await releaseOrphans(db);
    expect(await count('result_due', "AND hold <> ''")).toBe(due);
    await hold.release();
    await settle(db);
    expect(await count('result_due')).toBe(0);
    for await (const { differences } of verifyJourneys(
      db,
      fixture.productId,
      { from: 20260901, to: 20261130 },
      () => settle(db),
    ))
      expect(differences).toEqual([]);
  });

  it('stores nothing twice', async () => {
    const before = await rows();
    const { events, duplicates } = await loadHistory(db, plan);
    expect([duplicates, await rows()]).toEqual([events, before]);
  });

  it('fails and stops its other lanes if one of its transactions fails', async () => {
    let steps = 0;
    const other = { ...plan, seed: 8 };
    const fails = loadHistory(db, other, () => {
      steps += 1;
      throw new Error('full');
    });
    await expect(fails).rejects.toThrow('full');
    const after = steps;
    await new Promise((wake) => setTimeout(wake, 200));
    expect([steps, after <= 3]).toEqual([after, true]);
  });
});
