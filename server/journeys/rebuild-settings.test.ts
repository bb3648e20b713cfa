import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { Crossdomain } from '../settings/crossdomain';
import { settle } from '../sweeps';
import { newErased } from './privacy/persons';
import { ingest } from '.';
import { Events, makeProduct } from './testing/fixture';
import { BOT } from './testing/random-events';
import { verifyJourneys } from './verify-journeys';
import { rebuildSettings } from './rebuild-settings';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const EVER = { from: 20260101, to: 20261231 };

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(() => test.drop());

  async function setUp() {
    const fixture = await makeProduct(db, { trackingTerm: 30 });
    const make = new Events(fixture);
    await db.write((tx) =>
      ingest(tx, [
        make.click('c1', START, 'v', { ip: '192.0.2.1' }),
        make.click('c2', START + 5 * DAY, 'v', { adId: fixture.ads[1] }),
        make.click('c3', START + 5 * DAY, 't', { cost: 7 }),
        make.view('p1', START + 5 * DAY + 1, 'v', { interactionRef: 'c3', ip: '192.0.2.1' }),
        make.conversion('o1', START + 6 * DAY, 'v', { userId: 'U' }),
        make.conversion('o2', START + 7 * DAY, 'v', { userId: 'U', ip: '192.0.2.1' }),
        make.conversion('o3', START + 8 * DAY, 'w', { userId: 'U' }),
      ]),
    );
    await settle(db);
    const set = (sql: string, params: (string | number)[]) => db.write((tx) => tx.execute(sql, params));
    const rebuild = async (range = EVER) => {
      const changed = await rebuildSettings(db, fixture.productId, range);
      await settle(db);
      for await (const part of verifyJourneys(db, fixture.productId, EVER, () => settle(db)))
        expect(part.differences).toEqual([]);
      return changed;
    };
    const column = async (table: string, name: string, key = 'id') => {
      const rows = await db.read<Record<string, unknown>>(
        `SELECT ${key}, ${name} FROM ${table} WHERE product_id = ? ORDER BY ${key}`,
        [fixture.productId],
      );
      return rows.map((row) => row[name]);
    };
    return { ...fixture, set, rebuild, column };
  }

  describe('rebuild', () => {
    it('changes nothing while the settings are unchanged', async () => {
      const { rebuild } = await setUp();
      expect(await rebuild()).toEqual({ interactions: 0, accesses: 0, conversions: 0 });
    });

    it('re-applies the tracking term to references and paths within the range only', async () => {
      const { productId, set, rebuild, column } = await setUp();
      expect(await column('interaction', 'first_touch')).toEqual([1, 0, 0]);
      expect(await column('conversion', 'touch_count', 'event_id')).toEqual([3, 3, 3]);
      await set('UPDATE product SET tracking_term = 2 WHERE id = ?', [productId]);
      expect(await rebuild({ from: 20260101, to: 20260112 })).toEqual({
        interactions: 1,
        accesses: 0,
        conversions: 0,
      });
      expect(await column('interaction', 'first_touch')).toEqual([1, 0, 0]);
      expect(await rebuild()).toEqual({ interactions: 2, accesses: 0, conversions: 3 });
      expect(await column('interaction', 'first_touch')).toEqual([1, 1, 0]);
      expect(await column('conversion', 'touch_count', 'event_id')).toEqual([2, 2, 0]);
    });

    it('re-applies excluded IPs to clicks, landings and conversions, and reverts them', async () => {
      const { productId, set, rebuild, column } = await setUp();
      expect(await column('interaction', 'visitor_id')).toEqual(['v', 'v', 'v']);
      await set("UPDATE product SET excluded_ips = '192.0.2.0/24' WHERE id = ?", [productId]);
      expect(await rebuild()).toEqual({ interactions: 1, accesses: 1, conversions: 1 });
      expect(await column('interaction', 'visitor_id')).toEqual(['v', 'v', 't']);
      expect(await column('interaction', 'counted')).toEqual([0, 1, 1]);
      expect(await column('conversion', 'excluded_reason', 'event_id')).toEqual([null, 'excluded_ip', null]);
      expect(await column('conversion', 'touch_count', 'event_id')).toEqual([1, 0, 1]);
      await set('UPDATE product SET excluded_ips = NULL WHERE id = ?', [productId]);
      await rebuild();
      expect(await column('interaction', 'visitor_id')).toEqual(['v', 'v', 'v']);
      expect(await column('conversion', 'touch_count', 'event_id')).toEqual([3, 3, 3]);
    });

    it('keeps an erased customer’s conversion excluded, regardless of its browser', async () => {
      const { productId, set, rebuild, column } = await setUp();
      await set("UPDATE product SET excluded_ips = '192.0.2.0/24' WHERE id = ?", [productId]);
      await rebuild();
      // An excluded conversion links no browser to a customer, so only the customer is erased.
      await set(
        "UPDATE conversion SET user_id = ?, ip = NULL, ua = NULL WHERE product_id = ? AND event_id = 'o2'",
        [newErased(), productId],
      );
      expect(await rebuild()).toEqual({ interactions: 0, accesses: 0, conversions: 0 });
      expect(await column('conversion', 'excluded_reason', 'event_id')).toEqual([null, 'excluded_ip', null]);
    });

    it('re-applies the performance flag and costs, except an event’s own cost', async () => {
      const { productId, ads, set, rebuild, column } = await setUp();
      expect(await column('conversion', 'performance_ad_id', 'event_id')).toEqual([ads[1], ads[1], ads[1]]);
      await set('UPDATE ad SET click_cost_sen = 100, performance_cv_flag = 0 WHERE product_id = ?', [
        productId,
      ]);
      expect(await rebuild()).toMatchObject({ interactions: 2 });
      expect(await column('interaction', 'cost_sen')).toEqual([100, 100, 700]);
      expect(await column('conversion', 'performance_ad_id', 'event_id')).toEqual([0, 0, 0]);
      const costs = await db.read<{ cost: number }>(
        'SELECT SUM(cost_sen) AS cost FROM rollup_touch_month WHERE product_id = ?',
        [productId],
      );
      expect(Number(costs[0]?.cost)).toBe(900);
    });

    it('re-applies the own domains to landings that may repeat an earlier one', async () => {
      const { productId, ads, set, rebuild, column, cv } = await setUp();
      const make = new Events({ productId, ads, cv });
      const landing = (id: string, minutes: number, referrer: string, more: object = {}) =>
        make.view(id, START + 9 * DAY + minutes * 60_000, 'cart', {
          door: 'collect',
          url: `https://shop.example/${id}?a_ad=${ads[0]}`,
          landingAdId: ads[0],
          referrer,
          ...more,
        });
      await db.write((tx) =>
        ingest(tx, [
          landing('l1', 0, 'https://media.example/'),
          landing('l2', 1, 'https://cart.example.net/'),
          landing('l3', 2, 'https://shop.example/', { ownReferrer: true }),
        ]),
      );
      await settle(db);
      const counted = async () => (await column('interaction', 'counted')).slice(-3);
      expect(await counted()).toEqual([1, 1, 0]);
      const domain = { productId, senderName: 'cart', senderDomain: 'cart.example.net' };
      await db.write(({ manager }) => manager.save(Object.assign(new Crossdomain(), domain)));
      expect(await rebuild()).toMatchObject({ interactions: 1 });
      expect(await counted()).toEqual([1, 0, 0]);
      await set('DELETE FROM crossdomain WHERE product_id = ?', [productId]);
      await rebuild();
      expect(await counted()).toEqual([1, 1, 0]);
    });

    it('re-applies type and slot of CV settings, and bot detection', async () => {
      const { productId, cv, set, rebuild, column } = await setUp();
      expect(await column('conversion', 'repeated', 'event_id')).toEqual([0, 1, 1]);
      await set('UPDATE cv_setting SET cv_type = 0, cv_slot = 3 WHERE id = ?', [cv.last]);
      await set("UPDATE interaction SET ua = ? WHERE product_id = ? AND id = 'c2'", [BOT, productId]);
      expect(await rebuild()).toEqual({ interactions: 1, accesses: 0, conversions: 3 });
      expect(await column('conversion', 'repeated', 'event_id')).toEqual([0, 0, 0]);
      expect(await column('conversion', 'cv_slot', 'event_id')).toEqual([3, 3, 3]);
      expect(await column('interaction', 'excluded_reason')).toEqual([null, 'bot', null]);
    });
  });
});
