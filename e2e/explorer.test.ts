import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, newPage, screenshot } from './support/browser';
import { openReport, signInOnScreen } from './support/console';
import { startProduct, type Product } from './support/product';

jest.setTimeout(240_000);

if (describeInBrowser === describe.skip) console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); the explorer was not opened');

describeInBrowser('the explorer', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    page = await newPage(browser);
    await signInOnScreen(page, product.url, 'analyst@example.com', { remember: true });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
  });

  it('opens the question of a report, which answers there too', async () => {
    await openReport(page, product.url, 'ad-statistics', '2026-01-10');
    await page.getByRole('button', { name: 'エクスプローラーでクエリを開く' }).click();
    await page.waitForURL('**/explorer?query=**');
    await page.locator('.graphiql-query-editor').getByText('dateFrom').first().waitFor();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/graphql') && (answer.request().postData() ?? '').includes('AdSummaries'));
    await page.locator('.graphiql-execute-button').click();
    const body: unknown = await (await answered).json();
    expect(JSON.stringify(body)).toContain('adClickCount');
    await screenshot(page, 'explorer-query');
  });

  it('makes a token, shows it once, and revokes it', async () => {
    await page.getByRole('button', { name: '参照用トークン' }).click();
    const drawer = page.getByRole('dialog', { name: '参照用トークン' });
    await drawer.getByRole('button', { name: 'トークンを発行' }).click();
    await drawer.getByText('用途を入力してください').waitFor();
    await drawer.getByLabel('用途').fill('週次レポート');
    await drawer.getByRole('button', { name: 'トークンを発行' }).click();
    const token = await drawer.locator('code').filter({ hasText: /^icr_/ }).innerText();
    await screenshot(page, 'explorer-token');
    const read = () => fetch(`${product.url}/api/v1/analyses/ad_summaries/?product_id=1`, { headers: { authorization: `Bearer ${token}` } });
    expect((await read()).status).toBe(200);
    await drawer.getByRole('button', { name: '「週次レポート」を失効させる' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: /^削\s?除/ }).click();
    await drawer.getByText('発行済みのトークンはありません。').waitFor();
    expect((await read()).status).toBe(401);
  });

  it('begins with an example of every report', async () => {
    const other = await newPage(browser);
    await signInOnScreen(other, product.url, 'manager@example.com');
    await other.goto(`${product.url}/explorer`);
    for (const name of ['AdSummaries', 'Attributions', 'TimeSeries', 'CvInfo', 'Transitions', 'Allocations', 'LpoAnalysis']) {
      await other.locator('.graphiql-tab').filter({ hasText: name }).waitFor();
    }
    await other.context().close();
  });
});
