import { makeSender, makeShop } from '../testing/settings';
import { describeInBrowser, stageTag, until } from '../testing/site';
import { newContext } from '../../../tools/browser';

jest.setTimeout(60_000);

/** A request of `/collect`. */
interface Sent {
  readonly url: string;
  readonly visitor_id: string;
  readonly type: string;
}

describeInBrowser('ways from the shop to its payment domain (input 03)', () => {
  let head = '';

  let twoTags = '';
  const ids: number[] = [];
  const stage = stageTag(async ({ db }) => {
    for (let count = 0; count < 2; count += 1) {
      const { product } = await makeShop(db, { productDomain: 'shop.test', productUrl: null });
      await makeSender(db, product.id, 'pay.test');
      ids.push(product.id);
    }
  });
  beforeAll(() => {
    const tags = ids.map((id) => stage.tagOf(id));
    head = tags[0] ?? '';
    twoTags = tags.join('');
  });

  /** Opens the shop with this body; returns its page and what all pages of the browser send. */
  const openShop = async (body: string, tags = head) => {
    const context = await newContext(stage.browser);
    const sent: Sent[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/collect') && request.method() === 'POST')
        sent.push(JSON.parse(request.postData() ?? '{}') as Sent);
    });
    const page = await context.newPage();
    stage.site.show({ head: tags, body });
    await page.goto(stage.at('shop.test', '/'));
    await until(() => sent.length > 0);
    const arrived = async (host = 'pay.test') => {
      await until(() => sent.some(({ url }) => new URL(url).hostname === host));
      return sent.find(({ url }) => new URL(url).hostname === host);
    };
    return { page, sent, arrived, me: sent[0]?.visitor_id };
  };
  const noReferrer = '<meta name="referrer" content="no-referrer">';
  const go = () => stage.at('pay.test', '/cart');

  it.each<[string, () => string]>([
    ['a GET form', () => `<form action="${go()}"><button id=b>x</button></form>`],
    [
      'a GET form with fields',
      () => `<form action="${go()}?dropped=1"><input name=sku value=1><button id=b>x</button></form>`,
    ],
    ['a POST form', () => `<form method=post action="${go()}?keep=1"><button id=b>x</button></form>`],
    ['a POST form in capitals', () => `<form method=POST action="${go()}"><button id=b>x</button></form>`],
    [
      'a form with a field named action',
      () => `<form method=post action="${go()}"><input name=action value=1><button id=b>x</button></form>`,
    ],
    [
      'a button with its own action',
      () => `<form action="/here"><button id=b formaction="${go()}" formmethod=post>x</button></form>`,
    ],
    [
      'a form that a script submits',
      () =>
        `<form id=f method=post action="${go()}"></form><button id=b onclick="document.forms[0].submit()">x</button>`,
    ],
    [
      'a GET form that a script submits',
      () => `<form id=f action="${go()}"></form><button id=b onclick="f.submit()">x</button>`,
    ],
    [
      'a form whose action its listener sets',
      () => `<form method=post action="/" onsubmit="this.action='${go()}'"><button id=b>x</button></form>`,
    ],
    ['location.href', () => `<button id=b onclick="location.href='${go()}'">x</button>`],
    ['location.replace', () => `<button id=b onclick="location.replace('${go()}')">x</button>`],
    ['window.open', () => `<button id=b onclick="window.open('${go()}')">x</button>`],
    ['a link', () => `<a id=b href="${go()}">x</a>`],
    ['a link in a new window', () => `<a id=b target=_blank rel=noreferrer href="${go()}">x</a>`],
    ['icq.decorate', () => `<button id=b onclick="location.href=icq.decorate('${go()}')">x</button>`],
    [
      'the link command',
      () => `<button id=b onclick="icq.push(['link','${go()}',(url)=>window.open(url)])">x</button>`,
    ],
  ])('keep the visitor by %s, with and without a referrer', async (_way, body) => {
    for (const referrer of ['', noReferrer]) {
      const { page, arrived, me } = await openShop(body(), head + referrer);
      await page.click('#b');
      const view = await arrived();
      expect(view?.visitor_id).toBe(me);
      expect(new URL(String(view?.url)).searchParams.getAll('a_vid')).toHaveLength(1);
      await page.context().close();
    }
  });

  it('keep the query of a POST form and the fields of a GET form', async () => {
    const post = await openShop(
      `<form method=post action="${go()}?keep=%8D%77#f"><button id=b>x</button></form>`,
    );
    await post.page.click('#b');
    expect((await post.arrived())?.url).toMatch(/\/cart\?keep=%8D%77&a_vid=[^&#]+#f$/);
    const get = await openShop(
      `<form action="${go()}"><input name=sku value=7><button id=b>x</button></form>`,
    );
    await get.page.click('#b');
    expect((await get.arrived())?.url).toMatch(/\/cart\?sku=7&a_vid=/);
  });

  it('leave the page as it was after a form was sent', async () => {
    const forms = `<form id=get target=_blank action="${go()}"><button>x</button></form><form id=post method=post target=_blank action="${go()}"><button>x</button></form>`;
    const { page, arrived } = await openShop(forms);
    const before = await page.locator('body').innerHTML();
    for (const id of ['get', 'post']) await page.click(`#${id} button`);
    await arrived();
    expect(await page.locator('body').innerHTML()).toBe(before);
  });

  it.each<[string, () => string]>([
    [
      'a form to the own site',
      () => `<form action="${stage.at('www.shop.test', '/x')}"><button id=b>x</button></form>`,
    ],
    [
      'a form to a foreign site',
      () => `<form method=post action="${stage.at('far.test', '/x')}"><button id=b>x</button></form>`,
    ],
    [
      'a script to a foreign site',
      () => `<button id=b onclick="location.href='${stage.at('far.test', '/x')}'">x</button>`,
    ],
  ])('add nothing to %s', async (_way, body) => {
    const { page, sent } = await openShop(body());
    await page.click('#b');
    await until(() => sent.length > 1);
    expect(sent.at(-1)?.url).not.toContain('a_vid');
  });

  it('leave a form to the page that sends it itself', async () => {
    const body = `<form method=post action="${go()}" onsubmit="event.preventDefault(); window.asked=this.getAttribute('action')"><button id=b>x</button></form>`;
    const { page } = await openShop(body);
    await page.click('#b');
    expect(await page.evaluate('window.asked')).toBe(go());
  });

  it('accept an address without a referrer for two minutes, and only of the same product', async () => {
    const { page, me } = await openShop('');
    const address = String(await page.evaluate(`icq.decorate('${go()}')`));
    const openAlone = async (url: string) => {
      const context = await newContext(stage.browser);
      const alone = await context.newPage();
      const first = alone.waitForRequest((request) => request.url().endsWith('/collect'));
      await alone.goto(url);
      const { visitor_id: id } = JSON.parse((await first).postData() ?? '{}') as Sent;
      await context.close();
      return id;
    };
    expect(await openAlone(address)).toBe(me);
    const [, visitor, time, check] = /a_vid=(\w+)\.(\w+)\.(\w+)/.exec(address) ?? [];
    const late = (parseInt(String(time), 36) - 121_000).toString(36);
    expect(await openAlone(`${go()}?a_vid=${visitor}.${late}.${check}`)).not.toBe(me);
    expect(await openAlone(`${go()}?a_vid=other.${time}.${check}`)).not.toBe('other');
    expect(await openAlone(`${go()}?a_vid=${visitor}`)).not.toBe(me);
  });

  it('follow a link command once though two products’ tags are in the page', async () => {
    const { page, arrived, me } = await openShop('', twoTags);
    await page.evaluate(
      `icq.push(['link', '${go()}', (url) => { window.followed = (window.followed || 0) + 1; location.href = url; }])`,
    );
    expect((await arrived())?.visitor_id).toBe(me);
  });

  it('give the plain address before and without consent', async () => {
    const early = `<script>icq=[['consent','denied'],['link','${go()}',(url)=>{window.early=url}]]</script>`;
    const context = await newContext(stage.browser);
    const page = await context.newPage();
    stage.site.show({ head: early + head });
    await page.goto(stage.at('shop.test', '/'));
    await until(async () => (await page.evaluate('window.early')) !== undefined);
    expect(await page.evaluate(`[window.early, icq.decorate('${go()}')]`)).toEqual([go(), go()]);
  });
});
