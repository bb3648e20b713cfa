import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { newPage } from './support/browser';
import { isPath, signedInPage } from './support/console';
import { save } from './support/forms';
import { signIn, type RestClient } from './support/rest';
import { describeConsole } from './support/running-console';
import { openList, rowNamed, search } from './support/settings';

jest.setTimeout(240_000);

interface AdRow {
  id: number;
  adName: string;
  status: boolean;
}

describeConsole('managing a company in Chromium', 'managing a company was not tried', (running) => {
  let page: Page;
  let admin: RestClient;
  const content = () => page.locator('#content');
  const dialog = () => page.getByRole('dialog');
  const ads = async (keyword: string): Promise<AdRow[]> => {
    const query =
      'query Q($keyword: String) { ads(productId: 1, keyword: $keyword) { results { id adName status } } }';
    return (await admin.graphql<{ ads: { results: AdRow[] } }>(query, { keyword })).ads.results;
  };
  const textbox = (name: string | RegExp) => page.getByRole('textbox', { name }).first();

  beforeAll(async () => {
    admin = await signIn(running.url, 'admin@example.com');
    page = await signedInPage(running.browser, running.url);
    page.setDefaultTimeout(20_000);
  });
  it('an ad shows inherited values of its network, follows the typing, and offers the URL to copy', async () => {
    const asp =
      'mutation { createAsp(input: {productId: 1, aspName: "継承元", aXclidFlag: true, aXclid: "{gclid}", resultFlag: 1, resultMethod: 2, webhookUrl: "https://asp.example/?id={xclid}"}) { id } }';
    await admin.graphql(asp);
    await page.goto(`${running.url}/ad/setting/new`);
    await page.getByRole('button', { name: 'すべての項目を表示する' }).click();
    await textbox('広告名').fill('継承する広告');
    await content().getByRole('combobox', { name: 'ASP' }).click();
    await page.keyboard.type('継承元');
    await page.locator('.ant-select-item-option').filter({ hasText: '継承元' }).click();
    const inherited = page.getByRole('region', { name: '計測パラメータ' });
    await inherited.getByText('ASP「継承元」の設定を引き継いでいます').waitFor();
    await inherited.getByText('{gclid}').waitFor();
    await page
      .getByRole('region', { name: '成果通知' })
      .getByText('https://asp.example/?id={xclid}')
      .waitFor();
    // The index of a long form stays visible and follows the scrolling.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const index = page.getByRole('navigation', { name: '項目の見出し' });
    await index.getByRole('button', { name: '自動承認' }).and(page.locator('[aria-current]')).waitFor();
    expect((await index.boundingBox())?.y).toBeGreaterThan(0);
    await save(content());
    await page.getByText('保存しました').first().waitFor();
    const saved = page.getByRole('status').filter({ hasText: '保存しました' });
    const code = await saved.locator('code').first().innerText();
    expect(code).toMatch(/\/r\/[\w-]{10,}\?a_xclid=\{gclid\}$/);
    await inherited.getByRole('switch').first().click();
    await inherited.getByRole('switch', { name: 'クリックIDを受け取る' }).click();
    await textbox('クリックID（a_xclid）のマクロ').fill('%%CLICK%%');
    await page.getByRole('region', { name: 'リンクと掲載期間' }).getByText('a_xclid=%%CLICK%%').waitFor();
  });

  it('leaving a changed form asks for confirmation', async () => {
    await page.getByRole('link', { name: '広告一覧' }).click();
    await dialog().getByText('変更を破棄しますか？').waitFor();
    await dialog().getByRole('button', { name: '編集を続ける' }).click();
    expect(page.url()).toContain('/ad/setting/');
    await page.getByRole('link', { name: '広告一覧' }).click();
    await dialog().getByRole('button', { name: '破棄して移動' }).click();
    await page.waitForURL(isPath('/ad/ad'));
  });

  // rule: screens-04
  it('a detail page highlights its list in the navigation', async () => {
    const [ad] = await ads('継承する広告');
    await page.goto(`${running.url}/ad/setting/${ad?.id}`);
    await page.getByRole('heading', { name: '継承する広告' }).waitFor();
    expect(
      await page.getByRole('link', { name: '広告設定', exact: true }).first().getAttribute('aria-current'),
    ).toBe('page');
  });

  it('fees apply to the ad, full-width digits too', async () => {
    const region = page.getByRole('region', { name: '費用' });
    await region.getByRole('button', { name: /期間を追加/ }).click();
    await region.getByRole('textbox', { name: '開始日' }).fill('２０２６/０１/０１');
    await region.getByRole('textbox', { name: '終了日' }).fill('2026/01/31');
    await region.getByRole('textbox', { name: '金額' }).fill('３１，０００');
    await region.getByText('合計 31,000円').waitFor();
    await save(content());
    await page.getByText('保存しました').first().waitFor();
    const query =
      '{ ads(productId: 1, keyword: "継承する広告") { results { adFeeSetting { periodFrom periodTo amount } } } }';
    const { ads: list } = await admin.graphql<{ ads: { results: unknown[] } }>(query);
    expect(list.results).toEqual([
      { adFeeSetting: [{ periodFrom: '2026-01-01', periodTo: '2026-01-31', amount: 31000 }] },
    ]);
  });

  it("the second of two tabs sees the first one's changes", async () => {
    const [ad] = await ads('継承する広告');
    await page.goto(`${running.url}/ad/setting/${ad?.id}`);
    await textbox('クリック単価').fill('500');
    await admin.graphql('mutation M($id: Int!) { updateAd(id: $id, input: {cvCost: 900}) { id } }', {
      id: ad?.id,
    });
    await save(content());
    await page.getByRole('heading', { name: '別のタブやウィンドウで、ご自身が先に保存しています' }).waitFor();
    await page.getByRole('row', { name: /成果単価.*0円.*900円.*変更なし/ }).waitFor();
    await page.getByRole('button', { name: '入力した内容を残して続ける' }).click();
    await save(content());
    await page.getByText('保存しました').first().waitFor();
    const query = 'query Q($id: Int!) { ad(id: $id) { clickCost cvCost } }';
    expect(await admin.graphql(query, { id: ad?.id })).toEqual({ ad: { clickCost: 500, cvCost: 900 } });
  });

  // rule: states-03
  it('a row with logs is deactivated instead of deleted', async () => {
    await openList(page, running.url, '/ad/asp-setting');
    await page.getByRole('button', { name: 'サーチワン：削除' }).click();
    await dialog()
      .getByText(/広告 \d+件/)
      .waitFor();
    await dialog().getByRole('button', { name: '無効にする' }).click();
    await rowNamed(page, 'サーチワン').getByText('無効').first().waitFor();
  });

  // rule: limits-14
  it('a redirect has at most five variants that sum to 100, and a click splits them evenly', async () => {
    await openList(page, running.url, '/ad/redirect-setting');
    await page
      .getByRole('button', { name: /：編集$/ })
      .first()
      .click();
    const full = dialog().getByRole('button', { name: '5件まで登録できます' });
    while ((await full.count()) === 0)
      await dialog()
        .getByRole('button', { name: /ランディングページを追加$/ })
        .click();
    expect(await full.isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'キャンセル' }).click();
    await page.getByRole('button', { name: '破棄して移動' }).click();
    await dialog().first().waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /：編集$/ })
      .first()
      .click();
    const rates = dialog().getByRole('textbox', { name: '配信割合（%）' });
    await rates.first().fill('６１');
    await dialog()
      .getByText(/（11%超過）/)
      .waitFor();
    await save(dialog());
    await dialog().getByRole('alert').getByText('配信割合の合計を100%にしてください').waitFor();
    await dialog().getByRole('button', { name: '均等にする' }).click();
    await dialog().getByText('配信割合の合計 100%（過不足なし）').waitFor();
    await save(dialog());
    await page.getByText(/を保存しました/).waitFor();
  });

  it('the status of all matching ads changes at once, after confirmation', async () => {
    for (const n of [1, 2, 3])
      await admin.graphql(
        'mutation M($name: String!) { createAd(input: {productId: 1, adName: $name}) { id } }',
        { name: `一括${n}` },
      );
    await openList(page, running.url, '/ad/setting');
    await search(page, '一括');
    await rowNamed(page, '一括1').waitFor();
    await page.locator('thead').getByRole('checkbox').first().check();
    await page.getByRole('button', { name: /状態を変更/ }).click();
    await page.getByRole('menuitem', { name: '無効にする' }).click();
    await dialog()
      .getByText(/3件の広告について/)
      .waitFor();
    await dialog().getByRole('button', { name: '変更する' }).click();
    await page.getByText('3件を変更しました').waitFor();
    expect((await ads('一括')).map(({ status }) => status)).toEqual([false, false, false]);
  });

  it('a CSV of ads previews differences before it is loaded, and rejects broken rows', async () => {
    await openList(page, running.url, '/ad/setting?q=一括');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /出力$/ })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'CSV', exact: true }).click()),
    ]);
    const exported = readFileSync(await download.path(), 'utf8');
    expect(exported.split('\r\n').filter((line) => line.startsWith('一括'))).toHaveLength(3);

    const load = async (csv: string): Promise<void> => {
      const file = join(running.product.dataDir, 'ads.csv');
      writeFileSync(file, csv);
      await page.getByRole('button', { name: /CSV取り込み/ }).click();
      await dialog().locator('input[type=file]').setInputFiles(file);
      await dialog().getByRole('status').filter({ hasText: /追加/ }).waitFor();
    };
    await load('id,ad_name,click_cost\r\n,取り込んだ広告,abc\r\n');
    await dialog().getByText('エラーの行は取り込まれません').waitFor();
    expect(
      await dialog()
        .getByRole('button', { name: /件を取り込む/ })
        .isDisabled(),
    ).toBe(true);
    await dialog().getByRole('button', { name: 'キャンセル' }).click();

    await load('id,ad_name,click_cost\r\n,取り込んだ広告,55\r\n');
    await dialog().getByText('追加 1件').waitFor();
    expect(await ads('取り込んだ広告')).toEqual([]);
    await dialog().getByRole('button', { name: '1件を取り込む' }).click();
    await page.getByText('1件を取り込みました').waitFor();
    expect(await ads('取り込んだ広告')).toMatchObject([{ adName: '取り込んだ広告' }]);
  });

  it('an API key is shown once, and works until it is revoked', async () => {
    await page.goto(`${running.url}/config/product`);
    await page.getByRole('button', { name: /キーを発行/ }).click();
    await dialog().getByRole('textbox', { name: '名称' }).fill('E2E連携');
    await dialog().getByRole('button', { name: 'キーを発行' }).click();
    await dialog().getByText('このキーは今だけ表示されます').waitFor();
    const secret = await dialog().locator('code').first().innerText();
    // Leaving would lose the key.
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    expect(await dialog().locator('code').first().innerText()).toBe(secret);
    await dialog().getByRole('button', { name: '閉じる' }).last().click();
    expect(await page.getByText(secret).count()).toBe(0);
    const send = () =>
      fetch(`${running.url}/s2s/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: '[]',
      });
    expect((await send()).status).toBe(200);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'E2E連携' })
      .getByRole('button', { name: '失効させる' })
      .click();
    await dialog().getByRole('button', { name: '失効させる' }).click();
    await page.getByText('APIキーを失効させました').waitFor();
    expect((await send()).status).toBe(401);
  });

  it('a restricted role loses its button; every change is in the history', async () => {
    await page.goto(`${running.url}/config/role`);
    await page.getByRole('combobox', { name: 'マネージャー ・ クロスドメイン設定' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: '閲覧' }).last().click();
    await page.getByText('初期値から変更').waitFor();
    await save(content());
    await page.getByText('権限を保存しました').waitFor();

    const manager = await signedInPage(running.browser, running.url, 'manager@example.com');
    await openList(manager, running.url, '/ad/crossdomain-setting');
    await manager.getByRole('row').nth(1).waitFor();
    expect(await manager.getByRole('button', { name: /ドメインを追加/ }).count()).toBe(0);
    await manager.goto(`${running.url}/config/user`);
    await manager.getByText('データを閲覧する権限がありません').waitFor();
    await manager.context().close();

    await page.getByRole('link', { name: /変更履歴/ }).click();
    await page.getByRole('heading', { name: '変更履歴' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: '権限' }).first();
    await row.waitFor();
    expect(await row.innerText()).toContain('山田 太郎');
  });

  it('an agency sees and edits its own ads, without costs, tags and rules', async () => {
    const agency = await signedInPage(running.browser, running.url, 'agency@example.com');
    agency.setDefaultTimeout(20_000);
    await openList(agency, running.url, '/ad/setting');
    await agency
      .getByRole('button', { name: /：編集$/ })
      .first()
      .click();
    await agency.getByRole('region', { name: '基本情報' }).waitFor();
    for (const closed of ['クリック単価', '成果単価', '期間費用', 'CVタグ', '自動承認'])
      expect(await agency.getByText(closed, { exact: true }).count()).toBe(0);
    await agency.getByRole('textbox', { name: '掲載先' }).fill('代理店の媒体');
    await agency.getByRole('button', { name: '保存する' }).click();
    await agency.getByText('保存しました').first().waitFor();
    // The posting link contains the ad's inherited settings of its network, which an agency may not read.
    await admin.ask('/asps/1/', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ a_xclid_flag: true, a_xclid: '{click}' }),
    });
    await agency.goto(`${running.url}/ad/setting/1`);
    await agency.getByText(/\/r\/[\w-]{16}\?a_xclid=\{click\}$/).waitFor();
    await agency.getByText(/\?a_ad=1&a_xclid=\{click\}$/).waitFor();
    await agency.goto(`${running.url}/ad/asp-setting`);
    await agency.getByText('データを閲覧する権限がありません').waitFor();
    await agency.context().close();
  });

  it('a user without a sign-in can be invited from their page at any time', async () => {
    await openList(page, running.url, '/config/user');
    await page.getByRole('link', { name: '鈴木 一郎' }).click();
    await dialog()
      .getByRole('region', { name: 'ユーザーの招待' })
      .getByRole('button', { name: '招待する' })
      .click();
    await dialog().getByText('鈴木 一郎さんを招待します').waitFor();
    await dialog().last().getByRole('button', { name: '招待する' }).click();
    await page.getByText('招待リンク').waitFor();
    const link = await dialog()
      .last()
      .getByText(/\/invitation\?token=/)
      .innerText();
    const invited = await newPage(running.browser);
    await invited.goto(running.url + link.slice(link.indexOf('/invitation')));
    await invited.getByLabel('パスワード', { exact: true }).fill('Password1!');
    await invited.getByLabel('パスワード（確認）').fill('Password1!');
    await invited.keyboard.press('Enter');
    // Its address is filled in, and the focus is in the password field.
    await invited.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
    await invited.keyboard.type('Password1!');
    await invited.keyboard.press('Enter');
    await invited.getByRole('button', { name: 'ユーザーメニュー: 鈴木 一郎' }).waitFor();
    await invited.goto(running.url + link.slice(link.indexOf('/invitation')));
    await invited.getByText('この招待リンクは、有効期限が切れているか、すでに使われています').waitFor();
    expect(await invited.locator('input').count()).toBe(0);
    await invited.context().close();
    await page.goto(`${running.url}/dashboard`);
  });

  it('everyone has a profile, changes their password, and ends other devices', async () => {
    const here = await signedInPage(running.browser, running.url, 'analyst@example.com');
    here.setDefaultTimeout(20_000);
    await here.getByRole('button', { name: /ユーザーメニュー/ }).click();
    await here.getByText('プロフィール').click();
    await here.getByRole('textbox', { name: '氏名' }).fill('鈴木 次郎');
    await here.getByRole('button', { name: '保存する' }).click();
    await here.getByRole('button', { name: 'ユーザーメニュー: 鈴木 次郎' }).waitFor();
    await here.getByText('この端末').waitFor();
    await here.getByRole('link', { name: 'パスワード変更' }).click();
    await here.getByLabel('現在のパスワード').fill('Password1!');
    await here.getByLabel(/^新しいパスワード( |必|$)/).fill('NewPassword1!');
    await here.getByLabel('新しいパスワード（確認）').fill('Different1!');
    await here.getByRole('button', { name: 'パスワードを変更する' }).click();
    await here.getByText('確認用パスワードが一致しません').first().waitFor();
    await here.getByLabel('新しいパスワード（確認）').fill('NewPassword1!');
    await here.getByRole('button', { name: 'パスワードを変更する' }).click();
    await here.getByText('パスワードを変更しました').waitFor();
    await expect(signIn(running.url, 'analyst@example.com', 'Password1!')).rejects.toThrow('401');
    await signIn(running.url, 'analyst@example.com', 'NewPassword1!');
    await here.context().close();
  });
});
