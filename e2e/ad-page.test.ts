import type { Page } from 'playwright-core';
import { fitsWidth, signedInPage } from './support/console';
import { chooseOption } from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const number = (text: string | null): number => Number((text ?? '').replace(/[^\d.-]/g, ''));

describeConsole('the page of an ad', 'the page of an ad was not tried', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url);
  });
  /** Returns the top row of an ad. The row of direct conversions has no ad. */
  const ofAd = () => page.locator('tbody tr', { has: page.locator('th a[href^="/ad/ad/"]') }).first();
  const openReport = async (): Promise<void> => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d90&axis=ad&sort=-cv_total_final`);
    await ofAd().waitFor();
  };
  const waitForPaths = (): Promise<void> =>
    page.getByRole('region', { name: 'よくある経路' }).getByRole('row').nth(1).waitFor();

  it("opens from the ad's name in a report, with the same days and conversions", async () => {
    await openReport();
    const row = ofAd();
    const name = await row.locator('th a').first().textContent();
    const expected = number(await row.locator('[data-column="cv_total_final"] a').first().textContent());
    await row.locator('th a').first().click();
    await page.waitForURL(
      (url) => /^\/ad\/ad\/\d+$/.test(url.pathname) && url.searchParams.get('period') === 'd90',
    );
    await page.getByRole('heading', { level: 1, name: name?.trim() ?? '' }).waitFor();
    await waitForPaths();
    const metric = page
      .getByRole('region', { name: '主要指標' })
      .locator('div')
      .filter({ hasText: /^最終CV合計/ })
      .locator('dd')
      .first();
    expect(number(await metric.textContent())).toBe(expected);
    await page.goBack();
    await ofAd().waitFor();
  });

  it('keeps the finer axes of the report reachable', async () => {
    await openReport();
    await ofAd().locator('th a').nth(1).click();
    await page.waitForURL(
      (url) =>
        url.searchParams.get('drill')?.startsWith('ad:') === true && url.searchParams.get('axis') !== 'ad',
    );
  });

  it('opens in a new tab by the middle button and by the keyboard', async () => {
    await openReport();
    const name = ofAd().locator('th a').first();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), name.click({ button: 'middle' })]);
    await tab.waitForURL(/\/ad\/ad\/\d+/);
    await tab.close();
    await name.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/ad\/ad\/\d+/);
    await waitForPaths();
  });

  it('keeps its days in the address, and Back undoes them', async () => {
    await page.goto(`${running.url}/ad/ad/1?period=d30`);
    await waitForPaths();
    await page.getByRole('button', { name: /^期間/ }).click();
    await page.getByRole('button', { name: '過去90日間' }).click();
    await page.getByRole('button', { name: '適用する' }).click();
    await page.waitForURL(/period=d90/);
    await waitForPaths();
    await page.goBack();
    await page.waitForURL(/period=d30/);
  });

  it('links to another ad on its paths, and to its settings', async () => {
    await page.goto(`${running.url}/ad/ad/1?period=d90`);
    await waitForPaths();
    const partner = page
      .getByRole('region', { name: '同じ経路の広告' })
      .getByRole('rowheader')
      .first()
      .getByRole('link');
    const name = await partner.textContent();
    await partner.click();
    await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
    await page.getByRole('link', { name: /設定を編集/ }).click();
    await page.waitForURL(/\/ad\/setting\/\d+/);
  });

  it('shows the worst CPA and since when in three presses from the dashboard', async () => {
    await page.goto(`${running.url}/dashboard`);
    const worst = page.getByRole('table', { name: '下位' }).getByRole('rowheader').getByRole('link').first();
    await worst.waitFor();
    await page.getByLabel('並べ替え').click();
    await page.getByTitle('CPA', { exact: true }).click();
    await page.waitForURL(/ads_by=cpa/);
    await worst.click();
    await page.waitForURL((url) => url.searchParams.get('trend') === 'cpa');
    const trend = page.getByRole('region', { name: '推移' });
    await trend.getByRole('slider').waitFor();
    expect(await trend.locator('.ant-select').last().innerText()).toBe('CPA');
  });

  it('draws its trend by week, as a mean of seven days and as a running total', async () => {
    await page.goto(`${running.url}/ad/ad/1?period=d90&trend=cpa`);
    const trend = page.getByRole('region', { name: '推移' });
    const days = () => trend.getByRole('slider').getAttribute('aria-valuemax');
    await trend.getByRole('slider').waitFor();
    expect(await days()).toBe('89');
    await chooseOption(page, '値の見せ方', '7日平均');
    await trend.getByText('CPA（7日平均）').first().waitFor();
    await trend.getByText('週', { exact: true }).click();
    await page.waitForURL(/unit=week/);
    expect(Number(await days())).toBeLessThan(14);
    await chooseOption(page, '値の見せ方', '累計');
    await trend.getByText('累計CPA').first().waitFor();
  });

  it('shows that an unknown id has no ad', async () => {
    await page.goto(`${running.url}/ad/ad/987654`);
    await page.getByText('広告が見つかりません').waitFor();
  });

  it('shows an agency only its own ads', async () => {
    const other = await signedInPage(running.browser, running.url, 'agency@example.com');
    await other.goto(`${running.url}/ad/ad`);
    const own = other.locator('tbody a[href^="/ad/ad/"]').first();
    await own.waitFor();
    const ownAds = new Set(
      await other
        .locator('tbody a[href^="/ad/ad/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    );
    await own.click();
    await other.getByRole('region', { name: 'モデルごとの貢献' }).waitFor();
    const stranger = Array.from({ length: 30 }, (_, index) => `/ad/ad/${index + 1}`).find(
      (path) => !ownAds.has(path),
    );
    await other.goto(running.url + stranger);
    await other.getByText('広告が見つかりません').waitFor();
    await other.close();
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${running.url}/ad/ad/1`);
    await waitForPaths();
    expect(await fitsWidth(page)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
