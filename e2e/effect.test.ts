import type { Page } from 'playwright-core';
import { downloadCsvFile, fitsWidth, signedInPage } from './support/console';
import { chooseOption, ReportRequests } from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const heatMap = (page: Page, name: '獲得月別' | '獲得元別') =>
  page.getByRole('region', { name }).locator('table').first();
const settled = (page: Page) => page.locator('table[aria-busy="false"]').nth(1).waitFor();

/** Each control of the screen, and the number of queries it may send. */
const CONTROLS: readonly [string, number, (page: Page) => Promise<unknown>][] = [
  ['another measure', 1, (page) => page.getByText('累計売上', { exact: true }).click()],
  ['Back', 1, (page) => page.goBack()],
  ['24 months', 0, (page) => page.getByText('24か月', { exact: true }).click()],
  ['another model', 1, (page) => chooseOption(page, '配分モデル', '均等配分')],
  ['more acquisition months', 1, (page) => chooseOption(page, '獲得月', '直近24か月')],
  ['another axis', 1, (page) => chooseOption(page, /^集計軸/, 'ASP')],
  ['an order', 1, (page) => page.getByRole('button', { name: /^獲得顧客数: / }).click()],
  ['the usual order', 1, (page) => page.getByRole('button', { name: '並び順を元に戻す' }).click()],
  [
    'an unfolded row',
    1,
    (page) =>
      page
        .getByRole('button', { name: /の獲得月ごとの行$/ })
        .first()
        .click(),
  ],
  ['rows by month', 1, (page) => page.getByText('獲得月ごと', { exact: true }).click()],
  ['rows together', 1, (page) => page.getByText('まとめて表示', { exact: true }).click()],
  ['a name', 1, (page) => heatMap(page, '獲得元別').locator('tbody button[title]').first().click()],
  ['its chip', 1, (page) => page.getByRole('button', { name: /の絞り込みを外す$/ }).click()],
  ['a refresh', 1, (page) => page.getByRole('button', { name: '最新の状態に更新' }).click()],
];

