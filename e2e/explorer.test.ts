import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { addDays, dayOf, formatDay } from '../shared/domain/calendar';
import { accessibilityViolations, newPage, screenshot } from './support/browser';
import { fitsWidth, openReport, signedInPage, signInOnScreen } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(300_000);

describeConsole('the explorer', 'the explorer was not tried', (running) => {
  let page: Page;
  const complaints: string[] = [];

  const query = (on = page) => on.getByRole('region', { name: 'クエリ', exact: true });
  const result = (on = page) => on.getByRole('region', { name: '結果', exact: true });
  const side = (on = page) => on.getByRole('complementary', { name: '資料' });
  const cells = (on = page) => result(on).locator('.ant-table-row .ant-table-cell');
  const panel = (name: string, on = page) => side(on).getByText(name, { exact: true }).click();
  const run = (on = page) => query(on).getByRole('button', { name: '実行' }).click();
  /** Pastes a text over the editor's content. Typing would add closing brackets. */
  async function write(text: string, on = page): Promise<void> {
    await query(on).locator('.monaco-editor').first().click();
    await on.keyboard.press('ControlOrMeta+A');
    await on.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
  }

  /** Saves the query under a name, and returns its short link. */
  async function save(title: string, shared: boolean, on = page): Promise<string> {
    await query(on).getByRole('button', { name: 'ビューを保存' }).click();
    const dialog = on.getByRole('dialog');
    await dialog.getByLabel('ビュー名').fill(title);
    if (shared) await dialog.getByLabel('社内で共有する').check();
    await dialog.getByRole('button', { name: '保存する' }).click();
    const link = await dialog.getByLabel('短縮リンク', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: '閉じる' }).last().click();
    return link;
  }

  beforeAll(async () => {
    page = await newPage(running.browser);
    page.on('pageerror', (error) => complaints.push(error.message));
    await signInOnScreen(page, running.url, 'analyst@example.com', { remember: true });
  });
  it('opens the query of a report, with its result as a table, a chart and JSON', async () => {
    const tenDaysAgo = formatDay(addDays(dayOf(Date.now()), -10)).replaceAll('/', '-');
    await openReport(page, running.url, 'ad-statistics', tenDaysAgo);
    await page.getByRole('button', { name: 'エクスプローラーでクエリを開く' }).click();
    await page.waitForURL('**/explorer?query=**');
    await query().getByText('dateFrom').first().waitFor();
    await run();
    await cells().first().waitFor();
    expect(await result().locator('th').allInnerTexts()).toContain('クリック数\nfigures.adClickCount');
    await screenshot(page, 'explorer-table');
    await result().getByText('グラフ', { exact: true }).click();
    await result().locator('canvas:visible').first().waitFor();
    await screenshot(page, 'explorer-chart');
    await result().getByText('JSON', { exact: true }).click();
    await result().getByText('"adSummaries"').first().waitFor();
    await result().getByText('表', { exact: true }).click();
  });

  it('exports the table as a file with the same names and exact numbers', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result().getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('adSummaries.results.csv');
    const [head, ...rows] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(head?.startsWith('\uFEFF')).toBe(true);
    expect(head).toContain('クリック数');
    expect(rows.length).toBeGreaterThan(2);
  });

  it('shows the cost of a query during typing without a request, and the reason for a rejection', async () => {
    await page.keyboard.press('Escape');
    await side().getByText('例', { exact: true }).click();
    await query().getByRole('button', { name: '新しいタブ' }).click();
    const requests: string[] = [];
    const listen = (request: { url: () => string; postData: () => string | null }): void =>
      void (request.url().endsWith('/graphql') && requests.push(request.postData() ?? ''));
    page.on('request', listen);
    await query().locator('.monaco-editor').first().click();
    await page.keyboard.type('{ me { email', { delay: 20 });
    await query().getByText(/負荷/).first().waitFor();
    expect(requests).toEqual([]);
    await write(
      `{ ads(pageSize: 9999) { results { ${Array.from({ length: 200 }, (_, index) => (index % 2 ? 'id' : 'adName')).join(' ')} } } }`,
    );
    await query().getByText('取得する値が多すぎます（上限 1,500,000）').waitFor();
    expect(requests).toEqual([]);
    await screenshot(page, 'explorer-over-limit');
    await run();
    await result()
      .getByText(/1500000/)
      .first()
      .waitFor();
    page.off('request', listen);
    await write('{ products { results { id productName } count } }');
    await run();
    await cells().first().waitFor();
  });

  it('stores queries on the server: another browser lists them, a press restores one, and they can be cleared', async () => {
    const other = await signedInPage(running.browser, running.url, 'analyst@example.com');
    await other.goto(`${running.url}/explorer`);
    await panel('履歴', other);
    const entry = side(other)
      .getByRole('button', { name: /products \{ results/ })
      .first();
    await entry.click();
    await query(other).getByText('productName').first().waitFor();
    await run(other);
    await cells(other).first().waitFor();
    // The same query appears once at the top, with a count of two.
    await side(other).locator('li').first().getByText(/2回/).waitFor();
    await side(other).getByLabel('履歴を検索').fill('productName');
    expect(await side(other).locator('li').count()).toBe(1);
    await side(other).getByLabel('履歴を検索').fill('');
    await screenshot(other, 'explorer-history');
    await side(other)
      .getByRole('button', { name: /^履歴から消す：\{ products/ })
      .click();
    await side(other)
      .getByRole('button', { name: /^\{ products/ })
      .waitFor({ state: 'detached' });
    await other.context().close();
  });

  it('saves a query, shares it by its short link, and navigates between saved ones', async () => {
    const link = await save('商品の一覧', true);
    await write('{ agencies { results { id agencyName } } }');
    await save('代理店の一覧', false);
    await page.waitForURL(/explorer\?.*v=/);
    expect(page.url()).not.toContain('query=');

    await panel('保存');
    await side()
      .getByRole('link', { name: /商品の一覧/ })
      .click();
    await query().getByText('productName').first().waitFor();
    await side()
      .getByRole('link', { name: /代理店の一覧/ })
      .click();
    await query().getByText('agencyName').first().waitFor();
    await screenshot(page, 'explorer-saved');
    await page.goBack();
    await query().getByText('productName').first().waitFor();
    await page.goForward();
    await query().getByText('agencyName').first().waitFor();
    await page.reload();
    await query().getByText('agencyName').first().waitFor();

    const other = await signedInPage(running.browser, running.url, 'manager@example.com');
    await other.goto(link);
    await query(other).getByText('productName').first().waitFor();
    await panel('保存', other);
    await side(other)
      .getByRole('link', { name: /商品の一覧/ })
      .waitFor();
    expect(
      await side(other)
        .getByRole('link', { name: /代理店の一覧/ })
        .count(),
    ).toBe(0);
    await other.goto(`${running.url}/explorer?v=AAAAAAAAAAAAAAAA`);
    await other.getByText('このリンクは開けません').waitFor();
    await other.context().close();
  });

  it('builds a report by choosing, saves it with a relative period, and states its CSV address', async () => {
    const other = await signedInPage(running.browser, running.url, 'analyst@example.com');
    await other.getByRole('navigation').getByRole('link', { name: 'エクスプローラー' }).click();
    await query(other).locator('.monaco-editor .view-line').first().waitFor();
    const pick = async (label: string, option: string): Promise<void> => {
      await side(other).getByLabel(label, { exact: true }).focus();
      await other.keyboard.press('ArrowDown');
      await other
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: option })
        .first()
        .click();
      await other.keyboard.press('Escape');
    };
    await pick('レポート', '期間推移');
    await query(other).getByText('timeSeries').first().waitFor();
    await side(other)
      .getByRole('button', { name: /^期間:/ })
      .click();
    await other.getByRole('button', { name: '過去7日間', exact: true }).click();
    await other.getByRole('button', { name: '適用する' }).click();
    await query(other).getByText('"d7"').first().waitFor();
    await pick('結果の表示', '表');
    await side(other).getByRole('button', { name: 'この条件で実行' }).click();
    await cells(other).first().waitFor();
    expect(await result(other).locator('.ant-table-row').count()).toBe(7);
    await screenshot(other, 'explorer-builder');

    await query(other).getByRole('button', { name: 'CSVのURL' }).click();
    const drawer = other.getByRole('dialog', { name: 'CSVのURL' });
    const address = await drawer.locator('code').first().innerText();
    await screenshot(other, 'explorer-csv-address');
    expect(await accessibilityViolations(other)).toEqual([]);
    const { origin, pathname, searchParams } = new URL(address);
    expect([origin, pathname]).toEqual([running.url, '/api/v1/analyses/time_series/download/csv']);
    expect([searchParams.get('period'), searchParams.has('date_from')]).toEqual(['d7', false]);
    await other.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await save('直近の推移', false, other);
    await panel('保存', other);
    await side(other)
      .getByRole('link', { name: /直近の推移.*過去7日間/s })
      .waitFor();

    await panel('条件', other);
    await write('{ products { results { id } count } }', other);
    await side(other).getByText('手で編集したクエリです').waitFor();
    await screenshot(other, 'explorer-by-hand');
    await side(other).getByRole('button', { name: '直前の条件を新しいタブで開く' }).click();
    await query(other).getByText('timeSeries').first().waitFor();
    await side(other).getByLabel('レポート', { exact: true }).waitFor();
    await other.context().close();
  });

  it("explains the schema in the console's words, and opens a query from there", async () => {
    await panel('項目');
    await side()
      .getByRole('button', { name: /^広告統計/ })
      .waitFor();
    await side().getByLabel('項目名・意味で検索（例：成果）').fill('媒体費用');
    await side()
      .getByRole('button', { name: /^媒体の費用/ })
      .first()
      .waitFor();
    await side().getByLabel('項目名・意味で検索（例：成果）').fill('成果ログ');
    await side()
      .getByRole('button', { name: /^成果ログ/ })
      .first()
      .click();
    await side().getByRole('heading', { name: '引数' }).waitFor();
    await side()
      .getByText(/^行に含まれるべき言葉/)
      .waitFor();
    expect(await side().locator('[lang="en"]').count()).toBe(0);
    await screenshot(page, 'explorer-docs');
    await side().getByRole('button', { name: 'このクエリを開く' }).click();
    await query().getByText('resultType').first().waitFor();
    await side().getByRole('button', { name: '戻る' }).click();
    await side().getByText('レポート・分析').waitFor();
  });

  it('waits for a slow server without losing the query, and stops on request', async () => {
    await page.route('**/graphql', async (route) => {
      if ((route.request().postData() ?? '').includes('Slowly'))
        await new Promise((resolve) => setTimeout(resolve, 4_000));
      await route.continue().catch(() => undefined);
    });
    await write('query Slowly { me { email products { id label } } }');
    await run();
    await result()
      .getByText(/結果を待っています（[23]秒経過）/)
      .waitFor();
    await query().getByRole('button', { name: '中止' }).click();
    await result().getByText('実行を中止しました').waitFor();
    await query().getByText('Slowly').first().waitFor();
    await page.unroute('**/graphql');
  });

  it('reports an unreachable server, and keeps the query', async () => {
    await page.route('**/graphql', (route) => route.abort());
    await run();
    await result().getByText('サーバーに接続できませんでした').waitFor();
    await page.unroute('**/graphql');
    await write('{ products { results { id productName } } }');
    await run();
    await cells().first().waitFor();
  });

  it('renews an expired access token, and opens the sign-in after the session ends', async () => {
    const other = await signedInPage(running.browser, running.url, 'manager@example.com');
    await other.goto(`${running.url}/explorer`);
    await query(other).getByRole('button', { name: '実行' }).waitFor();
    let refused = 0;
    await other.route('**/graphql', (route) => {
      const requests = route.request().postData() ?? '';
      if (requests.includes('AdSummaries') && !requests.includes('keepQueryRun') && refused++ === 0)
        return route.fulfill({
          status: 401,
          contentType: 'application/json',
          body: '{"errors":[{"message":"x","extensions":{"code":"UNAUTHENTICATED"}}]}',
        });
      return route.continue();
    });
    await run(other);
    await cells(other).first().waitFor();
    expect(refused).toBe(2);
    await other.route('**/api/v1/auth/refresh/', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{}' }),
    );
    refused = 0;
    await run(other);
    await other.waitForURL('**/login**');
    await other.context().close();
  });

  it('creates a token, shows it once, and revokes it', async () => {
    await page.getByRole('button', { name: '参照用トークン' }).click();
    const drawer = page.getByRole('dialog', { name: '参照用トークン' });
    await drawer.getByRole('button', { name: 'トークンを発行' }).click();
    await drawer.getByText('用途を入力してください').waitFor();
    await drawer.getByLabel('用途').fill('週次レポート');
    await drawer.getByRole('button', { name: 'トークンを発行' }).click();
    const token = await drawer.locator('code').filter({ hasText: /^icr_/ }).innerText();
    await screenshot(page, 'explorer-token');
    const read = () =>
      fetch(`${running.url}/api/v1/analyses/ad_summaries/?product_id=1`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await read()).status).toBe(200);
    await drawer.getByRole('button', { name: '「週次レポート」を失効させる' }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^失\s?効/ })
      .click();
    await drawer.getByText('発行済みのトークンはありません。').waitFor();
    expect((await read()).status).toBe(401);
  });

  it('starts with an example of every report, in a narrow window and in the dark theme too', async () => {
    const other = await signedInPage(running.browser, running.url, 'manager@example.com');
    await other.context().addCookies([{ name: 'ic_theme', value: 'dark', url: running.url }]);
    await other.setViewportSize({ width: 375, height: 740 });
    await other.goto(`${running.url}/explorer`);
    expect(await fitsWidth(other)).toBe(true);
    await screenshot(other, 'explorer-builder-375-dark');
    await panel('例', other);
    for (const name of [
      'adSummaries',
      'attributions',
      'timeSeries',
      'cvInfo',
      'transitions',
      'allocations',
      'lpoAnalysis',
    ])
      await side(other).getByText(name, { exact: true }).waitFor();
    await side(other)
      .getByRole('button', { name: /timeSeries/ })
      .click();
    await query(other).getByRole('tab', { name: '期間推移', selected: true }).waitFor();
    await run(other);
    await cells(other).first().waitFor();
    expect(await fitsWidth(other)).toBe(true);
    await screenshot(other, 'explorer-375-dark');
    expect(await accessibilityViolations(other)).toEqual([]);
    await other.context().close();
  });

  it('has no accessibility violations and logs no errors', async () => {
    await page.goto(`${running.url}/explorer`);
    await query().getByRole('button', { name: '実行' }).waitFor();
    await query().locator('.monaco-editor .view-line').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
