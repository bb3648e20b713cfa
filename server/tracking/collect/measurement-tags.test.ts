import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { Asp } from '../../settings/asp/asp.entity';
import { makeAsp, makeLink, makeShop, save } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';
import type { CollectAnswer } from './collect-endpoint';

const UA = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36';
const TAG = `<img src="https://asp.example/lp?x={xclid}&s={ses}&k={key1}&a={ad_id}&r={result_id}">`;
/** Returns the rendered TAG. */
const rendered = (adId: number, x = '', s = '', k = '') =>
  `<img src="https://asp.example/lp?x=${x}&s=${s}&k=${k}&a=${adId}&r=">`;

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let other: Awaited<ReturnType<typeof makeShop>>;
  let asp: Asp;
  let link: Awaited<ReturnType<typeof makeLink>>;
  let serial = 0;

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db, { excludedIps: '198.51.100.9' });
    other = await makeShop(test.db);
    asp = await makeAsp(test.db, shop.product.id, {
      measurementTag: TAG,
      aXclidFlag: true,
      aSesFlag: true,
      aKey1Flag: true,
    });
    link = await makeLink(test.db, shop.product.id, { aspId: asp.id });
    server = await startTracking(test.db, { trustProxy: 1 });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const collect = async (
    events: object | object[],
    headers: Record<string, string> = {},
  ): Promise<CollectAnswer> => {
    const answer = await send(server.url, '/collect', {
      method: 'POST',
      headers: { 'user-agent': UA, ...headers },
      body: JSON.stringify(events),
    });
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body) as CollectAnswer;
  };
  const view = (url: string, values: object = {}) => {
    serial += 1;
    return {
      type: 'view',
      product_id: shop.product.id,
      event_id: `m${serial}`,
      visitor_id: `visitor ${serial}`,
      url,
      referrer: '',
      ...values,
    };
  };
  const click = async (query = '', headers: Record<string, string> = {}): Promise<string> =>
    (
      await send(server.url, `/r/${link.redirect.code}${query}`, {
        headers: { 'user-agent': UA, ...headers },
      })
    ).headers.location ?? '';
  const landing = (more = '') => `https://shop.example/lp?a_ad=${link.ad.id}${more}`;

  it('is given once to the landing that creates an interaction, despite reloads, other tabs and retries', async () => {
    const first = view(landing('&a_xclid=X%20%221%22&a_ses=s&a_key1=k'), { visitor_id: 'maker' });
    expect((await collect(first)).tags).toEqual([rendered(link.ad.id, 'X%20%221%22', 's', 'k')]);
    expect((await collect(first)).tags).toEqual([]);
    expect((await collect({ ...first, event_id: 'another tab' })).tags).toEqual([]);
    expect(
      (await collect(view(landing('&page=2'), { visitor_id: 'maker', referrer: 'https://media.example/' })))
        .tags,
    ).toEqual([rendered(link.ad.id)]);
  });

  it('is given again to its own view if no page received the answer, and to no other view or visitor', async () => {
    for (const url of [landing('&left'), await click('?xclid=q')]) {
      const first = view(url, { visitor_id: `left ${url}` });
      const { tags } = await collect(first);
      expect(tags).toHaveLength(1);
      expect((await collect({ ...first, visitor_id: 'thief', unanswered: true })).tags).toEqual([]);
      expect((await collect(view(url, { visitor_id: `left ${url}`, unanswered: true }))).tags).toEqual([]);
      expect((await collect({ ...first, unanswered: true })).tags).toEqual(tags);
      expect((await collect(first)).tags).toEqual([]);
    }
  });

  it('is given once to tabs that open at the same time', async () => {
    const pages = Array.from({ length: 8 }, () => view(landing('&many'), { visitor_id: 'many tabs' }));
    const answers = await Promise.all(pages.map((page) => collect(page)));
    expect(answers.flatMap((answer) => answer.tags)).toEqual([rendered(link.ad.id)]);
  });

  it('is given to the landing of a new click, with the click’s values', async () => {
    const url = await click('?xclid=from-click&key1=k1');
    const page = view(`${url}&a_xclid=forged`);
    expect(await collect(page)).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
      tags: [rendered(link.ad.id, 'from-click', '', 'k1')],
    });
    const iid = new URL(url).searchParams.get('a_iid');
    expect(
      (await collect([page, view(url), view('https://shop.example/next', { interaction_id: iid })])).tags,
    ).toEqual([]);
  });

  it('is deferred for a click that another collector still holds', async () => {
    const url = landing('&a_iid=elsewhere');
    const page = view(url);
    expect(await collect(page)).toMatchObject({ accepted: 1, tags: [], deferred: true });
    await test.db.write((tx) =>
      tx.execute(
        `INSERT INTO interaction (product_id, id, time, day, ad_id, claimed_visitor_id, visitor_id, door, device, cost_sen, tracking_term, xclid, counted, first_touch, stored_at)
          VALUES (?, 'elsewhere', ?, 20260101, ?, 'c', 'c', 'redirect', 1, 0, 30, 'late', 1, 1, 1)`,
        [shop.product.id, Date.now(), link.ad.id],
      ),
    );
    expect(await collect(page)).toEqual({
      accepted: 0,
      duplicates: 1,
      rejected: [],
      tags: [rendered(link.ad.id, 'late')],
    });
  });

  it.each([
    ['an excluded address', { 'x-forwarded-for': '198.51.100.9' }],
    ['a bot', { 'user-agent': 'Googlebot/2.1' }],
  ])('is not fired for %s', async (_name, headers) => {
    expect(await collect(view(landing('&excluded')), headers as Record<string, string>)).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
      tags: [],
    });
    const url = await click('', headers as Record<string, string>);
    expect((await collect(view(url))).tags).toEqual([]);
  });

  it('is not fired, nor deferred, for another product or a network without a tag', async () => {
    const url = await click();
    const foreign = view(url, { product_id: other.product.id });
    const plain = view(`https://shop.example/lp?a_ad=${shop.ad.id}&a_iid=unknown`);
    expect(await collect([foreign, plain, view(`https://shop.example/?a_ad=${shop.ad.id}`)])).toEqual({
      accepted: 3,
      duplicates: 0,
      rejected: [],
      tags: [],
    });
  });

  it('follows the current setting and is off while the network is off', async () => {
    const setTag = async (values: Partial<Asp>) => {
      asp = await save(test.db, Asp, { ...asp, ...values });
      await new Promise((resolve) => setTimeout(resolve, 1500));
    };
    const early = await click();
    await setTag({ measurementTag: '<b>{ad_id}</b>' });
    expect((await collect(view(early))).tags).toEqual([`<b>${link.ad.id}</b>`]);
    const later = await click();
    await setTag({ status: false });
    expect(await collect(view(later))).toEqual({ accepted: 1, duplicates: 0, rejected: [], tags: [] });
    await setTag({ status: true, measurementTag: TAG });
  });

  it('is not fired on pages of the demo site', async () => {
    const url = `${server.url}/demo-site/?a_ad=${link.ad.id}`;
    expect((await collect(view(url))).tags).toEqual([]);
    expect((await collect(view(`https://shop.example/demo-site/?a_ad=${link.ad.id}`))).tags).toHaveLength(1);
  });

  it('is deferred while the database is down and then given once', async () => {
    await test.db.close();
    const url = await click('?xclid=away');
    const [carried, landed] = [view(url), view(landing('&away'))];
    expect(await collect([carried, landed])).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [],
      tags: [],
      deferred: true,
    });
    await test.db.connect();
    await server.tracking.drain();
    const again = await collect([carried, landed]);
    expect(again).toMatchObject({
      duplicates: 2,
      tags: [rendered(link.ad.id, 'away'), rendered(link.ad.id)],
    });
    expect((await collect([carried, landed])).tags).toEqual([]);
  });
});
