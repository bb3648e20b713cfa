import { CvSetting } from '../../settings/cv-setting';
import { makeShop, save } from '../testing/settings';
import { describeInBrowser, stageTag, until, watchedPage, type Watched } from '../testing/site';

jest.setTimeout(60_000);

const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

describeInBrowser('the addresses of a page without reloads', () => {
  let tag = '';
  let productId = 0;
  const cv: Record<string, number> = {};
  const at = (path: string) => `http://shop.test:${stage.site.port}${path}`;

  const stage = stageTag(async ({ db }) => {
    const shop = await makeShop(db, { productDomain: 'shop.test' });
    await save(db, CvSetting, { ...shop.cv, cvUrl: 'shop.test/*#/thanks' });
    productId = shop.product.id;
    cv.hash = shop.cv.id;
    const middle = async (cvSlot: number, cvUrl: string) =>
      (await save(db, CvSetting, { productId, title: 'x', cvType: 0, cvSlot, cvUrl })).id;
    cv.step = await middle(1, 'shop.test/spa?step=thanks');
    cv.anchor = await middle(2, 'shop.test/*#done');
    cv.order = await middle(3, 'shop.test/#/order?id');
  });
  beforeAll(() => {
    tag = stage.tagOf(productId);
  });

  const open = async (path: string, body = ''): Promise<Watched> => {
    stage.site.show({ head: tag, body });
    const visit = await watchedPage(stage.browser);
    await visit.page.goto(at(path));
    await until(() => visit.sent.length > 0);
    await settle();
    return visit;
  };
  const views = ({ sent }: Watched) =>
    sent.filter(({ type }) => type === 'view').map(({ url }) => String(url).replace(at(''), ''));
  const conversions = ({ sent }: Watched) =>
    sent.filter(({ type }) => type === 'cv').map((event) => event.cv_setting_id);
  const run = async ({ page }: Watched, script: string) => {
    await page.evaluate(script);
    await settle();
  };
  const replace = (url: string) => `history.replaceState({}, '', '${url}')`;

  it('fire the conversion of a hash route there alone (input 04)', async () => {
    const visit = await open('/');
    expect(conversions(visit)).toEqual([]);
    const thanks = await open('/#/thanks');
    expect(conversions(thanks)).toEqual([cv.hash]);
  });

  it.each<[string, string, string, string[], () => unknown[]]>([
    // way, page, script, views, conversions
    [
      'a replaced hash route (input 05)',
      '/#/cart',
      replace('#/thanks'),
      ['/#/cart', '/#/thanks'],
      () => [cv.hash],
    ],
    [
      'a replaced query (input 05)',
      '/spa?step=2',
      replace('?step=thanks'),
      ['/spa?step=2', '/spa?step=thanks'],
      () => [cv.step],
    ],
    [
      'a pushed hash route',
      '/',
      "history.pushState({}, '', '#/thanks')",
      ['/', '/#/thanks'],
      () => [cv.hash],
    ],
    ['a set fragment', '/', "location.hash = '#/thanks'", ['/', '/#/thanks'], () => [cv.hash]],
    ['a hashbang', '/', "location.hash = '#!/a'", ['/', '/#!/a'], () => []],
    ['a state in the fragment that a script sets', '/', replace('#done'), ['/', '/#done'], () => [cv.anchor]],
    [
      'an order in the fragment',
      '/',
      "location.hash = '#/order?id=7'",
      ['/', '/#/order?id=7'],
      () => [cv.order],
    ],
    ['a replaced path', '/a', replace('/b'), ['/a', '/b'], () => []],
    [
      'several changes at once',
      '/a',
      "history.pushState({}, '', '/b'); history.replaceState({}, '', '/c')",
      ['/a', '/c'],
      () => [],
    ],
    [
      'the same address again',
      '/a?x=1',
      `${replace('/a?x=1')}; history.pushState({}, '', '/a?x=1')`,
      ['/a?x=1'],
      () => [],
    ],
    ['the same parameters in another order', '/a?x=1&y=2', replace('/a?y=2&x=1'), ['/a?x=1&y=2'], () => []],
    [
      'parameters of ads that the page cleans away',
      '/a?gclid=1&x=2&utm_source=3&a_ad=4',
      replace('/a?x=2'),
      ['/a?gclid=1&x=2&utm_source=3&a_ad=4'],
      () => [],
    ],
  ])('count %s', async (_way, path, script, expectedViews, expectedConversions) => {
    const visit = await open(path);
    await run(visit, script);
    expect([views(visit), conversions(visit)]).toEqual([expectedViews, expectedConversions()]);
  });

  it('count no view of a place in the page, but its conversion', async () => {
    const visit = await open(
      '/',
      '<p id="part">p</p><a id="go" href="#done">d</a><a id="top" href="#">t</a>',
    );
    await run(visit, `${replace('#part')}; document.getElementById('top').click()`);
    await run(visit, "document.getElementById('go').click()");
    expect([views(visit), conversions(visit)]).toEqual([['/'], [cv.anchor]]);
  });

  it('count an address again after another one', async () => {
    const visit = await open('/#/a');
    await run(visit, "location.hash = '#/b'");
    await run(visit, 'history.back()');
    expect(views(visit)).toEqual(['/#/a', '/#/b', '/#/a']);
  });

  it('tell how the visitor came, and the click ids of the address', async () => {
    const visit = await open('/lp?gclid=G-1&fbclid=F.2&gclid=other&utm_source=x&yclid=');
    await visit.page.reload();
    await settle();
    await run(visit, "history.pushState({}, '', '/next')");
    await run(visit, 'history.back()');
    expect(visit.sent.map((event) => [event.nav, event.click_ids])).toEqual([
      ['navigate', { gclid: 'G-1', fbclid: 'F.2' }],
      ['reload', { gclid: 'G-1', fbclid: 'F.2' }],
      ['navigate', undefined],
      ['back_forward', { gclid: 'G-1', fbclid: 'F.2' }],
    ]);
  });
});
