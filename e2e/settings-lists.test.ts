import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { save } from './support/forms';
import { signIn, type RestClient } from './support/rest';
import { describeConsole } from './support/running-console';
import { openList, rowNamed, search } from './support/settings';

jest.setTimeout(240_000);

describeConsole('lists in Chromium', 'the lists were not tried', (running) => {
  let page: Page;
  let admin: RestClient;
  const dialog = () => page.getByRole('dialog');

  beforeAll(async () => {
    admin = await signIn(running.url, 'admin@example.com');
    page = await newPage(running.browser);
    page.setDefaultTimeout(20_000);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInOnScreen(page, running.url, 'admin@example.com', { remember: true });
  });
  it('one search sends one request', async () => {
    await openList(page, running.url, '/ad/setting');
    await rowNamed(page, 'リスティング').waitFor();
    const queries: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/graphql')) queries.push(request.postData() ?? '');
    });
    await page.getByRole('searchbox', { name: '検索' }).pressSequentially('動画広告', { delay: 30 });
    await page.waitForURL((url) => url.searchParams.get('q') === '動画広告');
    await page.getByText(/^2件中/).waitFor();
    await page.waitForTimeout(1000);
    expect(queries).toHaveLength(1);
    expect(queries[0]).toContain('動画広告');
  });

  it('names are links: the middle button opens a new tab', async () => {
    await openList(page, running.url, '/ad/setting');
    const name = rowNamed(page, 'リスティング 指名').getByRole('link').first();
    expect(await name.getAttribute('href')).toMatch(/^\/ad\/setting\/\d+/);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), name.click({ button: 'middle' })]);
    await tab.getByRole('heading', { name: /リスティング 指名/ }).waitFor();
    expect(tab.url()).toContain('/ad/setting/');
    await tab.close();
    expect(new URL(page.url()).pathname).toBe('/ad/setting');
  });

  it.each(['/ad/setting', '/log/access'])('sticky parts of %s stay above its rows', async (path) => {
    await openList(page, running.url, path);
    await page.evaluate('window.scrollTo(0, 300)');
    await page.waitForTimeout(300);
    const search = page.getByRole('searchbox', { name: '検索' });
    const { x, y, width, height } = (await search.boundingBox())!;
    expect(y).toBeLessThan(200);
    expect(
      await page.evaluate<string>(`document.elementFromPoint(${x + width / 2}, ${y + height / 2}).tagName`),
    ).toBe('INPUT');
  });

  it('rows keep their place after a selection', async () => {
    await openList(page, running.url, '/ad/setting');
    const box = page.getByRole('checkbox', { name: /を選択$/ });
    await box.nth(1).waitFor();
    const before = await box.nth(1).boundingBox();
    await box.nth(0).check();
    await page.getByRole('region', { name: '選択した行への操作' }).waitFor();
    expect(await box.nth(1).boundingBox()).toEqual(before);
    await page.getByRole('button', { name: '選択を解除' }).click();
    await page.getByRole('button', { name: /出力$/ }).waitFor();
  });

  it('focused elements in head and rows are clear of the pinned columns', async () => {
    await openList(page, running.url, '/ad/ad');
    const free = (name: RegExp) =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate(
          (element: {
            getBoundingClientRect(): { x: number; y: number; width: number; height: number };
            contains(one: unknown): boolean;
          }) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.contains(
              (
                globalThis as unknown as { document: { elementFromPoint(x: number, y: number): unknown } }
              ).document.elementFromPoint(x + width / 2, y + height / 2),
            );
          },
        );
    const press = async (keys: string, times: number): Promise<void> => {
      for (let time = 0; time < times; time++) await page.keyboard.press(keys);
    };
    await page.getByRole('button', { name: '「ダイレクトリンク」のメニュー' }).focus();
    await press('Tab', 2);
    expect(await free(/^「ASP」のメニュー/)).toBe(true);
    await press('Tab', 2);
    expect(await free(/^「カテゴリ」のメニュー/)).toBe(true);
    await press('Shift+Tab', 6);
    expect(await free(/^「状態」のメニュー/)).toBe(true);
  });

  it('all ads can be opened, edited and deleted from the list', async () => {
    await admin.graphql('mutation { createAd(input: {productId: 1, adName: "一覧から削除"}) { id } }');
    await openList(page, running.url, '/ad/ad');
    await search(page, '一覧から削除');
    for (const action of ['詳細', '編集'])
      await rowNamed(page, '一覧から削除')
        .getByRole('button', { name: `一覧から削除：${action}` })
        .waitFor();
    await rowNamed(page, '一覧から削除').getByRole('button', { name: '一覧から削除：削除' }).click();
    await dialog().getByRole('button', { name: '削除' }).click();
    await page.getByText('条件に一致するデータはありません').waitFor();
  });

  it('a redirect created from an ad has its ad, and its history opens from its screen', async () => {
    const { createAd } = await admin.graphql<{ createAd: { id: number } }>(
      'mutation { createAd(input: {productId: 1, adName: "リンク元の広告"}) { id } }',
    );
    await page.goto(`${running.url}/ad/setting/${createAd.id}`);
    await page.getByRole('link', { name: 'リダイレクト設定を開く' }).click();
    await page
      .getByRole('button', { name: /リダイレクトを追加/ })
      .first()
      .click();
    await dialog().getByText('リンク元の広告').waitFor();
    await page.goto(`${running.url}/ad/setting/${createAd.id}`);
    await page.getByRole('link', { name: '変更履歴' }).click();
    await rowNamed(page, 'リンク元の広告').waitFor();
    expect(await page.locator('tbody tr.ant-table-row').count()).toBe(1);
  });

  it('the calendar of a field shows a chosen Saturday', async () => {
    await page.goto(`${running.url}/ad/setting/new`);
    await page.getByRole('button', { name: 'すべての項目を表示する' }).click();
    const field = page.getByRole('textbox', { name: '掲載開始日' });
    expect(await field.getAttribute('placeholder')).not.toMatch(/\d/);
    await field.fill('２０２６／０１／３１');
    await page.getByRole('button', { name: '掲載開始日をカレンダーから選ぶ' }).click();
    const saturday = page.getByRole('button', { name: '2026/01/31', exact: true });
    await saturday.waitFor();
    expect(await saturday.getAttribute('aria-pressed')).toBe('true');
    const styleOf = (day: string) =>
      page.getByRole('button', { name: day, exact: true }).evaluate((element) => {
        const { color, backgroundColor } = (
          globalThis as unknown as {
            getComputedStyle(of: unknown): { color: string; backgroundColor: string };
          }
        ).getComputedStyle(element);
        return [color, backgroundColor];
      });
    // Same look as a chosen weekday: white on the primary colour, not the colour of Saturdays.
    const chosen = await styleOf('2026/01/31');
    await page.getByRole('button', { name: '2026/01/30', exact: true }).click();
    await page.getByRole('button', { name: '掲載開始日をカレンダーから選ぶ' }).click();
    expect(await styleOf('2026/01/30')).toEqual(chosen);
    expect(await styleOf('2026/01/31')).not.toEqual(chosen);
    await page.keyboard.press('Escape');
  });

  it('files have names and headings for archiving', async () => {
    await openList(page, running.url, '/ad/cv-setting');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /出力$/ })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'CSV', exact: true }).click()),
    ]);
    expect(download.suggestedFilename()).toMatch(/^CV設定_ハーブティー定期便_\d{8}\.csv$/);
    const [title, ...lines] = readFileSync(await download.path(), 'utf8')
      .replace('\uFEFF', '')
      .split('\r\n');
    expect(title).toMatch(/^CV設定,/);
    expect(lines.some((line) => line.startsWith('CV名,ID,CVの種類,'))).toBe(true);
    expect(lines.some((line) => line.startsWith('購入完了,1,最終CV,1,URL,'))).toBe(true);
  });

  it('a missing part of the set-up links to its setting', async () => {
    await page.goto(`${running.url}/config/product`);
    const step = page.getByRole('status').getByRole('listitem').getByRole('link').first();
    await step.waitFor();
    const to = await step.getAttribute('href');
    await step.click();
    await page.waitForURL((url) => `${url.pathname}${url.hash}` === to);
  });

  it('a pinned link is short and keeps its days', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30`);
    await page.getByRole('row', { name: /合計/ }).first().waitFor();
    await page.getByRole('button', { name: /^リンク/ }).click();
    await page.getByRole('menuitem', { name: /に固定）$/ }).click();
    await page.getByText(/リンクをコピーしました/).waitFor();
    const short = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(short).toMatch(new RegExp(`^${running.url}/v/[\\w-]{16}$`));
    await page.goto(short);
    await page.waitForURL(/\/analyze\/ad-statistics/);
    const link = new URL(page.url());
    expect([
      link.searchParams.get('period'),
      link.searchParams.get('from'),
      link.searchParams.get('to'),
    ]).toEqual([
      null,
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
  });

  it('rejected events of a server are loaded again, each with its outcome', async () => {
    const key = /API key\s+(\S+)/.exec(running.product.stdout())?.[1] ?? '';
    const event = {
      type: 'click',
      id: 'later',
      time: '2026-01-20T10:00:00+09:00',
      ad_name: 'あとから登録',
      visitor_id: 'v',
    };
    await fetch(`${running.url}/s2s/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(event),
    });
    await openList(page, running.url, '/log/refused');
    const again = async (): Promise<void> => {
      await page
        .getByRole('checkbox', { name: /を選択$/ })
        .first()
        .check();
      await page.getByRole('button', { name: /再取り込み/ }).click();
    };
    await again();
    await dialog().getByText('再びエラー 1件').waitFor();
    await dialog().getByRole('button', { name: '閉じる' }).last().click();
    await page.goto(`${running.url}/ad/setting/new`);
    await page.getByRole('textbox', { name: '広告名' }).fill('あとから登録');
    await save(page.locator('#content'));
    await page
      .getByText(/を保存しました|保存しました/)
      .first()
      .waitFor();
    await openList(page, running.url, '/log/refused');
    await again();
    await dialog().getByText('取り込み済み 1件').waitFor();
    await dialog().getByRole('button', { name: '閉じる' }).last().click();
    await page.getByText('受付エラーはありません').waitFor();
  });
});
