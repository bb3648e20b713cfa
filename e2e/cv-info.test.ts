import type { Page, Request } from 'playwright-core';
import { accessibilityViolations, newPage, screenshot } from './support/browser';
import { downloadCsvFile, fitsWidth, signedInPage, signInOnScreen } from './support/console';
import { eventually, signIn, type RestClient } from './support/rest';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

interface Info {
  count: number;
  results: {
    event_id: string;
    cv_setting_id: number;
    touches: number;
    path: { ad: string; share: number }[];
  }[];
  total: Record<string, number>;
  frequent_paths: { steps: { ad: string }[]; count: number }[];
  path_count: number;
}

describeConsole('CV information in Chromium', 'CV information was not tried', (running) => {
  let page: Page;
  let admin: RestClient;
  let operations: string[] = [];

  beforeAll(async () => {
    admin = await signIn(running.url, 'admin@example.com');
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
    page.setDefaultTimeout(20_000);
    page.on('request', (request: Request) => {
      const { operationName = '' } = request.url().endsWith('/graphql')
        ? ((request.postDataJSON() ?? {}) as { operationName?: string })
        : {};
      if (operationName.startsWith('CvInfo') || operationName === 'CreditExplanation')
        operations.push(operationName);
    });
  });
  const rest = async (query = ''): Promise<Info> =>
    (await admin.get(`/analyses/cv_info/?product_id=1&page_size=50${query}`)) as unknown as Info;
  const list = () => page.getByRole('region', { name: 'CV一覧' });
  const paths = () => page.getByRole('region', { name: '多い接触経路' });
  const why = () => page.getByRole('region', { name: '配分の理由' });
  const rowsStand = () => list().locator('tbody tr.ant-table-row').first().waitFor();
  const open = async (query = ''): Promise<void> => {
    await page.goto(`${running.url}/analyze/cv${query}`);
    await rowsStand();
  };
  /** Returns the requests that an action causes, once the page is idle. */
  const operationsOf = async (act: () => Promise<unknown>): Promise<string[]> => {
    operations = [];
    await act();
    for (let before = -1; before !== operations.length;) {
      before = operations.length;
      await page.waitForTimeout(700);
    }
    return [...operations].sort();
  };

  it('shows the same conversions, metrics and paths as REST', async () => {
    const info = await rest();
    await open();
    const strip = page.getByRole('region', { name: '主要指標' });
    await strip
      .getByText(info.total.count?.toLocaleString('en') ?? '', { exact: true })
      .first()
      .waitFor();
    await strip
      .getByText(info.total.cv_total_final?.toLocaleString('en') ?? '', { exact: true })
      .first()
      .waitFor();
    const statistics = (await admin.get('/analyses/ad_summaries/?product_id=1')) as {
      total: Record<string, number>;
    };
    expect(info.total).toMatchObject({
      cv_total_final: statistics.total.cv_total_final,
      amount_sum: statistics.total.amount_sum,
    });
    await list()
      .getByText(`${info.count.toLocaleString('en')}件中 1〜50件`)
      .waitFor();
    expect(await list().locator('tbody tr.ant-table-row').count()).toBe(50);
    await paths()
      .getByText(`全${info.path_count.toLocaleString('en')}通り`, { exact: false })
      .waitFor();
    const counts = await paths().locator('tbody tr.ant-table-row td:nth-child(3)').allInnerTexts();
    expect(counts.map(Number)).toEqual(info.frequent_paths.slice(0, 10).map(({ count }) => count));
    for (const { path } of info.results)
      if (path.length > 0) expect(path.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    await screenshot(page, 'cv-info');
  });

  it('sends one request per change, keeps it in the address, and Back undoes it', async () => {
    await open();
    const next = () => list().getByRole('listitem', { name: '2' }).click();
    expect(await operationsOf(next)).toEqual(['CvInfoRows']);
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    expect(await operationsOf(() => list().getByRole('columnheader', { name: /^売上/ }).click())).toEqual([
      'CvInfoRows',
    ]);
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-amount');
    expect(await operationsOf(() => paths().getByText('流れ図').click())).toEqual([]);
    await paths().getByRole('img').waitFor();
    expect(await paths().locator('svg path').count()).toBeGreaterThan(5);
    expect(await operationsOf(() => paths().getByRole('switch').click())).toEqual(['CvInfoPaths']);
    expect(await operationsOf(() => page.goBack())).toEqual(['CvInfoPaths']);
    await page.goBack();
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    await page.reload();
    await list()
      .getByText(/件中 51〜100件/)
      .waitFor();
  });

  it('opens the steps of a row: time, lag, share, attributed and normal credit', async () => {
    const info = await rest('&sortName=touches&sortAsc=false');
    await open('?sort=-touches');
    await list().locator('.ant-table-row-expand-icon').first().click();
    const steps = list().locator('tr.ant-table-expanded-row table tbody tr');
    await steps.first().waitFor();
    expect(await steps.count()).toBe(info.results[0]?.touches);
    const names = await steps.locator('td:nth-child(3)').allInnerTexts();
    expect(names).toEqual(info.results[0]?.path.map(({ ad }) => ad));
  });

  it('explains the credit: its arithmetic, and the outcome under other rules', async () => {
    await open('?sort=-touches&model=2');
    await list().getByRole('link', { name: '理由' }).first().click();
    await page.waitForURL(/\/log\/cv\/.+model=2.*#credit$/);
    await why()
      .getByText(/^0\.7\^\d+ \/ \(1 \+ 0\.7 \+ /)
      .first()
      .waitFor();
    await why().getByText('試算').first().waitFor();
    const shares = async (): Promise<number[]> =>
      (
        await why()
          .getByRole('region', { name: '経路に入った接触' })
          .locator('li')
          .getByText(/^[\d.]+%$/)
          .allInnerTexts()
      ).map((text) => Number(text.replace('%', '')));
    expect((await shares()).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    const models = why().getByRole('region', { name: 'モデル別の配分' });
    expect(await models.getByRole('columnheader').count()).toBe(7);
    const window = why().getByRole('textbox', { name: '対象期間' });
    await window.fill('０');
    await window.press('Enter');
    await why().getByRole('alert').getByText('1〜3650の整数で入力してください').waitFor();
    await window.fill('１');
    expect(await operationsOf(() => window.press('Enter'))).toEqual(['CreditExplanation']);
    await page.waitForURL((url) => url.searchParams.get('window') === '1');
    await why().getByText('CVの1日前より古い接触は経路に入りません。').first().waitFor();
    await screenshot(page, 'why-credit');
    await why().getByRole('button', { name: '集計と同じ条件に戻す' }).click();
    await why().getByText('レポートの集計と同じ条件です。').waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get('window') === '1');
  });

  it('exports every matching conversion, with labels', async () => {
    await open('?sort=amount');
    const info = await rest();
    const file = await downloadCsvFile(page);
    const lines = file.trim().split('\r\n');
    expect(lines.filter((line) => /^"?\d{4}\/\d\d\/\d\d|demo/.test(line)).length).toBe(info.count);
    expect(file).toContain('接触経路');
  });

  it("shows an agency its own conversions, without the names of others' ads", async () => {
    const other = await newPage(running.browser);
    other.setDefaultTimeout(20_000);
    const agency = await signIn(running.url, 'agency@example.com');
    const ownRows = (await agency.get('/analyses/cv_info/?product_id=1')) as unknown as {
      count: number;
      results: { ip_address: null; args: null }[];
    };
    expect(ownRows.results.every(({ ip_address: ip, args }) => ip === null && args === null)).toBe(true);
    await signInOnScreen(other, running.url, 'agency@example.com');
    await other.goto(`${running.url}/analyze/cv`);
    await eventually(
      () => other.getByRole('region', { name: 'CV一覧' }).getByRole('status').innerText(),
      (text) => text.startsWith(`${ownRows.count.toLocaleString('en')}件中`),
    );
    await other.getByText('他の代理店').first().waitFor();
    await other.close();
  });

  it('shows an empty result, and an error', async () => {
    await page.goto(`${running.url}/analyze/cv?from=2001-01-01&to=2001-01-02`);
    await list().getByText('この条件に当てはまるデータはありません').waitFor();
    await page.route('**/graphql', (route) =>
      (route.request().postDataJSON() as { operationName?: string }).operationName === 'CvInfoRows'
        ? route.fulfill({ status: 500, body: '{}' })
        : route.continue(),
    );
    await page.goto(`${running.url}/analyze/cv`);
    await page.getByText('レポートを表示できませんでした').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: '再試行' }).click();
    await rowsStand();
  });

  it.each(['/analyze/cv', '/analyze/cv?paths=flow'])('%s is accessible', async (path) => {
    await page.goto(`${running.url}${path}`);
    await rowsStand();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it.each([1440, 375])('fits a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await open();
    expect(await fitsWidth(page)).toBe(true);
  });
});
