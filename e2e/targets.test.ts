import type { Page } from 'playwright-core';
import { accessibilityViolations, screenshot } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('targets', 'targets were not tried', (running) => {
  let page: Page;
  const table = () => page.getByRole('table', { name: '目標と着地見込み' });
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'manager@example.com', { remember: true });
  });

  it('of the demo show target, actual value, achievement and landing on the dashboard', async () => {
    const row = table().getByRole('row', { name: /最終CV合計/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      expect.stringMatching(/^[\d,]+$/),
      expect.stringMatching(/^[\d,-]+$/),
      expect.stringMatching(/%$|^-$/),
      expect.stringMatching(/^[\d,]+/),
      expect.stringMatching(/%$/),
      expect.stringMatching(/見込み$/),
    ]);
    await screenshot(page, 'targets-dashboard');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are registered by keyboard from the dashboard, and appear on it', async () => {
    await page.goto(`${running.url}/dashboard?product_id=2`);
    await page.getByRole('link', { name: '今月の目標を登録する' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/ad/target');
    await page.getByRole('button', { name: '目標を追加' }).first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: '対象月' }).waitFor();
    await dialog.getByRole('textbox', { name: 'CPA' }).focus();
    await page.keyboard.type('5,000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('250');
    await dialog.getByRole('button', { name: /^保\s?存/ }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/保存しました/)
      .first()
      .waitFor();
    await page.getByRole('cell', { name: '250.00%' }).waitFor();
    await page.goto(`${running.url}/dashboard?product_id=2`);
    await table()
      .getByRole('row', { name: /^CPA 5,000円/ })
      .waitFor();
    await table()
      .getByRole('row', { name: /^ROAS 250.00%/ })
      .waitFor();
  });

  it('are a tab of ad statistics with their ads, and fit a phone', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?product_id=1&period=thisMonth&item=TARGET`);
    await page.getByRole('button', { name: /^目標と着地見込み/, expanded: false }).click();
    await table().waitFor();
    await page.getByRole('columnheader', { name: /最終CV合計 着地見込み/ }).waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${running.url}/dashboard?product_id=1`);
    await table().waitFor();
    expect(await fitsWidth(page)).toBe(true);
  });
});
