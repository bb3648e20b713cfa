import { settle as deriveAll } from '../../sweeps';
import { makeLink, makeShop } from '../testing/settings';
import { describeInBrowser, stageTag, until, watchedPage, type Watched } from '../testing/site';

jest.setTimeout(60_000);

const settle = () => new Promise((resolve) => setTimeout(resolve, 400));

describeInBrowser('the visitor of a site', () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let www: Awaited<ReturnType<typeof makeShop>>;
  let link: Awaited<ReturnType<typeof makeLink>>;
  /** The tracker under a host of the shop, of the other shop, and under one of neither. */
  const tracker = (host = 't.shop.test') => `http://${host}:${new URL(stage.server.url).port}`;
  const tagOf = (productId: number, host?: string) => stage.tagOf(productId, tracker(host));

  const stage = stageTag(async ({ db }) => {
    shop = await makeShop(db, { productDomain: 'shop.test', trackerHost: 't.shop.test' });
    www = await makeShop(db, { productDomain: 'www.shop2.test', productUrl: null });
    link = await makeLink(db, shop.product.id, {}, { redirectUrl: stage.at('shop.test', '/lp') });
  });

  const open = async (url: string, head: string, watched?: Watched): Promise<Watched> => {
    stage.site.show({ head });
    const visit = watched ?? (await watchedPage(stage.browser));
    await visit.page.goto(url);
    await settle();
    return visit;
  };
  const cookie = async ({ page }: Watched, name: string, host = 'shop.test') =>
    (await page.context().cookies([stage.at(host, '/'), tracker()])).find((one) => one.name === name);
  /** What Safari does after seven days. */
  const loseScriptStorage = async ({ page }: Watched) => {
    await page.evaluate('localStorage.clear()');
    await page.context().clearCookies({ name: '_ic_vid' });
  };
  const visitorsOf = async ({ sent }: Watched, type = 'view') => {
    const ids = sent.filter((event) => event.type === type).map(({ event_id }) => String(event_id));
    const rows = await stage.db.read<{ visitor_id: string }>(
      `SELECT visitor_id FROM access WHERE id IN (${ids.map(() => '?').join()})`,
      ids,
    );
    return new Set(rows.map(({ visitor_id }) => visitor_id));
  };
  const push = ({ page }: Watched, command: unknown) =>
    page.evaluate((value) => (globalThis as unknown as { icq: unknown[] }).icq.push(value), command);

  it('survives the loss of the page’s own cookie and storage (input 16)', async () => {
    const visit = await open(`${tracker()}/r/${link.redirect.code}`, tagOf(shop.product.id));
    const before = await cookie(visit, '_ic_vid');
    expect(await cookie(visit, 'ic_vid')).toMatchObject({
      value: before?.value,
      domain: 't.shop.test',
      httpOnly: true,
      sameSite: 'Lax',
    });
    await loseScriptStorage(visit);
    await open(stage.at('shop.test', '/buy'), tagOf(shop.product.id), visit);
    await push(visit, ['cv', { setting: shop.cv.id, event_id: 'itp-1', amount: 100 }]);
    await until(
      async () => (await stage.db.read("SELECT 1 FROM conversion WHERE event_id = 'itp-1'")).length > 0,
    );
    expect((await cookie(visit, '_ic_vid'))?.value).toBe(before?.value);
    await stage.server.tracking.drain();
    await deriveAll(stage.db);
    const [row] = await stage.db.read<object>(
      "SELECT visitor_id, last_ad_id, touch_count FROM conversion WHERE event_id = 'itp-1'",
    );
    expect(row).toEqual({ visitor_id: before?.value, last_ad_id: link.ad.id, touch_count: 1 });
    expect(await visitorsOf(visit)).toEqual(new Set([before?.value]));
  });

  it('survives it too if the visitor came without a click', async () => {
    const visit = await open(stage.at('shop.test', '/'), tagOf(shop.product.id));
    await loseScriptStorage(visit);
    await open(stage.at('www.shop.test', '/again'), tagOf(shop.product.id), visit);
    expect(await visitorsOf(visit)).toEqual(new Set([String(visit.sent[0]?.visitor_id)]));
  });

  it('keeps a returning visitor’s id, and with it the history, after a new click', async () => {
    const old = `${(Date.now() - 86_400_000).toString(16).padStart(12, '0')}${'a'.repeat(20)}`;
    const visit = await watchedPage(stage.browser);
    await visit.page.context().addCookies([{ name: '_ic_vid', value: old, domain: '.shop.test', path: '/' }]);
    await open(`${tracker()}/r/${link.redirect.code}`, tagOf(shop.product.id), visit);
    expect([(await cookie(visit, '_ic_vid'))?.value, (await cookie(visit, 'ic_vid'))?.value]).toEqual([
      old,
      old,
    ]);
  });

  it('sends no cookies to a tracker on another site', async () => {
    const visit = await open(stage.at('shop.test', '/'), tagOf(shop.product.id, 'tracker.test'));
    expect(visit.sent).toHaveLength(1);
    expect(await visit.page.context().cookies(tracker('tracker.test'))).toEqual([]);
    expect(visit.errors).toEqual([]);
  });

  it('reports from a page that is not the product’s, without cookies', async () => {
    const visit = await open(stage.at('copy.test', '/'), tagOf(shop.product.id));
    await until(async () => (await visitorsOf(visit)).size === 1);
    expect(await cookie(visit, 'ic_vid')).toBeUndefined();
  });

  it('is forgotten by the tracker when consent is withdrawn', async () => {
    const visit = await open(`${tracker()}/r/${link.redirect.code}`, tagOf(shop.product.id));
    expect(await cookie(visit, 'ic_vid')).toBeDefined();
    await push(visit, ['consent', 'denied']);
    await until(async () => (await cookie(visit, 'ic_vid')) === undefined);
    expect(await visit.page.context().cookies()).toEqual([]);
    const sent = visit.sent.length;
    await open(
      stage.at('shop.test', '/next'),
      `<script>icq=[['consent','denied']]</script>${tagOf(shop.product.id)}`,
      visit,
    );
    expect([visit.sent.length, await visit.page.context().cookies()]).toEqual([sent, []]);
  });

  it('is one under www, another subdomain and the bare domain (input 17)', async () => {
    const tag = tagOf(www.product.id);
    const { redirect } = await makeLink(
      stage.db,
      www.product.id,
      {},
      { redirectUrl: stage.at('www.shop2.test', '/lp') },
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const visit = await open(`${tracker()}/r/${redirect.code}`, tag);
    for (const host of ['secure.shop2.test', 'shop2.test']) await open(stage.at(host, '/cart'), tag, visit);
    expect(await visitorsOf(visit)).toEqual(new Set([String(visit.sent[0]?.visitor_id)]));
    expect(await cookie(visit, '_ic_vid', 'www.shop2.test')).toMatchObject({ domain: '.shop2.test' });
  });

  it.each([
    ['of the host alone', 'www.shop2.test'],
    ['of the host and those below it', '.www.shop2.test'],
  ])('takes an older cookie %s over and replaces it', async (_kind, domain) => {
    const visit = await watchedPage(stage.browser);
    await visit.page.context().addCookies([{ name: '_ic_vid', value: 'older', domain, path: '/' }]);
    await open(stage.at('www.shop2.test', '/'), tagOf(www.product.id), visit);
    await open(stage.at('secure.shop2.test', '/'), tagOf(www.product.id), visit);
    expect(visit.sent.map((event) => event.visitor_id)).toEqual(['older', 'older']);
    const left = (await visit.page.context().cookies()).filter(({ name }) => name === '_ic_vid');
    expect(left.map((one) => [one.domain, one.value])).toEqual([['.shop2.test', 'older']]);
  });

  it('prefers the site’s cookie to an older one of a subdomain', async () => {
    const visit = await watchedPage(stage.browser);
    const older = { name: '_ic_vid', value: 'older', domain: 'secure.shop2.test', path: '/' };
    await visit.page.context().addCookies([older]);
    await open(stage.at('www.shop2.test', '/'), tagOf(www.product.id), visit);
    await open(stage.at('secure.shop2.test', '/'), tagOf(www.product.id), visit);
    expect(new Set(visit.sent.map((event) => event.visitor_id)).size).toBe(1);
  });

  it('keeps a cookie of its host on a page outside the product’s domains', async () => {
    const visit = await open(stage.at('www.elsewhere.test', '/'), tagOf(www.product.id));
    expect(await cookie(visit, '_ic_vid', 'elsewhere.test')).toBeUndefined();
    expect(await cookie(visit, '_ic_vid', 'www.elsewhere.test')).toBeDefined();
  });
});
