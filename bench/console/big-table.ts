import type { Page } from 'playwright-core';
import { launchBrowser, newPage } from '../../e2e/support/chromium';
import { signInOnScreen } from '../../e2e/support/console';
import { clientStep, codegenStep, ensureBuilt } from '../../tools/build/steps';
import { startRole } from '../children';
import type { BenchDatabase } from '../databases';
import type { Measurement } from '../goals';
import { summarize } from '../measure';
import { BENCH_USER, ensureUser } from '../reader';
import { select } from '../../server/db/statements';
import type { Database } from '../../server/db/database';
import { newRow } from '../../server/demo-data/settings/new-row';
import { settle } from '../../server/sweeps';
import { ingest } from '../../server/journeys';
import type { ClickEvent } from '../../server/journeys/events/incoming-event';
import { Company } from '../../server/settings/company';
import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar';
import { makeAds } from '../lists/many-ads';

const AT_ONCE = 1000;

/**
 * Creates a company with one product and this many ads. Each ad gets one click yesterday, so the report has
 * as many rows.
 */
const makeManyRows = async (
  db: Database,
  count: number,
): Promise<{ companyId: number; productId: number }> => {
  const { id: companyId } = await db.write(({ manager }) =>
    manager.save(newRow(Company, { divName: 'Bench' })),
  );
  const productId = await makeAds(db, companyId, count);
  const ads = await select<{ id: number }>(db)`SELECT id FROM ad WHERE product_id = ${productId} ORDER BY id`;
  const noon = startOfDay(addDays(dayOf(Date.now()), -1)) + 12 * 3_600_000;
  const clicks = ads.map(({ id }, index): ClickEvent => ({
    productId,
    id: `click-${id}`,
    time: noon + index,
    door: 'import',
    ip: null,
    ua: null,
    type: 'click',
    visitorId: `visitor-${id}`,
    adId: id,
    redirectId: 0,
    lpoEntryId: 0,
    params: null,
    landingUrl: null,
    cost: null,
    xclid: null,
    ses: null,
    key1: null,
    key2: null,
    key3: null,
  }));
  for (let start = 0; start < clicks.length; start += AT_ONCE)
    await db.write((tx) => ingest(tx, clicks.slice(start, start + AT_ONCE)));
  await settle(db);
  return { companyId, productId };
};

const ROWS = 10_000;
const FRAMES = 120;
const STEP_PX = 400;

/** Timings of one visit, in milliseconds. */
interface Visit {
  /** From the click on the menu to the first rows. */
  wait: number;
  /** Part of `wait` that comes after the response. */
  drawing: number;
  /** Time between two frames while scrolling right after the first rows, as the others load. */
  loadingFrames: number[];
  /** Time between two frames once all rows are loaded. */
  frames: number[];
}

/** Runs in the page. It is text because the compiler of this process must not transform it. */
const VISIT = `new Promise((resolve, reject) => {
  const link = document.querySelector('a[href="/analyze/ad-statistics"]');
  if (!link) return reject(new Error('no link to the report'));
  const start = performance.now();
  link.click();
  const measure = async () => {
    const at = performance.now();
    const answers = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/graphql') && entry.startTime >= start);
    const answered = Math.max(...answers.map((entry) => entry.responseEnd));
    const box = document.querySelector('[data-scroll-box]');
    if (!box || box.querySelectorAll('[data-row-key]').length > 200) return reject(new Error('the table is not virtual'));
    const scrolled = () => new Promise((done) => {
      const frames = [];
      let last = performance.now();
      const scroll = () => {
        const now = performance.now();
        frames.push(now - last);
        last = now;
        if (frames.length > ${FRAMES}) return done(frames.slice(1));
        box.scrollTop += ${STEP_PX};
        requestAnimationFrame(scroll);
      };
      requestAnimationFrame(scroll);
    });
    const table = box.querySelector('table');
    const whole = () => new Promise((done) => {
      const look = () => (Number(table.getAttribute('aria-rowcount')) > ${ROWS} && table.getAttribute('aria-busy') === 'false' ? setTimeout(done, 500) : setTimeout(look, 20));
      look();
    });
    const loadingFrames = await scrolled();
    await whole();
    box.scrollTop = 0;
    resolve({ wait: at - start, drawing: at - answered, loadingFrames, frames: await scrolled() });
  };
  const look = () => (document.querySelector('[data-row-key]') ? requestAnimationFrame(measure) : requestAnimationFrame(look));
  look();
})`;

const visit = async (page: Page, address: string): Promise<Visit> => {
  await page.goto(`${address}/dashboard`);
  await page.locator('a[href="/analyze/ad-statistics"]').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  return page.evaluate(VISIT);
};

const tail = (frames: number[]): number =>
  frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;

/**
 * Opens ad statistics of ten thousand ads in Chromium. Measures the time to the first rows and the frames
 * while scrolling.
 */
export const measureBigTable = async (
  { db, url, dir }: BenchDatabase,
  rounds: number,
): Promise<Measurement[]> => {
  await ensureBuilt(codegenStep);
  await ensureBuilt(clientStep);
  const { companyId } = await makeManyRows(db, ROWS);
  await ensureUser(db, companyId);
  const server = await startRole({ ROLE: 'api', DATABASE_URL: url, DATA_DIR: dir }, '/ready');
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser);
    const address = `http://127.0.0.1:${server.port}`;
    await signInOnScreen(page, address, BENCH_USER.email, { password: BENCH_USER.password });
    const visits: Visit[] = [];
    // The first visit also compiles the page and the report.
    for (let round = 0; round <= rounds; round += 1) visits.push(await visit(page, address));
    const measured = visits.slice(1);
    const wait = summarize(measured.map((one) => one.wait / 1000));
    const drawing = summarize(measured.map((one) => one.drawing));
    const tails = summarize(measured.map(({ frames }) => tail(frames)));
    const loadingFrames = summarize(measured.map((one) => tail(one.loadingFrames)));
    return [
      {
        goal: 'tableWait',
        where: 'Chromium',
        value: wait,
        detail: `${drawing.median.toFixed(0)} ms of it after the answer`,
      },
      {
        goal: 'tableFrames',
        where: 'Chromium',
        value: tails,
        detail: `${FRAMES} frames of ${STEP_PX} px; ${loadingFrames.median.toFixed(0)} ms right after the first rows, while the others load`,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};
