import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { accessibilityViolations, newPage, screenshot } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';
import { settled } from './support/visits';
import { eventually, signIn, type Report, type RestClient } from './support/rest';

jest.setTimeout(240_000);

describeConsole('privacy in Chromium', 'privacy was not tried', (running) => {
  let page: Page;
  let admin: RestClient;
  let site: Server;
  let home: string;
  /** Script before the tag on the site's pages. */
  let before = '';

  beforeAll(async () => {
    site = createServer((request, response) => {
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<!doctype html><html><head><title>${request.url}</title><script>${before}</script><script async src="${running.url}/tag/1.js"></script></head><body>shop</body></html>`,
        );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    // A host name other than the product's, so the site's cookies are separate.
    home = `http://localhost:${(site.address() as AddressInfo).port}`;
    admin = await signIn(running.url, 'admin@example.com');
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
    page.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    site?.closeAllConnections();
    site?.close();
  });

  const traces = async (shop: Page) => ({
    cookies: (await shop.context().cookies(home)).map(({ name }) => name),
    storage: await shop.evaluate<string[]>('Object.keys(localStorage).concat(Object.keys(sessionStorage))'),
  });
  const NOTHING = { cookies: [], storage: [] };
  const pushed = (shop: Page, command: unknown) =>
    shop.evaluate(`(window.icq = window.icq || []).push(${JSON.stringify(command)})`);

  it('stores and sends nothing without consent; consent starts it, and can be withdrawn', async () => {
    before = "window.icq = [['consent', 'denied']];";
    const shop = await newPage(running.browser);
    const methods: string[] = [];
    shop.on('request', (request) => request.url().includes('/collect') && methods.push(request.method()));
    await shop.goto(`${home}/a`);
    await shop.waitForLoadState('networkidle');
    await pushed(shop, ['cv', { args: { order: 'held' } }]);
    await shop.evaluate("history.pushState({}, '', '/b')");
    await shop.waitForTimeout(500);
    expect(methods).toEqual([]);
    expect(await traces(shop)).toEqual(NOTHING);

    await pushed(shop, ['consent', 'granted']);
    await eventually(
      async () => methods.length,
      (count) => count >= 2,
    );
    expect((await traces(shop)).cookies).toEqual(['_ic_vid']);
    const sent = methods.length;

    await pushed(shop, ['consent', 'denied']);
    await shop.evaluate("history.pushState({}, '', '/c')");
    await shop.waitForTimeout(500);
    expect(methods).toHaveLength(sent);
    expect(await traces(shop)).toEqual(NOTHING);
    await shop.context().close();
  });

  it('a link sends no data to a browser without consent, and removes earlier data', async () => {
    const [link = ''] = /\S+\/r\/\S+/.exec(running.product.stdout()) ?? [];
    const denied = await fetch(`${link}?a_consent=denied`, { redirect: 'manual' });
    expect([denied.status, denied.headers.get('set-cookie')]).toEqual([302, null]);
    const granted = await fetch(link, { redirect: 'manual' });
    const cookie = /ic_tid=[^;]+/.exec(granted.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect(cookie).not.toBe('');
    const withdrawn = await fetch(`${link}?a_consent=denied`, { redirect: 'manual', headers: { cookie } });
    expect(withdrawn.headers.get('set-cookie')).toMatch(/^ic_tid=; Max-Age=0/);
  });

  it('writes the privacy notice from the tags in place', async () => {
    before = '';
    const shop = await newPage(running.browser);
    await shop.goto(`${home}/seen`);
    await eventually(
      async () =>
        (await admin.get<Report>('/logs/accesses/?product_id=1&page_size=1&door=collect')).results[0]?.url,
      (url) => String(url).startsWith(home),
    );
    await shop.context().close();
    await page.goto(`${running.url}/config/product`);
    const panel = page.getByRole('region', { name: '外部送信の通知文' });
    const notice = panel.getByRole('textbox', { name: '外部送信の通知文' });
    await notice.waitFor();
    expect(await notice.inputValue()).toContain('ブラウザーを識別するID');
    await panel.getByText('HTML', { exact: true }).click();
    await eventually(
      async () => notice.inputValue(),
      (text) => text.startsWith('<section lang="ja">'),
    );
    await panel.getByText('English', { exact: true }).click();
    const html = await eventually(
      async () => notice.inputValue(),
      (text) => text.includes('lang="en"'),
    );
    expect(html).toContain('Information that this site sends to others');
    await screenshot(page, 'privacy-notice');
  });

  it('erases a person from the story, keeps the metrics, and gives a receipt', async () => {
    const day = '2026-01-01';
    const readMetrics = async () =>
      (await admin.get<Report>(`/analyses/ad_summaries/?product_id=1&date_from=${day}&date_to=2030-01-01`))
        .total;
    const [order] = (
      await admin.get<Report>(
        '/logs/conversions/?product_id=1&page_size=1&sortName=cv_time&sortAsc=1&excluded_reason=none',
      )
    ).results;
    const visitor = String(order?.visitor_id);
    const metrics = await readMetrics();
    await page.goto(`${running.url}/log/visitor/${encodeURIComponent(visitor)}`);
    await page.getByRole('link', { name: 'この訪問者の個人データを消去' }).click();
    await page.getByRole('button', { name: '消去する' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/config/product/erasure');
    expect(await page.getByText('アクセス', { exact: true }).count()).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '消去する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click();
    await page.getByRole('button', { name: '消去する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '消去する' }).click();
    await page.getByText('この指定での消去は完了しています').waitFor();
    const number = await page
      .getByRole('region', { name: '消去の記録' })
      .getByText(/^ER-\d{8}-[0-9A-F]{10}$/)
      .innerText();
    const [text] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `${number}をテキストで保存` }).click(),
    ]);
    const receipt = readFileSync(await text.path(), 'utf8');
    expect(receipt).toContain(number);
    expect(receipt).not.toContain(visitor);
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `${number}をJSONで保存` }).click(),
    ]);
    expect(JSON.parse(readFileSync(await json.path(), 'utf8'))).toMatchObject({
      number,
      status: 'done',
      counts: { visitors: 1 },
    });
    expect(await readMetrics()).toEqual(metrics);
    expect(
      (await admin.get<Report>(`/logs/accesses/?product_id=1&visitor_id=${encodeURIComponent(visitor)}`))
        .count,
    ).toBe(0);
    expect(
      (
        await admin.ask(`/products/1/erasures/preview/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ visitor_id: visitor }),
        })
      ).status,
    ).toBe(200);
    // A visitor without stored data.
    await page.getByRole('textbox', { name: '訪問者ID' }).fill('nobody-at-all');
    await page.keyboard.press('Enter');
    await page.getByText('該当する記録はありません').waitFor();
    await page.goBack();
    await page.getByText('この指定での消去は完了しています').waitFor();
    await screenshot(page, 'privacy-erasure');
  });

  it.each([
    ['light', 1440],
    ['dark', 375],
  ] as const)('fits, in %s at %i pixels', async (scheme, width) => {
    const narrow = await signedInPage(running.browser, running.url, 'admin@example.com', {
      width,
      colorScheme: scheme,
    });
    for (const path of ['/config/product', '/config/product/erasure']) {
      await narrow.goto(`${running.url}${path}`);
      await settled(narrow);
      expect([
        path,
        await eventually(
          () => fitsWidth(narrow),
          (fits) => fits,
        ),
      ]).toEqual([path, true]);
    }
    await narrow.context().close();
  });

  it('hides the entry from unauthorized users', async () => {
    const other = await signedInPage(running.browser, running.url, 'manager@example.com');
    await other.goto(`${running.url}/config/product/erasure`);
    await other.getByText('閲覧する権限がありません').or(other.getByText(/権限/)).first().waitFor();
    expect(await other.getByRole('button', { name: '対象を確認' }).count()).toBe(0);
    await other.context().close();
  });
});
