import type { Database } from '../../db/database';
import { openTestDatabase, testDialects, type TestDatabase } from '../../db/testing/databases';
import { Ad } from '../../settings/ad/ad.entity';
import { Events, makeProduct, type Fixture } from '../testing/fixture';
import type { Outcome } from '../events/incoming-event';
import { ingest } from './ingest';

const NOON = Date.UTC(2026, 4, 20, 3);
const MANY = 3000;

// The embedded database has one writer, so no setting changes during a transaction.
const onMariaDb = testDialects.includes('mysql') ? describe : describe.skip;

onMariaDb('settings of events that are being stored', () => {
  let database: TestDatabase;
  let db: Database;
  let own: Fixture;
  let ads: number[];
  beforeAll(async () => {
    database = await openTestDatabase('mysql');
    db = database.db;
    own = await makeProduct(db);
    const other = await makeProduct(db);
    ads = await db.write(async ({ manager }) => {
      const many = Array.from({ length: MANY }, (_, n) =>
        Object.assign(new Ad(), { productId: own.productId, code: `many${n}`, adName: `many ${n}` }),
      );
      return (await manager.save(many, { chunk: 500 })).map(({ id }) => id);
    });
    ads.push(...other.ads);
  });
  afterAll(() => database.drop());

  /** Stores a click of each ad; in its first attempt, `meanwhile` happens before the commit. */
  async function store(name: string, adIds: readonly number[], meanwhile: () => Promise<unknown>) {
    const events = new Events(own);
    const clicks = adIds.map((adId, n) => events.click(`${name}-${n}`, NOON, `${name}-v${n}`, { adId }));
    let attempts = 0;
    const outcomes = await db.write(async (tx) => {
      attempts += 1;
      const query: typeof tx.query = async (sql, params) => {
        if (attempts === 1 && /^SELECT revision FROM .* SHARE/.test(sql)) await meanwhile();
        return tx.query(sql, params);
      };
      return ingest({ ...tx, query }, clicks);
    });
    return { outcomes, attempts };
  }
  const statuses = (outcomes: readonly Outcome[]) => new Set(outcomes.map(({ status }) => status));
  const change = (id: number, values: Partial<Ad>) =>
    db.write(async ({ manager }) =>
      manager.save(Object.assign(await manager.findOneByOrFail(Ad, { id }), values)),
    );

  it('let other ads be created and changed', async () => {
    const clicked = ads.slice(0, MANY - 1);
    const { attempts, outcomes } = await store('other', clicked, async () => {
      await change(ads[MANY - 1] ?? 0, { adName: 'renamed' });
      await change(ads.at(-1) ?? 0, { adName: 'of another company' });
      await db.write(({ manager }) =>
        manager.save(Object.assign(new Ad(), { productId: own.productId, code: 'new', adName: 'new' })),
      );
    });
    expect([attempts, statuses(outcomes)]).toEqual([1, new Set(['accepted'])]);
  });

  it('are read again after a change of them', async () => {
    const { attempts } = await store('changed', own.ads, () => change(own.ads[0], { clickCost: 99 }));
    const costs = await db.read<{ cost: number }>(
      "SELECT cost_sen AS cost FROM interaction WHERE product_id = ? AND id = 'changed-0'",
      [own.productId],
    );
    expect([attempts, costs]).toEqual([2, [{ cost: 9900 }]]);
  });

  it('reject the click of an ad that is deleted meanwhile', async () => {
    const { attempts, outcomes } = await store('deleted', own.ads, () =>
      db.write(async ({ manager }) => manager.remove(await manager.findOneByOrFail(Ad, { id: own.ads[3] }))),
    );
    expect(attempts).toBe(2);
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted', 'rejected']);
  });
});
