import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { startProduct, type Product } from './support/product';

jest.setTimeout(240_000);

if (describeInBrowser === describe.skip) console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); no figure of a report was opened');

/** The uppermost figure of a column that opens anything. */
const figure = (page: Page, column: string) => page.locator(`tbody [data-column="${column}"] a`).first();
const number = (text: string | null): number => Number((text ?? '').replace(/[^\d.-]/g, ''));

describeInBrowser('a figure of a report', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    page = await newPage(browser);
    await signInOnScreen(page, product.url, 'admin@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const open = async (): Promise<void> => {
    await page.goto(`${product.url}/analyze/ad-statistics?period=d30`);
    await figure(page, 'cv_total_final').waitFor();
  };

  it.each([
    ['cv_total_final', '/log/cv'],
    ['ad_click_count', '/log/interaction'],
  ])('%s opens as many rows as it says in %s, and Back leads back', async (column, path) => {
    await open();
    const wanted = number(await figure(page, column).textContent());
    expect(wanted).toBeGreaterThan(0);
    await figure(page, column).click();
    await page.waitForURL((url) => url.pathname === path);
    const note = page.getByRole('status').filter({ hasText: 'レポートの数値の内訳' });
    await note.locator('strong').waitFor();
    expect(number(await note.locator('strong').textContent())).toBe(wanted);
    await page.getByText(new RegExp(`${wanted.toLocaleString('en')}件`)).first().waitFor();
    await page.goBack();
    await figure(page, column).waitFor();
    expect(number(await figure(page, column).textContent())).toBe(wanted);
  });

  it('opens in a tab of its own by the middle button, also the total', async () => {
    await open();
    const total = page.locator('thead [data-column="amount_sum"] a');
    const wanted = number(await total.textContent());
    const [tab] = await Promise.all([page.context().waitForEvent('page'), total.click({ button: 'middle' })]);
    const sum = tab.getByRole('status').filter({ hasText: '売上' }).locator('strong');
    await sum.waitFor();
    expect(number(await sum.textContent())).toBe(wanted);
    await tab.close();
  });

  it('is reached and opened by the keyboard alone', async () => {
    await open();
    await page.getByRole('link', { name: /別に見る$/ }).first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('td a:focus');
    expect(await focused.count()).toBe(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/log/') && url.searchParams.has('figure'));
  });

  it('says what the cost of ads is made of, and is left by one press', async () => {
    await open();
    await figure(page, 'ad_cost').click();
    const note = page.getByRole('status').filter({ hasText: 'クリック費用' });
    await note.getByRole('link', { name: '承認済みの成果費用' }).click();
    await page.waitForURL((url) => url.pathname === '/log/result');
    await page.getByRole('button', { name: 'すべての行を表示' }).click();
    await page.waitForURL((url) => !url.searchParams.has('figure'));
    expect(await page.getByText('レポートの数値の内訳').count()).toBe(0);
  });
});
