import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
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
    // Some models put the row within the target, others above it, each with its profit.
    const models = page.locator('tr.ant-table-expanded-row');
    for (const word of ['目標内', '目標外']) await models.getByText(word, { exact: true }).first().waitFor();
    await models.getByRole('columnheader', { name: '利益' }).waitFor();
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

  it('judges sales by their profit, and downloads the rows of the table in its order', async () => {
    await page.goto(`${running.url}/analyze/disagreement?measure=amount`);
    await page.getByText(/モデルによって黒字と赤字が変わります|黒字か赤字かが同じです/).waitFor();
    await page.getByRole('columnheader', { name: '利益（最小〜最大）' }).waitFor();
    const names = await page.locator('tbody tr.ant-table-row td:nth-child(2)').allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^モデルの不一致_.+_\d{8}-\d{8}\.csv$/);
    const lines = parse(readFileSync(await download.path(), 'utf8'), { bom: true }) as string[][];
    const head = lines.findIndex(([first]) => first === '広告');
    expect(lines[head]).toEqual(expect.arrayContaining(['売上（最小）（円）', '利益（最大）（円）']));
    expect(lines.slice(head + 1).map(([name]) => name)).toEqual(names);
  });

  it('opens from a saved view as it was saved', async () => {
    await page.goto(`${running.url}/analyze/disagreement?cpa=3000`);
    await sentence().waitFor();
    await page.getByRole('button', { name: 'ビューを保存' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('判定が変わる広告');
    await dialog.getByRole('button', { name: '保存する' }).click();
    const link = await dialog.getByRole('textbox', { name: '短縮リンク' }).inputValue();
    await page.goto(link);
    await sentence().waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('cpa'), searchParams.get('period')]).toEqual(['3000', 'd90']);
    await page.reload();
    await sentence().waitFor();
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
