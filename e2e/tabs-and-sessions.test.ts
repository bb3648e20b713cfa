import type { BrowserContext, Page } from 'playwright-core';
import { newPage } from './support/browser';
import { signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const REPORT = '/analyze/ad-statistics?period=d90';

describeConsole('several tabs, and expiring sessions', 'tabs and sessions were not tried', (running) => {
  const signedIn = async (): Promise<{ page: Page; context: BrowserContext }> => {
    const page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
    return { page, context: page.context() };
  };
  /** Signs in on the sign-in that a page redirected to, which returns there. */
  const signInAgain = async (page: Page): Promise<void> => {
    await page.getByLabel('メールアドレス').fill('admin@example.com');
    await page.getByLabel('パスワード', { exact: true }).fill('Password1!');
    await page.getByRole('button', { name: 'サインイン', exact: true }).click();
  };
  const table = (page: Page): Promise<void> => page.locator('table[aria-busy="false"]').first().waitFor();
  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${running.url}${path}`);
    await table(page);
  };
  /** Replaces the stored access token with an invalid one. */
  const spoilToken = (page: Page): Promise<void> =>
    page.evaluate(`for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store)) {
      const text = store.getItem(key);
      if (text.includes('"access"')) store.setItem(key, text.replace(/("access":")[^"]+/, '$1expired.by.now'));
    }`);

  it('two tabs: signing out in one opens the sign-in in the other, and clears its data', async () => {
    const { page, context } = await signedIn();
    const other = await context.newPage();
    await open(other, REPORT);
    await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await page.getByRole('menuitem', { name: 'サインアウト' }).click();
    await Promise.all([page.waitForURL('**/login**'), other.waitForURL('**/login**')]);
    await other.goto(`${running.url}${REPORT}`);
    await other.waitForURL('**/login**');
    expect(await other.locator('table').count()).toBe(0);
    await context.close();
  });

  it('two tabs with a product each: Back, a reload and new tabs keep their product', async () => {
    const { page, context } = await signedIn();
    const productOf = (tab: Page): Promise<string | null> =>
      tab
        .locator('header')
        .getByRole('button', { name: /ハーブティー|美容液/ })
        .textContent();
    const here = await productOf(page);
    const other = await context.newPage();
    await open(other, `${REPORT}&product_id=2`);
    expect(await productOf(other)).not.toBe(here);
    await page.getByRole('navigation').getByRole('link', { name: '広告統計' }).click();
    await table(page);
    await page.locator('td a[href^="/log/"]').first().click();
    await page.waitForURL('**/log/**');
    await page.goBack();
    await table(page);
    expect(await productOf(page)).toBe(here);
    await page.reload();
    await table(page);
    expect(await productOf(page)).toBe(here);
    await open(other, `${REPORT}&product_id=2`);
    // A copied address shows another user the same page.
    const copied = await context.newPage();
    await open(copied, page.url().replace(running.url, ''));
    expect(await productOf(copied)).toBe(here);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('td a[href^="/ad/ad/"], th a[href^="/ad/ad/"]').first().click({ button: 'middle' }),
    ]);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    expect(await productOf(tab)).toBe(here);
    await context.close();
  });

  it('an expired token: it is renewed once, and the page continues unnoticed', async () => {
    const { page, context } = await signedIn();
    await open(page, REPORT);
    let refreshed = 0;
    page.on('request', (request) => void (request.url().includes('/auth/refresh/') && (refreshed += 1)));
    await spoilToken(page);
    await page.getByRole('navigation').getByRole('link', { name: 'アトリビューション' }).click();
    await table(page);
    expect(refreshed).toBe(1);
    expect(page.url()).toContain('/analyze/attribution');
    await context.close();
  });

  it('an ended session: the sign-in says so, and returns to the page', async () => {
    const { page, context } = await signedIn();
    await open(page, REPORT);
    await page.route('**/auth/refresh/**', (route) => route.fulfill({ status: 401, json: {} }));
    await spoilToken(page);
    // The page polls for updates every few seconds, without any user action.
    await page.waitForURL('**/login**');
    await page.getByText('サインインの有効期限が切れたか').waitFor();
    await page.unroute('**/auth/refresh/**');
    await signInAgain(page);
    await page.waitForURL(`**${REPORT}*`);
    await context.close();
  });

  it('several browsers: signing out a device leads it to the sign-in, which says so', async () => {
    const email = 'analyst@example.com';
    const here = await signedInPage(running.browser, running.url, email);
    const there = await signedInPage(running.browser, running.url, email);
    await there.goto(`${running.url}${REPORT}`);
    await table(there);
    await here.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await here.getByRole('menuitem', { name: 'プロフィール' }).click();
    const devices = here.getByRole('region', { name: 'サインイン中の端末' });
    await devices.getByText('この端末').waitFor();
    await devices.getByRole('button', { name: 'ほかの端末をすべてサインアウトさせる' }).click();
    await here.getByRole('dialog').getByRole('button', { name: 'サインアウトさせる', exact: true }).click();
    await here.getByText('端末をすべてサインアウトさせました').waitFor();
    expect(await devices.getByRole('listitem').count()).toBe(1);
    await there.getByRole('navigation').getByRole('link', { name: 'アトリビューション' }).click();
    await there.waitForURL('**/login**');
    await there.getByText('別の端末からサインアウトされました').waitFor();
    await here.reload();
    await devices.getByText('この端末').waitFor();
    const admin = await signedInPage(running.browser, running.url);
    await admin.goto(here.url());
    const theirs = admin.getByRole('region', { name: 'サインイン中の端末' });
    await theirs.getByRole('button', { name: 'サインアウトさせる', exact: true }).click();
    await admin.getByText('端末をサインアウトさせました').waitFor();
    await here.reload();
    await here.waitForURL('**/login**');
    await Promise.all([here, there, admin].map((page) => page.context().close()));
  });

  it('an ended session in the middle of a form: the input is restored after the sign-in', async () => {
    const { page, context } = await signedIn();
    await page.goto(`${running.url}/config/company`);
    const name = page.getByLabel(/^会社・部署名/);
    await name.fill('ほかの名前');
    await page.route('**/auth/refresh/**', (route) => route.fulfill({ status: 401, json: {} }));
    await spoilToken(page);
    await page.locator('#content form').first().getByRole('button', { name: '保存する' }).click();
    await page.waitForURL('**/login**');
    await page.getByText('入力中の内容が元に戻ります').waitFor();
    await page.unroute('**/auth/refresh/**');
    await signInAgain(page);
    await page.getByText('入力していた内容を復元しました').waitFor();
    expect(await name.inputValue()).toBe('ほかの名前');
    await context.close();
  });

  it('two tabs: a sign-out asks for confirmation if the other one has unsaved input', async () => {
    const { page, context } = await signedIn();
    const other = await context.newPage();
    await other.goto(`${running.url}/config/company`);
    await other.getByLabel(/^会社・部署名/).fill('ほかの名前');
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
      await page.getByRole('menuitem', { name: 'サインアウト' }).click();
      await page.getByText('ほかのタブに、保存していない入力があります').waitFor();
    };
    await signOut();
    await page.getByRole('button', { name: 'キャンセル' }).click();
    expect(await other.getByLabel(/^会社・部署名/).inputValue()).toBe('ほかの名前');
    await signOut();
    await page.getByRole('button', { name: '破棄してサインアウト' }).click();
    await Promise.all([page.waitForURL('**/login**'), other.waitForURL('**/login**')]);
    await context.close();
  });

  it('a shared link: a signed-out user gets the sign-in, and then the linked page', async () => {
    const page = await newPage(running.browser);
    const link = '/analyze/ad-statistics?axis=asp&period=d90';
    await page.goto(`${running.url}${link}`);
    await page.waitForURL('**/login**');
    await page.getByLabel('メールアドレス').fill('manager@example.com');
    await page.getByLabel('パスワード', { exact: true }).fill('Password1!');
    await page.getByRole('button', { name: 'サインイン', exact: true }).click();
    await table(page);
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('axis'), searchParams.get('period')]).toEqual([
      '/analyze/ad-statistics',
      'asp',
      'd90',
    ]);
    expect(await page.getByRole('columnheader').first().textContent()).toContain('ASP');
    await page.context().close();
  });
});
