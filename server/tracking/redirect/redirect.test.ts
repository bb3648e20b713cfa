import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { Ad } from '../../settings/ad/ad.entity';
import { until } from '../testing/disk-faults';
import { makeAsp, makeLink, makeSender, makeShop, makeVariants, save } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';

interface ClickRow {
  id: string;
  visitor_id: string;
  ad_id: number;
  redirect_id: number;
  lpo_entry_id: number;
  cost_sen: number;
  xclid: string | null;
  ses: string | null;
  key1: string | null;
  params: string | null;
  ip: string | null;
  excluded_reason: string | null;
}

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  const now = Date.now();

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db, { excludedIps: '198.51.100.0/24' });
    server = await startTracking(test.db, {
      trustProxy: 1,
      random: () => 0.5,
      trackerUrl: 'https://t.example',
    });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const click = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(server.url, path, {
      method,
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120', ...headers },
    });
  const location = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await click(path, headers);
    expect(answer.status).toBe(302);
    return new URL(answer.headers.location ?? '');
  };
  const stored = async (iid: string | null): Promise<ClickRow | undefined> => {
    await server.tracking.drain();
    const rows = await test.db.read<ClickRow>('SELECT * FROM interaction WHERE id = ?', [iid]);
    return rows[0];
  };

  it('forwards with ad, interaction and click parameters and keeps the page’s own', async () => {
    const answer = await click(`/r/${shop.redirect.code}?utm=%E3%81%82&from=other&a_x=1&lpurl=x&ses=s&flag`);
    expect(answer.status).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const iid = new URL(answer.headers.location ?? '').searchParams.get('a_iid');
    expect(answer.headers.location).toBe(
      `https://shop.example/lp?from=ad&utm=%E3%81%82&flag&a_ad=${shop.ad.id}&a_iid=${iid}#top`,
    );
    expect(await stored(iid)).toMatchObject({
      ad_id: shop.ad.id,
      redirect_id: shop.redirect.id,
      lpo_entry_id: 0,
      cost_sen: 3000,
      params: 'utm=%E3%81%82&from=other&flag',
      excluded_reason: null,
    });
  });

  it('sets a visitor cookie for 180 days and recognizes the visitor', async () => {
    const first = await click(`/r/${shop.redirect.code}`);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^ic_tid=[0-9a-f]{32}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const again = await location(`/r/${shop.redirect.code}`, { cookie: `x=1; ${cookie.split(';')[0]}` });
    const row = await stored(again.searchParams.get('a_iid'));
    expect(`ic_tid=${row?.visitor_id}`).toBe(cookie.split(';')[0]);
  });

  it('marks its cookies Secure if a trusted proxy reports https', async () => {
    const behind = await startTracking(test.db, { trustProxy: 1, trackerUrl: 'http://t.example' });
    const cookie = async (headers: Record<string, string>) =>
      String((await send(behind.url, `/r/${shop.redirect.code}`, { headers })).headers['set-cookie']);
    expect(await cookie({ 'x-forwarded-proto': 'https' })).toMatch(/; Secure$/);
    expect(await cookie({ 'x-forwarded-proto': 'http' })).not.toContain('Secure');
    expect(await cookie({})).not.toContain('Secure');
    await behind.stop();
  });

  it('sets no cookie without consent', async () => {
    const answer = await click(`/r/${shop.redirect.code}?a_consent=denied`);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers.location).toContain('a_iid=');
  });

  it('deletes and ignores the cookies of a visitor who withdrew consent', async () => {
    const cookieId = 'f'.repeat(32);
    const answer = await click(`/r/${shop.redirect.code}?a_consent=denied`, {
      cookie: `ic_tid=${cookieId}; ic_lpo=1`,
    });
    const gone = (answer.headers['set-cookie'] as unknown as string[]).map((line) =>
      line.split(';').slice(0, 2).join(';'),
    );
    expect(gone).toEqual(['ic_tid=; Max-Age=0', 'ic_lpo=; Max-Age=0']);
    const row = await stored(new URL(answer.headers.location ?? '').searchParams.get('a_iid'));
    expect(row).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(cookieId);
  });

  it('creates ids with the time and 80 random bits', async () => {
    const id = (await location(`/r/${shop.redirect.code}`)).searchParams.get('a_iid') ?? '';
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(Math.abs(parseInt(id.slice(0, 12), 16) - now)).toBeLessThan(600_000);
  });

  it.each([
    ['HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
  ])('forwards %s without recording a click', async (_name, method, headers) => {
    await server.tracking.drain();
    const count = () => test.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM interaction');
    const before = await count();
    const answer = await click(`/r/${shop.redirect.code}`, headers as Record<string, string>, method);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).not.toContain('a_iid');
    expect(answer.headers['set-cookie']).toBeUndefined();
    await server.tracking.drain();
    expect(await count()).toEqual(before);
  });

  it('answers 404 in Japanese for an unknown code', async () => {
    const answer = await click('/r/nothing-here');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('ページが見つかりません');
  });

  it('follows a link as soon as it is saved', async () => {
    const { redirect } = await makeLink(test.db, shop.product.id);
    expect((await click(`/r/${redirect.code}`)).status).toBe(302);
  });

  it('forwards an ad’s own posting URL to its landing page', async () => {
    const { ad } = await makeLink(test.db, shop.product.id, { redirectUrl: 'https://shop.example/own' });
    const url = await location(`/r/${ad.code}`);
    expect(url.pathname).toBe('/own');
    expect(await stored(url.searchParams.get('a_iid'))).toMatchObject({ ad_id: ad.id, redirect_id: 0 });
  });

  it('stores the enabled medium values, with or without a_', async () => {
    const asp = await makeAsp(test.db, shop.product.id, { aXclidFlag: true, aKey1Flag: true });
    const { redirect } = await makeLink(test.db, shop.product.id, { aspId: asp.id, aSesFlag: true });
    const url = await location(`/r/${redirect.code}?xclid=plain&a_xclid=X%201&key1=k&ses=s`);
    expect(url.search).not.toMatch(/xclid|key1|ses/);
    expect(await stored(url.searchParams.get('a_iid'))).toMatchObject({ xclid: 'X 1', key1: 'k', ses: null });
  });

  it('stores a medium’s value whole or not at all, because media need the whole id', async () => {
    const asp = await makeAsp(test.db, shop.product.id, { aXclidFlag: true, aKey1Flag: true });
    const { redirect } = await makeLink(test.db, shop.product.id, { aspId: asp.id });
    const long = 'a8'.repeat(512);
    const url = await location(`/r/${redirect.code}?a_xclid=${long}&a_key1=${long}x`);
    expect(await stored(url.searchParams.get('a_iid'))).toMatchObject({ xclid: long, key1: null });
  });

  describe.each([
    ['an invalid ad', { status: false }, 'ad_invalid'],
    ['an ad before its period', { periodFrom: 20991231 }, 'ad_outside_period'],
    ['an ad after its period', { periodTo: 20200101 }, 'ad_outside_period'],
  ])('%s', (_name, values, reason) => {
    it('is forwarded without recording; the reason is logged', async () => {
      const { redirect } = await makeLink(test.db, shop.product.id, values);
      const url = await location(`/r/${redirect.code}?utm=1`);
      expect(url.href).toBe('https://shop.example/lp?from=ad&utm=1#top');
      await server.tracking.drain();
      const rows = await test.db.read<{ reason: string; text: string }>('SELECT * FROM bad_event');
      expect(rows.filter((row) => row.text.includes(redirect.code)).map((row) => row.reason)).toEqual([
        reason,
      ]);
    });

    it('has its cookies deleted when consent was withdrawn, and sets none', async () => {
      const { redirect } = await makeLink(test.db, shop.product.id, values);
      const cookies = async (query: string) =>
        (await click(`/r/${redirect.code}${query}`, { cookie: `ic_tid=${'f'.repeat(32)}; ic_lpo=1` }))
          .headers['set-cookie'] ?? [];
      expect(
        [...(await cookies('?a_consent=denied'))].map((line) => line.split(';').slice(0, 2).join(';')),
      ).toEqual(['ic_tid=; Max-Age=0', 'ic_lpo=; Max-Age=0']);
      expect(await cookies('')).toEqual([]);
    });
  });

  it('records nothing for an ad whose network is switched off, until it is on again', async () => {
    const asp = await makeAsp(test.db, shop.product.id, { status: false });
    const { ad, redirect } = await makeLink(test.db, shop.product.id, { aspId: asp.id });
    expect((await location(`/r/${redirect.code}`)).searchParams.has('a_ad')).toBe(false);
    await save(test.db, Ad, { ...ad, aspId: null });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect((await location(`/r/${redirect.code}`)).searchParams.get('a_ad')).toBe(String(ad.id));
  });

  it('records excluded addresses and bots with the reason', async () => {
    const excluded = await location(`/r/${shop.redirect.code}`, {
      'x-forwarded-for': '203.0.113.5, ::ffff:198.51.100.7',
    });
    expect(await stored(excluded.searchParams.get('a_iid'))).toMatchObject({
      ip: '198.51.100.7',
      excluded_reason: 'excluded_ip',
    });
    const bot = await location(`/r/${shop.redirect.code}`, {
      'user-agent': 'Googlebot/2.1',
      'x-forwarded-for': '203.0.113.5',
    });
    expect(await stored(bot.searchParams.get('a_iid'))).toMatchObject({
      ip: '203.0.113.5',
      excluded_reason: 'bot',
    });
  });

  describe('LPO', () => {
    it('chooses by rate and keeps the variant of a returning visitor', async () => {
      const { redirect } = await makeLink(test.db, shop.product.id, {}, { lpoFlag: true });
      const [a, b] = await makeVariants(test.db, redirect.id, [
        { url: 'https://shop.example/a?x=1', rate: 40 },
        { url: 'https://shop.example/b', rate: 60 },
      ]);
      // The collector may have read the link before its variants.
      let first = await click(`/r/${redirect.code}`);
      await until(async () => {
        first = await click(`/r/${redirect.code}`);
        return first.headers.location?.startsWith('https://shop.example/b') ?? false;
      });
      const url = new URL(first.headers.location ?? '');
      expect(await stored(url.searchParams.get('a_iid'))).toMatchObject({ lpo_entry_id: b?.id });
      expect(first.headers['set-cookie']?.[1]).toMatch(
        new RegExp(`^ic_lpo=${b?.id}; Path=/r/${redirect.code};`),
      );
      const revisit = await location(`/r/${redirect.code}`, { cookie: `ic_lpo=${a?.id}` });
      expect(revisit.pathname).toBe('/a');
    });
  });

  describe('lpurl', () => {
    let code = '';
    beforeAll(async () => {
      await makeSender(test.db, shop.product.id, 'Pay.example');
      code = (await makeLink(test.db, shop.product.id, {}, { dynamicLpurl: true })).redirect.code;
    });

    it.each([
      ['https://shop.example/item?id=1#x', 'https://shop.example/item?id=1&a_ad='],
      ['http://www.shop.example:8080/', 'http://www.shop.example:8080/?a_ad='],
      ['https://cart.pay.example', 'https://cart.pay.example/?a_ad='],
      ['https://SHOP.example/a?a_iid=forged&b=2', 'https://shop.example/a?b=2&a_ad='],
    ])('leads to %s', async (lpurl, start) => {
      expect((await location(`/r/${code}?lpurl=${encodeURIComponent(lpurl)}`)).href.startsWith(start)).toBe(
        true,
      );
    });

    it.each([
      '//evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      'https:evil.example',
      'https://evil.example',
      'https://shop.example@evil.example/',
      'https://shop.example:pw@shop.example/',
      'https://shop.example.evil.example/',
      'https://evilshop.example/',
      'https://evil.example\\.shop.example/',
      'https://evil.example/.shop.example',
      'https://evil.example;.shop.example/',
      'https://evil.example&.shop.example/',
      'https://evil.example%2f.shop.example/',
      'https://shop.example%0d%0aSet-Cookie:x=1',
      'javascript:alert(1)//https://shop.example/',
      'data:text/html,shop.example',
      'ht\ttps://evil.example',
      ' https://evil.example',
      'https://shop.example/\r\nSet-Cookie: x=1',
      'https://ѕhop.example/',
      'https://shop。example.evil.example/',
      'ftp://shop.example/',
      'https://[::1]/',
    ])('is ignored when it is %j', async (lpurl) => {
      const answer = await click(`/r/${code}?lpurl=${encodeURIComponent(lpurl)}`);
      expect(answer.headers.location).toMatch(/^https:\/\/shop\.example\/lp\?from=ad&a_ad=/);
      expect(answer.headers['set-cookie']?.join()).not.toContain('x=1');
    });

    const page = (path: string) => `https://shop.example/${path}`;
    it.each([
      // as received, page
      ['https%3A%2F%2Fshop.example%2Flp%3Fa%3D1%26b%3D2', page('lp?a=1&b=2')],
      ['https%3A%2F%2Fshop.example%2Flp%3Fn%3DA%2526B', page('lp?n=A%26B')],
      ['https%253A%252F%252Fshop.example%252Flp%253Fa%253D1%2526b%253D2', page('lp?a=1&b=2')],
      // Google's {lpurl} escapes `?`, `=` and `#` alone.
      ['https://shop.example/lp%3Fa%3D1&b%3D2', page('lp?a=1&b=2')],
      ['https://shop.example/lp%3Fa%3D1&b%3D2&c%3D3', page('lp?a=1&b=2&c=3')],
      ['https://shop.example/lp%3Fa%3D1%26b%3D2', page('lp?a=1&b=2')],
      ['https://shop.example/lp%3Fn%3DA%26B', page('lp?n=A%26B')],
      ['https://shop.example/lp%3Fq%3Da+b%20c', page('lp?q=a+b%20c')],
      ['https://shop.example/lp?a=1%26b=2', page('lp?a=1&b=2')],
      ['https://shop.example/%E8%B3%BC', page('%E8%B3%BC')],
    ])('%s leads to %s', async (lpurl, target) => {
      const answer = await click(`/r/${code}?lpurl=${lpurl}&gclid=g`);
      const [start] = String(answer.headers.location).split(/[?&]gclid=g&/);
      expect(start).toBe(target);
      expect(answer.headers.location).toContain('gclid=g&a_ad=');
    });

    it('says in the rejected log that a page can not be followed, and counts the click', async () => {
      const answer = await click(`/r/${code}?lpurl=https%3A%2F%2Fevil.example%2Frefused`);
      const iid = new URL(String(answer.headers.location)).searchParams.get('a_iid');
      expect(await stored(iid)).toBeDefined();
      const rows = await test.db.read<object>(
        "SELECT door, reason, product_id FROM bad_event WHERE text LIKE '%evil.example%2Frefused%'",
      );
      expect(rows).toEqual([
        {
          door: 'redirect',
          reason: 'lpurl is no page on the domains of the product',
          product_id: shop.product.id,
        },
      ]);
    });

    it('is ignored if the redirect does not accept it', async () => {
      const url = await location(`/r/${shop.redirect.code}?lpurl=https%3A%2F%2Fshop.example%2Fitem`);
      expect(url.pathname).toBe('/lp');
    });
  });

  it('keeps every byte of the query inside the Location header', async () => {
    const answer = await click(`/r/${shop.redirect.code}?a=%0d%0aX:1&b="<>\\^#frag`);
    expect(answer.headers.location).toContain('&a=%0d%0aX:1&b=%22%3C%3E%5C%5E%23frag&a_ad=');
  });
});
