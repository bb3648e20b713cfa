import type { Locator, Page } from 'playwright-core';
import { signedInPage } from './support/console';
import { eventually } from './support/rest';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

/** Returns the top link of a metric column. */
const metricLink = (page: Page, column: string) => page.locator(`tbody [data-column="${column}"] a`).first();
/** The log that opens over a report. */
const drawer = (page: Page) => page.getByRole('dialog').filter({ hasText: 'ログで開く' });
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const number = (text: string | null): number => Number((text ?? '').replace(/[^\d.-]/g, ''));

describeConsole('a metric value of a report', 'no metric value of a report was opened', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url);
  });
  const open = async (): Promise<void> => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30`);
    await metricLink(page, 'cv_total_final').waitFor();
  };

  /**
   * Returns the first link of a place with its label and text. The page loads in parts, and the first link
   * may change a moment later.
   */
  const firstAt = async (selector: string): Promise<{ link: Locator; label: string; text: string }> => {
    const first = page.locator(selector).first();
    await first.waitFor();
    const { href, name, text } = await first.evaluate((a) => ({
      href: a.getAttribute('href') ?? '',
      name: a.getAttribute('aria-label'),
      text: a.textContent ?? '',
    }));
    return { link: page.locator(`a[href="${href}"]`).first(), label: name?.split('：')[1] ?? text, text };
  };

  /** Follows a metric value to its log. The note there counts or sums the rows again. */
  const opensRowsOf = async (link: Locator, expected: number): Promise<void> => {
    await link.click();
    const note = drawer(page)
      .getByRole('status')
      .filter({ hasText: 'レポートの数値の内訳' })
      .locator('strong');
    await note.waitFor();
    expect(number(await note.textContent())).toBe(expected);
  };

  it.each([
    ['cv_total_final', '/log/cv'],
    ['ad_click_count', '/log/interaction'],
  ])('%s opens as many rows as it shows in %s, and Back returns', async (column, path) => {
    await open();
    const expected = number(await metricLink(page, column).textContent());
    expect(expected).toBeGreaterThan(0);
    await metricLink(page, column).click();
    const note = drawer(page).getByRole('status').filter({ hasText: 'レポートの数値の内訳' });
    await note.locator('strong').waitFor();
    expect(number(await note.locator('strong').textContent())).toBe(expected);
    await drawer(page)
      .getByText(new RegExp(`${expected.toLocaleString('en')}件`))
      .first()
      .waitFor();
    await page.goBack();
    await drawer(page).waitFor({ state: 'hidden' });
    expect(number(await metricLink(page, column).textContent())).toBe(expected);
    await metricLink(page, column).click();
    await drawer(page).getByText('ログで開く').click();
    await page.waitForURL((url) => url.pathname === path && url.searchParams.has('figure'));
    await drawer(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await drawer(page).waitFor();
  });

  // rule: screens-30
  it.each([1440, 375])('keeps the report below the drawer at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await open();
    const title = await page.title();
    const address = page.url();
    await page.evaluate('window.scrollTo(0, 200)');
    await metricLink(page, 'ad_click_count').focus();
    // The focus scrolls, which the browser reports a moment later.
    await page.waitForTimeout(300);
    const scrolled = await page.evaluate('window.scrollY');
    await page.keyboard.press('Enter');
    await drawer(page).getByText('レポートの数値の内訳').waitFor();
    expect([page.url(), await page.title(), await page.evaluate('window.scrollY')]).toEqual([
      address,
      title,
      scrolled,
    ]);
    const box = await drawer(page).boundingBox();
    if (width === 375) expect(box?.width).toBe(375);
    // Its filters and pages are steps of their own, and one press closes it.
    await drawer(page).getByRole('button', { name: 'すべての行を表示' }).click();
    await drawer(page).getByText('レポートの数値の内訳').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
    expect([page.url(), await page.evaluate('window.scrollY')]).toEqual([address, scrolled]);
    const focused = () => page.evaluate(`document.activeElement?.closest('td')?.dataset.column`);
    expect(await eventually(focused, (column) => column === 'ad_click_count')).toBe('ad_click_count');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it.each([
    ['purchases of a cohort a month later', 'effect?view=cv', 'month_1'],
    ['the customers of a month', 'effect?view=cv', 'customers'],
    ['the sales of a cohort so far', 'effect?view=amount_cumulative', 'month_2'],
    ['base values of a simulation', 'allocation?period=d30', 'cv_total_final_before'],
  ])('opens %s', async (_, path, column) => {
    await page.goto(`${running.url}/analyze/${path}`);
    await metricLink(page, column).waitFor();
    const expected = number(await metricLink(page, column).textContent());
    expect(expected).toBeGreaterThan(0);
    await metricLink(page, column).click();
    const note = drawer(page)
      .getByRole('status')
      .filter({ hasText: 'レポートの数値の内訳' })
      .locator('strong');
    await note.waitFor();
    expect(number(await note.textContent())).toBe(expected);
  });

  it.each([
    [
      'the comparison value below a value',
      'analyze/ad-statistics?period=d30&compare=previous',
      'tbody [data-column="ad_click_count"] [data-earlier] a',
    ],
    [
      'the comparison value of a week in a trend',
      'analyze/term?period=d90&compare=previous',
      'tbody [data-column="ad_click_count"] [data-earlier] a',
    ],
    [
      'the rest of a trend',
      'analyze/term?period=d30&axis=ad&compare=0',
      'tbody [data-column="ad_click_count"] a[href*="ad%21"]',
    ],
    ['conversions of all settings', 'analyze/cv?period=d30', 'dl a[href*="cv_settings%3Dall"]'],
    ['a bar of contacts', 'analyze/cv?period=d30', 'ol a[href*="touches%3D2"]'],
    ['a bar of latencies', 'analyze/cv?period=d30', 'ol a[href*="latency%3D86400"]'],
    ['a frequent path', 'analyze/cv?period=d30', 'td a[href*="path%3D"]'],
    ['a path with an ad', 'ad/ad/1', 'td a[href*="path%3D"]'],
    ['conversions that two ads share', 'ad/ad/1', 'td a[href*="through%3D"]'],
    ['the customers of all acquisition months', 'analyze/effect?view=cv', 'dl a[href*="attrCv"]'],
    ['the customers of the total by ad', 'analyze/effect?view=cv', 'tfoot [data-column="customers"] a'],
    [
      'the acquisition month of the total',
      'analyze/effect?view=customers',
      'tfoot [data-column="month_0"] a',
    ],
    ['the clicks of a variant', 'analyze/lpo?period=d30', 'td:not([data-column]) a[href*="clicks%3B"]'],
    [
      'the conversions of a variant',
      'analyze/lpo?period=d30',
      'td:not([data-column]) a[href*="cvChosen%3B"]',
    ],
    [
      'the conversions of a variant of a setting',
      'analyze/lpo?period=d30&cv=1',
      'td:not([data-column]) a[href*="cv_settings%3D1"]',
    ],
    ['an ad without a model', 'ad/ad/1', 'table td a[href*="cvFinal%3B"]'],
    [
      'base values of a simulation',
      'analyze/allocation?period=d30&of=ad&changes=1:50p',
      'dl a[href*="cvFinal%3B"]',
    ],
  ])('opens %s', async (_, path, selector) => {
    await page.goto(`${running.url}/${path}`);
    const { link, label } = await firstAt(selector);
    const expected = number(label.split('件')[0] ?? '');
    expect(expected).toBeGreaterThan(0);
    await opensRowsOf(link, expected);
    await drawer(page)
      .getByText(new RegExp(`${expected.toLocaleString('en')}件`))
      .first()
      .waitFor();
  });

  it.each([
    ['the sales of all acquisition months', 'analyze/effect?view=cv', 'dl a[href*="attrAmount"]'],
    [
      'a later month of the total of one acquisition month',
      `analyze/effect?view=amount_cumulative&from=${daysAgo(120)}&to=${daysAgo(120)}`,
      'tfoot [data-column="month_2"] a',
    ],
    [
      'a later month of the total of several acquisition months',
      `analyze/effect?view=amount_cumulative&from=${daysAgo(150)}&to=${daysAgo(110)}`,
      'tfoot [data-column="month_2"] a',
    ],
    ['the sales of a variant', 'analyze/lpo?period=d30', 'td:not([data-column]) a[href*="amountSen%3B"]'],
    ['the credit of an ad under a model', 'ad/ad/1', 'table td a[href*="attrCv3%3B"]'],
    ['the sales of an ad under a model', 'ad/ad/1', 'table td a[href*="attrAmount4%3B"]'],
    [
      'the base sales of a simulation',
      'analyze/allocation?period=d30&of=ad&changes=1:50p',
      'dl a[href*="amountSen%3B"]',
    ],
  ])('opens %s, which sum to it', async (_, path, selector) => {
    await page.goto(`${running.url}/${path}`);
    const { link, text } = await firstAt(selector);
    const expected = number(text);
    expect(expected).toBeGreaterThan(0);
    await opensRowsOf(link, expected);
  });

  it('opens no direct conversions if a filter by ASP excludes them', async () => {
    await page.goto(`${running.url}/analyze/cv?period=d90&asp_ids=1`);
    await page.locator('dl a[href*="cv_settings%3Dall"]').first().waitFor();
    expect(await page.locator('dl a[href*="no_ad"]').count()).toBe(0);
    await page.goto(`${running.url}/analyze/cv?period=d90`);
    await page.locator('dl a[href*="no_ad"]').first().waitFor();
  });

  it('opens all results of an ad', async () => {
    await page.goto(`${running.url}/ad/ad/12`);
    const links = page.locator('tfoot a[href^="/log/result"]');
    const link = links.first();
    await link.waitFor();
    // Their cost opens the same rows.
    expect(await links.last().getAttribute('href')).toBe(await link.getAttribute('href'));
    const expected = number(await link.textContent());
    expect(expected).toBeGreaterThan(0);
    await link.click();
    await page
      .getByText(new RegExp(`(^|\\D)${expected.toLocaleString('en')}件`))
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^広告/ }).first().waitFor();
  });

  it('moves from a value to its comparison value, and on to the next row', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30&compare=previous`);
    await metricLink(page, 'ad_click_count').focus();
    const isEarlier = () => page.evaluate(`document.activeElement.closest('[data-earlier]') !== null`);
    await page.keyboard.press('ArrowDown');
    expect(await isEarlier()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await isEarlier()).toBe(false);
    await page.keyboard.press('ArrowUp');
    expect(await isEarlier()).toBe(true);
  });

  it('moves through the months of a cohort by arrow keys', async () => {
    await page.goto(`${running.url}/analyze/effect?view=cv`);
    await metricLink(page, 'month_0').waitFor();
    await metricLink(page, 'cost').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(`document.activeElement.closest('td').getAttribute('data-column')`)).toBe(
      'month_0',
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await drawer(page).getByText('レポートの数値の内訳').waitFor();
  });

  it('opens in a new tab by the middle button, including the total', async () => {
    await open();
    const total = page.locator('thead [data-column="amount_sum"] a').first();
    const expected = number(await total.textContent());
    const [tab] = await Promise.all([page.context().waitForEvent('page'), total.click({ button: 'middle' })]);
    const sum = tab.getByRole('status').filter({ hasText: '売上' }).locator('strong');
    await sum.waitFor();
    expect(number(await sum.textContent())).toBe(expected);
    await tab.close();
  });

  it('works by keyboard alone', async () => {
    await open();
    await page
      .getByRole('link', { name: /別に見る$/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('td a:focus');
    expect(await focused.count()).toBe(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await drawer(page).getByText('レポートの数値の内訳').waitFor();
  });

  it('links an ad without click costs to its other costs', async () => {
    await page.goto(
      `${running.url}/analyze/ad-statistics?period=d30&axis=ad&q=${encodeURIComponent('お茶ランキング')}`,
    );
    await page
      .locator('tbody tr[data-row-key]')
      .filter({ hasText: 'お茶ランキング' })
      .locator('[data-column="ad_cost"] a')
      .first()
      .click();
    await drawer(page).locator('tbody tr.ant-table-row').first().waitFor();
    const note = page.getByRole('status').filter({ hasText: 'クリック費用0円' });
    await note.waitFor();
    expect(await note.getByRole('link', { name: 'クリック費用' }).count()).toBe(0);
    await page.goBack();
    await drawer(page).waitFor({ state: 'hidden' });
  });

  /**
   * Follows a cost of ads to its clicks. The note starts with the cost and lists its parts, which sum to it.
   */
  const expectCostParts = async (cost: Locator): Promise<Locator> => {
    const expected = number(await cost.textContent());
    await cost.click();
    const note = page.getByRole('status').filter({ hasText: 'クリック費用' });
    const readNote = async (): Promise<number[]> => {
      const [total = NaN, ...parts] = (await note.locator('strong').allTextContents()).map(number);
      return [total, parts.reduce((all, part) => all + part, 0)];
    };
    await note.waitFor();
    expect(await eventually(readNote, (now) => now.every((one) => one === expected))).toEqual([
      expected,
      expected,
    ]);
    return note;
  };

  it("names the part of a device's cost that is in no log", async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30&axis=device`);
    const note = await expectCostParts(metricLink(page, 'ad_cost'));
    expect(await note.getByText('期間費用と媒体費用の按分').count()).toBe(1);
  });

  it('shows the cost of acquiring rows for the cost of ad effect', async () => {
    await page.goto(`${running.url}/analyze/effect`);
    await page.getByText('この期間に顧客を獲得しなかった広告の広告費').waitFor();
    const note = await expectCostParts(metricLink(page, 'cost'));
    expect(await note.getByText('その月に顧客を獲得した広告のみ').count()).toBe(1);
  });

  it('shows the parts of an ad cost, and closes with one press', async () => {
    await open();
    const note = await expectCostParts(page.locator('thead [data-column="ad_cost"] a').first());
    await note.getByRole('link', { name: '承認済みの成果費用' }).click();
    await drawer(page).getByText('成果ログ').first().waitFor();
    await page.getByRole('button', { name: 'すべての行を表示' }).click();
    await page.getByText('レポートの数値の内訳').waitFor({ state: 'hidden' });
    expect(await page.getByText('レポートの数値の内訳').count()).toBe(0);
  });
});