describeConsole('the ad effect screen', 'the ad effect screen was not tried', (running) => {
  const open = async (path = '', width = 1440): Promise<Page> => {
    const page = await signedInPage(running.browser, running.url, 'admin@example.com', { width });
    await page.goto(`${running.url}/analyze/effect${path}`);
    await settled(page);
    return page;
  };

  it('sends one request per change, and none if the metrics stay the same', async () => {
    const page = await open();
    const requests = new ReportRequests(page);
    const sent: Record<string, number> = {};
    for (const [name, , act] of CONTROLS) sent[name] = await requests.countDuring(() => act(page));
    expect(sent).toEqual(Object.fromEntries(CONTROLS.map(([name, count]) => [name, count])));
    await page.context().close();
  });

  it('names the acquisition months, and includes the current one only if selected', async () => {
    const page = await open('?period=lastMonth');
    const words = page.getByText('に獲得した顧客');
    expect(await words.textContent()).toMatch(/^\d{4}\/\d{2} に獲得した顧客（月単位）$/);
    await page.goto(`${running.url}/analyze/effect?acquired=12`);
    await settled(page);
    expect(await words.textContent()).toMatch(
      /^\d{4}\/\d{2} 〜 \d{4}\/\d{2} に獲得した顧客（月単位、今月を含みます）$/,
    );
    await page.context().close();
  });

  it('applies the print layout before counting sheets, so later growth cuts nothing off', async () => {
    const page = await open();
    const columns = () => heatMap(page, '獲得月別').locator('thead th[scope=col]').allTextContents();
    const onScreen = await columns();
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    const printColumns = await columns();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 718 });
    expect(await columns()).toEqual(printColumns);
    expect(printColumns).not.toEqual(onScreen);
    await page.context().close();
  });

  it.each(['ja', 'en'])(
    'prints without cut-off content, including the payback dates: %s',
    async (language) => {
      const page = await signedInPage(running.browser, running.url, 'admin@example.com', { width: 1440 });
      await page.evaluate(
        `localStorage.setItem('ic_language', JSON.stringify({ version: 1, expires: Date.now() + 86_400_000, data: '${language}' }))`,
      );
      await page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/"payback":\{[^}]*\}/g, (payback) =>
          payback.replace(/"month":\d+/, '"month":12').replace('"forecast":false', '"forecast":true'),
        );
        await route.fulfill({ response, body });
      });
      await page.goto(`${running.url}/analyze/effect`);
      await settled(page);
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 1047, height: 718 });
      const cells = page.locator('table :is(th, td)');
      expect(await cells.filter({ hasText: /予測|forecast/ }).count()).toBeGreaterThan(10);
      expect(
        await cells.evaluateAll((all) =>
          all
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        ),
      ).toEqual([]);
      await page.context().close();
    },
  );

  // rule: states-12
  it('shows actual values, and forecasts grey and hatched, each in its month, like the file', async () => {
    const page = await open('?view=amount_cumulative&rows=months');
    const all = heatMap(page, '獲得月別');
    expect(await all.locator('tbody tr').count()).toBeGreaterThan(10);
    // The forecast starts a month later for each younger month.
    const forecasts = await all
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].filter((cell) => cell.dataset.forecast).length),
      );
    expect([...forecasts].sort((a, b) => a - b)).toEqual(forecasts);
    expect(new Set(forecasts).size).toBeGreaterThan(8);
    expect(await all.locator('tbody').innerText()).toMatch(/±/);
    const row = heatMap(page, '獲得元別').locator('tbody tr').first();
    const cells = (await row.locator('th, td').allInnerTexts()).map((text) =>
      text.split('\n')[0]!.replaceAll(',', ''),
    );
    const file = await downloadCsvFile(page);
    const lines = file.split('\r\n').map((text) => text.split(','));
    const line = lines.find(([name, month]) => name === cells[0] && month === cells[1])!;
    expect(line.slice(2, 5).map(Number)).toEqual(cells.slice(2, 5).map(Number));
    // Months by their headings. If a row has a forecast in a month, its margin of error follows.
    const headings = lines.find((cells) => cells.some((cell) => cell.includes('か月後')))!;
    const under = (isOne: (heading: string) => boolean) =>
      headings.flatMap((heading, index) =>
        heading.includes('か月後') && isOne(heading) ? [line[index]!] : [],
      );
    const months = under((heading) => !heading.includes('標準誤差'));
    expect(months.map((value) => (Number(value) ? value : '-'))).toEqual(cells.slice(6, 6 + months.length));
    expect(months.length).toBeGreaterThan(8);
    expect(under((heading) => heading.includes('標準誤差')).length).toBeGreaterThan(8);
    await page.context().close();
  });

  it('fits a narrow window: the key stays visible, headings above their cells', async () => {
    const page = await open('', 375);
    expect(await fitsWidth(page)).toBe(true);
    const positions = () =>
      heatMap(page, '獲得元別').evaluate((table) => {
        const left = (cell: { getBoundingClientRect(): { left: number } } | undefined) =>
          Math.round(cell?.getBoundingClientRect().left ?? -1);
        const [first, second] = [...table.querySelectorAll('thead tr')];
        const row = [...(table.querySelector('tbody tr')?.children ?? [])];
        return {
          key: left(row[0]),
          keyHeading: left(first?.children[0]),
          months: row.slice(2).map(left),
          headings: [...(second?.children ?? [])].map(left),
        };
      });
    const before = await positions();
    await heatMap(page, '獲得元別').evaluate((table) =>
      table.closest('[data-scroll-box]')?.scrollBy(300, 200),
    );
    const after = await positions();
    expect(after.key).toBe(before.key);
    expect(after.keyHeading).toBe(after.key);
    expect(after.months).not.toEqual(before.months);
    expect(after.headings).toEqual(after.months);
    await page.context().close();
  });

  it('explains a failed read, and tries again', async () => {
    const page = await open();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('AdEffect') ? route.abort() : route.continue(),
    );
    await page.getByText('顧客数', { exact: true }).first().click();
    await page.getByRole('alert').getByText('レポートを表示できませんでした').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('alert').getByRole('button', { name: '再試行' }).click();
    await settled(page);
    await page.context().close();
  });
});
