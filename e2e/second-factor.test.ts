import type { Page } from 'playwright-core';
import { codeAt } from '../server/auth/second-factor/testing/authenticator';
import { newPage } from './support/browser';
import { isPath, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const EMAIL = 'analyst@example.com';
const PASSWORD = 'Password1!';
const STEP_MS = 30_000;
const FIELD = '認証コード';

/** Waits until a time step has some seconds left, so that its code is still valid when it arrives. */
const freshStep = async (page: Page): Promise<number> => {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 8000) await page.waitForTimeout(left + 100);
  return Date.now();
};

describeConsole('two-step verification', 'two-step verification was not tried', (running) => {
  /** Signs in with the password from the keyboard alone, up to the second step. */
  const toSecondStep = async (): Promise<Page> => {
    const page = await newPage(running.browser);
    await page.goto(`${running.url}/login`);
    await page.getByLabel('メールアドレス').waitFor();
    await page.keyboard.type(EMAIL);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel(FIELD).waitFor();
    return page;
  };
  const enter = async (page: Page, code: string): Promise<void> => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };

  it('is set up in steps, then asks for a code or a recovery code at sign-in', async () => {
    const page = await signedInPage(running.browser, running.url, EMAIL);
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(running.url) && !/^(data|blob):/.test(request.url()))
        outside.push(request.url());
    });
    await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await page.getByRole('menuitem', { name: 'プロフィール' }).click();
    await page.getByRole('button', { name: '二段階認証を設定する' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('現在のパスワード', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('現在のパスワードが正しくありません').waitFor();
    await dialog.getByLabel('現在のパスワード', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor();
    const secret = await dialog.locator('code').innerText();
    const now = await freshStep(page);
    // The previous code leaves the current one for the sign-in.
    await dialog.getByLabel(FIELD).fill(codeAt(secret, now - STEP_MS));
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: '保存しました' }).waitFor();
    const [recoveryCode = ''] = (await dialog.locator('code').innerText()).split('\n');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'ダウンロード' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('inflow-recovery-codes.txt');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: '保存しました' }).click();
    await page.getByText('リカバリーコードの残り：10個').waitFor();
    expect(outside).toEqual([]);
    await page.context().close();

    const first = await toSecondStep();
    await enter(first, '000000');
    await first.getByText('コードが正しくありません', { exact: false }).waitFor();
    await first.getByLabel(FIELD).fill('');
    await enter(first, codeAt(secret, Date.now()));
    await first.waitForURL(isPath('/dashboard'));
    await first.context().close();

    const second = await toSecondStep();
    await second.getByRole('button', { name: 'パスワードの入力へ戻る' }).click();
    await second.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
    await second.keyboard.press('Enter');
    await second.getByLabel(FIELD).waitFor();
    await enter(second, recoveryCode);
    await second.waitForURL(isPath('/dashboard'));
    await second.context().close();

    const admin = await signedInPage(running.browser, running.url);
    await admin.goto(`${running.url}/config/user`);
    await admin.getByRole('row').filter({ hasText: EMAIL }).getByRole('link').first().click();
    await admin.getByRole('button', { name: '二段階認証を解除する' }).click();
    const question = admin.getByRole('dialog', { name: '二段階認証を解除する' });
    await question.getByRole('button', { name: '二段階認証を解除する' }).click();
    await admin.getByText('二段階認証を解除しました').waitFor();
    await admin.context().close();
    await (await signedInPage(running.browser, running.url, EMAIL)).context().close();
  });

  it('is announced, then set up from the keyboard within the sign-in once the company requires it', async () => {
    const requireFrom = async (day: string): Promise<void> => {
      const admin = await signedInPage(running.browser, running.url);
      await admin.goto(`${running.url}/config/company`);
      const panel = admin.getByRole('region', { name: '二段階認証の必須化' });
      await panel.getByRole('checkbox', { name: 'アナリスト' }).check();
      await panel.getByLabel('開始日', { exact: true }).fill(day);
      await panel.getByRole('button', { name: '必須の設定を保存する' }).click();
      await admin.getByText('保存しました').waitFor();
      await admin.context().close();
    };
    await requireFrom('2999/12/31');
    const early = await signedInPage(running.browser, running.url, EMAIL);
    await early.getByText('2999/12/31から、サインインに二段階認証が必要になります。').waitFor();
    await early.context().close();

    await requireFrom('');
    const page = await toSecondStep();
    await page.getByText('この会社では、サインインに二段階認証が必要です。').waitFor();
    const secret = await page.locator('code').innerText();
    await enter(page, codeAt(secret, await freshStep(page)));
    const saved = page.getByRole('button', { name: '保存しました' });
    await saved.waitFor();
    expect((await page.locator('code').innerText()).split('\n')).toHaveLength(10);
    await saved.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(isPath('/dashboard'));
    await page.getByRole('button', { name: /^ユーザーメニュー/ }).waitFor();
    expect(await page.getByText('二段階認証が必要になります').count()).toBe(0);
    await page.context().close();
  });
});
