import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Page } from 'playwright-core';
import { screenshot } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

/** Formats a Tokyo day some days ago, as in addresses. */
const daysAgo = (days: number): string =>
  new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

describeConsole('costs from media', 'the import of media costs was not tried', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
  });
  it('imports after a dry run, and shows marked costs in the report within five seconds', async () => {
    const day = daysAgo(2);
    await page.goto(
      `${running.url}/analyze/ad-statistics?from=${day}&to=${day}&axis=ad&compare=0&q=${encodeURIComponent('指名')}`,
    );
    const row = page.locator('tbody tr[data-row-key]').filter({ hasText: '指名' }).first();
    await row.waitFor();
    expect(await row.getByRole('img', { name: /媒体の費用/ }).count()).toBe(0);

    await page.goto(`${running.url}/ad/media-cost`);
    await page.getByText('ミルムービー').first().waitFor();
    await screenshot(page, 'media-costs');
    await page.getByRole('button', { name: '媒体コストを取り込む' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('取り込み元').fill('検索広告');
    const file = join(tmpdir(), `media-costs-${process.pid}.csv`);
    writeFileSync(
      file,
      `\uFEFF配信日,名称,ご利用額,表示回数\r\n${day.replaceAll('-', '/')},リスティング 指名（ハーブティー定期便）,"¥12,345","20,000"\r\n${day},無い広告,abc,1\r\n合計,,"¥12,346","20,001"\r\n`,
    );
    const empty = join(tmpdir(), `media-costs-empty-${process.pid}.csv`);
    writeFileSync(empty, '');
    await dialog.getByLabel('取り込み元').fill('');
    await dialog.locator('input[type=file]').setInputFiles(empty);
    await dialog.getByText('取り込み元を入力してから、もう一度ファイルを選択してください').waitFor();
    await dialog.getByLabel('取り込み元').fill('検索広告');
    await dialog.locator('input[type=file]').setInputFiles(empty);
    await dialog.getByRole('alert').getByText('ファイルに行がありません').waitFor();
    await dialog.locator('input[type=file]').setInputFiles(file);
    // The user has to assign the ad's column.
    await dialog.getByText('必須の項目に、ファイルの列を割り当ててください。').waitFor();
    await dialog.getByLabel('広告（必須）').click();
    await page.locator('.ant-select-item-option').filter({ hasText: '名称' }).last().click();
    await dialog.getByText('エラー 1件').waitFor();
    await dialog.getByText('名称：「無い広告」は登録されていません').waitFor();
    await dialog.getByText('ご利用額「abc」：数値で入力してください').waitFor();
    await screenshot(page, 'media-costs-dry-run');
    await dialog.getByRole('button', { name: '1件を取り込む' }).click();
    await page.getByText('1件を取り込みました').first().waitFor();
    const saved = Date.now();
    await page.goto(
      `${running.url}/analyze/ad-statistics?from=${day}&to=${day}&axis=ad&compare=0&item=CUSTOM&cols=ad_cost,media_cost,impressions,cpm`,
    );
    const cell = page
      .locator('tbody tr[data-row-key]')
      .filter({ hasText: '指名' })
      .first()
      .locator('[data-column="ad_cost"]');
    await cell.filter({ hasText: '12,345' }).waitFor({ timeout: 5_000 });
    await cell.getByRole('img', { name: '媒体の費用を含みます（媒体コストの取り込み）' }).waitFor();
    expect(Date.now() - saved).toBeLessThan(5_000);
    await screenshot(page, 'media-costs-report');
  });

  it('asks for the ads of unknown names, and remembers them', async () => {
    const day = daysAgo(3);
    const file = join(tmpdir(), `media-costs-names-${process.pid}.csv`);
    const lines = [
      ['キャンペーン レポート'],
      ['キャンペーン', '日', '通貨コード', '費用'],
      ['【検索】指名 ハーブティー', day, 'JPY', '54,321'],
      ['採用', day, 'JPY', '5'],
      ['合計: アカウント', ' --', 'JPY', '54,326'],
    ];
    const text = lines.map((cells) => `${cells.join('\t')}\r\n`).join('');
    writeFileSync(file, Buffer.from(`\uFEFF${text}`, 'utf16le'));
    await page.goto(`${running.url}/ad/media-cost`);
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name: `「${name}」の広告` }).click();
      await page.locator('.ant-select-item-option').filter({ hasText: option }).last().click();
    };
    const open = async () => {
      await page.getByRole('button', { name: '媒体コストを取り込む' }).click();
      await page.getByRole('dialog').getByLabel('取り込み元').fill('Google広告');
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    };
    const dialog = page.getByRole('dialog');
    await open();
    await dialog.getByText('どの広告か分かりません').waitFor();
    await choose('【検索】指名 ハーブティー', '候補：リスティング 指名');
    await dialog.getByText('追加 1件').waitFor();
    await choose('採用', '取り込まない');
    await dialog.getByText('すべての名称に広告を対応付けました').waitFor();
    await screenshot(page, 'media-costs-names');
    await dialog.getByRole('button', { name: '1件を取り込む' }).click();
    await page.getByText('1件を取り込みました').first().waitFor();
    await page.getByRole('heading', { name: '名称と広告の対応' }).waitFor();
    await open();
    await dialog.getByText('変更なし 1件').waitFor();
    expect(await dialog.getByText('広告の対応付け').count()).toBe(0);
  });

  it('lists costs by day and ad, and deletes them', async () => {
    await page.goto(`${running.url}/ad/media-cost`);
    const row = page.getByRole('row').filter({ hasText: '検索広告' }).first();
    await row.waitFor();
    await row.locator('.ant-table-row-expand-icon').click();
    await page.getByRole('link', { name: 'リスティング 指名（ハーブティー定期便）' }).waitFor();
    await row.getByRole('button', { name: /検索広告を削除$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
    await page.getByText('削除しました').first().waitFor();
    await row.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await fitsWidth(page)).toBe(true);
    await screenshot(page, 'media-costs-narrow');
  });
});
