import type { Page } from 'playwright-core';
import { suspendingChromiumPath } from '../../../tools/browser';
import { startWorker, type Worker } from '../../sweeps';
import { CvSetting } from '../../settings/cv-setting';
import { makeAsp, makeLink, makeShop, save } from '../testing/settings';
import {
  describeInBrowser,
  launchBrowser,
  stageTag,
  until,
  watchedPage,
  type Watched,
} from '../testing/site';

jest.setTimeout(30_000);

const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

describeInBrowser('the tag on pages that are hard on it', () => {
  let worker: Worker;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let adId = 0;
  let writingAdId = 0;
  const buttons: number[] = [];
  let tag = '';
  let home = '';

  const stage = stageTag(async ({ db }) => {
    shop = await makeShop(db, { productDomain: 'shop.test' });
    for (const cvSlot of [1, 2]) {
      buttons.push(
        (
          await save(db, CvSetting, {
            productId: shop.product.id,
            title: 'x',
            cvType: 0,
            cvSlot,
            cvCondition: 3,
          })
        ).id,
      );
    }
    // The networks' tags count their executions in local storage.
    const cvTag = `<script>localStorage.setItem('fired', (localStorage.getItem('fired') || '') + 'x');</script>`;
    const measurementTag = `<script>localStorage.setItem('measured', (localStorage.getItem('measured') || '') + 'x');</script>`;
    const asp = await makeAsp(db, shop.product.id, {
      resultFlag: 1,
      resultMethod: 1,
      cvTag,
      measurementTag,
    });
    adId = (await makeLink(db, shop.product.id, { aspId: asp.id })).ad.id;
    const writing = `<script src="data:text/javascript,window.network='ready'"></script><script>document.write('<b id="written">' + window.network + '</b>')</script>`;
    const writer = await makeAsp(db, shop.product.id, { measurementTag: writing });
    writingAdId = (await makeLink(db, shop.product.id, { aspId: writer.id })).ad.id;
  });
  beforeAll(() => {
    worker = startWorker(stage.db, (error) => console.error(error));
    tag = stage.tagOf(shop.product.id);
    home = stage.at('www.shop.test', '');
  });
  afterAll(() => worker.stop());

  const open = async (path: string, { head = tag, body = '' } = {}, watched?: Watched): Promise<Watched> => {
    stage.site.show({ head, body });
    const visit = watched ?? (await watchedPage(stage.browser));
    await visit.page.goto(home + path);
    await settle();
    return visit;
  };
  const conversions = (watched: Watched) => watched.sent.filter((event) => event.type === 'cv');
  const push = (watched: Watched, command: unknown) =>
    watched.page.evaluate((value) => (globalThis as unknown as { icq: unknown[] }).icq.push(value), command);
  const fired = (page: Page) => page.evaluate("localStorage.getItem('fired')");
  /** Opens the landing page from the ad. */
  const land = () => open(`/lp?a_ad=${adId}`);

  it('counts a quick click on another button as another conversion', async () => {
    const body = buttons.map((id) => `<button data-ic-cv="${id}">Buy</button>`).join('');
    const visit = await open('/', { body });
    for (const id of buttons) await visit.page.click(`[data-ic-cv="${id}"]`);
    await until(() => conversions(visit).length === 2);
    expect(conversions(visit).map((event) => event.cv_setting_id)).toEqual(buttons);
  });

  it('sends amounts as shops display and compute them', async () => {
    const visit = await open('/');
    const amounts = [
      '￥５，９８０',
      '1,234円',
      1.1 * 3,
      0,
      '1e3',
      '5 980',
      '合計 5,980円（税 598円）',
      '2,400円/2点',
      '−500',
      '▲¥1,000',
      null,
      '-',
      1e10,
    ];
    for (const amount of amounts) await push(visit, ['cv', { setting: buttons[0], amount }]);
    await until(() => conversions(visit).length === amounts.length);
    expect(conversions(visit).map((event) => event.amount)).toEqual([
      '￥５，９８０',
      '1,234円',
      3.3,
      0,
      '1e3',
      '5 980',
      '合計 5,980円（税 598円）',
      '2,400円/2点',
      '−500',
      '▲¥1,000',
      undefined,
      '-',
      1e10,
    ]);
  });

  it('sends a view for each navigation that a router intercepts, but not for a URL cleaned of ads', async () => {
    const visit = await open('/a');
    await visit.page.evaluate(`navigation.addEventListener('navigate', (event) => {
      if (event.info === 'routed') event.intercept({ handler: async () => { document.title = 'routed'; } });
    });
    navigation.navigate('/b?gclid=1', { info: 'routed' }).finished.then(() => history.replaceState({}, '', '/b'))`);
    await until(() => visit.sent.length === 2);
    await visit.page.evaluate("navigation.navigate('/c', { info: 'routed' }).finished");
    await until(() => visit.sent.length === 3);
    expect(
      visit.sent.map((event) => [
        new URL(String(event.url)).pathname,
        new URL(String(event.referrer) || 'http://none').pathname,
        event.title,
      ]),
    ).toEqual([
      ['/a', '/', '/a'],
      ['/b', '/a', 'routed'],
      ['/c', '/b', 'routed'],
    ]);
  });

  it('works in a sandboxed frame without cookies and storage', async () => {
    const frame = '<iframe sandbox="allow-scripts" src="/framed"></iframe>';
    const script = tag.replace('</', '<\\/');
    const visit = await open('/', {
      head: '',
      body: `<script>document.write(self === top ? '${frame}' : '${script}')</script>`,
    });
    await until(() => visit.sent.length > 0);
    expect(visit.sent.map((event) => event.url)).toEqual([`${home}/framed`]);
    expect(visit.errors).toEqual([]);
  });

  const itSuspends = suspendingChromiumPath() ? it : it.skip;
  itSuspends('sends nothing from a suspended page after consent was withdrawn on the next one', async () => {
    const suspending = await launchBrowser(true);
    const visit = await open('/first', {}, await watchedPage(suspending));
    await visit.page.evaluate('window.rested = true');
    // The browser suspends no page whose view is still on its way.
    await visit.page.waitForLoadState('networkidle');
    await open('/second', { head: `<script>window.icq=[['consent','denied']]</script>${tag}` }, visit);
    const before = visit.sent.length;
    await visit.page.goBack({ waitUntil: 'commit' }).catch(() => null);
    await settle();
    expect(await visit.page.evaluate('window.rested')).toBe(true);
    await visit.page.evaluate("history.pushState({}, '', '/third')");
    await settle();
    expect(visit.sent).toHaveLength(before);
    expect(await visit.page.evaluate('Object.keys(localStorage).concat(document.cookie).join()')).toBe('');
    await suspending.close();
  });

  it('runs the scripts of a tag in order and keeps the page despite document.write', async () => {
    const { page, errors } = await open(`/lp?a_ad=${writingAdId}`, { body: '<p id="page">Landing</p>' });
    await until(async () => (await page.locator('#written').count()) > 0);
    expect([
      await page.locator('#written').textContent(),
      await page.locator('#page').textContent(),
      errors,
    ]).toEqual(['ready', 'Landing', []]);
    await page.evaluate("document.write('<i>from the page</i>')");
    expect(await page.locator('#page').count()).toBe(0);
  });

  it('runs the scripts of tags under a CSP with nonces', async () => {
    const visit = await land();
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-n1'">`;
    await open('/thanks', { head: policy + tag.replace('<script', '<script nonce="n1"') }, visit);
    await push(visit, ['cv', { setting: shop.cv.id }]);
    await until(async () => (await fired(visit.page)) === 'x');
  });

  it('runs the scripts of tags under a CSP with trusted types', async () => {
    const visit = await land();
    const policy = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types inflow">`;
    await open('/thanks', { head: policy + tag }, visit);
    await push(visit, ['cv', { setting: shop.cv.id }]);
    await until(async () => (await fired(visit.page)) === 'x');
  });

  it('fires a conversion’s tag on the next page if the visitor leaves before the answer', async () => {
    const visit = await land();
    let answers = 0;
    await visit.page.route('**/collect', async (route) => {
      const first = String(route.request().postData()).includes('"cv"') && (answers += 1) === 1;
      const response = await route.fetch();
      await (first ? route.abort() : route.fulfill({ response }));
    });
    await push(visit, ['cv', { setting: shop.cv.id }]);
    await until(() => answers === 1);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await fired(visit.page)).toBeNull();
    await open('/next', {}, visit);
    await until(async () => (await fired(visit.page)) === 'x');
    await open('/last', {}, visit);
    expect(await fired(visit.page)).toBe('x');
  });

  it('fires a landing’s measurement tag on the next page if the visitor leaves before the answer', async () => {
    const visit = await watchedPage(stage.browser);
    let answers = 0;
    await visit.page.route('**/collect', async (route) => {
      const response = await route.fetch();
      await ((answers += 1) === 1 ? route.abort() : route.fulfill({ response }));
    });
    await open(`/lp?a_ad=${adId}`, {}, visit);
    const measured = () => visit.page.evaluate("localStorage.getItem('measured')");
    await until(() => answers === 1);
    expect(await measured()).toBeNull();
    await open('/next', {}, visit);
    await until(async () => (await measured()) === 'x');
    await open('/last', {}, visit);
    await open(`/lp?a_ad=${adId}`, {}, visit);
    expect(await measured()).toBe('x');
  });

  it('fires a conversion’s tag once if another tab asks during the request', async () => {
    const visit = await land();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let received = false;
    await visit.page.route('**/collect', async (route) => {
      const response = await route.fetch();
      received = true;
      await released;
      await route.fulfill({ response });
    });
    await push(visit, ['cv', { setting: shop.cv.id }]);
    await until(() => received);
    const other = await visit.page.context().newPage();
    await other.goto(`${home}/other`);
    await until(async () => (await fired(other)) === 'x');
    release();
    await settle();
    expect(await fired(visit.page)).toBe('x');
  });

  it('fires a conversion’s tag once if the storage is full', async () => {
    const visit = await land();
    await visit.page.evaluate(`
      localStorage.setItem('fired', '');
      localStorage.setItem('_ic_out_${shop.product.id}', JSON.stringify([{ at: Date.now(), event: { type: 'view', event_id: 'old' } }]));
      for (let size = 1 << 18, n = 0; size > 0; n += 1) {
        try {
          localStorage.setItem('full' + n, 'x'.repeat(size));
        } catch {
          size >>= 1;
        }
      }
    `);
    await push(visit, ['cv', { setting: shop.cv.id }]);
    await until(async () => (await fired(visit.page)) === 'x');
  });
});
