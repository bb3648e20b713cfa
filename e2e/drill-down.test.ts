import type { Locator, Page } from 'playwright-core';
import { signedInPage } from './support/console';
import { eventually } from './support/rest';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

/** The uppermost figure of a column that opens anything. */
const figure = (page: Page, column: string) => page.locator(`tbody [data-column="${column}"] a`).first();
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const number = (text: string | null): number => Number((text ?? '').replace(/[^\d.-]/g, ''));

describeConsole('a figure of a report', 'no figure of a report was opened', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url);
  });
  const open = async (): Promise<void> => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30`);
    await figure(page, 'cv_total_final').waitFor();
  };

  /** The first link of a place, with what it says and shows: its page comes in parts, and the first one may be another a moment later. */
  const firstAt = async (place: string): Promise<{ link: Locator; said: string; text: string }> => {
    const first = page.locator(place).first();
    await first.waitFor();
    const { href, name, text } = await first.evaluate((a) => ({
      href: a.getAttribute('href') ?? '',
      name: a.getAttribute('aria-label'),
      text: a.textContent ?? '',
    }));
    return { link: page.locator(`a[href="${href}"]`).first(), said: name?.split('：')[1] ?? text, text };
  };

  /** Follows a figure to its log, whose note counts or adds up the rows anew. */
  const opensRowsOf = async (link: Locator, wanted: number): Promise<void> => {
    await link.click();
    await page.waitForURL((url) => url.pathname.startsWith('/log/'));
    const note = page.getByRole('status').filter({ hasText: 'レポートの数値の内訳' }).locator('strong');
    await note.waitFor();
    expect(number(await note.textContent())).toBe(wanted);
  };

  it.each([
    ['cv_total_final', '/log/cv'],
    ['ad_click_count', '/log/interaction'],
  ])('%s opens as many rows as it says in %s, and Back leads back', async (column, path) => {
    await open();
    const wanted = number(await figure(page, column).textContent());
    expect(wanted).toBeGreaterThan(0);
    await figure(page, column).click();
    await page.waitForURL((url) => url.pathname === path);
    const note = page.getByRole('status').filter({ hasText: 'レポートの数値の内訳' });
    await note.locator('strong').waitFor();
    expect(number(await note.locator('strong').textContent())).toBe(wanted);
    await page
      .getByText(new RegExp(`${wanted.toLocaleString('en')}件`))
      .first()
      .waitFor();
    await page.goBack();
    await figure(page, column).waitFor();
    expect(number(await figure(page, column).textContent())).toBe(wanted);
  });

  it.each([
    ['what a cohort did a month later', 'effect?view=cv', 'month_1'],
    ['the customers of a month', 'effect?view=cv', 'customers'],
    ['the sales of a cohort so far', 'effect?view=amount_cumulative', 'month_2'],
    ['what a simulation begins with', 'allocation?period=d30', 'cv_total_final_before'],
  ])('opens %s', async (_, path, column) => {
    await page.goto(`${running.url}/analyze/${path}`);
    await figure(page, column).waitFor();
    const wanted = number(await figure(page, column).textContent());
    expect(wanted).toBeGreaterThan(0);
    await figure(page, column).click();
    await page.waitForURL((url) => url.pathname === '/log/cv');
    const note = page.getByRole('status').filter({ hasText: 'レポートの数値の内訳' }).locator('strong');
    await note.waitFor();
    expect(number(await note.textContent())).toBe(wanted);
  });

  it.each([
    [
      'the value of before below a value',
      'analyze/ad-statistics?period=d30&compare=previous',
      'tbody [data-column="ad_click_count"] [data-earlier] a',
    ],
    [
      'the value of before of a week in a trend',
      'analyze/term?period=d90&compare=previous',
      'tbody [data-column="ad_click_count"] [data-earlier] a',
    ],
    [
      'what a trend joins as the rest',
      'analyze/term?period=d30&axis=ad&compare=0',
      'tbody [data-column="ad_click_count"] a[href*="ad%21"]',
    ],
    ['conversions of all settings', 'analyze/cv?period=d30', 'dl a[href*="cv_settings%3Dall"]'],
    ['a bar of contacts', 'analyze/cv?period=d30', 'ol a[href*="touches%3D2"]'],
    ['a bar of latencies', 'analyze/cv?period=d30', 'ol a[href*="latency%3D86400"]'],
    ['a frequent path', 'analyze/cv?period=d30', 'td a[href*="path%3D"]'],
    ['a path that an ad is on', 'ad/ad/1', 'td a[href*="path%3D"]'],
    ['conversions that two ads share', 'ad/ad/1', 'td a[href*="through%3D"]'],
    ['the customers of all acquisition months', 'analyze/effect?view=cv', 'dl a[href*="attrCv"]'],
    ['the customers of the total by ad', 'analyze/effect?view=cv', 'tfoot [data-column="customers"] a'],
    [
      'the month that customers were acquired in, of the total',
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
      'what a simulation began with',
      'analyze/allocation?period=d30&of=ad&changes=1:50p',
      'dl a[href*="cvFinal%3B"]',
    ],
  ])('opens %s', async (_, path, place) => {
    await page.goto(`${running.url}/${path}`);
    const { link, said } = await firstAt(place);
    const wanted = number(said.split('件')[0] ?? '');
    expect(wanted).toBeGreaterThan(0);
    await opensRowsOf(link, wanted);
    await page
      .getByText(new RegExp(`${wanted.toLocaleString('en')}件`))
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
      'the sales that a simulation began with',
      'analyze/allocation?period=d30&of=ad&changes=1:50p',
      'dl a[href*="amountSen%3B"]',
    ],
  ])('opens %s, which add up to it', async (_, path, place) => {
    await page.goto(`${running.url}/${path}`);
    const { link, text } = await firstAt(place);
    const wanted = number(text);
    expect(wanted).toBeGreaterThan(0);
    await opensRowsOf(link, wanted);
  });

  it('opens no direct conversions where a filter by ASP leaves them out', async () => {
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
    const wanted = number(await link.textContent());
    expect(wanted).toBeGreaterThan(0);
    await link.click();
    await page
      .getByText(new RegExp(`(^|\\D)${wanted.toLocaleString('en')}件`))
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^広告/ }).first().waitFor();
  });

  it('walks from a value to the one of before below it, and on to the next row', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30&compare=previous`);
    await figure(page, 'ad_click_count').focus();
    const isEarlier = () => page.evaluate(`document.activeElement.closest('[data-earlier]') !== null`);
    await page.keyboard.press('ArrowDown');
    expect(await isEarlier()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await isEarlier()).toBe(false);
    await page.keyboard.press('ArrowUp');
    expect(await isEarlier()).toBe(true);
  });

  it('walks the months of a cohort by the arrow keys', async () => {
    await page.goto(`${running.url}/analyze/effect?view=cv`);
    await figure(page, 'month_0').waitFor();
    await figure(page, 'cost').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(`document.activeElement.closest('td').getAttribute('data-column')`)).toBe(
      'month_0',
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/log/cv' && url.searchParams.has('figure'));
  });

  it('opens in a tab of its own by the middle button, also the total', async () => {
    await open();
    const total = page.locator('thead [data-column="amount_sum"] a').first();
    const wanted = number(await total.textContent());
    const [tab] = await Promise.all([page.context().waitForEvent('page'), total.click({ button: 'middle' })]);
    const sum = tab.getByRole('status').filter({ hasText: '売上' }).locator('strong');
    await sum.waitFor();
    expect(number(await sum.textContent())).toBe(wanted);
    await tab.close();
  });

  it('is reached and opened by the keyboard alone', async () => {
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
    await page.waitForURL((url) => url.pathname.startsWith('/log/') && url.searchParams.has('figure'));
  });

  it('leads on to what an ad does cost, where it costs nothing by the click', async () => {
    await page.goto(
      `${running.url}/analyze/ad-statistics?period=d30&axis=ad&q=${encodeURIComponent('お茶ランキング')}`,
    );
    await page
      .locator('tbody tr[data-row-key]')
      .filter({ hasText: 'お茶ランキング' })
      .locator('[data-column="ad_cost"] a')
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === '/log/result');
    await page.locator('tbody tr.ant-table-row').first().waitFor();
    const note = page.getByRole('status').filter({ hasText: 'クリック費用0円' });
    await note.waitFor();
    expect(await note.getByRole('link', { name: 'クリック費用' }).count()).toBe(0);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/analyze/ad-statistics');
  });

  /** Follows a cost of ads to its clicks, whose note begins with the cost and has its parts beside: all of them make it. */
  const costIsMadeOf = async (cost: Locator): Promise<Locator> => {
    const wanted = number(await cost.textContent());
    await cost.click();
    const note = page.getByRole('status').filter({ hasText: 'クリック費用' });
    const told = async (): Promise<number[]> => {
      const [whole = NaN, ...parts] = (await note.locator('strong').allTextContents()).map(number);
      return [whole, parts.reduce((all, part) => all + part, 0)];
    };
    await note.waitFor();
    expect(await eventually(told, (now) => now.every((one) => one === wanted))).toEqual([wanted, wanted]);
    return note;
  };

  it('says what of the cost of a device is in no log', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=d30&axis=device`);
    const note = await costIsMadeOf(figure(page, 'ad_cost'));
    expect(await note.getByText('期間費用と媒体費用の按分').count()).toBe(1);
  });

  it('tells of the cost of ad effect what the rows that acquired somebody cost', async () => {
    await page.goto(`${running.url}/analyze/effect`);
    await page.getByText('この期間に顧客を獲得しなかった広告の広告費').waitFor();
    const note = await costIsMadeOf(figure(page, 'cost'));
    expect(await note.getByText('その月に顧客を獲得した広告のみ').count()).toBe(1);
  });

  it('says what the cost of ads is made of, and is left by one press', async () => {
    await open();
    const note = await costIsMadeOf(page.locator('thead [data-column="ad_cost"] a').first());
    await note.getByRole('link', { name: '承認済みの成果費用' }).click();
    await page.waitForURL((url) => url.pathname === '/log/result');
    await page.getByRole('button', { name: 'すべての行を表示' }).click();
    await page.waitForURL((url) => !url.searchParams.has('figure'));
    expect(await page.getByText('レポートの数値の内訳').count()).toBe(0);
  });
});
