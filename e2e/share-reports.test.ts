import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, launchBrowser, newPage } from './support/browser';
import { fitsWidth, signInOnScreen } from './support/console';
import { startProduct, type Product } from './support/product';

jest.setTimeout(300_000);

describeInBrowser('reports for people outside', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let link = '';
  const complaints: string[] = [];

  const drawer = () => page.getByRole('dialog', { name: /の共有リンク$/ });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  /** Opens an address in a browser without a session. */
  const outside = async (url: string): Promise<Page> => {
    const stranger = await newPage(browser);
    stranger.on('pageerror', (error) => complaints.push(error.message));
    await stranger.goto(url);
    return stranger;
  };

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({ CHROMIUM_PATH: 'none' }), launchBrowser()]);
    page = await newPage(browser);
    page.on('pageerror', (error) => complaints.push(error.message));
    await signInOnScreen(page, product.url, 'admin@example.com', { remember: true });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
  });

  it('are shared by the keyboard, by a link that is shown once', async () => {
    await page.goto(`${product.url}/views`);
    await page.getByRole('button', { name: '週次：ASP別の成果: 操作' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '短縮リンクをコピー' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await drawer().getByText('共有リンクはまだありません。').waitFor();
    await drawer().getByRole('button', { name: 'リンクを作成' }).focus();
    await page.keyboard.press('Enter');
    const form = dialog('共有リンクの作成');
    await form.getByLabel('パスワード（任意）').fill('himitsu');
    await page.keyboard.press('Enter');
    const created = dialog('共有リンクを作成しました');
    link = await created.locator('code').innerText();
    expect(link).toMatch(new RegExp(`^${product.url}/share/icl_`));
    expect(await accessibilityViolations(page)).toEqual([]);
    await created.getByRole('button', { name: '閉じる' }).last().focus();
    await page.keyboard.press('Enter');
    await drawer().getByText('パスワードあり').waitFor();
    await drawer().getByText('未閲覧', { exact: false }).waitFor();
  });

  it('open with the password in another browser, on a phone too', async () => {
    const stranger = await outside(link);
    await stranger.getByLabel('パスワード').fill('wrong');
    await stranger.getByRole('button', { name: '開く' }).click();
    await stranger.getByRole('alert').waitFor();
    await stranger.getByLabel('パスワード').fill('himitsu');
    await stranger.keyboard.press('Enter');
    await stranger.getByRole('heading', { level: 1, name: '週次：ASP別の成果' }).waitFor();
    expect(await stranger.locator('tbody tr').count()).toBeGreaterThan(2);
    expect(await accessibilityViolations(stranger)).toEqual([]);
    await stranger.setViewportSize({ width: 375, height: 800 });
    expect(await fitsWidth(stranger)).toBe(true);
    expect(await stranger.locator('script').count()).toBe(0);
    // A style whose hash differs from the policy's is ignored.
    expect(await stranger.evaluate('document.styleSheets.length')).toBe(1);
  });

  it('are gone once the link is revoked', async () => {
    await drawer().getByRole('button', { name: '無効にする' }).click();
    await dialog('無効にする').getByRole('button', { name: '無効にする' }).click();
    await drawer().getByText('共有リンクはまだありません。').waitFor();
    const stranger = await outside(link);
    await stranger.getByLabel('パスワード').fill('himitsu');
    await stranger.keyboard.press('Enter');
    await stranger.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  it('become a client report with a page to print', async () => {
    await page.getByText('PDFを作成するブラウザーがないため', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'レポートを作成' }).click();
    const form = dialog('お客様向けレポートの作成');
    await form.getByLabel('レポート名').fill('十一月のご報告');
    await form.getByLabel('宛名').fill('株式会社乙 御中');
    await form.getByLabel('1番目のビュー コメント').fill('順調に推移しています。');
    await form.getByRole('button', { name: 'ビューを追加' }).click();
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'detached' });
    const row = page.getByRole('listitem').filter({ hasText: '十一月のご報告' });
    const opening = page.context().waitForEvent('page');
    await row.getByRole('button', { name: '印刷ページを開く' }).click();
    const printed = await opening;
    await printed.getByRole('heading', { level: 1, name: '十一月のご報告' }).waitFor();
    await printed.getByText('株式会社乙 御中').waitFor();
    await printed.getByText('順調に推移しています。').waitFor();
    expect(await printed.locator('section').count()).toBe(2);
    await printed.evaluate(`window.print = () => { document.title = 'printed'; }`);
    await printed.getByRole('button', { name: '印刷する' }).click();
    expect(await printed.title()).toBe('printed');
    expect(await accessibilityViolations(printed)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
