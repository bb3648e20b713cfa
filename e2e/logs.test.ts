import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { isPath, signedInPage } from './support/console';
import { graphqlOf } from './support/requests';
import { eventually, signIn, type RestClient } from './support/rest';
import { describeConsole } from './support/running-console';
import { columnTexts, hasHeader, openList } from './support/settings';

jest.setTimeout(240_000);

interface Log {
  path: string;
  rest: string;
  /** Initially visible headings. The first one is the log's time. */
  headings: readonly string[];
  /** Whether its rows belong to visitors. */
  visitors: boolean;
}

const LOGS: readonly Log[] = [
  {
    path: '/log/access',
    rest: 'accesses',
    headings: [
      'アクセス日時',
      'ページURL',
      '広告',
      '訪問者ID',
      'デバイス',
      'IPアドレス',
      '除外理由',
      'リファラー',
    ],
    visitors: true,
  },
  {
    path: '/log/reference',
    rest: 'references',
    headings: [
      '流入日時',
      '広告',
      '訪問者ID',
      'デバイス',
      'クリック費用',
      'LPOパターン',
      '媒体セッション',
      '接触ID',
    ],
    visitors: true,
  },
  {
    path: '/log/interaction',
    rest: 'interactions',
    headings: [
      '接触日時',
      '広告',
      '訪問者ID',
      'デバイス',
      '初回接触',
      'クリック費用',
      'LPOパターン',
      'IPアドレス',
      '除外理由',
      '受付経路',
    ],
    visitors: true,
  },
  {
    path: '/log/cv',
    rest: 'conversions',
    headings: [
      'CV日時',
      'CV設定',
      'CVの種類',
      '売上',
      '直前CV広告',
      '成果対象CV広告',
      '顧客ID',
      'リピート',
      '訪問者ID',
      'デバイス',
      '除外理由',
      '引数',
    ],
    visitors: true,
  },
];

