import type { Page } from 'playwright-core';
import { accessibilityViolations, screenshot } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const ARRIVAL_MS = 30_000;

describeConsole('the guided walk', 'the guided walk was not tried', (running) => {
  let page: Page;
  const arrivals = () => page.getByRole('region', { name: '届いたデータ' }).getByRole('listitem');
  const arrived = (kind: string, text: string | RegExp) =>
    arrivals().filter({ hasText: kind }).filter({ hasText: text }).first().waitFor({ timeout: ARRIVAL_MS });
  const current = () => page.locator('[aria-current="step"]');

  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
  });
  it('opens from the dashboard, and explains the steps', async () => {
    await page.getByRole('link', { name: /デモサイトで試す/ }).click();
    await page.getByRole('heading', { level: 1, name: '計測を体験する' }).waitFor();
    await page.getByText('広告リンクを開くと、ここにクリックが現れます。').waitFor();
    expect(await current().innerText()).toContain('広告リンクを開く');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('shows each event of a real visit as it arrives, up to the report row and the reasons for its credit', async () => {
    const [shop] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: '広告リンクを開く' }).click(),
    ]);
    await arrived('クリック', /アフィリエイト/);
    await arrived('着地', /クリックから/);
    expect(new URL(shop.url()).pathname).toBe('/demo-site/');
    await shop.getByRole('link', { name: 'くわしく見る' }).click();
    await arrived('ページ閲覧', /カモミール/);
    await shop.getByRole('button', { name: 'カートに入れる' }).click();
    await arrived('CV', /中間/);
    expect(await current().innerText()).toContain('購入する');
    await shop.getByRole('link', { name: /今すぐ購入する/ }).click();
    await arrived('CV', '2,980円');
    await arrived('成果', /アフィリンク/);
    await arrived('成果通知', /アフィリンク/);
    const credit = page.getByRole('region', { name: '成果になりました' });
    await credit.getByText('この行に、いまの購入が含まれています。').waitFor({ timeout: ARRIVAL_MS });
    await page.mouse.move(0, 0);
    await page.waitForTimeout(400);
    await screenshot(page, 'demo-walk');
    expect(await accessibilityViolations(page)).toEqual([]);

    // A reload resumes the walk.
    const address = page.url();
    await page.reload();
    await arrived('CV', '2,980円');
    await page.getByRole('link', { name: 'レポートの行を開く' }).click();
    await page
      .getByRole('row', { name: /^合計/ })
      .first()
      .getByText('2,980', { exact: true })
      .first()
      .waitFor();
    await page.goBack();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'なぜこの広告の成果なのかを見る' }).click();
    await page.waitForURL('**/log/cv/**#credit');
    await page
      .getByRole('region', { name: 'なぜこの' })
      .or(page.locator('#credit'))
      .first()
      .getByText(/アフィリエイト/)
      .first()
      .waitFor();
    await shop.close();
  });

  it('explains that the browser blocks the window, and the link still works by keyboard', async () => {
    await page.goto(`${running.url}/demo`);
    await page.getByRole('button', { name: '横に並べて開く' }).waitFor();
    await page.evaluate('window.open = () => null');
    await page.getByRole('button', { name: '横に並べて開く' }).click();
    await page.getByRole('alert').filter({ hasText: 'ブラウザーがウィンドウを開くのを止めました' }).waitFor();
    await page.getByRole('link', { name: '広告リンクを開く' }).focus();
    const [shop] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await arrived('クリック', /アフィリエイト/);
    await shop.close();
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await fitsWidth(page)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('offers the product of the demo site, and the link test of another one', async () => {
    await page.goto(`${running.url}/demo?product_id=2`);
    await page.getByText('デモサイトは別の商品で計測しています').waitFor();
    await page.getByRole('button', { name: 'リハーサルを実行' }).click();
    await page.getByText('成果の作成').waitFor({ timeout: ARRIVAL_MS });
    await page
      .getByRole('button', { name: /に切り替える/ })
      .first()
      .click();
    await page.getByRole('link', { name: '広告リンクを開く' }).waitFor();
  });

  it('works for an analyst, within the limits of masks', async () => {
    const other = await signedInPage(running.browser, running.url, 'analyst@example.com');
    await other.goto(`${running.url}/demo`);
    const [shop] = await Promise.all([
      other.context().waitForEvent('page'),
      other.getByRole('link', { name: '広告リンクを開く' }).click(),
    ]);
    await other
      .getByRole('region', { name: '届いたデータ' })
      .getByRole('listitem')
      .filter({ hasText: '着地' })
      .waitFor({ timeout: ARRIVAL_MS });
    await shop.close();
    await other.context().close();
  });
});
