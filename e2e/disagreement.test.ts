import type { Page } from 'playwright-core';
import { accessibilityViolations } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('the disagreement map', 'where models disagree was not tried', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
  });
  const sentence = () =>
    page.getByText(
      /広告\d+件のうち\d+件は、モデルによって目標CPAの内外が変わります。まず「.+」を確かめてください/,
    );

  it('judges by a typed target, and opens the models and the conversions of a row', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${running.url}/analyze/disagreement`);
    await page.getByText(/モデルによる差が最も大きいのは/).waitFor();
    await page.getByLabel('目標CPA').fill('3000');
    await page.keyboard.press('Enter');
    await sentence().waitFor();
    expect(new URL(page.url()).searchParams.get('cpa')).toBe('3000');
    const row = page.locator('tbody tr').filter({ hasText: 'モデルで変わる' }).first();
    await row.getByRole('button').first().click();
    await page.getByRole('cell', { name: 'マルコフ連鎖（2次）', exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const name = row.getByRole('link');
    await name.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('再配分CV（均等配分）').first().waitFor();
    await drawer.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await name.evaluate((link) => link.matches(':focus'))).toBe(true);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${running.url}/analyze/disagreement?cpa=3000`);
    await sentence().waitFor();
    await page.getByText('この画面の読み方').waitFor();
    expect(await fitsWidth(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
