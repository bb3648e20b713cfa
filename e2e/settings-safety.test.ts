import type { BrowserContext, Page } from 'playwright-core';
import { routes } from '../shared/catalog';
import { newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { PAYLOAD, saveHostileTexts } from './support/hostile';
import { signIn } from './support/rest';
import { describeConsole } from './support/running-console';
import { settled, visitAll } from './support/visits';

jest.setTimeout(240_000);

const fill = (path: string): string => path.replace(':id', '1');
const detailPages = routes
  .filter(({ path }) => /^\/(ad|config)\/.*\/:id$/.test(path))
  .map(({ path }) => `${fill(path)}?mode=detail`);
const AXES = ['agency', 'asp', 'ad_category', 'ad_type1', 'ad', 'redirect'];

/** Every screen after the sign-in, including read-only views of settings and reports by each name. */
const SCREENS = [
  ...routes.filter((route) => !route.public).map(({ path }) => fill(path)),
  ...detailPages,
  '/ad/category-setting?tab=type1',
  ...AXES.map((axis) => `/analyze/ad-statistics?period=d90&axis=${axis}`),
  '/analyze/attribution?period=d90&axis=ad',
];

describeConsole('script injection', 'no script injection was tried', (running) => {
  let context: BrowserContext;
  const complaints: string[] = [];

  beforeAll(async () => {
    await saveHostileTexts(await signIn(running.url, 'admin@example.com'));
    const page = await newPage(running.browser);
    context = page.context();
    // The browser's console reports loads from a payload and rejections by the policy.
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.page()?.url()}: ${message.text()}`);
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      void dialog.dismiss();
    });
    await signInOnScreen(page, running.url, 'admin@example.com', { remember: true });
    await page.close();
  });
  /** Returns the traces of a payload that was parsed as markup. */
  const traces = (page: Page): Promise<unknown> =>
    page.evaluate(
      '({ ran: window.ran, elements: document.querySelectorAll("img[src=x], [onload], [onerror], iframe").length })',
    );
  const nothing = { ran: undefined, elements: 0 };
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${running.url}${path}`);
    await settled(page);
    return page;
  };

  it('runs on no screen', async () => {
    const pageTraces: unknown[] = [];
    await visitAll(context, SCREENS, async (page, path) => {
      await page.goto(`${running.url}${path}`);
      await settled(page);
      pageTraces.push({ path, ...((await traces(page)) as object) });
    });
    expect(
      pageTraces.filter(
        (one) =>
          (one as { ran?: unknown; elements: number }).ran !== undefined ||
          (one as { elements: number }).elements > 0,
      ),
    ).toEqual([]);
    expect(pageTraces).toHaveLength(SCREENS.length);
  });

  it('appears as text on its own screens', async () => {
    const page = await open('/ad/setting');
    await page.getByRole('row').filter({ hasText: PAYLOAD }).first().waitFor();
    await page.goto(`${running.url}/analyze/ad-statistics?period=d90&axis=ad`);
    await page.getByRole('row').filter({ hasText: PAYLOAD }).first().waitFor();
    await page.close();
  });

  it('runs in no selection, dialog or history', async () => {
    const page = await open('/ad/setting/new');
    await page.getByRole('button', { name: 'すべての項目を表示する' }).click();
    for (const name of ['ASP', '代理店', 'カテゴリ', 'タイプ1']) {
      await page.getByRole('combobox', { name }).click();
      await page
        .locator('.ant-select-item-option')
        .filter({ hasText: PAYLOAD, visible: true })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
    }
    await page.goto(`${running.url}/ad/setting?q=onerror`);
    await page
      .getByRole('button', { name: /：削除$/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText(PAYLOAD).first().waitFor();
    expect(await traces(page)).toEqual(nothing);
    await page.goto(`${running.url}/config/audit`);
    await page.getByRole('row').nth(1).getByRole('button').first().click();
    await page.getByText('変更前').waitFor();
    expect(await traces(page)).toEqual(nothing);
    await page.close();
  });

  it('causes no complaint of the browser', () => expect(complaints).toEqual([]));
});
