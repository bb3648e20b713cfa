import { newApiKey } from '../auth/machine-tokens';
import { ApiKey } from '../auth/auth.entities';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { ingest, parseEventLine } from '../journeys';
import { rebuildSettings } from '../journeys/rebuild-settings';
import { verifyJourneys } from '../journeys/verify-journeys';
import { Crossdomain } from '../settings/crossdomain';
import { Product } from '../settings/product/product.entity';
import { settle } from '../sweeps';
import { makeShop, save } from './testing/settings';
import { send, startTracking, type TrackingServer } from './testing/tracking-server';

jest.setTimeout(60_000);

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SMART_NEWS = `${IPHONE} Mobile/15E148 SmartNews/25.3.0`;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const GOOGLEBOT = `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`;
const EVER = { from: 20260101, to: 20991231 };

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  const key = newApiKey();
  let n = 0;

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db, {
      measuredHostsOnly: true,
      moreHosts: 'lp.partner.example,xn--r8jz45g.example',
      peopleUserAgents: 'OurMonitor',
      robotUserAgents: 'ourmonitor,BadApp/',
    });
    const productId = shop.product.id;
    await save(test.db, Crossdomain, { productId, senderName: 'Cart', senderDomain: 'cart.example' });
    const { keyHash, prefix } = key;
    await save(test.db, ApiKey, { productId, name: 'shop', keyHash, prefix });
    server = await startTracking(test.db);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const reason = async (table: string, id: string, column = 'id') => {
    const rows = await test.db.read<{ excluded_reason: string | null }>(
      `SELECT excluded_reason FROM ${table} WHERE ${column} = ?`,
      [id],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.excluded_reason;
  };
  const newId = () => `e${(n += 1)}`;
  const collect = (event: object, ua = CHROME) =>
    send(server.url, '/collect', {
      method: 'POST',
      headers: { 'user-agent': ua },
      body: JSON.stringify({ product_id: shop.product.id, visitor_id: `v${n}`, referrer: '', ...event }),
    });
  const line = (type: string, id: string, more: object) => ({
    type,
    id,
    time: new Date().toISOString(),
    product_id: shop.product.id,
    visitor_id: `v-${id}`,
    ...more,
  });
  const s2s = (event: object) =>
    send(server.url, '/s2s/events', {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}` },
      body: JSON.stringify(event),
    });
  const load = async (event: object) => {
    const parsed = parseEventLine(event, {
      door: 'import',
      now: Date.now(),
      product: () => ({
        hasAd: () => true,
        adsNamed: () => [],
        hasCvSetting: () => true,
        lastCvSettingIds: [shop.cv.id],
      }),
    });
    if (!('event' in parsed)) throw new Error(parsed.reason);
    await test.db.write((tx) => ingest(tx, [parsed.event]));
  };

  /** Sends one event with a user agent to an endpoint, and returns why it is excluded. */
  const sentTo: Record<string, (ua: string) => Promise<string | null | undefined>> = {
    async 'GET /r/{code}'(ua) {
      const { headers } = await send(server.url, `/r/${shop.redirect.code}`, {
        headers: { 'user-agent': ua },
      });
      await server.tracking.drain();
      return reason('interaction', new URL(String(headers.location)).searchParams.get('a_iid') ?? '');
    },
    async 'POST /collect, a view'(ua) {
      const id = newId();
      await collect({ type: 'view', event_id: id, url: 'https://shop.example/' }, ua);
      return reason('access', id);
    },
    async 'POST /collect, a conversion'(ua) {
      const id = newId();
      await collect({ type: 'cv', event_id: id, url: 'https://shop.example/' }, ua);
      return reason('conversion', id, 'event_id');
    },
    async 'POST /s2s/events'(ua) {
      const id = newId();
      await s2s(line('view', id, { url: 'https://shop.example/lp', ua }));
      return reason('access', id);
    },
    async import(ua) {
      const id = newId();
      await load(line('conversion', id, { ua }));
      return reason('conversion', id, 'event_id');
    },
  };

  describe.each(Object.keys(sentTo))('a user agent is judged at %s', (name) => {
    it.each([
      ['first by the list of people', 'OurMonitor/2.0 (compatible; bot)', null],
      ['then by the list of robots', `${IPHONE} Mobile/15E148 BadApp/1.0`, 'bot'],
      ['then as a known in-app browser', SMART_NEWS, null],
      ['then as a webview whose own token has the robot word', `${IPHONE} Mobile/15E148 NHKNews/3.1`, null],
      ['then by isbot', GOOGLEBOT, 'bot'],
      ['a browser', CHROME, null],
    ])('%s', async (_, ua, expected) => expect(await sentTo[name]?.(ua)).toBe(expected));
  });

  describe('with measured_hosts_only on, an event of the tag counts', () => {
    it.each([
      ['on the product’s domain', 'https://shop.example/lp', null],
      ['below it', 'https://www.shop.example/', null],
      ['on any port', 'http://shop.example:8443/', null],
      ['in upper case', 'HTTPS://SHOP.EXAMPLE/', null],
      ['with the dot of the root', 'https://shop.example./', null],
      ['on a registered sender domain', 'https://cart.example/', null],
      ['below a sender domain', 'https://pay.cart.example/', null],
      ['on a further host', 'https://lp.partner.example/', null],
      ['on a further host of another script', 'https://例え.example/', null],
      ['not below a further host', 'https://test.lp.partner.example/', 'foreign_host'],
      ['not on a staging host', 'https://staging.example/', 'foreign_host'],
      ['not on a copy', 'https://shop.example.evil.example/', 'foreign_host'],
      ['not on a host with the same end', 'https://notshop.example/', 'foreign_host'],
      ['not through a translation proxy', 'https://shop-example.translate.goog/lp', 'foreign_host'],
      ['not on an address', 'http://192.0.2.10/', 'foreign_host'],
      ['not from a saved page', 'file:///C:/shop.html', 'foreign_host'],
    ])('%s: %s', async (_, url, expected) => {
      const [view, cv] = [newId(), newId()];
      await collect({ type: 'view', event_id: view, url: `${url}?a_ad=${shop.ad.id}` });
      await collect({ type: 'cv', event_id: cv, url });
      expect([
        await reason('access', view),
        await reason('interaction', view),
        await reason('conversion', cv, 'event_id'),
      ]).toEqual([expected, expected, expected]);
    });

    it('also without the address of its page', async () => {
      const id = newId();
      await collect({ type: 'cv', event_id: id });
      expect(await reason('conversion', id, 'event_id')).toBeNull();
    });

    it('S2S and import are not judged', async () => {
      const [server2server, imported] = [newId(), newId()];
      await s2s(line('view', server2server, { url: 'https://staging.example/' }));
      await load(line('view', imported, { url: 'https://staging.example/' }));
      expect([await reason('access', server2server), await reason('access', imported)]).toEqual([null, null]);
    });
  });

  it('keeps the verdict of the arrival until a rebuild applies today’s settings', async () => {
    const [view, robot] = [newId(), newId()];
    await collect({ type: 'view', event_id: view, url: `https://staging.example/?a_ad=${shop.ad.id}` });
    await collect({ type: 'cv', event_id: robot, url: 'https://shop.example/' }, GOOGLEBOT);
    await settle(test.db);
    await save(test.db, Product, {
      ...shop.product,
      moreHosts: 'staging.example',
      peopleUserAgents: 'googlebot',
      robotUserAgents: null,
    });
    const reasons = async () => [
      await reason('access', view),
      await reason('interaction', view),
      await reason('conversion', robot, 'event_id'),
    ];
    expect(await reasons()).toEqual(['foreign_host', 'foreign_host', 'bot']);
    await rebuildSettings(test.db, shop.product.id, EVER);
    expect(await reasons()).toEqual([null, null, null]);
    await settle(test.db);
    for await (const part of verifyJourneys(test.db, shop.product.id, EVER, () => settle(test.db)))
      expect(part.differences).toEqual([]);
  });
});
