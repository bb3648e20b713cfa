import type { Page } from 'playwright-core';
import { accessibilityViolations, screenshot } from './support/browser';
import { downloadCsvFile, fitsWidth, signedInPage } from './support/console';
import { ReportRequests } from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

/** Parses a metric as displayed: `-` is zero. */
const numberIn = (text: string): number => (text.trim() === '-' ? 0 : Number(text.replace(/[^\d.-]/g, '')));

describeConsole('allocation', 'the allocation screen was not tried', (running) => {
  let page: Page;

  const open = async (parameters = ''): Promise<void> => {
    await page.goto(`${running.url}/analyze/allocation${parameters}`);
    await page.locator('tbody tr[data-row-key]').first().waitFor();
  };
  const row = (index: number) => page.locator('tbody tr[data-row-key]').nth(index);
  const editor = (index: number) => row(index).getByRole('textbox', { name: /の費用の増減$/ });
  const cell = async (index: number, column: string): Promise<number> =>
    numberIn((await row(index).locator(`[data-column="${column}"]`).innerText()).split('\n')[0] ?? '');
  const total = async (column: string): Promise<number> =>
    numberIn(
      (
        await page
          .locator(`thead td[data-column="${column}"], thead [data-column="${column}"]`)
          .last()
          .innerText()
      ).split('\n')[0] ?? '',
    );
  const change = async (index: number, text: string, unit?: '%' | '円'): Promise<void> => {
    if (unit)
      await row(index)
        .getByRole('combobox', { name: /の増減の単位$/ })
        .selectOption({ label: unit });
    await editor(index).fill(text);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
  });
  it('shows the effect of other costs on the rows at once, without a request', async () => {
    await open();
    const requests = new ReportRequests(page);
    const [cost, cpa, cv] = [
      await cell(0, 'ad_cost_before'),
      await cell(0, 'cpa_before'),
      await cell(0, 'cv_total_final_before'),
    ];
    expect(await requests.countDuring(() => change(0, '２０'))).toBe(0);
    expect(await cell(0, 'ad_cost_after')).toBe(Math.round(cost * 1.2));
    expect(Math.abs((await cell(0, 'cpa_after')) - cpa * 1.2)).toBeLessThanOrEqual(1);
    expect(await cell(0, 'cv_total_final_before')).toBe(cv);
    expect(await requests.countDuring(() => change(1, '+5,000', '円'))).toBe(0);
    expect(await cell(1, 'ad_cost_change')).toBe(5000);
    const before = await total('ad_cost_before');
    expect(Math.abs((await total('ad_cost_after')) - before - cost * 0.2 - 5000)).toBeLessThanOrEqual(1);
    await page.getByText('成果（CV・売上）は変わらないと仮定しています。').waitFor();
    await page.getByText('2行を変更中').waitFor();
    await screenshot(page, 'allocation');
  });

  it('scales results with the cost by the elasticity, and says so', async () => {
    const cv = await cell(0, 'cv_total_final_before');
    await page.getByRole('textbox', { name: '弾力性' }).fill('0.5');
    await page.keyboard.press('Enter');
    await page.getByText(/費用を2倍にしたとき、成果（CV・売上）は1.4倍になると仮定しています/).waitFor();
    expect(Math.abs((await cell(0, 'cv_total_final_after')) - cv * Math.sqrt(1.2))).toBeLessThan(0.01);
    await page.getByRole('textbox', { name: '弾力性' }).fill('9');
    await page.keyboard.press('Enter');
    await page.getByRole('tooltip', { name: '0〜5の範囲で入力してください。' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('undoes each step with Back, and keeps all of them over a reload', async () => {
    const after = await cell(0, 'cv_total_final_after');
    await page.reload();
    await row(0).waitFor();
    expect([
      await editor(0).inputValue(),
      await editor(1).inputValue(),
      await cell(0, 'cv_total_final_after'),
    ]).toEqual(['+20', '+5,000', after]);
    await page.goBack();
    await page.getByText('成果（CV・売上）は変わらないと仮定しています。').waitFor();
    await page.goBack();
    await page.getByText('1行を変更中').waitFor();
    expect(await editor(1).inputValue()).toBe('');
    await page.goForward();
    await page.getByText('2行を変更中').waitFor();
  });

  it.each([
    ['-101', '%', '-100〜10,000の範囲で入力してください。'],
    ['半分', '%', '数値で入力してください。'],
    ['-99999999', '円', '現在の費用を超える減額です。この行の変更は反映していません。'],
  ] as const)('rejects %s%s beside the field', async (text, unit, message) => {
    await change(2, text, unit);
    await editor(2).hover();
    await page.getByRole('tooltip', { name: message }).waitFor();
    expect(await editor(2).getAttribute('aria-invalid')).toBe('true');
    await change(2, '', '%');
    await page.getByText('2行を変更中').waitFor();
  });

  it('rounds displayed shares to a sum of 100 %', async () => {
    const cells = await page.locator('tbody [data-column="ad_cost_share_after"]').allInnerTexts();
    const sum = cells
      .map((text) => Math.round(numberIn(text.split('\n')[0] ?? '') * 100))
      .reduce((all, one) => all + one, 0);
    expect(sum).toBe(10_000);
    await page.getByRole('tab', { name: '構成比' }).click();
    for (const column of [
      'cv_total_final_share',
      'ad_cost_share',
      'amount_sum_share',
      'profit_share',
      'attr_cv_share',
    ]) {
      const texts = await page.locator(`tbody [data-column="${column}"]`).allInnerTexts();
      expect([
        column,
        texts
          .map((text) => Math.round(numberIn(text.split('\n')[0] ?? '') * 100))
          .reduce((all, one) => all + one, 0),
      ]).toEqual([column, 10_000]);
    }
    await page.getByRole('tab', { name: 'シミュレーション', exact: true }).click();
  });

  it('exports the displayed rows with the simulation', async () => {
    const csv = await downloadCsvFile(page);
    expect(csv).toContain('成果（CV・売上）は変わらないと仮定しています。');
    const name = (await row(0).getByRole('rowheader').first().innerText()).trim();
    const line = csv.split('\r\n').find((one) => one.includes(name)) ?? '';
    expect(line.split(',')).toContain(String(await cell(0, 'ad_cost_after')));
  });

  it('saves a simulation under a name, opens it again, changes and deletes it', async () => {
    await page.getByRole('button', { name: '名前を付けて保存' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await dialog.getByText('名前を入力してください').waitFor();
    await dialog.getByRole('textbox').fill('検索を増やす');
    await dialog.getByRole('checkbox', { name: '社内で共有する' }).check();
    await dialog.getByRole('button', { name: '保存する' }).click();
    await page.getByText('シナリオを保存しました').first().waitFor();
    await page.getByRole('button', { name: '変更をすべて元に戻す' }).click();
    await page.getByText(/^下の表の「費用の増減」に値を入れ/).waitFor();
    expect(await editor(0).inputValue()).toBe('');

    await open();
    await page.getByRole('button', { name: 'シナリオを開く' }).click();
    await page.getByRole('menuitemradio', { name: /検索を増やす/ }).click();
    await page.getByText('2行を変更中').waitFor();
    expect([await editor(0).inputValue(), await editor(1).inputValue()]).toEqual(['+20', '+5,000']);

    await change(0, '-10');
    await page.getByRole('button', { name: '上書き保存' }).click();
    await page.getByText('シナリオを保存しました').first().waitFor();
    await page.getByRole('button', { name: '「検索を増やす」を削除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /削除/ }).click();
    await page.getByRole('button', { name: '上書き保存' }).waitFor({ state: 'detached' });
  });

  it('simulates costs of pending results, and names their basis', async () => {
    await open('?sim=2');
    await page.getByText(/^.*未承認の成果がすべて承認されたものとし/).waitFor();
    expect(await total('ad_cost_unapproved_before')).toBe(await total('ad_cost_unapproved_after'));
  });

  it('ignores invalid values in the address', async () => {
    await open('?changes=1:half,2:-500p&e=99&sim=7&scenario=x');
    await page.getByText('成果（CV・売上）は変わらないと仮定しています。').waitFor();
    expect(await editor(0).inputValue()).toBe('');
  });

  it('shows an agency its own ads, and offers no sharing', async () => {
    const agencyPage = await signedInPage(running.browser, running.url, 'agency@example.com');
    await agencyPage.goto(`${running.url}/analyze/allocation`);
    await agencyPage.locator('tbody tr[data-row-key]').first().waitFor();
    await agencyPage
      .getByRole('textbox', { name: /の費用の増減$/ })
      .first()
      .fill('10');
    await agencyPage.keyboard.press('Enter');
    await agencyPage.getByRole('button', { name: '名前を付けて保存' }).click();
    await agencyPage.getByRole('dialog').waitFor();
    expect(await agencyPage.getByRole('checkbox', { name: '社内で共有する' }).count()).toBe(0);
    await agencyPage.context().close();
  });

  it('spreads a budget over the rows, at most doubling each, and leaves rows out', async () => {
    await open('?e=0.7');
    await page.getByRole('button', { name: '配分する' }).click();
    await page.getByText(/行を変更中/).waitFor();
    const added = async () => (await total('ad_cost_after')) - (await total('ad_cost_before'));
    expect(Math.round(await added())).toBe(100_000);
    expect(await page.locator('tbody input[aria-invalid="true"]').count()).toBe(0);
    const times = await page.locator('tbody tr[data-row-key]').evaluateAll((rows) =>
      rows.map((one) => {
        const value = (column: string) =>
          Number((one.querySelector(`[data-column="${column}"]`)?.textContent ?? '0').replace(/[^\d.]/g, ''));
        return value('ad_cost_after') / (value('ad_cost_before') || 1);
      }),
    );
    expect(Math.max(...times)).toBeLessThanOrEqual(2.001);
    const changed = page.locator('tbody tr[data-row-key]').filter({ has: page.locator('input[value^="+"]') });
    const name = (await changed.first().getByRole('rowheader').first().innerText()).trim();
    await page.getByRole('combobox', { name: '対象から除く' }).fill(name);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '配分する' }).click();
    await page.waitForTimeout(300);
    expect(await changed.filter({ hasText: name }).count()).toBe(0);
    // A row beyond twice its cost is marked in the row.
    await change(0, '250', '%');
    await row(0).locator('.anticon-warning').waitFor();
    await open('?changes=1:20p&of=ad');
  });

  it.each([1440, 375])('fits a window of %i px without accessibility violations', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await open('?changes=1:20p&of=ad');
    expect(await fitsWidth(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
