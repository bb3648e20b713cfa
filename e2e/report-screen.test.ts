import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { downloadCsvFile, signedInPage, stateOf } from './support/console';
import { eventually } from './support/rest';
import {
  chooseOption,
  columnPositions,
  ReportRequests,
  scrolledBy,
  swipeTable,
} from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const choosePeriod = async (page: Page, preset: string): Promise<void> => {
  await page.getByRole('button', { name: /^期間:/ }).click();
  await page.getByRole('button', { name: preset, exact: true }).click();
  await page.getByRole('button', { name: '適用' }).click();
};
/** Escapes a text for a regular expression. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const header = (page: Page, name: RegExp) =>
  page.getByRole('columnheader', { name }).getByRole('button').first();

/** Each control of the report screen, and the number of queries it may send. */
const CONTROLS: readonly [string, number, (page: Page) => Promise<unknown>][] = [
  ['another period', 1, (page) => choosePeriod(page, '過去7日間')],
  ['a long period', 1, (page) => choosePeriod(page, '過去90日間')],
  ['Back', 1, (page) => page.goBack()],
  ['Forward', 1, (page) => page.goForward()],
  ['another axis', 1, (page) => chooseOption(page, /^集計軸/, 'デバイス')],
  ['Back from the axis', 1, (page) => page.goBack()],
  [
    'no comparison',
    1,
    async (page) => {
      await page.getByRole('button', { name: /^期間:/ }).click();
      await page.getByRole('combobox', { name: '比較' }).click();
      await page.locator('.ant-select-dropdown:visible').getByTitle('比較しない', { exact: true }).click();
      await page.getByRole('button', { name: '適用' }).click();
    },
  ],
  ['another evaluation', 1, (page) => chooseOption(page, '新規・既存', '新規のみ')],
  [
    'a filter',
    1,
    async (page) => {
      await page.getByRole('button', { name: '絞り込み' }).click();
      await page
        .getByRole('group', { name: /で絞り込み$/ })
        .getByRole('checkbox')
        .first()
        .check();
      await page.keyboard.press('Escape');
    },
  ],
  ['its chip', 1, (page) => page.getByRole('button', { name: /の絞り込みを外す$/ }).click()],
  ['a sort', 0, (page) => header(page, /^広告費/).click()],
  ['the metric of the chart', 0, (page) => chooseOption(page, 'グラフの指標', '売上')],
  ['another preset', 0, (page) => page.getByRole('tab', { name: 'CV・ROAS' }).click()],
  ['a search', 0, (page) => page.getByRole('textbox', { name: '行を名前で検索' }).fill('リスティング')],
  [
    'a column',
    0,
    async (page) => {
      await page.getByRole('button', { name: '表示する項目' }).click();
      await page.getByRole('checkbox', { name: 'PV数' }).check();
      await page.keyboard.press('Escape');
    },
  ],
  ['a denser table', 0, (page) => page.getByRole('button', { name: '行間を詰める' }).click()],
  [
    'a row',
    1,
    (page) =>
      page
        .getByRole('link', { name: /別に見る$/ })
        .first()
        .click(),
  ],
  ['the way back up', 1, (page) => page.getByRole('button', { name: '一つ上の階層へ戻る' }).click()],
  ['a refresh', 1, (page) => page.getByRole('button', { name: '最新の状態に更新' }).click()],
];

