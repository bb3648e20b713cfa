import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { dayOf, formatDay } from '../shared/domain/calendar';
import {
  accessibilityViolations,
  describeInBrowser,
  launchBrowser,
  newPage,
  screenshot,
} from './support/browser';
import { fitsWidth, signInOnScreen } from './support/console';
import { npmRun, startProduct, type Product } from './support/product';
import { waitForPurchase } from './support/purchase';
import { eventually, signIn, type Report, type RestClient } from './support/rest';

jest.setTimeout(300_000);

const USER = 'first@shop.example';
const PASSWORD = 'a long enough password';
const AD = '春の指名検索';
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

/** Makes the hosts of the shop known to the product, as its name servers would. */
const NAMES = `import dns from 'node:dns';
  const own = (host) => /\\.example(\\.net)?$/.test(host);
  const found = { address: '127.0.0.1', family: 4 };
  const { lookup, promises } = dns;
  const { lookup: ask } = promises;
  dns.lookup = (host, options, done = options) =>
    !own(host) ? lookup(host, options, done) : options.all ? done(null, [found]) : done(null, found.address, 4);
  promises.lookup = async (host, options) => (!own(host) ? ask(host, options) : options?.all ? [found] : found);`;

if (describeInBrowser === describe.skip)
  console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); the first steps were not tried');

