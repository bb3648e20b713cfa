import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { settle } from '../../sweeps';
import { Ad } from '../../settings/ad/ad.entity';
import { CvSetting } from '../../settings/cv-setting';
import { makeSender, makeShop, save } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';
import type { CollectAnswer } from './collect-endpoint';

const UA = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile Safari/604.1';

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let other: Awaited<ReturnType<typeof makeShop>>;
  let serial = 0;

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db);
    other = await makeShop(test.db);
    await makeSender(test.db, shop.product.id, 'pay.example');
    server = await startTracking(test.db, { trustProxy: 1 });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    send(server.url, '/collect', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': UA, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const collect = async (body: unknown, headers: Record<string, string> = {}): Promise<CollectAnswer> => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body) as CollectAnswer;
  };
  const view = (values: object = {}) => ({
    type: 'view',
    product_id: shop.product.id,
    event_id: `v${(serial += 1)}`,
    visitor_id: 'me',
    url: 'https://shop.example/',
    referrer: '',
    ...values,
  });
  const cv = (values: object = {}) => ({ ...view(), type: 'cv', cv_setting_id: shop.cv.id, ...values });
  const row = async (table: string, column: string, id: string) =>
    (await test.db.read<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = ?`, [id]))[0];

  it('accepts views and conversions and reports their number', async () => {
    const order = cv({ amount: 1234.5, user_id: 'u1', args: { order: 'A 1', n: 2 }, other_key2: 'k' });
    const page = view({ title: 'トップ', referrer: 'https://search.example/' });
    expect(await collect([page, order, page])).toEqual({
      accepted: 2,
      duplicates: 1,
      rejected: [],
      tags: [],
    });
    expect(await collect(order)).toEqual({ accepted: 0, duplicates: 1, rejected: [], tags: [] });
    expect(await row('access', 'id', page.event_id)).toMatchObject({
      title: 'トップ',
      door: 'collect',
      device: 2,
    });
    expect(await row('conversion', 'event_id', order.event_id)).toMatchObject({
      amount_sen: 123450,
      user_id: 'u1',
      args: 'order=A+1&n=2',
      other_key2: 'k',
      visitor_id: 'me',
    });
  });

  it('rejects single items with index and reason and logs them', async () => {
    const marker = `bad-${dialect}`;
    const answer = await collect([
      view({ product_id: 999_999, title: marker }),
      view(),
      cv({ amount: -1 }),
      cv({ amount: ['5'] }),
      cv({ amount: 1.234 }),
      cv({ cv_setting_id: other.cv.id }),
      view({ visitor_id: null }),
      view({ event_id: 'x'.repeat(129) }),
      { type: 'click' },
      7,
      view({ url: '' }),
    ]);
    expect(answer.accepted).toBe(1);
    expect(answer.rejected).toEqual([
      { index: 0, reason: 'product_id 999999 is unknown' },
      { index: 2, reason: 'amount must not be negative' },
      { index: 3, reason: 'amount must be a number' },
      { index: 4, reason: 'amount must have at most two decimals' },
      { index: 5, reason: `cv_setting_id ${other.cv.id} is not a CV setting of the product` },
      { index: 6, reason: 'visitor_id is missing' },
      { index: 7, reason: 'event_id is longer than 128 characters' },
      { index: 8, reason: 'type must be view or cv' },
      { index: 9, reason: 'the event is not an object' },
      { index: 10, reason: 'url is missing' },
    ]);
    const logged = await test.db.read<{ reason: string; text: string }>(
      'SELECT reason, text FROM bad_event ORDER BY id',
    );
    expect(logged.find((bad) => bad.text.includes(marker))?.reason).toBe('product_id 999999 is unknown');
  });

  it('logs no rejection of a conversion that another tag of the company reports', async () => {
    const sister = await makeShop(test.db, { companyId: shop.company.id });
    const countRejected = async () =>
      Number(
        (
          await test.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM bad_event WHERE product_id = ?', [
            shop.product.id,
          ])
        )[0]?.n,
      );
    const before = await countRejected();
    const refused = {
      accepted: 0,
      duplicates: 0,
      rejected: [{ index: 0, reason: `cv_setting_id ${sister.cv.id} is not a CV setting of the product` }],
      tags: [],
    };
    expect(await collect(cv({ cv_setting_id: sister.cv.id, tags: 2 }))).toEqual(refused);
    expect(await countRejected()).toBe(before);
    // A single tag, another company's setting and an unknown setting are real errors.
    await collect(cv({ cv_setting_id: sister.cv.id, tags: 1 }));
    await collect(cv({ cv_setting_id: sister.cv.id }));
    await collect(cv({ cv_setting_id: other.cv.id, tags: 2 }));
    await collect(cv({ cv_setting_id: 999_999, tags: 2 }));
    expect(await countRejected()).toBe(before + 4);
  });

  it('answers 400 to invalid JSON and logs it', async () => {
    expect((await post('{"type":')).status).toBe(400);
    await server.tracking.drain();
    expect(await row('bad_event', 'text', '{"type":')).toMatchObject({
      door: 'collect',
      reason: 'the body is not JSON',
    });
    expect((await post('{"a\0b')).status).toBe(400);
    await server.tracking.drain();
    expect(await row('bad_event', 'text', '{"a\u2400b')).toMatchObject({ reason: 'the body is not JSON' });
  });

  it('answers 413 above 64 KiB, with or without a content length', async () => {
    const long = JSON.stringify(view({ title: 'x'.repeat(66_000) }));
    expect((await post(long)).status).toBe(413);
    expect((await post(long, { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect((await post(JSON.stringify(view({ title: 'x'.repeat(60_000) })))).status).toBe(200);
  });

  it('sends current settings only to a script with old ones', async () => {
    const { settings } = await collect([view({ tag_version: 'of old' }), view()]);
    expect(settings).toMatchObject({
      product: shop.product.id,
      cvs: [expect.objectContaining({ id: shop.cv.id })],
    });
    for (const page of [
      view(),
      view({ tag_version: settings?.version }),
      view({ tag_version: 7 }),
      view({ tag_version: 'x', product_id: 999_999 }),
    ]) {
      expect(await collect(page)).not.toHaveProperty('settings');
    }
  });

  it('accepts every origin, without credentials', async () => {
    const preflight = await send(server.url, '/collect', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    expect((await post(view())).headers['access-control-allow-origin']).toBe('*');
    expect((await post('no')).headers['access-control-allow-origin']).toBe('*');
    expect((await send(server.url, '/collect')).status).toBe(405);
  });

  it.each([
    ['23 hours ago', -23 * 3_600_000, true],
    ['25 hours ago', -25 * 3_600_000, false],
    ['in an hour', 3_600_000, false],
  ])('uses the client’s time only within the last 24 hours: %s', async (_name, shift, counts) => {
    const time = Date.now() + shift;
    const page = view({ time: new Date(time).toISOString() });
    await collect(page);
    const stored = Number((await row('access', 'id', page.event_id))?.time);
    if (counts) expect(stored).toBe(time);
    else expect(Math.abs(stored - Date.now())).toBeLessThan(10_000);
  });

  it('needs no setting id if the product has exactly one LAST setting', async () => {
    expect((await collect(cv({ cv_setting_id: undefined }))).accepted).toBe(1);
    await save(test.db, CvSetting, { productId: shop.product.id, title: 'Second', cvType: 1, cvSlot: 2 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await collect(cv({ cv_setting_id: undefined }))).rejected).toHaveLength(1);
  });

  describe('a landing', () => {
    const landed = async (url: string, values: object = {}) => {
      const page = view({ url, ...values });
      await collect(page);
      const [interaction] = await test.db.read<Record<string, unknown>>(
        'SELECT * FROM interaction WHERE access_id = ?',
        [page.event_id],
      );
      return { made: interaction, page: await row('access', 'id', page.event_id) };
    };

    it('with a_ad and no a_iid creates an interaction', async () => {
      const { made } = await landed(`https://shop.example/?a_ad=${shop.ad.id}`);
      expect(made).toMatchObject({ ad_id: shop.ad.id, visitor_id: 'me', cost_sen: 3000 });
    });

    it('with a_iid creates none and hands the interaction over', async () => {
      const click = await send(server.url, `/r/${shop.redirect.code}`);
      const url = click.headers.location ?? '';
      await server.tracking.drain();
      const { made, page } = await landed(url, { visitor_id: 'first-party' });
      const iid = new URL(url).searchParams.get('a_iid') ?? '';
      expect(made?.id ?? iid).toBe(iid);
      expect(page).toMatchObject({ interaction_ref: iid });
      await settle(test.db);
      expect(await row('interaction', 'id', iid)).toMatchObject({ visitor_id: 'first-party' });
    });

    it('ignores another product’s ad', async () => {
      expect((await landed(`https://shop.example/?a_ad=${other.ad.id}`)).made).toBeUndefined();
    });

    it('of an invalid ad creates none and logs the reason', async () => {
      const ad = await save(test.db, Ad, {
        productId: shop.product.id,
        code: `off-${dialect}`,
        adName: 'Off',
        status: false,
      });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const { made, page } = await landed(`https://shop.example/?a_ad=${ad.id}`);
      expect(made).toBeUndefined();
      const rejected = await test.db.read<{ reason: string; text: string }>(
        'SELECT reason, text FROM bad_event',
      );
      expect(rejected.find((bad) => bad.text.includes(String(page?.id)))?.reason).toBe('ad_invalid');
    });
  });

  it.each([
    ['https://pay.example/checkout', 'handed'],
    ['https://www.pay.example/', 'handed'],
    ['https://evilpay.example/', 'me'],
    ['https://pay.example.evil/', 'me'],
    ['https://shop.example/', 'handed'],
    ['https://www.shop.example/cart', 'handed'],
    ['https://shop.example.evil/', 'me'],
    ['', 'me'],
  ])('from %s with a_vid in the URL has the visitor %s', async (referrer, visitor) => {
    const page = view({ url: 'https://shop.example/done?a_vid=handed', referrer });
    await collect(page);
    expect(await row('access', 'id', page.event_id)).toMatchObject({ visitor_id: visitor });
  });

  it('stores an event once when it arrives a hundred times at once', async () => {
    const order = cv();
    const answers = await Promise.all(Array.from({ length: 100 }, () => collect(order)));
    expect(answers.reduce((n, answer) => n + answer.accepted, 0)).toBe(1);
    expect(answers.reduce((n, answer) => n + answer.duplicates, 0)).toBe(99);
  });
});

