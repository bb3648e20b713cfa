import { namesOf, wordsOf, type PostbackNames } from '../../../shared/catalog/postback-source';
import { newPostbackToken } from '../../auth/machine-tokens';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { CvSetting } from '../../settings/cv-setting';
import { PostbackSource } from '../../settings/postback-source/postback-source.entity';
import { settle } from '../../sweeps';
import { makeLink, makeShop, save } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';

const NOW = Date.parse('2026-03-18T12:00:00+09:00');
const IMG = 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let link: Awaited<ReturnType<typeof makeLink>>;

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db);
    link = await makeLink(test.db, shop.product.id, { useParamsIndividuallySetting: true, aXclidFlag: true });
    server = await startTracking(test.db, { now: () => NOW });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  /** Creates a source and returns the path of its URL. */
  async function source(names: Partial<PostbackNames> = {}, cvSettingId = shop.cv.id): Promise<string> {
    const { secret, keyHash, prefix } = newPostbackToken();
    await save(test.db, PostbackSource, {
      productId: shop.product.id,
      name: 'カート',
      cvSettingId,
      names: JSON.stringify(namesOf(names)),
      statusWords: JSON.stringify(wordsOf({ approved: '1,確定' })),
      tokenHash: keyHash,
      prefix,
    });
    return `/s2s/postback/${secret}`;
  }
  const get = (path: string, accept = '*/*') => send(server.url, path, { headers: { accept } });
  const post = (path: string, body: string, type: string) =>
    send(server.url, path, { method: 'POST', body, headers: { 'content-type': type } });
  const conversion = async (id: string) => {
    const rows = await test.db.read<Record<string, unknown>>('SELECT * FROM conversion WHERE event_id = ?', [
      id,
    ]);
    expect(rows).toHaveLength(1);
    return rows[0] ?? {};
  };
  const lastRejected = async () =>
    (
      await test.db.read<{ door: string; reason: string; text: string }>(
        'SELECT door, reason, text FROM bad_event ORDER BY id DESC LIMIT 1',
      )
    )[0];

  it('stores a conversion by GET with the source’s own parameter names', async () => {
    const path = await source({ order: 'oid', amount: 'price,total', userId: 'member' });
    const answer = await get(`${path}?oid=A-1&total=1%E4%B8%875%2C000%E5%86%86&member=u1`);
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([200, 'OK', 'no-store']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(await conversion('A-1')).toMatchObject({
      cv_setting_id: shop.cv.id,
      amount_sen: 1500000,
      amount_text: null,
      user_id: 'u1',
      args: 'order=A-1',
      door: 'postback',
      ip: null,
      ua: null,
      excluded_reason: null,
      by_user: 1,
    });
  });

  it('takes forms and JSON, whose values win over the query', async () => {
    const path = await source();
    const form = await post(
      `${path}?order=F1&amount=1`,
      'amount=2%2C500&time=1773802800',
      'application/x-www-form-urlencoded',
    );
    const json = await post(`${path}/?order=J1&amount=1`, '{"amount":300.5,"user_id":7}', 'application/json');
    expect([form.status, json.status]).toEqual([200, 200]);
    expect(await conversion('F1')).toMatchObject({ amount_sen: 250000 });
    expect(Number((await conversion('F1')).time)).toBe(1773802800000);
    expect(await conversion('J1')).toMatchObject({ amount_sen: 30050, user_id: '7' });
  });

  it('answers a pixel with an image', async () => {
    const path = await source();
    const pixel = await get(`${path}?order=P1`, IMG);
    expect([pixel.status, pixel.headers['content-type'], pixel.body.slice(0, 6)]).toEqual([
      200,
      'image/gif',
      'GIF89a',
    ]);
    expect((await get(`${path}?order=P1`, PAGE)).body).toBe('OK');
  });

  it('counts a repeated event once, with or without an id', async () => {
    const path = await source();
    for (const query of ['event_id=E1&order=X', 'order=O1', 'user_id=u9&amount=10', 'amount=12']) {
      const count = async () =>
        Number((await test.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM conversion'))[0]?.n);
      const before = await count();
      expect((await get(`${path}?${query}`)).body).toBe('OK');
      expect((await get(`${path}?${query}&status=1`)).body).toBe('OK');
      expect((await count()) - before).toBe(1);
    }
  });

  it('names the visitor by interaction, click id, known customer, else by a visitor of its own', async () => {
    const path = await source({ clickId: 'gclid,click_id' });
    const click = await get(`/r/${link.redirect.code}?xclid=net-1&gclid=g-1`);
    const iid = new URL(String(click.headers.location)).searchParams.get('a_iid') ?? '';
    expect((await get(`${path}?order=N1&interaction_id=${iid}`)).status).toBe(200);
    const { visitor_id: visitor } = await conversion('N1');
    const [row] = await test.db.read<{ visitor_id: string }>(
      'SELECT visitor_id FROM interaction WHERE id = ?',
      [iid],
    );
    expect(visitor).toBe(row?.visitor_id);
    await get(`${path}?order=N2&interaction_id=unknown&click_id=net-1&user_id=u2`);
    expect(await conversion('N2')).toMatchObject({ visitor_id: visitor, interaction_ref: iid, by_user: 0 });
    for (const [order, query] of [
      ['N6', 'gclid=g-1'],
      ['N7', 'click_id=g-1'],
    ]) {
      await get(`${path}?order=${order}&${query}`);
      expect(await conversion(order ?? '')).toMatchObject({ visitor_id: visitor, interaction_ref: iid });
    }
    await get(`${path}?order=N8&gclid=net-1`);
    await get(`${path}?order=N3&click_id=unknown&user_id=u2`);
    await get(`${path}?order=N4&interaction_id=unknown&click_id=%7Bclickid%7D`);
    // Those three wait for a click that never comes.
    await test.db.write((tx) => tx.execute('UPDATE waiting_event SET due_at = 0, expires_at = 0'));
    await settle(test.db);
    expect(await conversion('N8')).toMatchObject({ interaction_ref: null, by_user: 0 });
    expect(await conversion('N3')).toMatchObject({ visitor_id: visitor, interaction_ref: null, by_user: 1 });
    await get(`${path}?order=N5`);
    const own = [(await conversion('N4')).visitor_id, (await conversion('N5')).visitor_id];
    expect(new Set([...own, visitor]).size).toBe(3);
    expect(await conversion('N4')).toMatchObject({ interaction_ref: null, by_user: 0 });
  });

  it('keeps a text that is no single amount, with amount 0', async () => {
    const path = await source();
    expect((await get(`${path}?order=T1&amount=%2459.80`)).body).toBe('OK');
    expect(await conversion('T1')).toMatchObject({ amount_sen: 0, amount_text: '$59.80' });
  });

  it('queues each status that a postback reports, also of a repeated one', async () => {
    const path = await source();
    await get(`${path}?order=S1`);
    await get(`${path}?order=S1&status=%E7%A2%BA%E5%AE%9A`);
    await get(`${path}?order=S1&status=REJECTED`);
    await get(`${path}?order=S1&status=cancelled`);
    expect(
      await test.db.read('SELECT status, source FROM reported_status WHERE event_id = ? ORDER BY id', ['S1']),
    ).toEqual([
      { status: 1, source: 'カート' },
      { status: 2, source: 'カート' },
    ]);
  });

  it('cancels the order until another status comes, and names the source as the reason', async () => {
    const path = await source();
    for (const [status, cancelled] of [
      ['cancelled', 1],
      ['cancelled', 1],
      ['pending', 0],
      ['1', 0],
      ['canceled', 1],
    ]) {
      expect((await get(`${path}?order=C1&amount=900&status=${status}`)).body).toBe('OK');
      expect([status, Number((await conversion('C1')).cancelled)]).toEqual([status, cancelled]);
    }
    expect(
      await test.db.read(
        'SELECT a.cancelled, a.reason, a.door FROM conversion_amendment a JOIN conversion c ON c.id = a.conversion_id WHERE c.event_id = ? ORDER BY a.time, a.id',
        ['C1'],
      ),
    ).toEqual([1, 0, 1].map((cancelled) => ({ cancelled, reason: 'カート', door: 'postback' })));
  });

  it('is a duplicate of the same order from the tag, whose conversion it cancels', async () => {
    const { id: setting } = await save(test.db, CvSetting, {
      productId: shop.product.id,
      title: 'Order by number',
      cvType: 0,
      cvSlot: 1,
      cvUrl: 'shop.example/ordered',
      orderKey: 'order_no',
    });
    const tag = {
      ...{ type: 'cv', product_id: shop.product.id, cv_setting_id: setting, visitor_id: 'tag-visitor' },
      ...{ event_id: 'tag-1', args: 'order_no=Z-1', amount: '5,980円', time: NOW - 60_000 },
    };
    await post('/collect', JSON.stringify(tag), 'text/plain');
    await get(`${await source({}, setting)}?order=Z-1&amount=5980&status=cancelled`);
    expect(await conversion('Z-1')).toMatchObject({
      args: 'order_no=Z-1',
      excluded_reason: 'duplicate_order',
      duplicate_of: 'tag-1',
    });
    expect(await conversion('tag-1')).toMatchObject({ cancelled: 1, amount_sen: 598000 });
  });

  it.each([
    ['', 'none of the parameters that the source reads has a value'],
    ['?foo=1&status=1&time=2026-03-18', 'none of the parameters that the source reads has a value'],
    ['?order=R1&status=maybe', 'status maybe is not a word of the source'],
    ['?order=R1&time=yesterday', 'time must be ISO 8601 with T'],
    ['?order=R1&time=2026-03-19', 'time is more than 5 minutes ahead'],
    [`?order=${'x'.repeat(129)}`, 'order is longer than 128 characters'],
    ['?order=R1&user_id=%00', 'user_id holds a NUL character'],
  ])('refuses %j and keeps it with the source’s name', async (query, reason) => {
    const path = await source();
    const answer = await get(path + query, IMG);
    expect([answer.status, answer.body]).toEqual([400, reason]);
    const rejected = await lastRejected();
    expect(rejected).toMatchObject({ door: 'postback', reason });
    expect(rejected?.text).toContain('カート');
    expect(rejected?.text).not.toContain(path.slice(-10));
  });

  it.each([
    '{"order":',
    '[1]',
    '[{"order":"1"}]',
    '"order"',
    '{"order":{"a":1}}',
    '{"order":"B","amount":-1}',
    '['.repeat(99),
  ])('refuses the body %j', async (body) => {
    expect((await post(await source(), body, 'application/json')).status).toBe(400);
    expect((await lastRejected())?.door).toBe('postback');
  });

  it('refuses a conversion of a deleted CV setting', async () => {
    const answer = await get(`${await source({}, 999_999)}?order=D1`);
    expect([answer.status, answer.body]).toEqual([
      400,
      'cv_setting_id 999999 is not a CV setting of the product',
    ]);
  });

  it.each(['/s2s/postback/', '/s2s/postback/icp_unknown?order=1', '/s2s/postback/a/b', '/s2s/postback/%'])(
    'answers 404 to %s',
    async (path) => expect((await get(path)).status).toBe(404),
  );

  it('answers 404 as soon as a source is revoked', async () => {
    const path = await source();
    expect((await get(`${path}?order=V1`)).status).toBe(200);
    await test.db.write((tx) => tx.execute('DELETE FROM postback_source'));
    expect((await get(`${path}?order=V2`)).status).toBe(404);
  });

  it('refuses other methods and large bodies', async () => {
    const path = await source();
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await send(server.url, path, { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, POST']);
    }
    expect((await post(path, `order=${'x'.repeat(65_536)}`, 'text/plain')).status).toBe(413);
  });
});

describe('without the database', () => {
  let test: TestDatabase;
  let server: TrackingServer;

  it('keeps a postback on disk and stores it later, once', async () => {
    test = await openTestDatabase('sqlite');
    const shop = await makeShop(test.db);
    const { secret, keyHash, prefix } = newPostbackToken();
    await save(test.db, PostbackSource, {
      productId: shop.product.id,
      name: 'cart',
      cvSettingId: shop.cv.id,
      names: JSON.stringify(namesOf({})),
      statusWords: JSON.stringify(wordsOf({})),
      tokenHash: keyHash,
      prefix,
    });
    server = await startTracking(test.db);
    const { db } = test;
    const [read, write] = [db.read.bind(db), db.write.bind(db)];
    const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    Object.assign(db, { read: away, write: away });
    const path = `/s2s/postback/${secret}?order=K1&amount=%C2%A5-1&status=approved`;
    expect((await send(server.url, path)).body).toBe('OK');
    expect((await send(server.url, `${path}&status=1&order=`)).status).toBe(200);
    expect((await send(server.url, `/s2s/postback/${secret}`)).status).toBe(400);
    expect((await send(server.url, '/s2s/postback/unknown')).status).toBe(503);
    Object.assign(db, { read, write });
    await server.tracking.drain();
    expect((await send(server.url, path)).body).toBe('OK');
    expect(await db.read('SELECT event_id, amount_sen, amount_text FROM conversion')).toEqual([
      { event_id: 'K1', amount_sen: 0, amount_text: '¥-1' },
    ]);
    expect(await db.read('SELECT door FROM bad_event')).toEqual([{ door: 'postback' }]);
  });

  afterAll(async () => {
    await server.stop();
    await test.drop();
  });
});
