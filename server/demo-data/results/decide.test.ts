import { settle } from '../../sweeps';
import { makeProduct } from '../../journeys/testing/fixture';
import type { Database } from '../../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { loadHistory } from '../history/load';
import type { HistoryPlan } from '../history/plan';
import { syntheticPlan, createSyntheticAds, SYNTHETIC_NETWORK_DOWN } from '../synthetic-plan';
import { decideResults } from './decide';

jest.setTimeout(120_000);

const NOON = Date.parse('2026-11-20T12:00:00+09:00');
const CLICKS = 30_000;

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(() => test.drop());

  /** Creates a product with a synthetic history of some months and undecided results. */
  const seeded = async (): Promise<HistoryPlan> => {
    const { productId } = await makeProduct(db);
    await db.write((tx) => createSyntheticAds(tx, productId, 20));
    const plan = await syntheticPlan(
      db,
      { productId, clicks: CLICKS, months: 3, random: 7, until: 20261119 },
      NOON,
    );
    await loadHistory(db, plan);
    await settle(db);
    return plan;
  };
  const decide = ({ productId }: HistoryPlan, prefix: string): Promise<void> =>
    decideResults(db, { productId, prefix, down: SYNTHETIC_NETWORK_DOWN, now: NOON });
  const values = async ({ productId }: HistoryPlan, sql: string): Promise<unknown[]> =>
    (
      await db.read<{ v: unknown }>(`${sql.replace('WHERE', 'WHERE product_id = ? AND')} ORDER BY v`, [
        productId,
      ])
    ).map(({ v }) => v);

  it('leaves results in every state, decided day by day, and a queue with successes, failures and an unreachable network', async () => {
    const plan = await seeded();
    await decide(plan, plan.prefix);
    expect(await values(plan, 'SELECT DISTINCT approval_status AS v FROM result WHERE TRUE')).toEqual([
      0, 1, 2,
    ]);
    expect(
      (await values(plan, 'SELECT DISTINCT at AS v FROM result_history WHERE from_status IS NOT NULL'))
        .length,
    ).toBeGreaterThan(10);
    expect(await values(plan, 'SELECT DISTINCT result_status AS v FROM postback WHERE TRUE')).toEqual([
      null,
      0,
      1,
    ]);
    expect(
      await values(
        plan,
        'SELECT DISTINCT host AS v FROM postback WHERE result_status IS NULL OR result_status = 0',
      ),
    ).toEqual(['asp-006.example']);
    expect(
      await values(plan, 'SELECT id AS v FROM result_history WHERE (postback_id IS NULL) = (untold IS NULL)'),
    ).toEqual([]);
    // Pending attempts are due later than now.
    expect(await values(plan, `SELECT id AS v FROM postback WHERE due_at <= ${NOON}`)).toEqual([]);
  });

  it('queues no postbacks to hosts that could exist, and decides no other results', async () => {
    const plan = await seeded();
    const pending = 'SELECT id AS v FROM result WHERE approval_status = 0';
    const before = await values(plan, pending);
    await decide(plan, 'other-');
    expect(await values(plan, pending)).toEqual(before);
    await db.write((tx) =>
      tx.execute(
        "UPDATE ad SET webhook_url = 'https://asp.example.com/cv?id={xclid}' WHERE product_id = ? AND webhook_url IS NOT NULL",
        [plan.productId],
      ),
    );
    await decide(plan, plan.prefix);
    expect((await values(plan, pending)).length).toBeLessThan(before.length);
    expect(await values(plan, 'SELECT id AS v FROM postback WHERE TRUE')).toEqual([]);
  });
});
