import type { Page } from 'playwright-core';
import { isPath, signedInPage } from './support/console';
import { eventually } from './support/rest';
import { describeConsole } from './support/running-console';
import { columnTexts, hasHeader, openList, rowNamed } from './support/settings';

jest.setTimeout(240_000);

describeConsole('records of the logs', 'records of the logs were not tried', (running) => {
  let page: Page;

  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
    page.setDefaultTimeout(20_000);
  });

  it('links any row to its page, the settings at that time, and the visitor’s full story', async () => {
    await openList(page, running.url, '/log/cv');
    const [visitor = ''] = await columnTexts(page, '訪問者ID');
    const row = page
      .locator('tbody tr.ant-table-row')
      .filter({ has: page.getByText('リスティング').first() })
      .first();
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { name: /^CVの詳細 \d{4}/ }).waitFor();
    await page.getByRole('region', { name: '適用された設定' }).getByText('計測期間（日）').waitFor();
    const path = page.getByRole('region', { name: '配分の理由' });
    await path
      .getByText(/^\d+\.\d\d%$/)
      .first()
      .waitFor();
    await path
      .getByRole('link', { name: /^\d{4}\/\d\d\/\d\d/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /^接触の詳細/ }).waitFor();
    await page.getByRole('button', { name: '訪問者の履歴' }).click();
    await page.getByRole('heading', { name: '訪問者の履歴', level: 1 }).waitFor();
    const events = page.getByRole('region', { name: /^訪問者 .* の履歴$/ }).locator('ol > li');
    await events.first().waitFor();
    const texts = (await events.allInnerTexts()).join('\n');
    for (const kind of ['接触', 'CV']) expect(texts).toContain(kind);
    await page.getByText('適用された設定').first().click();
    await page.getByText('クリック費用').first().waitFor();
    await page.getByText('新しい順').click();
    await page.waitForURL((url) => url.searchParams.get('order') === 'newest');
    const times = page.locator('ol > li time');
    const order = await eventually(
      () => times.evaluateAll((all) => all.map((one) => (one as unknown as { dateTime: string }).dateTime)),
      ([first = '', ...others]) => others.every((one) => one <= first),
    );
    expect(order).toEqual([...order].sort().reverse());
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('order'));
    await openList(page, running.url, '/log/cv');
    await page
      .getByRole('button', { name: /：訪問者の履歴$/ })
      .first()
      .click();
    await page.waitForURL(isPath(`/log/visitor/${visitor}`));
    await page.goto(`${running.url}/log/visitor/nobody`);
    await page.getByText('この訪問者の記録は見つかりません').waitFor();
    await page.goto(`${running.url}/log/access/nothing`);
    await page.getByText('記録が見つかりません').waitFor();
  });

  it.each(['analyst', 'agency'])("%s sees no addresses and can't search by them", async (role) => {
    const other = await signedInPage(running.browser, running.url, `${role}@example.com`);
    other.setDefaultTimeout(20_000);
    await other.goto(`${running.url}/log/access`);
    await other.locator('tbody tr.ant-table-row').first().waitFor();
    expect(await hasHeader(other, 'IPアドレス')).toBe(false);
    await other.getByRole('button', { name: /絞り込み$/ }).click();
    const picker = other.locator('.ant-popover:not(.ant-popover-hidden)');
    await picker.getByRole('button', { name: '訪問者ID' }).waitFor();
    expect(await picker.getByRole('button', { name: 'IPアドレス' }).count()).toBe(0);
    await other.goto(`${running.url}/log/access?ipAddress=198.51.100.0%2F24`);
    await other.locator('tbody tr.ant-table-row').first().waitFor();
    await other.goto(`${running.url}/log/cv`);
    await rowNamed(other, '円').waitFor();
    expect(await hasHeader(other, '引数')).toBe(false);
    await other.close();
  });
});
