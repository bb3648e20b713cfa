import type { Browser, Page } from 'playwright-core';
import { freePort } from '../server/db/testing/mariadb';
import { withAuthenticator } from './support/authenticator';
import { accessibilityViolations, describeInBrowser, launchBrowser, newPage } from './support/browser';
import { isPath, signInOnScreen } from './support/console';
import { startProduct, type Product } from './support/product';
import { settled } from './support/visits';

jest.setTimeout(240_000);

const EMAIL = 'analyst@example.com';
const PASSWORD = 'Password1!';

if (describeInBrowser === describe.skip)
  console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); passkeys were not tried');

describeInBrowser('passkeys', () => {
  let product: Product;
  let browser: Browser;
  /** An address is no host of passkeys. */
  let url: string;
  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    product = await startProduct({ PORT: port, PUBLIC_URL: url });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
  });

  const openProfile = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await page.getByRole('menuitem', { name: 'プロフィール' }).click();
    await page.getByRole('button', { name: 'パスキーを追加する' }).waitFor();
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await page.getByRole('menuitem', { name: 'サインアウト' }).click();
    await page.getByLabel('メールアドレス').waitFor();
  };
  const toSecondStep = async (page: Page): Promise<void> => {
    await page.getByLabel('メールアドレス').fill(EMAIL);
    await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'パスキーを使う' }).waitFor();
  };
  /** Presses a button from the keyboard alone. */
  const pressByKeyboard = async (page: Page, name: string): Promise<void> => {
    const button = page.getByRole('button', { name });
    for (let step = 0; step < 20; step++) {
      if (await button.evaluate((element) => element === element.ownerDocument.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
  };

  it('are set up, complete a sign-in, replace the password, and are removed', async () => {
    const page = await newPage(browser);
    const device = await withAuthenticator(page);
    await signInOnScreen(page, url, EMAIL);
    await openProfile(page);

    await page.getByRole('button', { name: 'パスキーを追加する' }).click();
    const dialog = page.getByRole('dialog');
    await device.confirms(false);
    await dialog.getByLabel('現在のパスワード', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText('パスキーの作成を中止しました', { exact: false }).waitFor();
    await device.confirms(true);
    await dialog.getByRole('button', { name: '次へ' }).click();
    await dialog.getByLabel('名前').waitFor();
    expect(await dialog.getByLabel('名前').inputValue()).toContain('Chrome');
    await dialog.getByLabel('名前').fill('会社のノートPC');
    await dialog.getByRole('checkbox', { name: 'パスワードの代わりに使う' }).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'パスキーを追加する' }).click();
    await dialog.getByRole('button', { name: '保存しました' }).waitFor();
    const [recoveryCode = ''] = (await dialog.locator('code').innerText()).split('\n');
    await dialog.getByRole('button', { name: '保存しました' }).click();
    await page.getByText('会社のノートPC').waitFor();
    await page.getByText('まだ使われていません').waitFor();
    expect(await device.stored()).toBe(1);
    await signOut(page);

    await toSecondStep(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(isPath('/dashboard'));
    await signOut(page);

    await toSecondStep(page);
    await page.getByLabel('リカバリーコード').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await page.waitForURL(isPath('/dashboard'));
    await signOut(page);

    await device.confirms(false);
    await page.getByRole('button', { name: 'パスキーでサインイン' }).click();
    await page.getByText('パスキーの確認を中止しました', { exact: false }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await device.confirms(true);
    await page.reload();
    await page.getByLabel('メールアドレス').waitFor();
    await pressByKeyboard(page, 'パスキーでサインイン');
    await page.waitForURL(isPath('/dashboard'));

    await openProfile(page);
    await page.getByRole('button', { name: /会社のノートPC/ }).click();
    await dialog.getByLabel('現在のパスワード', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('パスキーを削除しました').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'パスキーでサインイン' }).click();
    await page.getByRole('alert').filter({ hasText: 'パスキーを確認できませんでした' }).waitFor();
    await signInOnScreen(page, url, EMAIL);
    await page.context().close();
  });

  it('load nothing before they are used, and are not offered at an address', async () => {
    const page = await newPage(browser);
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        void response
          .text()
          .then((text) => text.includes('allowCredentials') && scripts.push(response.url()));
    });
    const device = await withAuthenticator(page);
    await page.goto(`${url}/login`);
    await page.getByRole('button', { name: 'パスキーでサインイン' }).waitFor();
    await settled(page);
    expect(scripts).toEqual([]);
    await device.confirms(true);
    await page.getByRole('button', { name: 'パスキーでサインイン' }).click();
    await page.getByText('パスキーの確認を中止しました', { exact: false }).waitFor();
    await settled(page);
    expect(scripts).toHaveLength(1);
    await page.goto(`${product.url}/login`);
    await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'パスキーでサインイン' }).count()).toBe(0);
    await page.context().close();
  });
});
