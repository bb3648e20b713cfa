import type { Page } from 'playwright-core';
import { launchBrowser, newPage } from '../../e2e/support/chromium';
import { signInOnScreen } from '../../e2e/support/console';
import { startProduct } from '../../e2e/support/product';
import { everyAddress, type Address } from '../../e2e/support/routes/addresses';
import { settled } from '../../e2e/support/visits';
import { clientStep, codegenStep, ensureBuilt, serverStep } from '../../tools/build/steps';
import type { Figure } from '../goals';
import { summarize } from '../measure';

/** How much slower than this machine the visitor's is. */
const SLOWDOWN = 4;
/** Routes that are named, the worst first. */
const NAMED = 4;
/** Routes that seemed slowest are visited again, this often: what counts is the median of their visits. */
const SUSPECTS = 12;
const AGAIN = 2;

/** What a page says of how it came, as Chromium counts it: when its largest part was painted, and how far parts moved that nobody moved. */
interface Vitals {
  readonly name: string;
  /** Seconds. */
  readonly lcp: number;
  readonly cls: number;
}

/** Runs in the page, as text: the bench's own compiler must not touch it. */
const READ = `new Promise((resolve) => {
  let lcp = 0;
  let cls = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (lcp = entry.startTime))).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (cls += entry.hadRecentInput ? 0 : entry.value))).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve({ lcp: lcp / 1000, cls }), 200);
})`;

const visit = async (page: Page, url: string, { name, path }: Address): Promise<Vitals> => {
  await page.goto(`${url}${path}`);
  await settled(page);
  return { name, ...(await page.evaluate<Omit<Vitals, 'name'>>(READ)) };
};

const slowest = (visits: readonly Vitals[]): Vitals[] =>
  [...visits].sort((one, other) => other.lcp - one.lcp);

/** A route by all visits to it: when its largest part was there as a rule, and how far it moved at worst. */
const ofVisits = (name: string, visits: readonly Vitals[]): Vitals => {
  const own = visits.filter((visit) => visit.name === name);
  return {
    name,
    lcp: summarize(own.map(({ lcp }) => lcp)).median,
    cls: Math.max(...own.map(({ cls }) => cls)),
  };
};

const figureOf = (key: 'lcp' | 'cls', digits: number, all: readonly Vitals[]): Figure => {
  const worst = [...all].sort((one, other) => other[key] - one[key]);
  const named = worst.slice(0, NAMED).map((one) => `${one.name} ${one[key].toFixed(digits)}`);
  const half = summarize(all.map((one) => one[key])).median.toFixed(digits);
  return {
    goal: key,
    where: 'Chromium',
    value: summarize([worst[0]?.[key] ?? 0]),
    detail: `${named.join(', ')}; half of ${all.length} routes within ${half}`,
  };
};

/** Every route of the demo, opened by its address by somebody who was there before: the slowest, and the one that moves most. */
export const measureVitals = async (): Promise<Figure[]> => {
  for (const step of [codegenStep, clientStep, serverStep]) await ensureBuilt(step);
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser);
    await signInOnScreen(page, product.url, 'admin@example.com', { remember: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const addresses = (await everyAddress(product.url)).filter((address) => !address.public);
    const visitAll = async (all: readonly Address[]): Promise<Vitals[]> => {
      const seen: Vitals[] = [];
      for (const address of all) seen.push(await visit(page, product.url, address));
      return seen;
    };
    // The first round fills the browser's cache.
    await visitAll(addresses);
    const visits = await visitAll(addresses);
    const suspects = new Set(
      slowest(visits)
        .slice(0, SUSPECTS)
        .map(({ name }) => name),
    );
    for (let again = 0; again < AGAIN; again += 1)
      visits.push(...(await visitAll(addresses.filter(({ name }) => suspects.has(name)))));
    const routes = addresses.map(({ name }) => ofVisits(name, visits));
    return [figureOf('lcp', 2, routes), figureOf('cls', 3, routes)];
  } finally {
    await browser.close();
    await product.discard();
  }
};
