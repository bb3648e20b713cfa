import type { Page } from 'playwright-core';
import { accessibilityViolations, newPage } from './support/browser';
import { downloadCsvFile, fitsWidth, signedInPage, signInOnScreen } from './support/console';
import { choose, fillField, save } from './support/forms';
import { ReportRequests } from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('a custom item', 'custom items were not tried', (running) => {
  let page: Page;
  const complaints: string[] = [];

  const ready = (): Promise<void> =>
    page.locator('table[aria-busy="false"] tbody tr[data-row-key]').first().waitFor();
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

  beforeAll(async () => {
    page = await newPage(running.browser);
    page.on('pageerror', (error) => complaints.push(error.message));
    await signInOnScreen(page, running.url, 'admin@example.com', { remember: true });
  });
  it('lists a company item in the menu by its name, and shows its report', async () => {
    await menu('ASP別の採算').click();
    await ready();
    await page.waitForURL(/axis=asp.*sort=-profit|sort=-profit.*axis=asp/);
  });

  it('explains that it is not set up, and links to its editor', async () => {
    await menu('カスタム分析2').click();
    await page.getByRole('heading', { name: 'このカスタム分析はまだ設定されていません' }).waitFor();
    await page.getByRole('link', { name: '設定する' }).click();
    await page.waitForURL(/\/ad-analyze-setting\?item=2/);
  });

  it('requires columns, and opens its report after saving', async () => {
    const form = page.locator('#content');
    await fillField(page, form, 'タイトル', '媒体別ROAS');
    await save(form);
    await form.getByText('1つ以上選択してください').first().waitFor();
    await fillField(page, form, '表示する項目', choose('ROAS'));
    await fillField(page, form, '表示する項目', choose('広告費'));
    await fillField(page, form, '期間', choose('過去90日間'));
    await fillField(page, form, '比較', choose('比較しない'));
    await fillField(page, form, 'グラフ', choose('構成（円）'));
    await save(form);
    await page
      .getByText(/保存しました/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'このカスタム分析を開く' }).click();
    await ready();
    await page.getByRole('heading', { name: '媒体別ROAS' }).waitFor();
    await page.getByRole('button', { name: /^期間: 過去90日間/ }).waitFor();
    expect(await page.title()).toMatch(/^媒体別ROAS/);
    const headings = await page.locator('thead th[scope=col]').allInnerTexts();
    expect(headings.map((text) => text.split('\n')[0]?.trim())).toEqual(['広告', '推移', 'ROAS', '広告費']);
  });

  it('shows it in the menu by its name, and sends one request', async () => {
    const requests = new ReportRequests(page);
    await requests.countDuring(() => menu('広告統計').click());
    expect(await requests.countDuring(() => menu('媒体別ROAS').click())).toBe(1);
    await ready();
    await page.goBack();
    await page.waitForURL(/ad-statistics/);
  });

  it('saves any view of ad statistics, and reproduces it', async () => {
    await page.goto(
      `${running.url}/analyze/ad-statistics?axis=asp&from=2026-01-01&to=2026-12-31&sort=-cpa&compare=0&evaluation=1`,
    );
    await ready();
    const tableText = await page.locator('[data-scroll-box]').innerText();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('menuitem', { name: 'カスタム分析3' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'タイトル' }).fill('ASP別');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await page.getByRole('heading', { name: 'ASP別' }).waitFor();
    await ready();
    expect(await page.locator('[data-scroll-box]').innerText()).toBe(tableText);
    await menu('ASP別').waitFor();
  });

  it('exports the displayed rows', async () => {
    const csv = await downloadCsvFile(page);
    expect(csv).toContain('2026/01/01');
    expect(csv).toContain('ASP');
  });

  it("keeps a reader's changes in the address, and reopens the saved state from the menu", async () => {
    await page.getByRole('columnheader', { name: /^ROAS/ }).getByRole('button').first().click();
    await page.waitForURL(/sort=-?roas/);
    await page.reload();
    await ready();
    expect(page.url()).toMatch(/sort=-?roas/);
    await menu('ASP別').click();
    await page.waitForURL(/sort=-cpa/);
  });

  it('is visible only to its user', async () => {
    const managerPage = await signedInPage(running.browser, running.url, 'manager@example.com');
    await managerPage.goto(`${running.url}/analyze/custom/item-3`);
    await managerPage.getByRole('heading', { name: 'このカスタム分析はまだ設定されていません' }).waitFor();
    expect(
      await managerPage
        .getByRole('navigation')
        .getByRole('link', { name: 'カスタム分析3', exact: true })
        .count(),
    ).toBe(1);
    await managerPage.context().close();
  });

  it.each([1440, 375])('fits a window of %i px without accessibility violations', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const item of [1, 2]) {
      await page.goto(`${running.url}/analyze/custom/item-${item}`);
      await ready();
      expect(await fitsWidth(page)).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  });

  it('causes no error in the page', () => expect(complaints).toEqual([]));
});