describeConsole('the logs in Chromium', 'the logs were not tried', (running) => {
  let page: Page;
  let admin: RestClient;

  beforeAll(async () => {
    admin = await signIn(running.url, 'admin@example.com');
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
    page.setDefaultTimeout(20_000);
  });
  const picker = () => page.locator('.ant-popover:not(.ant-popover-hidden)');
  const firstColumn = (): Promise<string[]> => page.locator('tbody tr.ant-table-row > th').allInnerTexts();
  const steps = () => page.getByRole('navigation', { name: 'ページ移動' });
  const step = (name: string) => steps().getByRole('button', { name, exact: true });
  const readCount = async (): Promise<number> =>
    Number(
      /^([\d,]+)件中/
        .exec(await page.getByRole('status').filter({ hasText: '件中' }).innerText())?.[1]
        ?.replaceAll(',', ''),
    );
  const rest = async (log: Log, query: string) =>
    (await admin.get(`/logs/${log.rest}/?product_id=1&${query}`)) as {
      count: number;
      results: Record<string, unknown>[];
    };
  /** Filters by a typed value. */
  const type = async (condition: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: /絞り込み$/ }).click();
    await picker().getByRole('button', { name: condition }).first().click();
    await page.getByRole('textbox', { name: condition, exact: true }).fill(value);
    await page.getByRole('button', { name: '値を追加' }).click();
    await page.keyboard.press('Escape');
  };
  const exported = async (kind: 'CSV' | 'Excel (.xlsx)'): Promise<{ name: string; path: string }> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /出力$/ })
        .click()
        .then(() => page.getByRole('menuitem', { name: kind, exact: true }).click()),
    ]);
    return { name: download.suggestedFilename(), path: await download.path() };
  };

  it('are available in the menu', async () => {
    await page.goto(`${running.url}/log/access`);
    for (const name of ['アクセスログ', '流入ログ', '接触ログ', 'CVログ', '受付エラー']) {
      const link = page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: new RegExp(`^${name}`) });
      expect(await link.innerText()).toBe(name);
    }
  });

  it.each(LOGS)(
    '$path: lists its rows, newest first, filters by a visitor over reload and Back, and exports them',
    async (log) => {
      await openList(page, running.url, log.path);
      await page.locator('tbody tr.ant-table-row').first().waitFor();
      for (const heading of log.headings)
        expect([heading, await hasHeader(page, heading)]).toEqual([heading, true]);
      const times = await firstColumn();
      expect(times).toEqual([...times].sort().reverse());
      expect(await readCount()).toBe((await rest(log, 'page_size=1')).count);
      const [visitor = ''] = await columnTexts(page, '訪問者ID');
      const queries = graphqlOf(page);
      await type('訪問者ID', visitor);
      await page.waitForURL((url) => url.searchParams.get('visitorId') === visitor);
      const { count } = await rest(log, `visitor_id=${visitor}&page_size=1`);
      await page.getByText(new RegExp(`^${count}件中`)).waitFor();
      await page.waitForTimeout(500);
      // A change sends one request, and one for the ads that the filter lists first.
      expect(queries().filter(({ operationName }) => operationName !== 'AdSearch')).toHaveLength(1);
      expect(queries().length).toBeLessThanOrEqual(2);
      expect(new Set(await columnTexts(page, '訪問者ID'))).toEqual(new Set([visitor]));
      await page.reload();
      await page.getByText(new RegExp(`^${count}件中`)).waitFor();

      const { name, path } = await exported('CSV');
      expect(name).toMatch(/\.csv$/);
      const lines = readFileSync(path, 'utf8').replace('\uFEFF', '').trimEnd().split('\r\n');
      const head = lines.findIndex((line) => line.startsWith(`${log.headings[0]},`));
      expect(lines[head]?.split(',')).toEqual(log.headings);
      expect(lines.length - head - 1).toBe(count);
      expect(lines.slice(0, head).some((line) => line.includes(visitor))).toBe(true);
      expect((await exported('Excel (.xlsx)')).name).toMatch(/\.xlsx$/);

      await page.goBack();
      await page.waitForURL((url) => !url.searchParams.has('visitorId'));
      await page.getByText(new RegExp(`^(?!${count}件中)[\\d,]+件中`)).waitFor();
      await page.goForward();
      await page.getByText(new RegExp(`^${count}件中`)).waitFor();
      await page.getByRole('button', { name: /訪問者ID.*の絞り込みを外す/ }).click();
      await page.waitForURL((url) => !url.searchParams.has('visitorId'));
    },
  );

  it('the result queue sends each request once on opening', async () => {
    const queries = graphqlOf(page);
    await openList(page, running.url, '/log/result-queue');
    await page.getByRole('button', { name: 'ASPごとの送信' }).waitFor();
    const names = queries().map(({ operationName }) => operationName);
    expect(names).toContain('AspSending');
    expect(names).toHaveLength(new Set(names).size);
  });

  it('pages by position: next, previous, last and first, and by number', async () => {
    await openList(page, running.url, '/log/interaction');
    const first = await firstColumn();
    const queries = graphqlOf(page);
    const moved = async (move: () => Promise<void>): Promise<Record<string, unknown>> => {
      const before = queries().length;
      const then = (await firstColumn()).join();
      await move();
      await eventually(firstColumn, (now) => now.join() !== then);
      await page.waitForTimeout(300);
      expect(queries()).toHaveLength(before + 1);
      return (queries().at(-1) as { variables: Record<string, unknown> }).variables;
    };
    expect(await moved(() => step('次のページ').click())).toMatchObject({
      after: expect.any(String),
      count: 'CAPPED',
    });
    const second = await firstColumn();
    await page.getByText('件中 31〜60件').waitFor();
    await moved(() => step('次のページ').click());
    expect(await moved(() => step('前のページ').click())).toMatchObject({ before: expect.any(String) });
    expect(await firstColumn()).toEqual(second);
    await page.reload();
    await page.locator('tbody tr.ant-table-row').first().waitFor();
    expect(await firstColumn()).toEqual(second);
    expect(await moved(() => step('最後のページ').click())).toMatchObject({ before: 'end' });
    const all = await readCount();
    expect(await firstColumn()).toHaveLength(all % 30 || 30);
    await page.getByText(`〜${all.toLocaleString('en')}件`).waitFor();
    expect(await step('次のページ').isDisabled()).toBe(true);
    await moved(() => step('前のページ').click());
    expect(await firstColumn()).toHaveLength(30);
    expect(
      await moved(() =>
        steps()
          .getByRole('listitem', { name: '1', exact: true })
          .or(steps().getByTitle('1', { exact: true }))
          .first()
          .click(),
      ),
    ).toMatchObject({ page: 1 });
    expect(await firstColumn()).toEqual(first);
    expect(await moved(() => steps().getByTitle('4', { exact: true }).click())).toMatchObject({ page: 4 });
    // Back returns to the previous pages.
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('page'));
  });

  it('starts a page at a typed time', async () => {
    await openList(page, running.url, '/log/access');
    const { results } = await rest(LOGS[0] as Log, 'page=60&page_size=30');
    const day = String(results[0]?.access_time).slice(0, 10);
    await page.getByRole('button', { name: /日時へ移動$/ }).click();
    const field = page.getByRole('textbox', { name: '移動先の日時' });
    await field.fill('きのう');
    await page.getByRole('button', { name: '移動', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'yyyy/MM/dd HH:mm' }).waitFor();
    await field.fill(day.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('at') === day.replaceAll('/', '-'));
    expect((await eventually(firstColumn, ([first = '']) => first.startsWith(day)))[0]?.slice(0, 10)).toBe(
      day,
    );
    await step('前のページ').click();
    await page.waitForURL((url) => url.searchParams.has('before'));
    const later = await eventually(firstColumn, ([first = '']) => first > `${day} 99`);
    expect(later.every((time) => time > `${day} 99`)).toBe(true);
  });

  it('filters a log by days, and by an address range', async () => {
    const { results } = await rest(LOGS[0] as Log, 'page_size=1');
    const day = String(results[0]?.access_time).slice(0, 10);
    await openList(
      page,
      running.url,
      `/log/access?from=${day.replaceAll('/', '-')}&to=${day.replaceAll('/', '-')}`,
    );
    const { count } = await rest(LOGS[0] as Log, `time_from=${day}&time_to=${day}&page_size=1`);
    await page.getByText(new RegExp(`^${count}件中`)).waitFor();
    const range = `${String(results[0]?.ip_address).split('.').slice(0, 3).join('.')}.0/24`;
    await type('IPアドレス', range);
    const inRange = await rest(
      LOGS[0] as Log,
      `time_from=${day}&time_to=${day}&ip_address=${encodeURIComponent(range)}&page_size=1`,
    );
    await page.getByText(new RegExp(`^${inRange.count}件中`)).waitFor();
    await page
      .getByRole('button', { name: /条件をすべて解除|すべて解除/ })
      .first()
      .click();
    await page.waitForURL((url) => !url.searchParams.has('from') && !url.searchParams.has('ipAddress'));
  });

  it('adds new rows by itself, except while the reader is further down', async () => {
    await openList(page, running.url, '/log/interaction');
    await page.getByRole('switch', { name: 'ライブ' }).click();
    await page.waitForURL((url) => url.searchParams.get('live') === '1');
    // The text is also in the tooltip of the switch under the pointer.
    const waitForStatus = (text: RegExp): Promise<void> =>
      page.getByRole('status').filter({ hasText: text }).waitFor();
    await waitForStatus(/^新しい行を待っています$/);
    const link = /http\S+\/r\/\S+/.exec(running.product.stdout())?.[0] ?? '';
    const click = (): Promise<unknown> =>
      fetch(link.replace('localhost', '127.0.0.1'), {
        redirect: 'manual',
        headers: {
          'User-Agent':
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
        },
      });
    const top = async (): Promise<string> => (await firstColumn())[0] ?? '';
    const before = await top();
    await click();
    const arrived = await eventually(top, (now) => now !== before, 30_000);
    expect(arrived).not.toBe(before);
    await page.evaluate('window.scrollTo(0, 600)');
    await waitForStatus(/^一時停止中/);
    await page.waitForTimeout(1500);
    const queries = graphqlOf(page);
    await click();
    await page.waitForTimeout(5000);
    expect([queries().length, await top()]).toEqual([0, arrived]);
    await page.evaluate('window.scrollTo(0, 0)');
    await waitForStatus(/^新しい行を待っています$/);
    expect((await eventually(firstColumn, ([, second]) => second === arrived, 30_000))[1]).toBe(arrived);
    await page.getByRole('switch', { name: 'ライブ' }).click();
    await page.waitForURL((url) => !url.searchParams.has('live'));
  });

  it('shows the progress of an export, continues across pages, and can cancel it', async () => {
    await openList(page, running.url, '/log/interaction');
    const tray = page.getByRole('complementary', { name: '実行中の処理' });
    let release = (): void => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/v1/downloads/**', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: /出力$/ }).click();
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    await tray.getByRole('progressbar').waitFor();
    expect(await tray.innerText()).toMatch(/0 \/ [\d,]+行/);
    await page.getByRole('link', { name: 'CVログ' }).click();
    await page.waitForURL(isPath('/log/cv'));
    await tray.getByRole('button', { name: '接触ログ.csvの出力を中止' }).click();
    await page.getByText('ファイルの出力を中止しました').waitFor();
    await tray.waitFor({ state: 'detached' });
    release();
    await page.unroute('**/api/v1/downloads/**');
  });
});
