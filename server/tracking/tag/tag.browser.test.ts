import { settle as deriveAll } from '../../sweeps';
import { CvSetting } from '../../settings/cv-setting';
import { makeAsp, makeLink, makeSender, makeShop, save } from '../testing/settings';
import { describeInBrowser, stageTag, until, watchedPage, type Watched } from '../testing/site';

jest.setTimeout(30_000);

const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

describeInBrowser('the tag in Chromium', () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  const cv: Record<'order' | 'referred' | 'button', number> = { order: 0, referred: 0, button: 0 };
  let tag = '';
  let home = '';

  const stage = stageTag(async ({ db }) => {
    shop = await makeShop(db, { productDomain: 'shop.test' });
    await save(db, CvSetting, { ...shop.cv, cvUrl: '*.shop.test/thanks' });
    const setting = (cvSlot: number, values: Partial<CvSetting>) =>
      save(db, CvSetting, { productId: shop.product.id, title: 'x', cvType: 0, cvSlot, ...values });
    cv.order = (await setting(1, { cvUrl: 'www.shop.test/order/*/done?order_id&state=ok' })).id;
    cv.referred = (
      await setting(2, { cvUrl: '/joined', cvCondition: 2, referrerUrl: 'www.shop.test/join*' })
    ).id;
    cv.button = (await setting(3, { cvCondition: 3 })).id;
    await makeSender(db, shop.product.id, 'pay.test');
  });
  beforeAll(() => {
    tag = stage.tagOf(shop.product.id);
    home = stage.at('www.shop.test', '');
  });

  const open = async (path: string, { head = tag, body = '' } = {}, watched?: Watched): Promise<Watched> => {
    stage.site.show({ head, body });
    const visit = watched ?? (await watchedPage(stage.browser));
    await visit.page.goto(home + path);
    await settle();
    return visit;
  };
  const types = (watched: Watched) => watched.sent.map((event) => event.type);
  const conversions = (watched: Watched) => watched.sent.filter((event) => event.type === 'cv');
  const push = (watched: Watched, command: unknown) =>
    watched.page.evaluate((value) => {
      const queue = ((globalThis as unknown as { icq: unknown[] }).icq ??= []);
      queue.push(value);
    }, command);
  const storage = (watched: Watched) => watched.page.evaluate('Object.keys(localStorage)');

  it('sends a view with a first-party visitor id, mirrored to local storage', async () => {
    const visit = await open('/?q=1');
    await until(() => visit.sent.length > 0);
    expect(visit.sent).toEqual([
      expect.objectContaining({
        type: 'view',
        product_id: shop.product.id,
        url: `${home}/?q=1`,
        referrer: '',
        title: '/?q=1',
      }),
    ]);
    const cookie = (await visit.page.context().cookies(home)).find(({ name }) => name === '_ic_vid');
    expect(cookie).toMatchObject({ value: visit.sent[0]?.visitor_id, domain: '.shop.test', sameSite: 'Lax' });
    expect(await visit.page.evaluate("localStorage.getItem('_ic_vid')")).toBe(JSON.stringify(cookie?.value));
    const [row] = await stage.db.read<object>('SELECT visitor_id FROM access WHERE id = ?', [
      String(visit.sent[0]?.event_id),
    ]);
    expect(row).toEqual({ visitor_id: cookie?.value });
    await visit.page.context().clearCookies();
    await open('/again', {}, visit);
    expect(visit.sent.at(-1)?.visitor_id).toBe(cookie?.value);
  });

  it('carries the visit’s interaction from the landing to later pages', async () => {
    const { redirect } = await makeLink(stage.db, shop.product.id, {}, { redirectUrl: `${home}/lp` });
    stage.site.show({ head: tag });
    const visit = await watchedPage(stage.browser);
    await visit.page.goto(`${stage.server.url}/r/${redirect.code}`);
    await until(() => visit.sent.length > 0);
    const iid = new URL(visit.page.url()).searchParams.get('a_iid');
    await open('/next', {}, visit);
    // A view whose answer did not arrive before the page was left is resent with its id.
    const views = new Map(visit.sent.map((event) => [event.event_id, event.interaction_id]));
    expect([...views.values()]).toEqual([iid, iid]);
    await stage.server.tracking.drain();
    await deriveAll(stage.db);
    const [row] = await stage.db.read<object>('SELECT visitor_id FROM interaction WHERE id = ?', [iid]);
    expect(row).toEqual({ visitor_id: visit.sent[0]?.visitor_id });
    await open(`/direct?a_ad=${shop.ad.id}`, {}, visit);
    expect(visit.sent.at(-1)?.interaction_id).toBeUndefined();
  });

  it('runs the commands pushed before and after it loads', async () => {
    const early = `<script>window.icq=window.icq||[];icq.push(['cv',{setting:${shop.cv.id},amount:'¥5,980',user_id:7,args:{order:1},event_id:'early-1'}])</script>`;
    const visit = await open('/', { head: early + tag });
    await push(visit, ['cv', { setting: cv.button, amount: 10, other_key1: 'k' }]);
    await until(() => conversions(visit).length === 2);
    expect(types(visit)).toEqual(['view', 'cv', 'cv']);
    expect(conversions(visit)[0]).toMatchObject({
      event_id: 'early-1',
      amount: '¥5,980',
      user_id: '7',
      args: { order: 1 },
    });
    expect(conversions(visit)[1]).toMatchObject({ cv_setting_id: cv.button, amount: 10, other_key1: 'k' });
    await until(
      async () => (await stage.db.read("SELECT id FROM conversion WHERE event_id = 'early-1'")).length === 1,
    );
  });

  it('fires a URL conversion once per visit and skips it if the page reports it itself', async () => {
    const visit = await open('/thanks/');
    await open('/thanks', {}, visit);
    expect(conversions(visit).map((event) => event.cv_setting_id)).toEqual([shop.cv.id]);
    const own = `<script>window.icq=[['cv',{setting:${shop.cv.id},amount:1}]]</script>`;
    const other = await open('/thanks', { head: own + tag });
    expect(conversions(other).map((event) => event.amount)).toEqual([1]);
  });

  it('waits for a page that reports it itself further down, but not beyond the visit of the page', async () => {
    const slow = '<script src="/slow.js"></script>';
    const visit = await watchedPage(stage.browser);
    await visit.page.route('**/slow.js', (route) =>
      setTimeout(() => void route.fulfill({ body: '' }).catch(() => undefined), 600),
    );
    stage.site.show({
      head: tag,
      body: `${slow}<script>icq.push(['cv',{setting:${shop.cv.id},amount:1}])</script>`,
    });
    await visit.page.goto(`${home}/thanks`);
    await settle();
    expect(conversions(visit).map((event) => event.amount)).toEqual([1]);

    const left = await watchedPage(stage.browser);
    await left.page.route('**/slow.js', () => undefined);
    stage.site.show({ head: tag, body: slow });
    await left.page.goto(`${home}/thanks`, { waitUntil: 'commit' });
    await until(() => left.sent.length > 0);
    expect(types(left)).toEqual(['view']);
    await open('/next', {}, left);
    // The browser does not show the requests of a page that was left.
    await until(async () => {
      const sql = 'SELECT url FROM conversion WHERE visitor_id = ?';
      const [row] = await stage.db.read<{ url: string }>(sql, [String(left.sent[0]?.visitor_id)]);
      return row?.url === `${home}/thanks`;
    });
  });

  it('fires once per order if the URL distinguishes orders', async () => {
    const visit = await open('/order/tea/done?state=ok&order_id=1');
    await open('/order/tea/done?state=ok&order_id=1', {}, visit);
    await open('/order/tea/done?state=ok&order_id=2', {}, visit);
    await open('/order/tea/done?state=ng&order_id=3', {}, visit);
    await open('/order/tea/done?state=ok', {}, visit);
    expect(conversions(visit).map((event) => event.args)).toEqual(['order_id=1', 'order_id=1', 'order_id=2']);
    expect(new Set(conversions(visit).map((event) => event.event_id)).size).toBe(2);
  });

  it('fires URL + referrer only for that referrer', async () => {
    const visit = await open('/joined');
    expect(conversions(visit)).toEqual([]);
    await open('/join/form', { body: '<a href="/joined">go</a>' }, visit);
    await visit.page.click('a');
    await until(() => conversions(visit).length === 1);
    expect(conversions(visit)[0]?.cv_setting_id).toBe(cv.referred);
  });

  it('fires for a clicked button, and once for a double click', async () => {
    const visit = await open('/', {
      body: `<button data-ic-cv="${cv.button}"><b>Buy</b></button><i data-ic-cv="999">x</i>`,
    });
    await visit.page.dblclick('b');
    await visit.page.click('i');
    await settle();
    expect(conversions(visit).map((event) => event.cv_setting_id)).toEqual([cv.button]);
  });

  it('sends a view per history navigation', async () => {
    const visit = await open('/a');
    await visit.page.evaluate("history.pushState({}, '', '/b'); history.replaceState({}, '', '/b?clean=1')");
    await settle();
    await visit.page.evaluate("history.replaceState({}, '', '/c'); location.hash = 'part'");
    await settle();
    await visit.page.goBack();
    await visit.page.goBack();
    await settle();
    const paths = visit.sent.map((event) => [
      new URL(String(event.url)).pathname,
      String(event.referrer).replace(home, ''),
    ]);
    expect(paths).toEqual([
      ['/a', ''],
      ['/b', '/a'],
      ['/c', '/b?clean=1'],
      ['/a', '/c'],
    ]);
  });

  it('sets and sends nothing without consent and starts with it', async () => {
    const visit = await open('/thanks', { head: `<script>window.icq=[['consent','denied']]</script>${tag}` });
    await push(visit, ['cv', { setting: cv.button }]);
    await settle();
    expect(visit.sent).toEqual([]);
    expect(await visit.page.context().cookies()).toEqual([]);
    expect(await storage(visit)).toEqual([]);
    await push(visit, ['consent', 'granted']);
    await until(() => visit.sent.length === 3);
    expect(types(visit)).toEqual(['view', 'cv', 'cv']);
    await push(visit, ['consent', 'denied']);
    await push(visit, ['cv', { setting: cv.button }]);
    await settle();
    expect(visit.sent).toHaveLength(3);
    expect(await visit.page.context().cookies()).toEqual([]);
    expect(await storage(visit)).toEqual([]);
  });

  it('hashes email and phone in the browser, and drops their texts', async () => {
    const cvs = [];
    for (const host of ['shop.localhost', 'www.shop.test']) {
      stage.site.show({ head: tag });
      const visit = await watchedPage(stage.browser);
      await visit.page.goto(`${stage.at(host, '')}/done`);
      await settle();
      await push(visit, ['consent', 'granted']);
      await push(visit, ['cv', { email: ' Taro.Yamada@Example.co.jp', phone: '090-1234-5678' }]);
      await until(() => conversions(visit).length > 0);
      expect(JSON.stringify(visit.sent)).not.toMatch(/taro|1234-5678/i);
      expect(await visit.page.evaluate('JSON.stringify([icq, Object.values(localStorage)])')).not.toMatch(
        /taro/i,
      );
      cvs.push(conversions(visit)[0]);
    }
    // Only secure pages can hash; on others the conversion goes without digests.
    expect(cvs).toEqual([
      expect.objectContaining({
        consent: 'granted',
        hashed_email: 'ee88fe0f2c99e5f6d29bc9f6647db4253d1be8bd8c39d38dcfcf0cb82886f06e',
        hashed_phone: '3d06a39d40790f11761295e053029378ae28c4b4f6f301693005e079f3d4ca64',
        hashed_phone_digits: '0ad07193350775c6d4377f8b039d32877e66c69a454ed886b05279771c0fca0b',
      }),
      expect.not.objectContaining({ hashed_email: expect.anything() }),
    ]);
  });

  it('removes the visitor from links and other tabs when consent is withdrawn', async () => {
    const visit = await open('/', {
      body: `<a id="pay" href="http://pay.test:${stage.site.port}/in?x=1">p</a>`,
    });
    const href = () => visit.page.evaluate("document.getElementById('pay').href");
    expect(await href()).toContain('a_vid=');
    const [other, sent] = [await visit.page.context().newPage(), [] as string[]];
    other.on(
      'request',
      (request) => request.url().endsWith('/collect') && sent.push(String(request.postData())),
    );
    await other.goto(`${home}/other`);
    await until(() => sent.length === 1);
    await push(visit, ['consent', 'denied']);
    expect(await href()).toBe(`http://pay.test:${stage.site.port}/in?x=1`);
    await settle();
    await other.evaluate(`icq.push(['cv', { setting: ${cv.button} }])`);
    await settle();
    expect(sent).toHaveLength(1);
    expect([await visit.page.context().cookies(), await storage(visit)]).toEqual([[], []]);
  });

  it('hands the visitor to the product’s other domains and accepts it only from them', async () => {
    const pay = `http://pay.test:${stage.site.port}`;
    const far = `http://far.test:${stage.site.port}`;
    const links = `<a id="pay" href="${pay}/in?x=1#f">p</a><a id="own" href="http://shop.test:${stage.site.port}/">o</a><a id="far" href="${far}/">f</a>`;
    const visit = await open('/', { body: links });
    const me = String(visit.sent[0]?.visitor_id);
    const href = (id: string) =>
      visit.page.evaluate(
        (name) =>
          (
            globalThis as unknown as { document: { getElementById(id: string): { href: string } } }
          ).document.getElementById(name).href,
        id,
      );
    expect(await href('pay')).toBe(`${pay}/in?x=1&a_vid=${me}#f`);
    expect(await href('own')).not.toContain('a_vid');
    expect(await href('far')).not.toContain('a_vid');
    const arriveBy = async (link: string, path: string) => {
      await visit.page.click(link);
      await until(() => String(visit.sent.at(-1)?.url).includes(path));
      return visit.sent.at(-1)?.visitor_id;
    };
    // The payment page accepts the visitor from the shop, and the shop from the payment page.
    stage.site.show({ head: tag, body: `<a id="back" href="${home}/back">b</a>` });
    expect(await arriveBy('#pay', '/in')).toBe(me);
    await visit.page.context().clearCookies({ domain: 'shop.test' });
    await visit.page.evaluate('localStorage.clear()');
    expect(await arriveBy('#back', '/back')).toBe(me);
    // A site outside the product hands over nothing.
    stage.site.show({ head: tag, body: `<a id="forged" href="${home}/forged?a_vid=forged">b</a>` });
    await visit.page.goto(`${far}/`);
    await settle();
    expect(await arriveBy('#forged', '/forged')).toBe(me);
  });

  it('resends on the next page what failed on this one', async () => {
    const visit = await watchedPage(stage.browser);
    await visit.page.route('**/collect', (route) => route.abort());
    await open('/lost', {}, visit);
    await push(visit, ['cv', { setting: cv.button, event_id: 'late-1' }]);
    await settle();
    await visit.page.unroute('**/collect');
    const before = visit.sent.length;
    await open('/found', {}, visit);
    await until(() => visit.sent.length === before + 3);
    const again = visit.sent.slice(before).filter((event) => event.time !== undefined);
    expect(again.map((event) => event.type).sort()).toEqual(['cv', 'view']);
    await until(
      async () => (await stage.db.read("SELECT id FROM conversion WHERE event_id = 'late-1'")).length === 1,
    );
    await open('/third', {}, visit);
    expect(visit.sent).toHaveLength(before + 4);
  });

  it('fires returned tags once and asks again for pending ones', async () => {
    const visit = await watchedPage(stage.browser);
    let deferred = true;
    await visit.page.route('**/collect', async (route) => {
      const isCv = String(route.request().postData()).includes('"cv"');
      const tags = deferred || !isCv ? [] : ['<script>window.name += "fired;"</script><img src="data:,">'];
      await route.fulfill({
        json: { accepted: 1, duplicates: 0, rejected: [], tags, ...(deferred ? { deferred } : {}) },
      });
    });
    await open('/', {}, visit);
    await push(visit, ['cv', { setting: cv.button, event_id: 'tags-1' }]);
    await settle();
    deferred = false;
    await open('/next', {}, visit);
    await open('/last', {}, visit);
    expect(conversions(visit).map((event) => event.event_id)).toEqual(['tags-1', 'tags-1']);
    expect(await visit.page.evaluate('window.name')).toBe('fired;');
  });

  it('fires a landing’s measurement tag once and asks again for a pending one', async () => {
    const asp = await makeAsp(stage.db, shop.product.id, {
      measurementTag: '<script>window.name += "landed on {ad_id};"</script>',
    });
    const { ad, redirect } = await makeLink(
      stage.db,
      shop.product.id,
      { aspId: asp.id },
      { redirectUrl: `${home}/lp` },
    );
    const visit = await watchedPage(stage.browser);
    await visit.page.route('**/collect', (route) =>
      route.fulfill({ json: { accepted: 1, duplicates: 0, rejected: [], tags: [], deferred: true } }),
    );
    stage.site.show({ head: tag });
    await visit.page.goto(`${stage.server.url}/r/${redirect.code}`);
    await settle();
    await visit.page.unroute('**/collect');
    const fired = () => visit.page.evaluate('window.name');
    expect(await fired()).toBe('');
    await open('/next', {}, visit);
    await until(async () => (await fired()) === `landed on ${ad.id};`);
    await open('/last', {}, visit);
    await visit.page.goto(`${home}/lp?a_ad=${ad.id}`, { referer: 'https://media.example/' });
    await until(async () => (await fired()) === `landed on ${ad.id};landed on ${ad.id};`);
    await visit.page.reload();
    await settle();
    expect(await fired()).toBe(`landed on ${ad.id};landed on ${ad.id};`);
  });

  it('never throws into the page', async () => {
    const hostile = `<script>
      window.icq = [null, 5, ['cv'], ['nothing', {}], ['cv', 7], {push: 1}];
      Object.defineProperty(window, 'localStorage', { get() { throw new Error('no storage'); } });
      Object.defineProperty(Document.prototype, 'cookie', { get() { return ''; }, set() { throw new Error('no cookie'); } });
      window.fetch = () => { throw new Error('no fetch'); };
    </script>`;
    const visit = await open('/', { head: hostile + tag + tag, body: 'page' });
    for (const command of [null, 'cv', [], ['cv', { setting: 'x', amount: {}, args: [] }]])
      await push(visit, command);
    await visit.page.click('body');
    await settle();
    expect(visit.errors).toEqual([]);
    expect(await visit.page.evaluate('icq.push([])')).toBeGreaterThan(0);
  });

  it('does nothing twice if the script is included twice', async () => {
    const visit = await open('/', { head: tag + tag });
    expect(types(visit)).toEqual(['view']);
  });
});
