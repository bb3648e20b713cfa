import { parseEventLine, ingest } from '../journeys';
import { verifyJourneys } from '../journeys/verify-journeys';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { makeAsp, makeLink, makeSender, makeShop } from './testing/settings';
import { send, startTracking, type TrackingServer } from './testing/tracking-server';

const HOUR = 3_600_000;
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const LINE = SAFARI.replace('Version/17.5 ', '').replace('Safari/604.1', 'Safari Line/14.9.0');

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let other: Awaited<ReturnType<typeof makeShop>>;
  let link: Awaited<ReturnType<typeof makeLink>>;
  let serial = 0;

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db);
    other = await makeShop(test.db);
    await makeSender(test.db, shop.product.id, 'pay.example');
    const asp = await makeAsp(test.db, shop.product.id, { aXclidFlag: true });
    link = await makeLink(test.db, shop.product.id, { aspId: asp.id, clickCost: 50 });
    server = await startTracking(test.db, { trustProxy: 1 });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const collect = async (event: object, headers: Record<string, string> = {}) => {
    serial += 1;
    const answer = await send(server.url, '/collect', {
      method: 'POST',
      headers: { 'user-agent': SAFARI, ...headers },
      body: JSON.stringify({
        type: 'view',
        product_id: shop.product.id,
        event_id: `e${serial}-${dialect}`,
        url: 'https://shop.example/',
        referrer: '',
        ...event,
      }),
    });
    expect(JSON.parse(answer.body)).toMatchObject({ accepted: 1, rejected: [] });
  };
  /** Follows the link and returns the address of its landing page. */
  const click = async (query = '', headers: Record<string, string> = {}) => {
    const { headers: answer } = await send(server.url, `/r/${link.redirect.code}${query}`, {
      headers: { 'user-agent': SAFARI, ...headers },
    });
    await server.tracking.drain();
    return answer.location ?? '';
  };
  const interactions = async (visitorId: string) => {
    await settle(test.db);
    return test.db.read<Record<string, unknown>>(
      'SELECT * FROM interaction WHERE product_id = ? AND visitor_id = ? AND counted = 1 ORDER BY time, id',
      [shop.product.id, visitorId],
    );
  };
  const touches = async (visitorId: string) =>
    test.db.read<Record<string, unknown>>(
      'SELECT t.ad_id, t.interaction_id FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id WHERE c.product_id = ? AND c.visitor_id = ? AND t.n > 0',
      [shop.product.id, visitorId],
    );
  const differences = async () => {
    const found: unknown[] = [];
    const days = { from: 20250101, to: 20991231 };
    for await (const part of verifyJourneys(test.db, shop.product.id, days, () => settle(test.db)))
      found.push(...part.differences);
    return found;
  };

  describe('a landing page with a_ad (input 02)', () => {
    const page = (path: string) => `https://shop.example${path}?a_ad=${link.ad.id}`;

    it('makes one contact, although form, confirmation and an anchor carry a_ad on', async () => {
      const visitor_id = 'carry1';
      await collect({ visitor_id, url: page('/lp'), referrer: 'https://media.example/' });
      await collect({ visitor_id, url: page('/form'), referrer: page('/lp') });
      await collect({ visitor_id, url: page('/confirm'), referrer: page('/form') });
      await collect({ visitor_id, url: `${page('/confirm')}#top`, referrer: page('/confirm') });
      await collect({ visitor_id, type: 'cv', cv_setting_id: shop.cv.id, amount: 100 });
      expect(await interactions(visitor_id)).toMatchObject([{ ad_id: link.ad.id, cost_sen: 5000 }]);
      expect(await touches(visitor_id)).toHaveLength(1);
    });

    it.each<[rule: string, number, object]>([
      ['a reload', 1, { nav: 'reload', referrer: 'https://media.example/2' }],
      ['the back button', 1, { nav: 'back_forward', referrer: 'https://media.example/2' }],
      ['a link from a sender domain', 1, { referrer: 'https://www.pay.example/done' }],
      ['a link from a subdomain of its own', 1, { referrer: 'https://cart.shop.example/' }],
      ['no referrer', 1, { referrer: '' }],
      ['a link from another medium', 2, { referrer: 'https://other.example/' }],
      ['a host that only looks like its own', 2, { referrer: 'https://notshop.example/' }],
      ['an unknown kind of navigation', 2, { nav: 'prerender', referrer: 'https://other.example/' }],
      ['a reload with another click id', 2, { nav: 'reload', click_ids: { gclid: 'new' } }],
    ])('followed by %s counts %i', async (rule, expected, more) => {
      const visitor_id = `landing ${rule}`;
      await collect({ visitor_id, url: page('/lp'), referrer: 'https://media.example/' });
      await collect({ visitor_id, url: page('/other'), ...more });
      expect(await interactions(visitor_id)).toHaveLength(expected);
    });
  });

  describe('a page view with the click id of a redirect (input 14)', () => {
    it('takes over the click that parallel tracking made, and its conversion is credited', async () => {
      await click('?a_xclid=GCLID1&gclid=GCLID1');
      await collect({
        visitor_id: 'PT',
        url: 'https://shop.example/lp?gclid=GCLID1',
        referrer: 'https://www.google.com/',
      });
      await collect({ type: 'cv', visitor_id: 'PT', cv_setting_id: shop.cv.id, amount: 4321 });
      expect(await interactions('PT')).toMatchObject([
        {
          ad_id: link.ad.id,
          xclid: 'GCLID1',
          click_ids: '{"gclid":"GCLID1"}',
          landing_url: 'https://shop.example/lp?gclid=GCLID1',
          referrer: 'https://www.google.com/',
        },
      ]);
      expect(await touches('PT')).toMatchObject([{ ad_id: link.ad.id }]);
    });

    it.each([
      ['the platform’s own id alone', 'GOOGLE-1', 'gclid=GOOGLE-1'],
      ['the ad’s direct link', 'GOOGLE-2', `a_ad={ad}&a_xclid=GOOGLE-2&gclid=GOOGLE-2`],
    ])('takes over a click whose id stands in a_xclid by the macro {gclid}: %s', async (rule, id, query) => {
      const { product, cv } = shop;
      const google = await makeAsp(test.db, product.id, { aXclidFlag: true, aXclid: '{gclid}' });
      const { ad, redirect } = await makeLink(test.db, product.id, { aspId: google.id });
      await send(server.url, `/r/${redirect.code}?a_xclid=${id}`, { headers: { 'user-agent': SAFARI } });
      await server.tracking.drain();
      const url = `https://shop.example/lp?${query.replace('{ad}', String(ad.id))}`;
      await collect({ visitor_id: rule, url, referrer: 'https://www.google.com/' });
      await collect({ type: 'cv', visitor_id: rule, cv_setting_id: cv.id, amount: 1 });
      expect(await interactions(rule)).toMatchObject([
        { ad_id: ad.id, xclid: id, click_ids: `{"gclid":"${id}"}`, landing_url: url },
      ]);
      expect(await touches(rule)).toMatchObject([{ ad_id: ad.id }]);
    });

    it.each([
      ['the tag names it', { click_ids: { wbraid: 'W1' } }, 'wbraid=W1', 1],
      ['it is escaped', { url: 'https://shop.example/?fbclid=F%2F1' }, 'fbclid=F/1', 1],
      ['only a_xclid is equal', { url: 'https://shop.example/?a_xclid=X1' }, 'xclid=X1', 1],
      ['its letter case differs', { url: 'https://shop.example/?gclid=abc' }, 'gclid=ABC', 0],
      ['another parameter has the value', { url: 'https://shop.example/?gclid=Y1' }, 'yclid=Y1', 0],
      [
        'it is longer than 512 characters',
        { click_ids: { ttclid: 't'.repeat(513) } },
        `ttclid=${'t'.repeat(513)}`,
        0,
      ],
    ])('if %s', async (rule, view, query, expected) => {
      await click(`?${query}`);
      await collect({ visitor_id: `joined ${rule}`, ...view });
      expect(await interactions(`joined ${rule}`)).toHaveLength(expected);
    });

    it('but not one of another product', async () => {
      await click('?gclid=FOREIGN');
      await collect({
        product_id: other.product.id,
        visitor_id: 'foreigner',
        url: 'https://shop.example/?gclid=FOREIGN',
      });
      await settle(test.db);
      expect(
        await test.db.read("SELECT id FROM interaction WHERE visitor_id = 'foreigner'", []),
      ).toHaveLength(0);
    });

    it('before the click is stored', async () => {
      await collect({ visitor_id: 'early', url: 'https://shop.example/?msclkid=EARLY' });
      await settle(test.db);
      await click('?msclkid=EARLY');
      expect(await interactions('early')).toHaveLength(1);
    });
  });

  it('a contact of a redirect has the view, URL and referrer of the landing that carries it', async () => {
    const url = await click();
    await collect({
      event_id: `landing-${dialect}`,
      visitor_id: 'lander',
      url,
      referrer: 'https://media.example/',
    });
    expect(await interactions('lander')).toMatchObject([
      {
        access_id: `landing-${dialect}`,
        landing_url: url,
        referrer: 'https://media.example/',
        door: 'redirect',
      },
    ]);
  });

  it('a contact follows its visitor from an in-app browser to Safari', async () => {
    const url = await click('', { 'user-agent': LINE, 'x-forwarded-for': '203.0.113.9' });
    await collect({ visitor_id: 'in-app', url }, { 'user-agent': LINE, 'x-forwarded-for': '203.0.113.9' });
    expect(await interactions('in-app')).toHaveLength(1);
    await collect({ visitor_id: 'in-safari', url }, { 'x-forwarded-for': '203.0.113.9' });
    expect(await interactions('in-safari')).toHaveLength(1);
    await collect({ visitor_id: 'third', url }, { 'x-forwarded-for': '203.0.113.9' });
    expect(await interactions('third')).toHaveLength(0);
  });

  describe('an excluded click and its landing (input 24)', () => {
    const ownerOf = async (id: string) =>
      (await test.db.read<{ visitor_id: string }>('SELECT visitor_id FROM interaction WHERE id = ?', [id]))[0]
        ?.visitor_id;
    const importClick = async (id: string, time: number) => {
      const parsed = parseEventLine(
        {
          type: 'click',
          id,
          visitor_id: 'own',
          time: new Date(time).toISOString(),
          ad_id: link.ad.id,
          ua: 'curl/8.5.0',
        },
        {
          door: 'import',
          now: Date.now(),
          defaultProductId: shop.product.id,
          product: () => ({
            hasAd: () => true,
            adsNamed: () => [],
            hasCvSetting: () => true,
            lastCvSettingIds: [],
          }),
        },
      );
      if ('reason' in parsed) throw new Error(parsed.reason);
      await test.db.write((tx) => ingest(tx, [parsed.event]));
      await settle(test.db);
    };

    it('have one owner, in either order of arrival, and verification finds nothing', async () => {
      const now = Date.now();
      const view = (id: string) =>
        collect({ visitor_id: 'person', url: `https://shop.example/?a_iid=${id}`, time: now - HOUR });
      await view(`C1-${dialect}`);
      await settle(test.db);
      await importClick(`C1-${dialect}`, now - 2 * HOUR);
      await importClick(`C2-${dialect}`, now - 2 * HOUR);
      await view(`C2-${dialect}`);
      await settle(test.db);
      expect(await ownerOf(`C1-${dialect}`)).toBe(await ownerOf(`C2-${dialect}`));
      expect(await differences()).toEqual([]);
    });
  });

  it('verification finds nothing after all of this', async () => {
    await settle(test.db);
    expect(await differences()).toEqual([]);
  });
});
