import type { Page } from 'playwright-core';
import { accessibilityViolations, newPage, screenshot } from './support/browser';
import { downloadCsvFile, fitsWidth, signedInPage, signInOnScreen } from './support/console';
import { chooseOption, ReportRequests } from './support/report-screen';
import { signIn, type Report, type RestClient, type Row } from './support/rest';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

interface Lpo extends Report {
  tests: {
    redirect_id: number;
    redirect: string;
    delivery_changed_at: string | null;
    variants: { lpo_title_id: number; lpo_title: string; retired: boolean }[];
  }[];
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36';
const PATH = '/analyses/lpo_analysis/?product_id=1';
const panels = (page: Page) =>
  page.getByRole('region').filter({ has: page.locator('thead th:text-is("パターン")') });

describeConsole('the LPO screen', 'the LPO screen was not tried', (running) => {
  let rest: RestClient;
  const open = async (page: Page, query = ''): Promise<void> => {
    await page.goto(`${running.url}/analyze/lpo${query}`);
    await panels(page).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

  const put = async (path: string, body: object): Promise<number> =>
    (
      await rest.ask(path, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;

  beforeAll(async () => {
    rest = await signIn(running.url, 'admin@example.com');
  });
  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [375, 'light'],
    [375, 'dark'],
  ] as const)('is accessible and fits, %i pixels, %s', async (width, scheme) => {
    const page = await newPage(running.browser, width, scheme);
    await page.context().addCookies([{ name: 'ic_theme', value: 'system', url: running.url }]);
    await signInOnScreen(page, running.url, 'admin@example.com');
    await open(page);
    await screenshot(page, `lpo-${width}-${scheme}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
    await page.context().close();
  });

  it("has a panel per test, with the report's metrics", async () => {
    const page = await signedInPage(running.browser, running.url);
    await open(page);
    const { results, tests } = await rest.get<Lpo>(PATH);
    expect(await panels(page).count()).toBe(tests.length);
    for (const { redirect, redirect_id, variants } of tests) {
      const panel = page.getByRole('region', { name: redirect, exact: true });
      expect(await panel.getByRole('link', { name: '設定を開く' }).getAttribute('href')).toBe(
        `/ad/redirect-setting/${redirect_id}`,
      );
      for (const { lpo_title_id, lpo_title } of variants) {
        const row = results.find((one) => one.lpo_title_id === lpo_title_id) as Row;
        const text = await panel.getByRole('row', { name: lpo_title }).innerText();
        expect(text).toContain(
          `${Number(row.deliver_ratio_actual).toFixed(1)}% / ${Number(row.deliver_ratio)}%`,
        );
        expect(text).toContain(Number(row.ad_click_count).toLocaleString('en'));
        if (
          row.best_probability !== null &&
          Number(row.best_probability) > 0.001 &&
          Number(row.best_probability) < 0.999
        ) {
          expect(text).toContain(`${(Number(row.best_probability) * 100).toFixed(1)}%`);
        }
      }
    }
    expect(await page.getByText('配信が設定と合っていません').count()).toBeLessThanOrEqual(tests.length);
    expect(await downloadCsvFile(page)).toContain('最良の確率');
    await page.context().close();
  });

  it('sends one request per choice, and Back undoes it', async () => {
    const page = await newPage(running.browser);
    const requests = new ReportRequests(page);
    await signInOnScreen(page, running.url, 'admin@example.com');
    expect(await requests.countDuring(() => open(page))).toBe(1);
    const choose = (label: string): Promise<void> => chooseOption(page, label, 1);
    expect(await requests.countDuring(() => choose('CVRに使うCV'))).toBe(1);
    expect(new URL(page.url()).searchParams.get('cv')).toMatch(/^\d+$/);
    expect(await requests.countDuring(() => choose('配分モデル'))).toBe(1);
    expect(await requests.countDuring(() => page.goBack())).toBe(1);
    expect(await requests.countDuring(() => page.goBack())).toBe(1);
    expect(new URL(page.url()).searchParams.get('cv')).toBeNull();
    await open(page, '?axis=redirect,lpo_title,device');
    expect(await panels(page).first().getAttribute('aria-label')).toMatch(/ \/ /);
    await page.goto(`${running.url}/analyze/lpo?axis=ad`);
    await page.getByRole('button', { name: '集計軸を戻す' }).click();
    await panels(page).first().waitFor();
    await page.context().close();
  });

  it('shows no false alarm after a change of rates, and keeps the name of a deleted variant', async () => {
    const { tests } = await rest.get<Lpo>(PATH);
    const [first] = tests;
    if (!first) throw new Error('The demo has no test');
    const path = `/redirects/${first.redirect_id}/`;
    const before = await rest.get<Row & { lpo: { id: number; title: string; url: string; rate: number }[] }>(
      path,
    );
    const [removed, ...remaining] = before.lpo;
    const lpo = [
      ...remaining.slice(0, -1),
      { ...remaining.at(-1), rate: (remaining.at(-1)?.rate ?? 0) + (removed?.rate ?? 0) },
    ];
    expect(await put(path, { ...before, lpo })).toBe(200);
    const after = await rest.get<Lpo>(PATH);
    const row = after.results.find((one) => one.lpo_title_id === removed?.id);
    expect(row).toMatchObject({ lpo_title: removed?.title, deliver_ratio: 0 });
    expect(
      after.tests.find(({ redirect_id }) => redirect_id === first.redirect_id)?.delivery_changed_at,
    ).toMatch(/^\d{4}\/\d\d\/\d\d /);
    const page = await signedInPage(running.browser, running.url);
    await open(page);
    const panel = page.getByRole('region', { name: first.redirect, exact: true });
    await panel.getByText(/配信割合は.*に変更されています/).waitFor();
    expect(await panel.getByText('配信が設定と合っていません').count()).toBe(0);
    expect(await panel.getByRole('row', { name: removed?.title ?? '' }).innerText()).toContain('配信終了');
    await page.context().close();
  });

  it('counts a click for the variant that received it', async () => {
    const { tests } = await rest.get<Lpo>(PATH);
    const redirect = await rest.get<Row & { lpo: { id: number; url: string }[] }>(
      `/redirects/${tests[1]?.redirect_id}/`,
    );
    const today = `${PATH}&date_from=${tokyoDay()}&date_to=${tokyoDay()}`;
    const answer = await fetch(String(redirect.redirect_link), {
      redirect: 'manual',
      headers: { 'user-agent': BROWSER },
    });
    const landing = new URL(answer.headers.get('location') ?? '');
    const variant = redirect.lpo.find(({ url }) =>
      new URL(url).search
        .slice(1)
        .split('&')
        .every((part) => landing.search.includes(part)),
    );
    const clicks = async (): Promise<unknown> =>
      (await rest.get<Lpo>(today)).results.find((one) => one.lpo_title_id === variant?.id)?.ad_click_count;
    const until = Date.now() + 20_000;
    while ((await clicks()) !== 1 && Date.now() < until) await new Promise((done) => setTimeout(done, 500));
    expect(await clicks()).toBe(1);
  });

  it('marks a test that is no longer split', async () => {
    for (const { redirect_id } of (await rest.get<Lpo>(PATH)).tests) {
      const path = `/redirects/${redirect_id}/`;
      expect(await put(path, { ...(await rest.get<Row>(path)), lpo_flag: false })).toBe(200);
    }
    const page = await signedInPage(running.browser, running.url);
    await open(page);
    expect(await page.getByText('LPO（振り分け配信）は現在オフです').count()).toBeGreaterThan(0);
    await page.context().close();
  });
});

const tokyoDay = (): string => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
