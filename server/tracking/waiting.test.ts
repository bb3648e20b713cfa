import { namesOf, wordsOf } from '../../shared/catalog/postback-source';
import { newApiKey, newPostbackToken } from '../auth/machine-tokens';
import { ApiKey } from '../auth/auth.entities';
import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { conversionsNotAsked, isResultDue } from '../results';
import { storedResults } from '../results/testing/stored-results';
import { PostbackSource } from '../settings/postback-source/postback-source.entity';
import { settle } from '../sweeps';
import type { CollectAnswer } from './collect/collect-endpoint';
import { makeLink, makeShop, save } from './testing/settings';
import { send, startTracking, type TrackingServer } from './testing/tracking-server';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let postbackPath: string;
  const key = newApiKey();
  const time = new Date(Date.now() - 60_000).toISOString();

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db);
    const { keyHash, prefix } = key;
    await save(test.db, ApiKey, { productId: shop.product.id, name: 'shop', keyHash, prefix });
    const token = newPostbackToken();
    await save(test.db, PostbackSource, {
      productId: shop.product.id,
      name: 'カート',
      cvSettingId: shop.cv.id,
      names: JSON.stringify(namesOf({})),
      statusWords: JSON.stringify(wordsOf({})),
      tokenHash: token.keyHash,
      prefix: token.prefix,
    });
    postbackPath = `/s2s/postback/${token.secret}`;
    server = await startTracking(test.db);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const events = async (body: unknown): Promise<CollectAnswer> => {
    const answer = await send(server.url, '/s2s/events', {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body) as CollectAnswer;
  };
  const conversion = (id: string, who: object) => ({
    ...{ type: 'conversion', id, time, cv_setting_id: shop.cv.id, ...who },
  });
  const click = (id: string, visitor: string, more: object = {}) => ({
    ...{ type: 'click', id, time, ad_id: shop.ad.id, visitor_id: visitor, ...more },
  });
  const waitingCount = async () => (await test.db.read('SELECT id FROM waiting_event')).length;
  /** Makes every waiting event due. @param expired whether its time is over */
  const retry = async (expired = false) => {
    await test.db.write((tx) =>
      tx.execute(`UPDATE waiting_event SET due_at = 0${expired ? ', expires_at = 0' : ''}`),
    );
    await settle(test.db);
  };
  const visitorOf = async (id: string) =>
    (
      await test.db.read<{ visitor_id: string }>('SELECT visitor_id FROM conversion WHERE event_id = ?', [id])
    ).map((row) => row.visitor_id);
  const deferred = { accepted: 1, duplicates: 0, rejected: [], tags: [], deferred: true };

  it.each([
    ['click', 'w1', { interaction_id: 'wc1' }, () => click('wc1', 'wv1')],
    ['customer', 'w2', { user_id: 'wu2' }, () => conversion('w2b', { visitor_id: 'wv2', user_id: 'wu2' })],
  ])('keeps a conversion until its %s is known', async (_, id, who, later) => {
    expect(await events(conversion(id, who))).toEqual(deferred);
    expect(await events(conversion(id, who))).toEqual({ accepted: 0, duplicates: 1, rejected: [], tags: [] });
    await retry();
    expect([await visitorOf(id), await waitingCount()]).toEqual([[], 1]);
    expect(await events(later())).toMatchObject({ accepted: 1 });
    await retry();
    expect([await visitorOf(id), await waitingCount()]).toEqual([[`wv${id.slice(1)}`], 0]);
    expect(await events(conversion(id, who))).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('rejects it with its reason and text when its time is over, and takes it again', async () => {
    const event = conversion('w3', { interaction_id: 'never' });
    expect(await events(event)).toEqual(deferred);
    await retry(true);
    const rows = await test.db.read<{ reason: string; text: string; door: string }>(
      'SELECT reason, text, door FROM bad_event ORDER BY id DESC LIMIT 1',
    );
    expect(rows).toEqual([
      {
        reason: 'interaction_id is not known, so that the visitor is missing',
        text: JSON.stringify(event),
        door: 's2s',
      },
    ]);
    expect([await visitorOf('w3'), await waitingCount()]).toEqual([[], 0]);
    expect(await events(event)).toEqual(deferred);
    await retry(true);
  });

  it('keeps a postback for its click id, and stores it as direct when its time is over', async () => {
    const postback = (order: string, clickId: string) =>
      send(server.url, `${postbackPath}?order=${order}&click_id=${clickId}`);
    expect((await postback('pb1', 'g-1')).status).toBe(200);
    expect((await postback('pb2', 'g-2')).status).toBe(200);
    expect(await waitingCount()).toBe(2);
    await events(click('wc4', 'wv4', { xclid: 'g-1' }));
    await retry();
    expect([await visitorOf('pb1'), await waitingCount()]).toEqual([['wv4'], 1]);
    await retry(true);
    expect((await visitorOf('pb2'))[0]).toMatch(/^postback-/);
    expect(await waitingCount()).toBe(0);
  });

  describe('results', () => {
    const setCollector = (drainedUntil: number, aliveAt: number) =>
      test.db.write(async (tx) => {
        await tx.execute("DELETE FROM spool_offset WHERE spool_id = 'other'");
        const columns = ['spool_id', 'segment', 'position', 'drained_until', 'alive_at'];
        await insertRows(tx, 'spool_offset', columns, [['other', '1', 0, drainedUntil, aliveAt]]);
      });

    it('wait for clicks that another collector has not stored yet', async () => {
      const { ad } = await makeLink(test.db, shop.product.id, { resultFlag: 1, cvCost: 100 });
      await settle(test.db);
      await setCollector(Date.now() - 1000, Date.now());
      await events(conversion('r1', { visitor_id: 'rv1' }));
      await settle(test.db);
      expect(await isResultDue(test.db, shop.product.id)).toBe(false);
      await events(
        click('rc1', 'rv1', { ad_id: ad.id, time: new Date(Date.parse(time) - 1000).toISOString() }),
      );
      await setCollector(Date.now() + 60_000, Date.now());
      for (const end = Date.now() + 10_000; Date.now() < end;) {
        await settle(test.db);
        if ((await storedResults(test.db, shop.product.id)).length > 0) break;
      }
      expect(await storedResults(test.db, shop.product.id)).toHaveLength(1);
    });

    it('wait for no collector that is gone', async () => {
      await setCollector(0, Date.now() - 600_000);
      await server.tracking.drain();
      await events(conversion('r2', { visitor_id: 'rv1' }));
      for (const end = Date.now() + 10_000; Date.now() < end;) {
        await settle(test.db);
        if ((await storedResults(test.db, shop.product.id)).length > 1) break;
      }
      expect(await storedResults(test.db, shop.product.id)).toHaveLength(2);
    });

    it('are found missing by verification', async () => {
      const range = { from: 20_000_101, to: 99_991_231 };
      expect(await conversionsNotAsked(test.db, shop.product.id, range)).toEqual([]);
      await test.db.write((tx) =>
        tx.execute("UPDATE conversion SET results_made_at = NULL WHERE event_id = 'r2'"),
      );
      const [missing] = await conversionsNotAsked(test.db, shop.product.id, range);
      expect(missing).toMatchObject({ event_id: 'r2', cv_setting_id: shop.cv.id });
    });
  });
});
