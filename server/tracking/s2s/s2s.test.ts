import { newApiKey } from '../../auth/machine-tokens';
import { ApiKey } from '../../auth/auth.entities';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import type { CollectAnswer } from '../collect/collect-endpoint';
import { makeShop, save } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let other: Awaited<ReturnType<typeof makeShop>>;
  const key = newApiKey();
  const time = new Date().toISOString();

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db);
    other = await makeShop(test.db);
    const { keyHash, prefix } = key;
    await save(test.db, ApiKey, { productId: shop.product.id, name: 'shop', keyHash, prefix });
    server = await startTracking(test.db);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const post = (path: string, body: unknown, authorization = `Bearer ${key.secret}`) =>
    send(server.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const events = async (body: unknown, path = '/s2s/events'): Promise<CollectAnswer> => {
    const answer = await post(path, body);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body) as CollectAnswer;
  };
  const ok = (accepted: number) => ({ accepted, duplicates: 0, rejected: [], tags: [] });

  it.each(['', 'Bearer ', 'Bearer wrong', 'Basic abc'])('answers 401 to %j', async (authorization) => {
    const answer = await post('/s2s/events', {}, authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('accepts an object, an array and NDJSON', async () => {
    const click = (id: string) => ({ type: 'click', id, time, ad_id: shop.ad.id, visitor_id: 'v1' });
    expect(await events(click('c1'))).toEqual(ok(1));
    expect(await events([click('c2'), click('c3')])).toEqual(ok(2));
    expect(
      await events(`\uFEFF${JSON.stringify(click('c4'))}\r\n\r\n${JSON.stringify(click('c5'))}\n`),
    ).toEqual(ok(2));
    expect(await events(click('c1'))).toEqual({ ...ok(0), duplicates: 1 });
    const [row] = await test.db.read<object>('SELECT * FROM interaction WHERE id = ?', ['c4']);
    expect(row).toMatchObject({ door: 's2s', visitor_id: 'v1', device: 4, ip: null, cost_sen: 3000 });
  });

  it('rejects single lines', async () => {
    const good = JSON.stringify({
      type: 'view',
      id: 'p1',
      time,
      visitor_id: 'v1',
      url: 'https://shop.example/',
    });
    const foreign = JSON.stringify({
      type: 'view',
      id: 'p2',
      time,
      visitor_id: 'v1',
      product_id: other.product.id,
    });
    const answer = await events(`${good}\n{broken\n${foreign}\n{"type":"click","id":"x"}`);
    expect(answer).toMatchObject({ accepted: 1, duplicates: 0, tags: [] });
    expect(answer.rejected).toEqual([
      { index: 1, reason: 'the line is not JSON' },
      { index: 2, reason: `product_id ${other.product.id} is unknown` },
      { index: 3, reason: 'time is missing' },
    ]);
    const logged = await test.db.read<{ text: string }>(
      "SELECT text FROM bad_event WHERE door = 's2s' ORDER BY id",
    );
    expect(logged.map((bad) => bad.text)).toContain('{broken');
  });

  it('answers 400 to invalid JSON, 404 to other paths, 405 to other methods', async () => {
    expect((await post('/s2s/events', 'no\njson')).status).toBe(400);
    expect((await post('/s2s/other', {})).status).toBe(404);
    expect((await send(server.url, '/s2s/events')).status).toBe(405);
  });

  it('identifies the visitor of a conversion by visitor, interaction or customer', async () => {
    const cv = (id: string, who: object) => ({ id, time, cv_setting_id: shop.cv.id, ...who });
    const answer = await events(
      [
        cv('o1', { visitor_id: 'v9', user_id: 'u9' }),
        cv('o2', { interaction_id: 'c1' }),
        cv('o3', { user_id: 'u9' }),
      ],
      '/s2s/conversions',
    );
    expect(answer).toEqual(ok(3));
    const rows = await test.db.read<{ event_id: string; visitor_id: string }>(
      'SELECT event_id, visitor_id FROM conversion ORDER BY event_id',
    );
    expect(rows).toEqual([
      { event_id: 'o1', visitor_id: 'v9' },
      { event_id: 'o2', visitor_id: 'v1' },
      { event_id: 'o3', visitor_id: 'v9' },
    ]);
    const unknown = await events([cv('o4', { user_id: 'nobody' }), cv('o5', {})], '/s2s/conversions');
    expect(unknown).toMatchObject({ accepted: 1, deferred: true });
    expect(unknown.rejected.map((rejected) => rejected.index)).toEqual([1]);
  });

  it('amends conversions, also those further below in the request', async () => {
    const order = { type: 'conversion', id: 'amended', time, visitor_id: 'v1', cv_setting_id: shop.cv.id };
    const amendment = { type: 'amendment', id: 'm1', time, conversion_id: 'amended', amount: 7 };
    const unknown = { ...amendment, id: 'm2', conversion_id: 'none' };
    const answer = await events([amendment, unknown, { ...order, amount: 10 }, amendment]);
    expect(answer).toEqual({
      accepted: 2,
      duplicates: 1,
      rejected: [{ index: 1, reason: 'conversion_id is not known, so that the conversion is missing' }],
      tags: [],
    });
    expect(await events(amendment, '/s2s/conversions')).toEqual({ ...ok(0), duplicates: 1 });
    expect(await test.db.read("SELECT amended_sen FROM conversion WHERE event_id = 'amended'")).toEqual([
      { amended_sen: 700 },
    ]);
  });

  it('accepts only conversions and amendments at /s2s/conversions', async () => {
    const answer = await events({ type: 'view', id: 'p9', time, visitor_id: 'v1' }, '/s2s/conversions');
    expect(answer.rejected).toEqual([{ index: 0, reason: 'type must be conversion or amendment' }]);
  });

  it('removes NULs from texts and drops cut click ids', async () => {
    const view = {
      type: 'view',
      id: 'nul-view',
      time,
      visitor_id: 'v1',
      url: 'https://shop.example/\0a?b=\0c',
      title: '\0title',
    };
    const click = {
      type: 'click',
      id: 'nul-click',
      time,
      visitor_id: 'v1',
      ad_id: shop.ad.id,
      xclid: 'a\0b',
      ses: 'whole',
    };
    const order = {
      type: 'conversion',
      id: 'nul-order',
      time,
      visitor_id: 'v1',
      args: 'order=1\0&sku=2',
      other_key1: 'a\0b',
    };
    expect(await events([view, click, order])).toEqual(ok(3));
    expect(await test.db.read('SELECT url, title FROM access WHERE id = ?', [view.id])).toEqual([
      { url: 'https://shop.example/a?b=c', title: 'title' },
    ]);
    expect(await test.db.read('SELECT xclid, ses FROM interaction WHERE id = ?', [click.id])).toEqual([
      { xclid: null, ses: 'whole' },
    ]);
    expect(
      await test.db.read('SELECT args, other_key1 FROM conversion WHERE event_id = ?', [order.id]),
    ).toEqual([{ args: 'order=1&sku=2', other_key1: 'ab' }]);
  });

  it('rejects a key as soon as it is deleted', async () => {
    const gone = newApiKey();
    const saved = await save(test.db, ApiKey, {
      productId: shop.product.id,
      name: 'gone',
      keyHash: gone.keyHash,
      prefix: gone.prefix,
    });
    expect((await post('/s2s/events', [], `Bearer ${gone.secret}`)).status).toBe(200);
    await test.db.write(({ manager }) => manager.remove(saved));
    expect((await post('/s2s/events', [], `Bearer ${gone.secret}`)).status).toBe(401);
  });

  it('answers 503 while the database is down', async () => {
    await test.db.close();
    const answer = await post('/s2s/events', []);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    await test.db.connect();
    expect(await events([])).toEqual(ok(0));
  });
});
