import type { Page } from 'playwright-core';
import { CLIENT } from '../server/auth/oidc/testing/client';
import { startProvider, type TestProvider } from '../server/auth/oidc/testing/provider';
import { codeAt } from '../server/auth/second-factor/testing/authenticator';
import { newPage } from './support/browser';
import { isPath, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const ADMIN = 'admin@example.com';
const MANAGER = 'manager@example.com';
const PASSWORD = 'Password1!';
const STEP_MS = 30_000;

describeConsole(
  'single sign-on',
  'single sign-on was not tried',
  (running) => {
    let provider: TestProvider;
    let admin: Page;
    beforeAll(async () => {
      provider = await startProvider(`${running.url}/auth/oidc/callback`);
      admin = await signedInPage(running.browser, running.url);
    });
    afterAll(() => provider.stop());

    /** Types the address and presses the SSO button, by keyboard alone. */
    const toProvider = async (page: Page, email: string, path = '/login'): Promise<void> => {
      await page.goto(`${running.url}${path}`);
      await page.getByLabel('メールアドレス').waitFor();
      await page.keyboard.type(email);
      await focus(page, 'SSOでサインイン');
      await page.keyboard.press('Enter');
    };
    const focus = async (page: Page, name: string): Promise<void> => {
      for (let left = 12; left > 0; left -= 1) {
        const focused = page.locator(':focus', { hasText: name });
        if ((await focused.count()) > 0) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} can't be reached`);
    };
    const save = async (): Promise<void> => {
      await admin.getByRole('button', { name: '保存' }).last().click();
      await admin.getByText('保存しました').last().waitFor();
    };

    it('is set up on the company screen, with a test of the connection', async () => {
      await admin.goto(`${running.url}/config/company`);
      const issuer = admin.getByLabel('発行者（Issuer）のURL');
      await issuer.fill('https://10.0.0.1');
      await admin.getByRole('button', { name: '接続を確認する' }).click();
      await admin.getByText('接続を確認できませんでした', { exact: false }).waitFor();
      await issuer.fill(provider.issuer);
      await admin.getByRole('button', { name: '接続を確認する' }).click();
      await admin.getByText('接続を確認できました。', { exact: false }).waitFor();
      await admin.getByText(`${running.url}/auth/oidc/callback`).waitFor();
      await admin.getByLabel('クライアントID').fill(CLIENT.clientId);
      await admin.getByLabel('クライアントシークレット').fill(CLIENT.clientSecret);
      await admin.getByLabel('対象のメールドメイン').fill('example.com');
      await admin.getByRole('switch', { name: 'SSOを有効にする' }).click();
      await save();
      await admin.getByText('登録済みです', { exact: false }).waitFor();
      expect(
        await admin.getByRole('switch', { name: 'パスワードでのサインインを停止する' }).isDisabled(),
      ).toBe(true);
    });

    it('signs in by keyboard alone, back to the requested page, and out of the provider', async () => {
      const page = await newPage(running.browser);
      await toProvider(page, MANAGER, '/config/user');
      await page.waitForURL(isPath('/config/user'));
      expect(page.url()).not.toContain('sso');
      await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
      await page.getByRole('menuitem', { name: 'サインアウト' }).click();
      await page.getByRole('heading', { name: 'Signed out of the provider' }).waitFor();
      expect(page.url().startsWith(provider.issuer)).toBe(true);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(isPath('/login'));
      await page.context().close();
    });

    it('says in words why it failed', async () => {
      const page = await newPage(running.browser);
      await page.goto(`${running.url}/login`);
      await page.getByRole('button', { name: 'SSOでサインイン' }).click();
      await page.getByText('入力してください').waitFor();
      expect(await page.getByText('入力してください').count()).toBe(1);
      await toProvider(page, 'someone@nowhere.example');
      await page.getByText('このメールアドレスでは、SSO', { exact: false }).waitFor();
      await toProvider(page, 'deny@example.com');
      await page.getByText('完了できませんでした', { exact: false }).waitFor();
      await toProvider(page, 'nobody@example.com');
      await page.getByText('一致するユーザーが登録されていません', { exact: false }).waitFor();
      await page.goto(`${running.url}/login?error=%3Cb%3E`);
      await page.getByLabel('メールアドレス').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.context().close();
    });

    it('replaces passwords, but for the emergency account, and survives a provider that is down', async () => {
      await admin.getByRole('button', { name: /^ユーザーメニュー/ }).click();
      await admin.getByRole('menuitem', { name: 'プロフィール' }).click();
      await admin.getByRole('button', { name: '二段階認証を設定する' }).click();
      const dialog = admin.getByRole('dialog');
      await dialog.getByLabel('現在のパスワード', { exact: true }).fill(PASSWORD);
      await admin.keyboard.press('Enter');
      const secret = await dialog.locator('code').innerText();
      await dialog.getByLabel('認証コード').fill(codeAt(secret, Date.now() - STEP_MS));
      await admin.keyboard.press('Enter');
      await dialog.getByRole('button', { name: '保存しました' }).click();
      await admin.context().close();

      admin = await newPage(running.browser);
      await toProvider(admin, ADMIN);
      await admin.waitForURL(isPath('/dashboard'));
      await admin.goto(`${running.url}/config/company`);
      await admin.getByRole('switch', { name: 'パスワードでのサインインを停止する' }).click();
      await admin.getByRole('combobox', { name: '緊急用アカウント' }).click();
      await admin.keyboard.press('Enter');
      await save();
      await admin.getByText('SSOのみ').waitFor();

      const page = await newPage(running.browser);
      const typePassword = async (email: string): Promise<void> => {
        await page.goto(`${running.url}/login`);
        await page.getByLabel('メールアドレス').fill(email);
        await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
      };
      await typePassword(MANAGER);
      await page.getByText('パスワードではサインインできません', { exact: false }).waitFor();
      await typePassword(ADMIN);
      await page.getByLabel('認証コード').waitFor();

      await provider.stop();
      await toProvider(page, MANAGER);
      await page.getByText('認証サーバーに接続できませんでした', { exact: false }).waitFor();
      expect(await page.getByText('Internal Server Error').count()).toBe(0);
      await page.context().close();
    });
  },
  { WEBHOOK_ALLOW: '127.0.0.0/8' },
);
