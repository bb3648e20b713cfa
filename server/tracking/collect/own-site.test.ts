import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { settle } from '../../sweeps';
import { newEventId } from '../../platform/event-id';
import { makeShop } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';
import { durableVisitor } from './own-site';

const NOW = Date.now();
const MINUTE = 60_000;
const id = (minutesAgo: number) => newEventId(NOW - minutesAgo * MINUTE);
const [clicked, fresh, old, durable] = [id(2), id(1), id(90), 'durable'];

describe('the visitor of a page on the tracker’s site', () => {
  it.each<[string, string | undefined, string | undefined, string, string]>([
    // rule, ic_vid, ic_tid, the page's id, visitor
    ['is the tracker’s cookie', durable, undefined, fresh, durable],
    ['is the tracker’s cookie also after another click', durable, clicked, old, durable],
    ['is the page’s id without cookies', undefined, undefined, fresh, fresh],
    ['is that of the click for a new visitor', undefined, clicked, fresh, clicked],
    ['is the page’s id if it is older than the click', undefined, clicked, old, old],
    ['is the page’s id if the click is old and the visit is not new', undefined, id(120), old, old],
    ['is that of the click for an id of another form', undefined, clicked, 'v1', clicked],
  ])('%s', (_rule, vid, tid, visitor, expected) => {
    expect(durableVisitor({ durable: vid, clicked: tid }, visitor, NOW)).toBe(expected);
  });
});

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let sister: Awaited<ReturnType<typeof makeShop>>;
  let serial = 0;
  const origin = 'https://www.shop.example';

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db, { trackerHost: 't.shop.example', moreHosts: 'lp.shop.example' });
    sister = await makeShop(test.db, { productDomain: 'sister.example' });
    server = await startTracking(test.db, { trackerUrl: 'https://console.example', trustProxy: 1 });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const event = (values: object = {}) => ({
    type: 'view',
    product_id: shop.product.id,
    event_id: `own${(serial += 1)}`,
    visitor_id: 'me',
    url: `${origin}/`,
    referrer: '',
    ...values,
  });
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await send(server.url, '/collect', {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 Chrome/130', origin, ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    const { headers: answered } = answer;
    return {
      cors: [answered['access-control-allow-origin'], answered['access-control-allow-credentials']],
      cookies: answered['set-cookie'] ?? [],
      visitor: (JSON.parse(answer.body) as { visitor_id?: string }).visitor_id,
    };
  };
  const visitorOf = async (eventId: string, table: 'access' | 'conversion' = 'access') => {
    const column = table === 'access' ? 'id' : 'event_id';
    const [row] = await test.db.read<{ visitor_id: string }>(
      `SELECT visitor_id FROM ${table} WHERE ${column} = ?`,
      [eventId],
    );
    return row?.visitor_id;
  };

  it('gets the visitor in a cookie that scripts can’t read or lose', async () => {
    const { cors, cookies, visitor } = await post(event(), { 'x-forwarded-proto': 'https' });
    expect(cors).toEqual([origin, 'true']);
    expect(cookies).toEqual(['ic_vid=me; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure']);
    expect(visitor).toBe('me');
  });

  it('stores the very event that a new page id came with under the cookie’s visitor', async () => {
    const view = event({ visitor_id: fresh });
    const { cookies, visitor } = await post(view, { cookie: `x=1; ic_vid=${durable}` });
    expect([visitor, await visitorOf(view.event_id)]).toEqual([durable, durable]);
    expect(cookies[0]).toContain(`ic_vid=${durable};`);
  });

  it('keeps one id of an order whose visitor changes between two reports', async () => {
    const order = event({
      type: 'cv',
      cv_setting_id: shop.cv.id,
      event_id: 'page-id-o1',
      visitor_id: 'page-id',
    });
    await post(order, { cookie: 'ic_vid=durable-o' });
    await post(
      { ...order, event_id: 'durable-o-o1', visitor_id: 'durable-o' },
      { cookie: 'ic_vid=durable-o' },
    );
    const rows = await test.db.read<object>("SELECT event_id FROM conversion WHERE visitor_id = 'durable-o'");
    expect(rows).toEqual([{ event_id: 'durable-o-o1' }]);
  });

  it('takes a visitor over that another domain of the product handed over', async () => {
    const view = event({ url: `${origin}/?a_vid=handed`, referrer: 'https://shop.example/' });
    const { cookies, visitor } = await post(view, { cookie: `ic_vid=${durable}` });
    expect([visitor, await visitorOf(view.event_id)]).toEqual(['handed', 'handed']);
    expect(cookies[0]).toContain('ic_vid=handed;');
  });

  it('changes no visitor by an event that is repeated from an earlier page', async () => {
    const time = new Date(Date.now() - MINUTE).toISOString();
    const view = event({ url: `${origin}/?a_vid=earlier`, referrer: 'https://shop.example/', time });
    const { visitor } = await post(view, { cookie: `ic_vid=${durable}` });
    expect([visitor, await visitorOf(view.event_id)]).toEqual([durable, 'earlier']);
  });

  it.each<[string, Record<string, string>, object]>([
    ['of a foreign site', { origin: 'https://evil.example' }, {}],
    ['of a site whose name ends alike', { origin: 'https://evilshop.example' }, {}],
    ['in a sandbox', { origin: 'null' }, {}],
    ['of another product', {}, { product_id: 'sister' }],
    ['of no product', {}, { product_id: 987_654 }],
    ['on another site than the tracker', { origin: 'https://sister.example' }, { product_id: 'sister' }],
  ])(
    'gives no credentials to a page %s, and takes no visitor from its cookies',
    async (_page, headers, values) => {
      const productId =
        'product_id' in values && values.product_id === 'sister' ? sister.product.id : undefined;
      const view = event({ ...values, ...(productId && { product_id: productId }) });
      const { cors, cookies, visitor } = await post(view, { cookie: `ic_vid=${durable}`, ...headers });
      expect([cors, cookies, visitor]).toEqual([['*', undefined], [], undefined]);
      expect(await visitorOf(view.event_id)).not.toBe(durable);
    },
  );

  it('gives none if one of several events is of another product', async () => {
    const events = [event(), event({ product_id: sister.product.id })];
    expect((await post(events)).cors).toEqual(['*', undefined]);
  });

  it.each<[string, Record<string, string>]>([
    ['a further host of the product', { origin: 'http://lp.shop.example:8080' }],
    ['the browser’s own judgement', { origin, 'sec-fetch-site': 'same-site' }],
  ])('accepts %s', async (_name, headers) => {
    expect((await post(event(), headers)).cors).toEqual([headers.origin, 'true']);
  });

  it('lets browsers ask before a request with JSON', async () => {
    const ask = async (page: string) => {
      const { headers } = await send(server.url, '/collect', {
        method: 'OPTIONS',
        headers: { origin: page },
      });
      return [headers['access-control-allow-origin'], headers['access-control-allow-credentials']];
    };
    expect(await ask(origin)).toEqual([origin, 'true']);
    expect(await ask('https://evil.example')).toEqual(['*', undefined]);
  });

  it('puts no id into the cookie that would not fit', async () => {
    const { cookies, visitor } = await post(event({ visitor_id: 'a; Domain=example' }));
    expect([cookies, visitor]).toEqual([[], undefined]);
  });

  it('deletes its cookies when consent is withdrawn, for its own pages alone', async () => {
    const cookie = `ic_vid=${durable}; ic_tid=${clicked}`;
    const forget = { type: 'forget', product_id: shop.product.id };
    expect((await post(forget, { cookie })).cookies).toEqual([
      'ic_tid=; Max-Age=0; HttpOnly; SameSite=Lax; Path=/',
      'ic_vid=; Max-Age=0; HttpOnly; SameSite=Lax; Path=/',
    ]);
    expect((await post(forget, { cookie, origin: 'https://evil.example' })).cookies).toEqual([]);
    expect(await test.db.read("SELECT text FROM bad_event WHERE text LIKE '%forget%'")).toEqual([]);
  });

  it('credits a purchase to the click though the page lost its ids (input 16)', async () => {
    const click = await send(server.url, `/r/${shop.redirect.code}`, {
      headers: { 'user-agent': 'Mozilla/5.0 Safari/605', host: 't.shop.example' },
    });
    const tid = /ic_tid=\w+/.exec(String(click.headers['set-cookie']))?.[0] ?? '';
    const landed = await post(
      event({ visitor_id: newEventId(Date.now()), url: String(click.headers.location) }),
      { cookie: tid },
    );
    expect(`ic_tid=${landed.visitor}`).toBe(tid);
    for (const cookie of [tid, `${tid}; ic_vid=${landed.visitor}`]) {
      const order = event({ type: 'cv', cv_setting_id: shop.cv.id, visitor_id: newEventId(Date.now()) });
      await post(order, { cookie });
      await server.tracking.drain();
      await settle(test.db);
      const [row] = await test.db.read<object>(
        'SELECT last_ad_id, touch_count FROM conversion WHERE event_id = ?',
        [order.event_id],
      );
      expect(row).toEqual({ last_ad_id: shop.ad.id, touch_count: 1 });
    }
  });
});
