import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ApiWorld } from '../server/composition/testing/api-world';
import type { Database } from '../server/db/database';
import { settle } from '../server/sweeps';
import { ingest, type IncomingEvent } from '../server/journeys';
import { Ad } from '../server/settings/ad/ad.entity';
import { describeInBrowser, launchBrowser } from './support/browser';
import { signedInPage } from './support/console';
import { startFilled, type FilledProduct } from './support/filled-product';
import { ReportRequests } from './support/report-screen';
import { eventually } from './support/rest';

jest.setTimeout(600_000);

const ADS = 10_000;
const AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** Maximum number of drawn rows: the visible ones and some around them. */
const MOST_DRAWN = 80;

if (describeInBrowser === describe.skip)
  console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); ten thousand rows were not tried');

/** Adds this many ads, each with one visitor's click and order. */
async function addAds(db: Database, { open, agencies }: ApiWorld): Promise<void> {
  const time = Date.now() - DAY_MS;
  for (let start = 0; start < ADS; start += AT_ONCE) {
    await db.write(async ({ manager }) => {
      const ads = Array.from({ length: AT_ONCE }, (_, n) => ({
        productId: open.product,
        agencyId: agencies[0],
        aspId: open.asp,
        adCategoryId: open.adCategory,
        code: `many-${start + n}`,
        adName: `広告 ${String(start + n).padStart(5, '0')}`,
        clickCost: 10 + ((start + n) % 90),
        cvCost: 0,
        redirectUrl: 'https://open.example/lp',
        periodFrom: 20250101,
        periodTo: 20271231,
      }));
      await manager.save(manager.create(Ad, ads));
    });
  }
  const ads = await db.read<{ id: number }>(
    'SELECT id FROM ad WHERE product_id = ? AND code LIKE ? ORDER BY id',
    [open.product, 'many-%'],
  );
  const base = {
    productId: open.product,
    door: 'import',
    ip: '203.0.113.9',
    ua: null,
    key1: null,
    key2: null,
    key3: null,
  } as const;
  const events = ads.flatMap(({ id }, n): IncomingEvent[] => [
    {
      ...base,
      type: 'click',
      id: `many-c${n}`,
      time: time + n,
      visitorId: `many-v${n}`,
      adId: id,
      redirectId: 0,
      lpoEntryId: 0,
      params: null,
      landingUrl: null,
      cost: null,
      xclid: null,
      ses: null,
    },
    {
      ...base,
      type: 'conversion',
      id: `many-o${n}`,
      time: time + n + 60_000,
      visitorId: `many-v${n}`,
      interactionRef: null,
      cvSettingId: open.cvSetting,
      amount: 1000 + n,
      userId: null,
      args: null,
      otherKey1: null,
      otherKey2: null,
      otherKey3: null,
      url: null,
      referrer: null,
    },
  ]);
  for (let start = 0; start < events.length; start += AT_ONCE)
    await db.write((tx) => ingest(tx, events.slice(start, start + AT_ONCE)));
  await settle(db);
}

describeInBrowser('ten thousand ads', () => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-many-'));
  let filled: FilledProduct;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    filled = await startFilled(`sqlite:${join(dir, 'many.db')}`, addAds);
    browser = await launchBrowser();
    page = await signedInPage(browser, filled.product.url, 'admin@alpha.example');
  });
  afterAll(async () => {
    await browser?.close();
    await filled?.product.discard();
    rmSync(dir, { recursive: true, force: true });
  });

  const drawn = (): Promise<number> =>
    page.evaluate(`document.querySelectorAll('[data-scroll-box] tbody tr[data-row-key]').length`);
  /** Measures the longest block of the page's main thread during an action, in ms. It is only reported. */
  const longestTask = async (act: () => Promise<unknown>): Promise<number> => {
    await page.evaluate(
      `window.longest = 0; window.watch = new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration); }); window.watch.observe({ type: 'longtask' });`,
    );
    await act();
    await page.waitForTimeout(300);
    return page.evaluate('window.watch.disconnect(), window.longest');
  };
  const scrollThrough = (): Promise<void> =>
    page.evaluate(`(async () => {
      const box = document.querySelector('[data-scroll-box]');
      for (let n = 0; n < 60; n += 1) {
        box.scrollTop += 700;
        await new Promise((next) => requestAnimationFrame(next));
      }
    })()`);

  it.each([
    // The top rows, and all rows.
    ['/analyze/ad-statistics', 2],
    ['/analyze/attribution', 2],
    // A simulation needs all rows.
    ['/analyze/allocation', 1],
  ])(
    '%s sends %d requests, draws only visible rows, and sorts and searches without a request',
    async (path, questions) => {
      const requests = new ReportRequests(page);
      const start = Date.now();
      expect(await requests.countDuring(() => page.goto(`${filled.product.url}${path}?axis=ad`))).toBe(
        questions,
      );
      const opened = Date.now() - start;
      const table = page.locator('[data-scroll-box] table').first();
      // The top rows are drawn before the others arrive.
      const rows = await eventually(
        async () => Number(await table.getAttribute('aria-rowcount')),
        (count) => count >= ADS,
      );
      expect(rows).toBeGreaterThanOrEqual(ADS);
      expect(await drawn()).toBeLessThan(MOST_DRAWN);
      const durations: Record<string, number> = { opened };
      durations.scroll = await longestTask(scrollThrough);
      expect(await drawn()).toBeLessThan(MOST_DRAWN);
      const sort = page.getByRole('columnheader').nth(4).getByRole('button').first();
      if (await sort.isVisible())
        durations.sort = await longestTask(async () =>
          expect(await requests.countDuring(() => sort.click())).toBe(0),
        );
      const search = page.getByRole('textbox', { name: '行を名前で検索' });
      if (await search.isVisible()) {
        durations.search = await longestTask(async () =>
          expect(await requests.countDuring(() => search.pressSequentially('広告 0777', { delay: 30 }))).toBe(
            0,
          ),
        );
        // 07770 to 07779, and 00777.
        expect(await drawn()).toBe(11);
      }
      console.log(
        `${path}: ${rows} rows; ${Object.entries(durations)
          .map(([what, ms]) => `${what} ${Math.round(ms)} ms`)
          .join(', ')}`,
      );
    },
  );
});