describeInBrowser('from an empty installation to a first conversion by the instructions on screen', () => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-first-'));
  let product: Product;
  let browser: Browser;
  let page: Page;
  let rest: RestClient;
  /** The advertiser's site and its cart on another domain. Their pages contain the pasted code. */
  let shop: Server;
  let site: string;
  let cart: string;
  let tracker: string;
  /** Cookies that the tracker set on its host. */
  const setCookies: string[] = [];
  const pasted = { shop: '', cart: '', thanks: '' };
  /** Number of user actions: presses, and fields filled in. */
  let acts = 0;
  const click = (target: Locator): Promise<void> => ((acts += 1), target.click());
  const fill = (label: string, text: string, form = page.locator('#content')): Promise<void> => (
    (acts += 1),
    form.getByLabel(new RegExp(`^${label}`)).fill(text)
  );
  const step = (name: string): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const done = (name: string): Promise<void> =>
    step(name)
      .getByText(/完了|に確認/)
      .waitFor({ timeout: 30_000 });
  const save = async (form: Locator = page.locator('body')): Promise<void> => {
    await click(form.getByRole('button', { name: '保存する' }));
    await page
      .getByText(/保存しました/)
      .first()
      .waitFor();
  };
  const home = (): Promise<void> =>
    click(page.getByRole('navigation').getByRole('link', { name: 'ダッシュボード' }));
  /** Chooses an option of a list by its first letters. */
  const choose = async (label: string, typed: string, option: string): Promise<void> => {
    await click(page.locator('#content').getByRole('combobox', { name: label }));
    await page.keyboard.type(typed);
    await click(page.locator('.ant-select-item-option').filter({ hasText: option }).first());
  };
  /** Returns the code under a label. */
  const code = (label: string): Promise<string> =>
    page
      .locator('div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('code')
      .last()
      .innerText();
  /** Presses a link that opens a new tab. */
  const opened = async (target: Locator): Promise<Page> => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), click(target)]);
    await tab.waitForLoadState('networkidle');
    return tab;
  };
  /** Puts the product of a landing page into the cart and orders it. */
  const order = async (visitor: Page, number: string, way: 'form' | 'link'): Promise<void> => {
    const role = way === 'form' ? 'button' : 'link';
    await visitor.getByRole(role, { name: 'カートに入れる' }).click();
    await visitor.waitForURL(`${cart}/cart*`);
    await visitor.waitForLoadState('networkidle');
    const purchase = waitForPurchase(visitor);
    await visitor.goto(`${cart}/thanks?no=${number}`);
    expect((await purchase).status()).toBe(200);
  };
  const log = async (name: string): Promise<Report> => rest.get<Report>(`/logs/${name}/?product_id=1`);

  beforeAll(async () => {
    shop = createServer(({ headers, url = '' }, response) => {
      const isCart = headers.host?.startsWith('cart.') === true;
      const number = /no=(\w+)/.exec(url)?.[1] ?? '';
      const exits = ['link', 'form'].map((way) =>
        way === 'link'
          ? `<a href="${cart}/cart?item=tea">カートに入れる</a>`
          : `<form method="post" action="${cart}/cart"><input type="hidden" name="item" value="tea"><button>カートに入れる</button></form>`,
      );
      const body = isCart ? pasted.thanks.replace('1001', number).replace('U123', number) : exits.join('');
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<!doctype html><html lang="ja"><head><title>shop</title>${isCart ? pasted.cart : pasted.shop}</head><body>${number || !isCart ? body : ''}</body></html>`,
        );
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const { port } = shop.address() as AddressInfo;
    site = `http://www.shop.example:${port}`;
    cart = `http://cart.example.net:${port}`;
    const names = `--import=data:text/javascript,${encodeURIComponent(NAMES)}`;
    product = await startProduct({
      DATA_DIR: dir,
      DATABASE_URL: `sqlite:${join(dir, 'first.db')}`,
      NODE_OPTIONS: [process.env.NODE_OPTIONS, names].filter(Boolean).join(' '),
      WEBHOOK_ALLOW: '127.0.0.0/8',
    });
    tracker = product.url.replace('127.0.0.1', 'track.shop.example');
    await npmRun(
      ['user', '--', 'create', '--email', USER, '--role', 'ADMIN', '--password-stdin'],
      product.env,
      PASSWORD,
    );
    rest = await signIn(product.url, USER, PASSWORD);
    browser = await launchBrowser([
      '--host-resolver-rules=MAP *.example 127.0.0.1, MAP *.example.net 127.0.0.1',
    ]);
    page = await newPage(browser);
    page.context().on('response', (answer) => {
      if (answer.url() === `${tracker}/collect`)
        void answer.headerValue('set-cookie').then((cookie) => cookie && setCookies.push(cookie));
    });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    shop.closeAllConnections();
    shop.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('leads a shop with its own subdomain, a cart elsewhere and Google Ads, in five minutes', async () => {
    const start = Date.now();
    await signInOnScreen(page, product.url, USER, { password: PASSWORD });
    acts += 3;
    await page.getByRole('heading', { name: '計測をはじめる' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await screenshot(page, 'first-steps');
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await fitsWidth(page)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });

    await click(step('商品のドメインを登録する').getByRole('button', { name: '商品の設定を開く' }));
    await fill('サイトのドメイン', 'shop.example');
    await fill('サイトのURL', `${site}/`);
    await fill('計測用のサブドメイン', 'track.shop.example');
    await save();
    const check = page.locator('#product-tag');
    await check.getByText('このサーバーにつながっています').waitFor();
    await check.getByText('Safariでも、訪問者を識別するCookieが180日間保持されます').waitFor();
    await click(page.getByRole('link', { name: '「計測をはじめる」に戻る' }));
    await done('商品のドメインを登録する');

    await click(step('最初のCV').getByRole('button', { name: 'CV設定を開く' }));
    await click(page.locator('#content').getByRole('radio', { name: 'URL', exact: true }));
    await fill('CVページURL', 'cart.example.net/thanks');
    await fill('注文番号の引数名', 'order_no');
    await save();
    pasted.thanks = await code('売上・顧客IDを渡す例');
    expect(pasted.thanks).toContain("args: 'order_no=1001'");
    await click(page.getByRole('link', { name: '「計測をはじめる」に戻る' }));

    await step('最初のCV').getByText('クロスドメイン設定に登録し').waitFor();
    await click(step('計測タグをサイトに設置する').getByRole('link', { name: 'クロスドメイン設定を開く' }));
    await click(page.getByRole('button', { name: 'ドメインを追加' }).first());
    const dialog = page.getByRole('dialog');
    await fill('名称', 'カート', dialog);
    await fill('ドメイン', 'cart.example.net', dialog);
    await save(dialog);
    pasted.cart = await dialog.locator('code').innerText();
    await click(dialog.getByRole('button', { name: '閉じる' }).last());
    await home();
    pasted.shop = await step('計測タグをサイトに設置する').locator('code').innerText();
    expect([pasted.shop, pasted.cart]).toEqual(
      Array(2).fill(`<script async src="${tracker}/tag/1.js"></script>`),
    );
    acts += 4;
    await step('最初のCV').getByText('クロスドメイン設定に登録し').waitFor({ state: 'detached' });
    await (
      await opened(step('計測タグをサイトに設置する').getByRole('link', { name: 'サイトを開いて確認' }))
    ).close();
    await done('計測タグをサイトに設置する');

    await click(step('広告を登録する').getByRole('link', { name: 'ASP設定を開く' }));
    await click(page.getByRole('button', { name: 'ASPを追加' }).first());
    await choose('ネットワークのひな形から入力', 'グーグル', 'Google Ads');
    await save();
    await click(page.getByRole('link', { name: '広告を追加' }));
    await fill('広告名', AD);
    await fill('ランディングページURL', `${site}/lp`);
    await click(page.getByRole('button', { name: 'すべての項目を表示する' }));
    await choose('ASP', 'Google', 'Google Ads');
    await save();
    // The note with the next step stays in sight.
    const note = await page.getByText('保存しました').first().boundingBox();
    expect(note?.y).toBeGreaterThan(0);
    expect(note?.y).toBeLessThan(900);
    await home();
    await done('広告を登録する');

    const first = step('最初のクリック');
    await first.getByText('並行トラッキング').waitFor();
    expect(await first.locator('code').innerText()).toBe(`${site}/lp?a_ad=1&a_xclid={gclid}`);
    const landing = await opened(first.getByRole('link', { name: 'リンクを開いて試す' }));
    await done('最初のクリック');
    acts += 2;
    await order(landing, 'A1001', 'form');
    await done('最初のCV');

    await click(page.getByRole('link', { name: '広告統計を開く' }));
    const row = page.getByRole('row').filter({ hasText: AD }).first();
    await row.waitFor();
    expect(
      (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim()).filter((text) => text === '1')
        .length,
    ).toBeGreaterThanOrEqual(2);
    const seconds = (Date.now() - start) / 1000;
    console.info(
      `From the sign-in to the first conversion in the report: ${acts} acts, ${seconds.toFixed(0)} s`,
    );
    expect(acts).toBeLessThanOrEqual(50);
    expect(seconds).toBeLessThan(300);

    const cookies = await landing.context().cookies();
    const cookie = cookies.find(({ name }) => name === 'ic_vid');
    expect(cookie).toMatchObject({ domain: 'track.shop.example', httpOnly: true, sameSite: 'Lax' });
    expect(setCookies[0]).toMatch(/^ic_vid=\w+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    const { results } = await log('accesses');
    expect(results.map(({ visitor_id }) => visitor_id)).toEqual(results.map(() => cookie?.value));
    const stored = await eventually(
      () => log('conversions'),
      (conversions) => conversions.results[0]?.last_cv_ad === AD,
    );
    expect(stored.results).toMatchObject([
      { visitor_id: cookie?.value, last_cv_ad: AD, amount: 5000, args: 'order_no=A1001' },
    ]);
    await landing.close();
  });

  it('counts a background click once, and an order once', async () => {
    const [link] = (await rest.get<{ results: { submittion_url: string }[] }>('/ads/?product_id=1')).results;
    const posting = String(link?.submittion_url);
    expect(posting.startsWith(`${tracker}/r/`)).toBe(true);
    const buy = async (id: string, query: string, number: string, way: 'form' | 'link') => {
      // Google calls the posting URL itself, while the visitor opens the landing page.
      const background = posting.replace(tracker, product.url).replace('{gclid}', id);
      await fetch(background, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
      const visitor = await newPage(browser, 375);
      await visitor.goto(`${site}/lp?${query}gclid=${id}`, { referer: 'https://www.google.com/' });
      await visitor.waitForLoadState('networkidle');
      await order(visitor, number, way);
      await visitor.context().close();
    };
    await buy('G-1', '', 'B2001', 'link');
    await buy('G-2', 'a_ad=1&a_xclid=G-2&', 'B2001', 'form');
    const { results } = await eventually(
      () => log('conversions'),
      (conversions) => conversions.results[0]?.excluded_reason === 'duplicate_order',
    );
    expect(results).toMatchObject([
      { excluded_reason: 'duplicate_order', args: 'order_no=B2001' },
      { excluded_reason: null, args: 'order_no=B2001', last_cv_ad: AD },
      { excluded_reason: null, args: 'order_no=A1001', last_cv_ad: AD },
    ]);
    const day = formatDay(dayOf(Date.now()));
    const report = await eventually(
      () => rest.get<Report>(`/analyses/ad_summaries/?product_id=1&date_from=${day}&date_to=${day}`),
      ({ total }) => total.ad_click_count === 3 && total.cv_total_final === 2,
    );
    expect(report.results).toMatchObject([
      { ad: AD, ad_click_count: 3, cv_total_final: 2, amount_sum: 10_000 },
    ]);
  });

  it('shows the tracking host to servers, and amends an order from its first field', async () => {
    await page.goto(`${product.url}/config/product`);
    await page.getByRole('button', { name: 'キーを発行' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^名称/).fill('サーバー');
    await dialog.getByRole('button', { name: 'キーを発行' }).click();
    await dialog.getByText(`curl -X POST ${tracker}/s2s/conversions`).waitFor();

    await page.goto(`${product.url}/log/cv`);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('button', { name: '売上を変更' }).click();
    const field = page.getByLabel('変更後の売上（円）');
    await field.waitFor();
    const id = await field.getAttribute('id');
    const focused = () => page.locator(':focus').getAttribute('id');
    expect(await eventually(focused, (found) => found === id)).toBe(id);
  });

  it('shows its progress, fits a phone, and closes for good', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${product.url}/dashboard`);
    await page.getByText('7個中6個が完了').first().waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await screenshot(page, 'first-steps-375');
    await page.getByRole('button', { name: 'この案内を閉じる' }).click();
    expect(await page.getByRole('heading', { name: '計測をはじめる' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'ダッシュボード' }).waitFor();
    expect(await page.getByRole('heading', { name: '計測をはじめる' }).count()).toBe(0);
  });
});