describeConsole('the report screen', 'the report screen was not tried', (running) => {
  const open = async (path: string, width = 1440): Promise<Page> => {
    const page = await signedInPage(running.browser, running.url, 'admin@example.com', { width });
    await page.goto(`${running.url}/analyze/${path}`);
    await page.locator('table[aria-busy="false"]').first().waitFor();
    return page;
  };

  it('sends one request per change, and none if the rows stay the same', async () => {
    const page = await open('ad-statistics?period=d30');
    const requests = new ReportRequests(page);
    const sent: Record<string, number> = {};
    for (const [name, , act] of CONTROLS) sent[name] = await requests.countDuring(() => act(page));
    expect(sent).toEqual(Object.fromEntries(CONTROLS.map(([name, count]) => [name, count])));
    await page.goto(`${running.url}/analyze/attribution?period=d30`);
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await requests.countDuring(() => chooseOption(page, '配分モデル', '減衰配分'))).toBe(1);
    expect(await requests.countDuring(() => page.getByText('全モデル比較').click())).toBe(0);
    await page.context().close();
  });

  it('draws the bars of attribution in the order of the table', async () => {
    const page = await open('attribution?period=d90');
    const spoken =
      (await page
        .getByRole('region', { name: 'グラフ' })
        .getByRole('img', { name: /：/ })
        .getAttribute('aria-label')) ?? '';
    const named = (await page.locator('tbody tr[data-row-key] th:first-child').allInnerTexts())
      .slice(0, 6)
      .map((name) => spoken.indexOf(`${name.trim()} 通常`));
    expect(named.every((scrollPosition) => scrollPosition >= 0)).toBe(true);
    expect(named).toEqual([...named].sort((a, b) => a - b));
    await page.context().close();
  });

  it.each(['from the menu', 'by its address'])(
    'opened %s, fits its table below the sticky bar',
    async (way) => {
      const page = await open(way === 'by its address' ? 'ad-statistics' : 'attribution');
      if (way === 'from the menu') await page.locator('a[href="/analyze/ad-statistics"]').first().click();
      await page.locator('table[aria-busy="false"] [data-column="ad_cost"]').first().waitFor();
      const [most, room] = await page.evaluate<[number, number]>(`(() => {
      const box = document.querySelector('[data-scroll-box]');
      const bar = [...document.querySelectorAll('main div')].find((one) => getComputedStyle(one).position === 'sticky' && !box.contains(one));
      window.scrollTo(0, document.documentElement.scrollHeight);
      return [parseFloat(getComputedStyle(box).maxHeight), window.innerHeight - bar.getBoundingClientRect().bottom];
    })()`);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(room);
      await page.context().close();
    },
  );

  it('names the new period while its metrics load, and hides old ones', async () => {
    const page = await open('ad-statistics?period=d30');
    const strip = page.getByRole('region', { name: '主要指標' });
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('AdStatistics')) await released;
      await route.continue();
    });
    const height = (await page.locator('[data-scroll-box]').boundingBox())!.height;
    await choosePeriod(page, '過去90日間');
    await page.getByRole('button', { name: /^期間: 過去90日間/ }).waitFor();
    await page.locator('table[aria-busy="true"]').waitFor();
    expect(await page.locator('[data-scroll-box] tbody').innerText()).not.toMatch(/[0-9]/);
    expect(await strip.innerText()).not.toMatch(/[0-9]/);
    expect(await page.getByRole('region', { name: 'グラフ' }).getAttribute('aria-busy')).toBe('true');
    // The placeholder of the chart is visible.
    const bar = await page.locator('section[aria-busy="true"] [data-to-come] > span').first().boundingBox();
    expect(bar!.width * bar!.height).toBeGreaterThan(1000);
    expect((await page.locator('[data-scroll-box]').boundingBox())!.height).toBe(height);
    release();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await page.locator('[data-scroll-box] tbody').innerText()).toMatch(/[0-9]/);
    await page.context().close();
  });

  it('keeps columns aligned while moving by key, wheel, touch and focus', async () => {
    const page = await open('ad-statistics?period=d30&empty=1');
    const asOne = async (): Promise<void> => {
      for (const { heading, header: top, total, body } of await columnPositions(page))
        expect({ heading, total, body }).toEqual({ heading, total: top, body: top });
    };
    await asOne();
    // The row name and its date line are no tab stops.
    const headings = (await columnPositions(page)).length - 2;
    await page.getByRole('button', { name: '表示する項目' }).focus();
    for (let stop = 0; stop < headings; stop += 1) {
      await page.keyboard.press('Tab');
      await asOne();
    }
    // One stop per column: the last tab focuses the last header, in view.
    expect(await page.evaluate(`document.activeElement.closest('th')?.matches('th:last-child')`)).toBe(true);
    expect(await scrolledBy(page)).toBeGreaterThan(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('th')?.getAttribute('scope')`)).toBe('row');
    await asOne();
    await page.locator('[data-scroll-box]').hover();
    await page.mouse.wheel(400, 0);
    await page.waitForTimeout(300);
    await asOne();
    await page.evaluate(`document.querySelector('[data-scroll-box]').scrollLeft = 120`);
    await asOne();
    await page.context().close();
  });

  it('moves the focus into the opened period, and back to its button', async () => {
    const page = await open('ad-statistics?period=d30');
    const focused = () => page.evaluate<string>(`document.activeElement.innerText`);
    const period = page.getByRole('button', { name: /^期間: / });
    await period.focus();
    const button = await focused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '今日', exact: true }).waitFor();
    await page.waitForFunction(`document.activeElement.getAttribute('aria-pressed') === 'true'`);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('過去14日間');
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.activeElement.hasAttribute('aria-expanded')`);
    expect(await focused()).toBe(button);
    await page.context().close();
  });

  it('scrolls as one under a finger', async () => {
    const page = await open('ad-statistics?period=d30', 375);
    await swipeTable(page, -180);
    expect(await scrolledBy(page)).toBeGreaterThan(0);
    for (const { heading, header: top, total, body } of (await columnPositions(page)).slice(1))
      expect({ heading, total, body }).toEqual({ heading, total: top, body: top });
    await page.context().close();
  });

  it('follows its address: Back undoes an axis and a sort, a link shows the last sort', async () => {
    const page = await open('ad-statistics');
    await chooseOption(page, /^集計軸/, 'デバイス');
    await page.waitForURL(/axis=ad%2Cdevice/);
    await header(page, /^広告費/).click();
    await page.waitForURL(/sort=-ad_cost/);
    await page.goBack();
    expect(page.url()).not.toContain('sort=');
    await page.goBack();
    expect(stateOf(page.url())).toBe('');
    await page.goto(`${running.url}/analyze/ad-statistics`);
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(stateOf(page.url())).toBe('sort=-ad_cost');
    await page.getByRole('navigation').getByRole('link', { name: 'ダッシュボード' }).click();
    await page.getByRole('navigation').getByRole('link', { name: '広告統計' }).click();
    await page.waitForURL(/axis=ad%2Cdevice/);
    await page.context().close();
  });

  it('returns with Back to the previous product, whose filters are in the address', async () => {
    const page = await open('attribution?period=d30&model=3&evaluation=2&ad_ids=1&device=pc');
    const total = page.getByRole('row', { name: /合計/ }).first();
    const before = await total.innerText();
    await page.getByRole('button', { name: /^商品: / }).click();
    await page.getByRole('menuitemradio', { name: '美容液セラム「ゆらぎ」' }).click();
    await page.waitForURL(/product_id=2/);
    // Settings that still apply stay. Ads belong to the product.
    for (const param of ['period=d30', 'model=3', 'evaluation=2']) expect(page.url()).toContain(param);
    expect(page.url()).not.toContain('ad_ids');
    await page.goBack();
    await page.waitForURL(/ad_ids=1/);
    await page.getByRole('button', { name: '商品: ハーブティー定期便' }).waitFor();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await total.innerText()).toBe(before);
    await page.context().close();
  });

  it.each(['ad-statistics?period=d30', 'attribution?period=d30', 'effect'])(
    'keeps the headings of %s visible at the end of the page',
    async (path) => {
      const page = await open(path);
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
      const seen = () =>
        page.evaluate<boolean>(`(() => {
      const head = [...document.querySelectorAll('main thead')].at(-1);
      const { left, top } = head.getBoundingClientRect();
      return head.contains(document.elementFromPoint(left + 80, top + 12));
    })()`);
      expect(await eventually(seen, (is) => is)).toBe(true);
      await page.context().close();
    },
  );

  it.each([
    [
      'a figure',
      (page: Page) => page.locator('tbody a[href*="figure="]'),
      (page: Page) => page.getByRole('dialog').waitFor(),
    ],
    [
      'an ad',
      (page: Page) => page.locator('tbody a[href^="/ad/ad/"]'),
      (page: Page) => page.waitForURL((url) => url.pathname.startsWith('/ad/ad/')),
    ],
  ])(
    'restores the scroll position after Back from %s: the window, and the table both ways',
    async (_, links, opens) => {
      const page = await open('ad-statistics?period=d90');
      const box = page.locator('[data-scroll-box]').first();
      await page.evaluate('window.scrollTo(0, 300)');
      await box.evaluate((element) => element.scrollTo({ left: 240, top: 120 }));
      const scrollPosition = () =>
        page.evaluate<number[]>(
          `(() => { const box = document.querySelector('[data-scroll-box]'); return [window.scrollY, box?.scrollLeft, box?.scrollTop].map(Math.round); })()`,
        );
      await page.waitForTimeout(300);
      const before = await scrollPosition();
      expect(before[2]).toBe(120);
      expect(Math.min(before[0]!, before[1]!)).toBeGreaterThan(50);
      // By keyboard, because a click would scroll its target into view.
      await links(page)
        .nth(6)
        .evaluate((link) =>
          (link as unknown as { focus(options: object): void }).focus({ preventScroll: true }),
        );
      await page.keyboard.press('Enter');
      await opens(page);
      await page.waitForTimeout(500);
      await page.goBack();
      await page.locator('table[aria-busy="false"]').first().waitFor();
      expect(await eventually(scrollPosition, (now) => now.join() === before.join())).toEqual(before);
      await page.context().close();
    },
  );

  it('shows the first metrics at the top of a narrow window, and has the conditions in a drawer', async () => {
    const page = await open('ad-statistics?period=d30', 375);
    const strip = await page.getByRole('region', { name: '主要指標' }).boundingBox();
    expect(strip!.y).toBeLessThan(260);
    await page.getByRole('button', { name: '条件' }).click();
    await chooseOption(page, '新規・既存', '新規のみ');
    await page.waitForURL(/evaluation=1/);
    await page.context().close();
  });

  it('shows the first rows without scrolling', async () => {
    for (const path of ['ad-statistics?period=d90', 'attribution?period=d90']) {
      const page = await open(path);
      const third = await page.locator('tbody tr[data-row-key]').nth(1).boundingBox();
      expect({ path, inSight: third!.y + third!.height <= 900 }).toEqual({ path, inSight: true });
      expect(third!.height).toBe(40);
      await page.context().close();
    }
  });

  it.each([
    ['upwards, values shown as - last', 'ad-statistics?period=d7&sort=cpa&cols=cpa', ['広告']],
    ['downwards, costs without a result first', 'ad-statistics?period=d7&sort=-cpa&cols=cpa', ['広告']],
    [
      'by two axes',
      'ad-statistics?period=yesterday&axis=asp,device&sort=cv_total_final&cols=cv_total_final',
      ['ASP', 'デバイス'],
    ],
    ['under a model', 'attribution?period=d7&sort=-attr_cv', ['広告']],
    ['by days', 'term?period=d7&unit=day&axis=asp&sort=-cv_total_final', ['期間', 'ASP']],
  ])('exports its rows in displayed order: %s', async (_, path, labels) => {
    const page = await open(path);
    const lines = await page.locator('tbody tr[data-row-key]').allInnerTexts();
    const displayed = lines.map((line) =>
      line
        .split(/\s*[\n\t]\s*/)
        .filter(Boolean)
        .slice(0, labels.length),
    );
    const records = parse((await downloadCsvFile(page)).replace('\uFEFF', '')) as string[][];
    const head = records.findIndex((record) => record.every((cell) => cell === '')) + 1;
    const indexes = labels.map((label) => records[head]!.indexOf(label));
    const filed = records
      .slice(head + 1, -1)
      .map((record) => indexes.map((scrollPosition) => record[scrollPosition]!));
    expect(filed.length).toBeGreaterThan(10);
    // The screen adds the weekday to a day, and the number of rows in the rest.
    expect(displayed).toEqual(
      filed.map((names) =>
        names.map((name) => expect.stringMatching(new RegExp(`^${literal(name)}($|（.）$| \\d+件$)`))),
      ),
    );
    await page.context().close();
  });
});
