import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, launchBrowser } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { startFilled, type FilledProduct } from './support/filled-product';
import { MANY, order, ORDERS } from './support/orders';
import { eventually } from './support/rest';

jest.setTimeout(240_000);

const UNDO_SECONDS = 12;
const PENDING = /承認待ち/;
const formatCount = (count: number): string => count.toLocaleString('en');

describeInBrowser('results in Chromium', () => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-approval-'));
  let filled: FilledProduct;
  let network: Server;
  let status = 500;
  let postbacks: string[] = [];
  let browser: Browser;
  let page: Page;
  /** Names of the operations that the console sent. */
  let operations: string[] = [];

  beforeAll(async () => {
    network = createServer((request, response) => {
      postbacks.push(String(request.url));
      response
        .writeHead(status, { 'content-type': 'text/plain' })
        .end(status === 200 ? 'ok' : 'the network is being mended');
    });
    await new Promise<void>((ready) => network.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
    filled = await startFilled(`sqlite:${join(dir, 'approval.db')}`, (db, world) => order(db, world, url), {
      WEBHOOK_ALLOW: '127.0.0.0/8',
      POSTBACK_RETRY_SECONDS: '1,1,1,1,1',
      UNDO_SECONDS: String(UNDO_SECONDS),
    });
    browser = await launchBrowser();
    page = await signedInPage(browser, filled.product.url, 'manager@alpha.example', { remember: true });
    page.setDefaultTimeout(20_000);
    page.on('request', (request) => {
      const body: unknown = request.url().includes('/graphql') ? request.postDataJSON() : null;
      if (body && typeof body === 'object' && 'operationName' in body)
        operations.push(String(body.operationName));
    });
  });
  afterAll(async () => {
    await browser?.close();
    await filled?.product.discard();
    network.closeAllConnections();
    network.close();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    operations = [];
  });

  const rows = () => page.locator('tbody tr[data-row-key]');
  const open = async (path: string): Promise<void> => {
    await page.goto(`${filled.product.url}${path}`);
    await rows().first().waitFor();
    operations = [];
  };
  const total = async (): Promise<number> =>
    Number(/^([\d,]+)件中/.exec(await page.getByText(/^[\d,]+件中/).innerText())?.[1]?.replace(',', ''));
  const dialog = () => page.getByRole('dialog');
  const undoBar = () => page.getByRole('region', { name: '直前の操作' });
  const rowId = () => page.evaluate<string | undefined>('document.activeElement?.dataset.rowKey');

  it('shows pending results first, and previews an approval; undo reverts it without postbacks', async () => {
    await open('/log/cv-approve');
    const before = await total();
    expect(await rows().filter({ hasText: PENDING }).count()).toBe(30);
    expect(
      (
        await page
          .getByRole('navigation', { name: 'メインメニュー' })
          .getByRole('link', { name: 'CV承認' })
          .boundingBox()
      )?.y,
    ).toBeLessThan(870);
    postbacks = [];
    await rows().nth(0).getByRole('checkbox').check();
    await rows().nth(1).getByRole('checkbox').check();
    await page
      .getByRole('region', { name: '選択した行への操作' })
      .getByRole('button', { name: '承認', exact: true })
      .click();
    await dialog().getByText('2026/02/03').waitFor();
    expect(await dialog().innerText()).toMatch(/変更する成果\s*2件/);
    expect(await dialog().innerText()).toMatch(/2件を通知/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByLabel('理由').fill('入金を確認');
    await dialog().getByRole('button', { name: '2件を承認' }).click();
    await undoBar().getByText('2件を承認しました').waitFor();
    await page.getByText(new RegExp(`^${formatCount(before - 2)}件中`)).waitFor();
    expect(operations).toEqual(['ApprovalPreview', 'ApproveResults', 'Results']);
    await undoBar().getByRole('button', { name: '元に戻す' }).click();
    await page.getByText(new RegExp(`^${formatCount(before)}件中`)).waitFor();
    await page.waitForTimeout((UNDO_SECONDS + 2) * 1000);
    expect(postbacks.filter((path) => path.includes('approved'))).toEqual([]);
    // Both changes are stored with user and reason.
    await rows().nth(0).getByRole('link').first().click();
    const history = page.getByRole('region', { name: '承認状況の履歴' });
    await history.getByText('理由：入金を確認').waitFor();
    expect(await history.getByText('元に戻したため、送信しません').count()).toBe(2);
    await page.goBack();
    await page.getByText(new RegExp(`^${formatCount(before)}件中`)).waitFor();
  });

  it('approves all matching results, beyond the page', async () => {
    await open('/log/cv-approve?from=2026-02-03&to=2026-02-03');
    expect(await total()).toBe(ORDERS);
    await page
      .getByRole('checkbox', { name: /Select all|すべて/ })
      .or(page.locator('thead').getByRole('checkbox'))
      .first()
      .check();
    await page.getByRole('button', { name: new RegExp(`${ORDERS}件`) }).click();
    await page
      .getByRole('region', { name: '選択した行への操作' })
      .getByRole('button', { name: '承認', exact: true })
      .click();
    await dialog()
      .getByRole('button', { name: `${ORDERS}件を承認` })
      .click();
    await page.getByText('条件に一致するデータはありません').waitFor();
    await undoBar().getByRole('button', { name: '元に戻す' }).click();
    await rows().first().waitFor();
    expect(await total()).toBe(ORDERS);
  });

  it('shows the progress of a large approval on other pages, and undoes it as a whole', async () => {
    await open('/log/cv-approve?from=2026-01-05&to=2026-01-05');
    const all = formatCount(MANY);
    await page.locator('thead').getByRole('checkbox').first().check();
    await page.getByRole('button', { name: new RegExp(`${all}件`) }).click();
    await page
      .getByRole('region', { name: '選択した行への操作' })
      .getByRole('button', { name: '承認', exact: true })
      .click();
    await dialog()
      .getByText(/バックグラウンド/)
      .waitFor();
    operations = [];
    await dialog()
      .getByRole('button', { name: `${all}件を承認` })
      .click();
    const tray = page.getByRole('complementary', { name: '実行中の処理' });
    await tray.getByText(new RegExp(`^[\\d,]+ / ${all}件$`)).waitFor();
    expect([await dialog().count(), operations[0]]).toEqual([0, 'BeginApproval']);
    await page.getByRole('link', { name: '成果ログ' }).first().click();
    await open('/log/cv-approve?state=approved&from=2026-01-05&to=2026-01-05');
    await undoBar().getByText(`${all}件を承認しました`).waitFor({ timeout: 60_000 });
    await page.keyboard.press('u');
    await tray.getByRole('progressbar', { name: '成果を元に戻しています' }).waitFor();
    await page.getByText(new RegExp(`^${all}件を元に戻しました`)).waitFor({ timeout: 60_000 });
    await open('/log/cv-approve?from=2026-01-05&to=2026-01-05');
    expect(await total()).toBe(MANY);
  });

  it('keeps the status filter in the address: Back and Forward switch it', async () => {
    await open('/log/cv-approve');
    await page.getByText('否認', { exact: true }).first().click();
    await page.waitForURL(/state=rejected/);
    await page.getByText('条件に一致するデータはありません').waitFor();
    await page.goBack();
    await rows().first().waitFor();
    expect(page.url()).not.toContain('state=');
    await page.goForward();
    await page.waitForURL(/state=rejected/);
  });

  it('works by keyboard alone, and ignores keys while typing', async () => {
    await open('/log/cv-approve');
    const before = await total();
    const second = await rows().nth(1).getAttribute('data-row-key');
    const third = await rows().nth(2).getAttribute('data-row-key');
    const [time] = (await rows().nth(1).getByRole('link').first().innerText()).split('\n');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    expect(await rowId()).toBe(second);
    await page.keyboard.press('r');
    await dialog().getByRole('button', { name: '1件を否認' }).waitFor();
    expect(await dialog().innerText()).toMatch(new RegExp(`変更する成果\\s*${time} `));
    await page.keyboard.press('Enter');
    await undoBar().getByText('1件を否認しました').waitFor();
    await page.getByText(new RegExp(`^${formatCount(before - 1)}件中`)).waitFor();
    // The next row becomes the current one.
    await expect(eventually(rowId, (id) => id === third)).resolves.toBe(third);
    await page.keyboard.press('u');
    await page.getByText(new RegExp(`^${formatCount(before)}件中`)).waitFor();
    await page.keyboard.press('?');
    await dialog().getByText('前の行').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    operations = [];
    await page.getByRole('searchbox', { name: '検索' }).pressSequentially('jar?u');
    expect(await dialog().count()).toBe(0);
    expect(operations.filter((name) => name !== 'Results')).toEqual([]);
  });

  it('applies the decisions of a cart by order numbers: asks for unknown words, saves wrong rows apart', async () => {
    await open('/log/cv-approve');
    await page.getByRole('button', { name: 'CSVで判定' }).click();
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'テンプレートをダウンロード' }).click(),
    ]);
    expect(readFileSync(await template.path(), 'utf8')).toMatch(/^\uFEFF?id,approval_status/);
    operations = [];
    const buffer = Buffer.from(
      '受注番号,ステータス,備考\nA1,確定,\nA2,キャンセル,返品\nA3,出荷済,\nZ9,確定,\n',
    );
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'decisions.csv', mimeType: 'text/csv', buffer });
    await dialog().getByText('変更 2件').waitFor();
    expect(await dialog().getByText('エラー 2行').count()).toBe(1);
    await dialog().getByLabel('出荷済（1行）').click();
    await page.getByTitle('取り込まない').last().click();
    await dialog().getByText('対象外 1行').waitFor();
    const [refused] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'エラーの行を保存' }).click(),
    ]);
    expect(readFileSync(await refused.path(), 'utf8')).toBe(
      '\uFEFF受注番号,ステータス,備考,エラーの理由\r\nZ9,確定,,「Z9」の成果はありません\r\n',
    );
    await page.setViewportSize({ width: 375, height: 812 });
    const right = () =>
      dialog()
        .getByText('「Z9」の成果はありません')
        .boundingBox()
        .then((box) => (box ? box.x + box.width : Infinity));
    expect(await eventually(right, (end) => end <= 375)).toBeLessThanOrEqual(375);
    await page.setViewportSize({ width: 1440, height: 900 }); // The menu reopens and requests its views.
    await dialog().getByRole('button', { name: '2件に適用' }).click();
    await undoBar().getByText('2件の成果に適用しました').waitFor();
    expect(operations.filter((name) => name !== 'PinnedViews')).toEqual([
      'ImportDecisions',
      'ImportDecisions',
      'ImportDecisions',
      'Results',
    ]);
    await page.goto(`${filled.product.url}/log/result?approvalStatus=2`);
    await rows().first().waitFor();
    expect(await total()).toBe(1);
  });

  it('explains failed postbacks and what to try, and sends them again', async () => {
    const failure = () => page.getByText('ASPのエラー（5xx）').first();
    await eventually(
      async () => {
        await open('/log/result-queue?state=failure').catch(() => undefined);
        return failure().isVisible();
      },
      Boolean,
      120_000,
    );
    await rows().first().getByRole('link').first().click();
    const doctor = page.getByRole('region', { name: '診断' });
    await doctor.getByText('ASPのサーバーでエラーが発生しました（500）。').waitFor();
    await doctor.getByText('自動の送信は終了しました').waitFor();
    const attempts = page.getByRole('region', { name: '送信の記録' });
    await attempts.getByRole('listitem').nth(5).waitFor();
    expect(await attempts.getByRole('listitem').count()).toBe(6);
    // The page's own requests are complete. Later ones belong to the resend.
    await page.waitForLoadState('networkidle');
    await attempts.getByText('the network is being mended').first().waitFor();
    expect(
      await attempts
        .getByText(/Idempotency-Key/i)
        .first()
        .isVisible(),
    ).toBe(true);
    status = 200;
    operations = [];
    await page.getByRole('button', { name: '再送する' }).click();
    await dialog().getByRole('button', { name: '再送する' }).click();
    await page.getByText(/1件を再送します/).waitFor();
    // Each once: the postback is read again with its attempts.
    await page.waitForLoadState('networkidle');
    expect(operations).toEqual(['ResendPostbacks', 'NotificationWithAttempts']);
    await eventually(
      async () => {
        await page.reload();
        await doctor.waitFor();
        return page.getByText(/に届きました/).isVisible();
      },
      Boolean,
      30_000,
    );
    await page.getByText(/に届きました/).waitFor();
  });

  it('resends all matching postbacks; an ad network is paused and resumed', async () => {
    await page.goto(`${filled.product.url}/log/result-queue`);
    await rows().first().waitFor();
    await page.locator('thead').getByRole('checkbox').first().check();
    await page.getByRole('button', { name: /再送$/ }).click();
    await dialog().getByRole('button', { name: '再送する' }).click();
    await page.getByText(/件を再送します/).waitFor();
    await page.getByRole('button', { name: 'ASPごとの送信' }).click();
    await dialog().getByRole('switch').first().click();
    await page.getByText(/への送信を停止しました/).waitFor();
    await page.getByText(/への送信を停止しています/).waitFor();
    await dialog().getByRole('switch').first().click();
    await page.getByText(/への送信を再開しました/).waitFor();
  });

  it('shows an analyst all results without decisions and customers', async () => {
    const analyst = await signedInPage(browser, filled.product.url, 'analyst@alpha.example');
    analyst.setDefaultTimeout(20_000);
    await analyst.goto(`${filled.product.url}/log/cv-approve?state=all`);
    await analyst.locator('tbody tr[data-row-key]').first().waitFor();
    expect(await analyst.getByRole('checkbox').count()).toBe(0);
    expect(await analyst.getByRole('button', { name: 'CSVで判定' }).count()).toBe(0);
    expect(await analyst.locator('tbody').innerText()).not.toContain('order_id=');
    await analyst.keyboard.press('j');
    await analyst.keyboard.press('a');
    expect(await analyst.getByRole('dialog').count()).toBe(0);
    await analyst.context().close();
  });

  it('approves and undoes all matching results on a phone, with the actions in sight of any selection', async () => {
    const phone = await signedInPage(browser, filled.product.url, 'manager@alpha.example');
    phone.setDefaultTimeout(20_000);
    await phone.setViewportSize({ width: 375, height: 812 });
    await phone.goto(`${filled.product.url}/log/cv-approve?from=2026-02-03&to=2026-02-03`);
    const cards = phone.locator('li[data-row-key]');
    const strip = phone.getByRole('region', { name: '選択した行への操作' });
    const matching = phone.getByText(/^\d+件中/);
    // Decided results are no longer pending.
    const pending = parseInt(await matching.innerText(), 10);
    expect(pending).toBeGreaterThan(30);
    await cards.nth(20).getByRole('checkbox').check();
    const box = await strip.boundingBox();
    expect(box && box.y >= 0 && box.y < 200).toBe(true);
    await strip.getByRole('button', { name: `条件に一致する${pending}件すべてを選択` }).click();
    await strip.getByRole('button', { name: '否認', exact: true }).click();
    const asking = phone.getByRole('dialog');
    await asking.getByText(/2026\/02\/03/).waitFor();
    expect(await fitsWidth(phone)).toBe(true);
    await asking.getByLabel('理由').fill('重複');
    await asking.getByRole('button', { name: `${pending}件を否認` }).click();
    await phone.getByText('条件に一致するデータはありません').waitFor();
    await phone.getByRole('region', { name: '直前の操作' }).getByRole('button', { name: '元に戻す' }).click();
    await cards.first().waitFor();
    await phone.getByText(new RegExp(`^${pending}件中`)).waitFor();
    await phone.context().close();
  });

  it.each(['/log/cv-approve', '/log/result', '/log/result-queue'])(
    '%s fits a phone and is accessible',
    async (path) => {
      await page.setViewportSize({ width: 375, height: 812 });
      await page.goto(`${filled.product.url}${path}`);
      await page.locator('[data-row-key]').first().waitFor();
      expect(await fitsWidth(page)).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
