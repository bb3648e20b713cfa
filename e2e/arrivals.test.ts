import type { Page } from 'playwright-core';
import { newPage } from './support/browser';
import { signedInPage } from './support/console';
import { waitForPurchase } from './support/purchase';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

/** Time limit for a purchase to appear in an open report. */
const ARRIVAL_MS = 30_000;

describeConsole('live updates of metrics', 'live updates were not tried', (running) => {
  let page: Page;
  let link: string;

  /** Clicks an ad and buys, as a new visitor. */
  const buy = async (): Promise<void> => {
    const visitor = await newPage(running.browser);
    await visitor.goto(link);
    await visitor.getByRole('link', { name: 'くわしく見る' }).click();
    await visitor.getByRole('button', { name: 'カートに入れる' }).click();
    const purchase = waitForPurchase(visitor);
    await visitor.getByRole('link', { name: /今すぐ購入する/ }).click();
    expect((await purchase).status()).toBe(200);
    await visitor.context().close();
  };
  const total = () => page.getByRole('row', { name: /^合計/ }).first();
  const toast = () => page.getByRole('status').filter({ hasText: '新しいCVが1件計測されました' });

  beforeAll(async () => {
    link = /(http\S+\/r\/\S+)\s+\(/.exec(running.product.stdout())?.[1] ?? '';
    page = await signedInPage(running.browser, running.url);
  });
  it('appear in an open report of today, with a message about the conversion', async () => {
    await page.goto(`${running.url}/analyze/ad-statistics?period=today`);
    await page.getByText('この条件に当てはまるデータはありません').waitFor();
    await buy();
    await toast().waitFor({ timeout: ARRIVAL_MS });
    await total().getByText('2,980', { exact: true }).waitFor();
  });

  it('come without flicker, and keep focus and scroll position', async () => {
    await toast().waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: '行を名前で検索' }).focus();
    await page.evaluate(`(() => {
      window.scrollTo(0, 40);
      const table = document.querySelector('[data-scroll-box] table');
      table.dataset.sameTable = 'yes';
      window.busy = 0;
      new MutationObserver(() => { if (document.querySelector('main [aria-busy="true"]')) window.busy += 1; })
        .observe(document.querySelector('main'), { attributes: true, childList: true, subtree: true });
    })()`);
    const scrolled = await page.evaluate('window.scrollY');
    await buy();
    await total().getByText('5,960', { exact: true }).waitFor({ timeout: ARRIVAL_MS });
    expect(
      await page.evaluate(`({
      busy: window.busy,
      same: document.querySelector('[data-scroll-box] table').dataset.sameTable,
      focused: document.activeElement.getAttribute('aria-label'),
      scrolled: window.scrollY,
    })`),
    ).toEqual({ busy: 0, same: 'yes', focused: '行を名前で検索', scrolled });
  });

  it('appear on an open dashboard, separate from the finished days', async () => {
    await page.goto(`${running.url}/dashboard`);
    const yesterday = page.getByRole('region', { name: '昨日', exact: true });
    await yesterday.getByText('今日 5,960円').waitFor();
    await buy();
    await yesterday.getByText('今日 8,940円').waitFor({ timeout: ARRIVAL_MS });
  });
});
