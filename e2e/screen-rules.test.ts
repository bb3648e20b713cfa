import type { Page } from 'playwright-core';
import { texts } from '../shared/i18n';
import { newPage } from './support/browser';
import { isPath, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

const { ja } = texts;

jest.setTimeout(240_000);

describeConsole('the rules of screens', 'the rules of screens were not tried', (running) => {
  let page: Page;
  const menu = () => page.getByRole('navigation', { name: 'メインメニュー' });

  beforeAll(async () => {
    page = await newPage(running.browser);
  });
  // rule: messages-08
  it('a failed sign-in says so, keeps the address and asks for the password again', async () => {
    await page.goto(`${running.url}/login`);
    await page.getByLabel('メールアドレス').fill('admin@example.com');
    await page.getByLabel('パスワード', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'サインイン', exact: true }).click();
    await page.getByText(ja.session.failed).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByLabel('メールアドレス').inputValue()).toBe('admin@example.com');
  });

  it.each([
    '/login',
    '/forgot-password',
    '/reset-password?token=none',
    '/pages/misc/not-found',
    '/no/such/page',
    // rule: screens-05
  ])('has no frame and needs no sign-in: %s', async (path) => {
    await page.goto(running.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await menu().count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(new URL(running.url + path).pathname);
  });

  // rule: messages-13
  it('an unknown address explains possible causes, and links home', async () => {
    await page.goto(`${running.url}/no/such/page`);
    await page.getByRole('heading', { name: ja.frame.notFoundTitle }).waitFor();
    for (const cause of [ja.frame.notFoundMissing, ja.frame.notFoundWrongUrl])
      await page.getByText(cause).waitFor();
    await page.getByRole('link', { name: ja.frame.notFoundHome }).click();
    await page.waitForURL('**/login**');
  });

  // rule: screens-06
  it('a page requested before the sign-in opens after it', async () => {
    await page.goto(`${running.url}/log/cv`);
    await page.waitForURL('**/login**');
    await page.getByLabel('メールアドレス').fill('admin@example.com');
    await page.getByLabel('パスワード', { exact: true }).fill('Password1!');
    await page.getByRole('checkbox', { name: 'サインインしたままにする' }).check();
    await page.getByRole('button', { name: 'サインイン', exact: true }).click();
    await page.waitForURL('**/log/cv**');
    await menu().waitFor();
  });

  it('the root keeps query and hash through the sign-in', async () => {
    const other = await newPage(running.browser);
    await other.goto(`${running.url}/?period=d7#below`);
    await other.waitForURL('**/login**');
    await other.getByLabel('メールアドレス').fill('admin@example.com');
    await other.getByLabel('パスワード', { exact: true }).fill('Password1!');
    await other.getByRole('button', { name: 'サインイン', exact: true }).click();
    await other.waitForURL((url) => url.pathname === '/dashboard' && url.hash === '#below');
    expect(new URL(other.url()).searchParams.get('period')).toBe('d7');
    await other.context().close();
  });

  it('a report of data that the user may not see says so, and clears its filter', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?ad_ids=999999`);
    const alert = page.getByRole('alert');
    await alert.getByText(ja.messages.noPermissionForConditions).waitFor();
    await alert.getByRole('button', { name: ja.report.emptyReset }).click();
    await page.getByRole('row', { name: /合計/ }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('ad_ids')).toBeNull();
  });

  // rule: screens-03
  it('the root leads to the dashboard', async () => {
    await page.goto(`${running.url}/`);
    await page.waitForURL(isPath('/dashboard'));
  });

  // rule: screens-16
  it('an unlisted product: no permission to view the data', async () => {
    await page.goto(`${running.url}/dashboard?product_id=999999`);
    await page.getByText(ja.frame.noPermission).first().waitFor();
    await page.goto(`${running.url}/dashboard`);
    await page.getByRole('region', { name: ja.dashboard.yesterday, exact: true }).waitFor();
  });

  // rule: limits-04
  it('another page size is named per page, and starts at page 1', async () => {
    await page.goto(`${running.url}/log/access?page=2`);
    await page.getByRole('row').nth(1).waitFor();
    const size = page.getByRole('combobox', { name: ja.common.perPage.replace('{{pageSize}}', '30') });
    await size.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) =>
        url.searchParams.has('page_size') || url.searchParams.has('pageSize') || url.searchParams.has('size'),
    );
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  });

  // rule: messages-16
  it('hints of tags: after saving, before the closing head, before the tracking tag, tests in redirect settings', async () => {
    await page.goto(`${running.url}/config/product`);
    await page.getByText(ja.settings.tags.installHint).first().waitFor();
    await page.getByRole('button', { name: ja.settings.product.add }).click();
    await page.getByRole('dialog').getByText(ja.settings.tags.afterSave).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${running.url}/ad/cv-setting`);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByText(ja.settings.tags.cvHint).first().waitFor();
    await page.goto(`${running.url}/ad/setting/new`);
    await page.getByRole('button', { name: 'すべての項目を表示する' }).click();
    await page.getByText(ja.settings.links.abTest).first().waitFor();
    await page
      .getByPlaceholder(ja.settings.links.afterSave)
      .or(page.getByText(ja.settings.links.afterSave))
      .first()
      .waitFor();
  });

  // rule: screens-07
  it('signing out opens the sign-in, and Back shows nothing of the console', async () => {
    const other = await signedInPage(running.browser, running.url, 'manager@example.com');
    await other.goto(`${running.url}/log/cv`);
    await other.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await other.getByRole('menuitem', { name: /サインアウト/ }).click();
    await other.waitForURL('**/login');
    await other.goBack();
    await other.waitForURL('**/login**');
    expect(await other.getByRole('table').count()).toBe(0);
    await other.context().close();
  });
});