onEachDatabase((dialect) => {
  it('spools events while the database is down, acknowledges them and stores them later', async () => {
    const test = await openTestDatabase(dialect);
    const shop = await makeShop(test.db);
    const server = await startTracking(test.db);
    await test.db.close();
    const event = {
      type: 'view',
      product_id: shop.product.id,
      visitor_id: 'v',
      url: 'https://shop.example/',
      referrer: '',
    };
    const items = Array.from({ length: 3 }, (_, i) => ({ ...event, event_id: `away-${i}` }));
    const answer = await send(server.url, '/collect', {
      method: 'POST',
      body: JSON.stringify([...items, { type: 'x' }]),
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ accepted: 3, duplicates: 0, tags: [], deferred: true });
    await test.db.connect();
    await server.tracking.drain();
    const rows = await test.db.read<{ n: number }>("SELECT COUNT(*) AS n FROM access WHERE id LIKE 'away-%'");
    expect(Number(rows[0]?.n)).toBe(3);
    expect(await test.db.read('SELECT reason FROM bad_event')).toEqual([
      { reason: 'type must be view or cv' },
    ]);
    await server.stop();
    await test.drop();
  });
});

it('limits the addresses of an IPv6 network together', async () => {
  const test = await openTestDatabase('sqlite');
  const server = await startTracking(test.db, { rateLimit: 3, trustProxy: 1, now: () => 1_800_000_000_000 });
  const from = async (ip: string) =>
    (await send(server.url, '/collect', { method: 'POST', body: '[]', headers: { 'X-Forwarded-For': ip } }))
      .status;
  const statuses = [];
  for (let host = 1; host <= 5; host += 1) statuses.push(await from(`2001:db8:0:7:${host}::1`));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await from('2001:db8:0:8::1')).toBe(200);
  await server.stop();
  await test.drop();
});

it('answers 429 with Retry-After above the limit', async () => {
  const test = await openTestDatabase('sqlite');
  const server = await startTracking(test.db, { rateLimit: 3, now: () => 1_800_000_000_000 });
  const answers = [];
  for (let i = 0; i < 5; i += 1)
    answers.push(await send(server.url, '/collect', { method: 'POST', body: '[]' }));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers[4]?.headers['retry-after']).toBe('1');
  await server.stop();
  await test.drop();
});
