import type { Page } from 'playwright-core';
import { accessibilityViolations, screenshot } from './support/browser';
import { downloadCsvFile, fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('notes on days', 'notes were not tried', (running) => {
  let page: Page;
  const notes = (text: string) =>
    page.getByRole('list', { name: '日付のメモ' }).getByRole('button', { name: text });
  const drawer = () => page.getByRole('dialog', { name: '日付のメモ' });

  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'analyst@example.com', { remember: true });
  });
  it("appear below the dashboard's chart, on it, and in the tooltip of a day", async () => {
    await notes('定期便 初回半額キャンペーン開始').waitFor();
    await notes('サイトメンテナンスのため').waitFor();
    const chart = page.getByRole('slider').first();
    await chart.focus();
    await page.keyboard.press('End');
    for (let day = 0; day < 4; day += 1) await page.keyboard.press('ArrowLeft');
    expect(await chart.getAttribute('aria-valuetext')).toContain(
      'サイトメンテナンスのため 2:00〜5:00 は購入不可',
    );
    await screenshot(page, 'notes-dashboard');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are written with the key N on the chosen day, and changed and deleted by their author', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('n');
    await drawer().getByRole('textbox', { name: /メモ/ }).fill('計測タグが15時まで停止');
    await drawer()
      .getByRole('button', { name: /^保\s?存/ })
      .click();
    await notes('計測タグが15時まで停止').waitFor();
    // Notes of other users are read-only.
    expect(
      await drawer()
        .getByRole('button', { name: /を編集$/ })
        .count(),
    ).toBe(1);
    await drawer()
      .getByRole('button', { name: /を編集$/ })
      .click();
    await drawer().getByRole('textbox', { name: /メモ/ }).fill(' ');
    await drawer()
      .getByRole('button', { name: /^保\s?存/ })
      .click();
    await drawer()
      .getByText('必須項目です')
      .or(drawer().getByText(/入力してください/))
      .first()
      .waitFor();
    await drawer().getByRole('textbox', { name: /メモ/ }).fill('計測タグが15時まで停止（復旧済み）');
    await drawer()
      .getByRole('button', { name: /^保\s?存/ })
      .click();
    await notes('計測タグが15時まで停止（復旧済み）').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
  });

  it('appear on the term trend, in its table and in its file', async () => {
    await page.goto(`${running.url}/analyze/term?period=30d&unit=day`);
    await notes('復旧済み').waitFor();
    await page.getByRole('button', { name: '日付のメモ 計測タグが15時まで停止（復旧済み）' }).waitFor();
    expect(await page.getByRole('img', { name: /復旧済み/ }).count()).toBe(1);
    await screenshot(page, 'notes-term');
    const csv = await downloadCsvFile(page);
    expect(csv).toContain('期間,日付のメモ,');
    expect(csv).toContain('計測タグが15時まで停止（復旧済み）');
  });

  it('appear on the page of an ad and on ad effect', async () => {
    await page.goto(`${running.url}/ad/ad/1`);
    await notes('復旧済み').waitFor();
    await page.goto(`${running.url}/analyze/effect`);
    await page.getByRole('button', { name: 'メモを追加' }).waitFor();
  });

  it('fit a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${running.url}/dashboard`);
    await notes('復旧済み').waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await notes('復旧済み').click();
    await drawer()
      .getByRole('button', { name: /を削除$/ })
      .click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^削\s?除/ })
      .click();
    await page.getByText('削除しました').waitFor();
    await drawer().getByText('復旧済み').waitFor({ state: 'detached' });
  });

  it('are hidden from an agency', async () => {
    const other = await signedInPage(running.browser, running.url, 'agency@example.com');
    await other.getByRole('slider').first().waitFor();
    expect(await other.getByRole('button', { name: 'メモを追加' }).count()).toBe(0);
    await other.context().close();
  });
});
