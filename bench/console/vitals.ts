import type { Page } from 'playwright-core';
import { launchBrowser, newPage } from '../../e2e/support/chromium';
import { signInOnScreen } from '../../e2e/support/console';
import { startProduct } from '../../e2e/support/product';
import { everyAddress, type Address } from '../../e2e/support/routes/addresses';
import { settled } from '../../e2e/support/visits';
import { clientStep, codegenStep, ensureBuilt, serverStep } from '../../tools/build/steps';
import type { Measurement } from '../goals';
import { summarize } from '../measure';

/** How many times slower the visitor's processor is than this machine. */
const SLOWDOWN = 4;
/** Number of routes named in the result, worst first. */
const NAMED = 4;
/** Number of further visits to the slowest routes. Their median counts. */
const SUSPECTS = 12;
const AGAIN = 2;

/** Core web vitals as Chromium reports them: largest contentful paint and cumulative layout shift. */
interface Vitals {
  readonly name: string;
  /** Seconds. */
  readonly lcp: number;
  readonly cls: number;
}

/** Runs in the page. It is text because the compiler of this process must not transform it. */
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

/** Summarizes all visits to a route: the median paint and the largest shift. */
const ofVisits = (name: string, visits: readonly Vitals[]): Vitals => {
  const own = visits.filter((visit) => visit.name === name);
  return {
    name,
    lcp: summarize(own.map(({ lcp }) => lcp)).median,
    cls: Math.max(...own.map(({ cls }) => cls)),
  };
};

const measurementOf = (key: 'lcp' | 'cls', digits: number, all: readonly Vitals[]): Measurement => {
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

/**
 * Opens every route of the demo by its address with a warm cache. Returns the slowest one and the one that
 * shifts most.
 */
export const measureVitals = async (): Promise<Measurement[]> => {
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
    return [measurementOf('lcp', 2, routes), measurementOf('cls', 3, routes)];
  } finally {
    await browser.close();
    await product.discard();
  }
};
