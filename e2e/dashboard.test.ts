import type { Page } from 'playwright-core';
import { newPage } from './support/browser';
import { fitsWidth, signInOnScreen } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const number = (text: string | null): number => Number((text ?? '').replace(/[^\d.-]/g, ''));

describeConsole('the dashboard', 'the dashboard was not tried', (running) => {
  let page: Page;
  let operations: string[] = [];
  beforeAll(async () => {
    page = await newPage(running.browser);
    page.on('request', (request) => {
      const match = /"operationName":"(\w+)"/.exec(request.postData() ?? '');
      if (request.url().includes('/graphql') && match?.[1]) operations.push(match[1]);
    });
    await signInOnScreen(page, running.url, 'admin@example.com');
  });
  const open = async (address = '/dashboard'): Promise<void> => {
    await page.goto(running.url + address);
    await page.getByRole('table', { name: '上位' }).getByRole('link').first().waitFor();
  };

  it('sends one request for all of its content', async () => {
    operations = [];
    await open();
    expect(operations.filter((name) => name === 'Dashboard')).toEqual(['Dashboard']);
  });

  it('opens as many clicks as a number shows, and Back returns', async () => {
    await open();
    const clicks = page.getByRole('region', { name: '昨日', exact: true }).locator('dd a').first();
    const expected = number(await clicks.textContent());
    await clicks.click();
    const note = page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: 'レポートの数値の内訳' })
      .locator('strong');
    await note.waitFor();
    expect(number(await note.textContent())).toBe(expected);
    await page.goBack();
    await clicks.waitFor();
  });

  it('links pending items to the screen that decides them', async () => {
    await open();
    const pending = page.getByRole('link', { name: /承認待ちの成果/ });
    const expected = number(await pending.textContent());
    expect(expected).toBeGreaterThan(0);
    await pending.click();
    await page.waitForURL((url) => url.pathname === '/log/cv-approve');
    await page
      .getByText(new RegExp(`${expected.toLocaleString('en')}件`))
      .first()
      .waitFor();
  });

  it('ranks by another measure with one request, which Back undoes', async () => {
    await open();
    operations = [];
    await page.getByLabel('並べ替え').click();
    await page.getByTitle('ROAS', { exact: true }).click();
    await page.waitForURL(/ads_by=roas/);
    await page.getByRole('table', { name: '上位' }).locator('thead th').nth(1).getByText('ROAS').waitFor();
    await page.waitForLoadState('networkidle');
    expect(operations.filter((name) => name === 'Dashboard')).toHaveLength(1);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('ads_by'));
  });

  it('opens a day of the trend by keyboard', async () => {
    await open();
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role="slider"][aria-valuetext*="/"]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) =>
        url.pathname === '/analyze/ad-statistics' &&
        url.searchParams.get('from') === url.searchParams.get('to'),
    );
  });

  it('keeps the chosen cards over a reload, and restores the default', async () => {
    await open();
    const headings = () => page.getByRole('heading', { level: 2 }).allTextContents();
    const before = await headings();
    await page.getByRole('button', { name: 'カードの表示' }).click();
    await page.getByRole('checkbox', { name: '要確認' }).click();
    await page.getByRole('button', { name: '「今月」を上へ' }).click();
    await page.reload();
    await page.getByRole('table', { name: '上位' }).getByRole('link').first().waitFor();
    expect(await headings()).toEqual([
      '昨日',
      expect.stringMatching(/^今月/),
      '30日間の推移',
      '上位・下位の広告',
    ]);
    await page.getByRole('button', { name: 'カードの表示' }).click();
    await page.getByRole('button', { name: '初期の表示に戻す' }).click();
    expect(await headings()).toEqual(before);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open();
    expect(await fitsWidth(page)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
