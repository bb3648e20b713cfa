import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from './support/browser';
import { fitsWidth, signedInPage, stateOf } from './support/console';
import { chooseOption, ReportRequests } from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const settled = (page: Page): Promise<void> => page.locator('table[aria-busy="false"]').waitFor();
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const chooseUnit = (page: Page, unit: string) =>
  page.getByRole('radiogroup', { name: '単位' }).getByText(unit, { exact: true }).click();
const choosePeriod = async (page: Page, preset: string): Promise<void> => {
  await page.getByRole('button', { name: /^期間:/ }).click();
  await page.getByRole('button', { name: preset, exact: true }).click();
  await page.getByRole('button', { name: '適用' }).click();
};

/** Each control, and the number of queries it may send. */
const CONTROLS: readonly [string, number, (page: Page) => Promise<unknown>][] = [
  ['weeks', 1, (page) => chooseUnit(page, '週')],
  ['months', 1, (page) => chooseUnit(page, '月')],
  ['Back', 1, (page) => page.goBack()],
  ['an axis', 1, (page) => chooseOption(page, /^集計軸/, 'ASP')],
  ['fewer values', 1, (page) => chooseOption(page, '分けて示す件数', '上位3件')],
  ['lines', 0, (page) => page.getByText('折れ線', { exact: true }).click()],
  ['another measure', 1, (page) => chooseOption(page, 'グラフの指標', '売上')],
  [
    'a sort',
    0,
    (page) =>
      page
        .getByRole('columnheader', { name: /^クリック数/ })
        .getByRole('button')
        .first()
        .click(),
  ],
  [
    'by period again',
    0,
    (page) => page.getByRole('columnheader', { name: /^期間/ }).getByRole('button').click(),
  ],
  ['a search', 0, (page) => page.getByRole('textbox', { name: '行を名前で検索' }).fill('その他')],
  ['a year', 1, (page) => choosePeriod(page, '過去12か月')],
];

describeConsole('the term trend', 'the term trend was not tried', (running) => {
  const open = async (query: string, width = 1440): Promise<Page> => {
    const page = await signedInPage(running.browser, running.url, 'admin@example.com', { width });
    await page.goto(`${running.url}/analyze/term${query}`);
    await settled(page);
    return page;
  };

  it('sends one request per change, and none if the rows stay the same', async () => {
    const page = await open('?period=d30');
    const requests = new ReportRequests(page);
    const sent: Record<string, number> = {};
    for (const [name, , act] of CONTROLS) sent[name] = await requests.countDuring(() => act(page));
    expect(sent).toEqual(Object.fromEntries(CONTROLS.map(([name, count]) => [name, count])));
    await page.context().close();
  });

  it('labels each metric in a narrow window, even with the table scrolled aside', async () => {
    const page = await open('?period=d7&axis=asp', 375);
    const [stays, leaves] = [
      rows(page).first().locator('th').nth(0),
      rows(page).first().locator('th').nth(1),
    ];
    const name = (await leaves.innerText()).trim();
    expect(name).not.toBe('');
    expect((await stays.innerText()).split('\n').at(-1)).toBe(name);
    const [cell, words] = [
      await stays.boundingBox(),
      await stays.getByText(name, { exact: true }).boundingBox(),
    ];
    expect(words!.y + words!.height).toBeLessThanOrEqual(cell!.y + cell!.height);
    await page.context().close();
  });

  it('has a row for each period in chronological order, and a chart with the same values', async () => {
    const page = await open('?period=d7');
    expect(await rows(page).count()).toBe(7);
    const periods = await rows(page).locator('th').allInnerTexts();
    expect(periods).toEqual([...periods].sort());
    const cells = await rows(page).locator('td[data-column="cv_total_final"]').allInnerTexts();
    const spoken =
      (await page
        .getByRole('region', { name: 'グラフ' })
        .getByRole('img', { name: /：/ })
        .getAttribute('aria-label')) ?? '';
    const first = (text: string): string => text.trim().split(/\s/)[0] ?? '';
    // The notes of a day follow its name.
    for (const [index, period] of periods.entries())
      expect(spoken.replace(/（[^（）、]{4,}）/g, '')).toContain(
        `${period.trim()} ${first(cells[index] ?? '')}`,
      );
    await page.context().close();
  });

  it('marks partial and unfinished periods in table and chart', async () => {
    const page = await open('?period=m12');
    const last = rows(page).last();
    expect(await last.locator('th').innerText()).toMatch(/のみ|集計中/);
    expect(await rows(page).nth(1).locator('th').innerText()).not.toMatch(/のみ|集計中/);
    expect(await page.getByRole('region', { name: 'グラフ' }).innerText()).toMatch(/○ .*のみ/);
    const today = await open('?period=today');
    expect(await rows(today).first().locator('th').innerText()).toMatch(/集計中/);
    await page.context().close();
    await today.context().close();
  });

  it('follows its address: Back undoes, a reload and a link show the same', async () => {
    const page = await open('');
    expect(stateOf(page.url())).toBe('');
    await chooseOption(page, /^集計軸/, 'デバイス');
    await page.waitForURL(/axis=device/);
    await chooseUnit(page, '週');
    await page.waitForURL(/unit=week/);
    await settled(page);
    const displayed = await page.locator('[data-scroll-box]').innerText();
    await page.reload();
    await settled(page);
    expect(await page.locator('[data-scroll-box]').innerText()).toBe(displayed);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('unit'));
    await page.goBack();
    await page.waitForURL((url) => stateOf(url) === '');
    await settled(page);
    expect(await rows(page).count()).toBe(30);
    await page.context().close();
  });

  it('exports the displayed periods, values and rest, with the comparison days', async () => {
    const page = await open('?period=d90&unit=month&axis=asp&top=3');
    const displayed = await rows(page).count();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    const header = lines.findIndex((line) => /^期間,(日付のメモ,|メモ,)?ASP,/.test(line));
    expect(lines[header]).toContain('比較期間');
    expect(lines.slice(header + 1)).toHaveLength(displayed + 1);
    expect(lines.at(-1)).toMatch(/^合計,/);
    expect(lines.filter((line) => line.includes(',その他,')).length).toBeGreaterThan(2);
    await page.context().close();
  });

  it('opens the rows behind a metric of a period', async () => {
    const page = await open('?period=d7');
    const cell = rows(page).first().locator('td[data-column="ad_click_count"] a').first();
    const displayed = Number((await cell.innerText()).replaceAll(',', ''));
    const day = (await rows(page).first().locator('th').innerText()).slice(0, 10);
    await cell.click();
    await page.waitForURL(/\/log\/interaction/);
    await page.locator('tbody tr.ant-table-row').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain(displayed.toLocaleString('en'));
    expect(text).toContain(day);
    await page.context().close();
  });

  it('fits a narrow window without accessibility violations', async () => {
    const page = await open('?period=d90&axis=asp', 375);
    expect(await fitsWidth(page)).toBe(true);
    await page.getByRole('button', { name: '条件' }).click();
    await page.getByRole('radiogroup', { name: '単位' }).waitFor();
    await page.context().close();
    const wide = await open('?period=m12&axis=asp');
    expect((await accessibilityViolations(wide)).map(({ id, nodes }) => [id, nodes])).toEqual([]);
    await wide.context().close();
  });
});
