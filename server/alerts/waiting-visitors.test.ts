import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { makeProduct } from '../journeys/testing/fixture';
import { isComputing } from './due-alerts';

const NOW = Date.parse('2026-03-18T12:00:00+09:00');
const DAY_MS = 86_400_000;
const YESTERDAY = 20260317;

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let productId: number;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    ({ productId } = await makeProduct(test.db));
  });
  afterAll(() => test.drop());

  const wait = (visitorId: string, since: number) =>
    test.db.write((tx) =>
      insertRows(tx, 'stale_visitor', ['product_id', 'visitor_id', 'since'], [[productId, visitorId, since]]),
    );
  const derived = (visitorId: string) =>
    test.db.write((tx) => tx.execute('DELETE FROM stale_visitor WHERE visitor_id = ?', [visitorId]));
  const computing = () => isComputing(test.db, productId, YESTERDAY, NOW);

  it('an alert waits for visitors of its day that are marked at the first check, but not for later marks', async () => {
    await wait('of yesterday', NOW - DAY_MS);
    await wait('of today', NOW);
    expect(await computing()).toBe(true);
    await wait('late', NOW - DAY_MS);
    await derived('of yesterday');
    expect(await computing()).toBe(false);
  });
});
