import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from './rest';

/** Number of pages open at once. Each waits for the network longer than it computes. */
const LANES = 3;

/** Runs a function on the page of each path, several at a time in one session. */
export async function visitAll<T>(
  context: BrowserContext,
  tasks: readonly T[],
  visit: (page: Page, task: T) => Promise<void>,
): Promise<void> {
  const left = [...tasks];
  const lane = async (): Promise<void> => {
    const page = await context.newPage();
    for (let task = left.shift(); task !== undefined; task = left.shift()) await visit(page, task);
    await page.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Placeholders for loading content. */
const WAITING =
  '.ant-skeleton, .ant-spin-spinning, [aria-busy=true], [data-waiting], [role=status][aria-label]';

/** Running animations that end by themselves. */
const MOVING =
  'document.getAnimations().filter((one) => one.playState === "running" && one.effect.getTiming().iterations !== Infinity).length';

/** The live view keeps a request open. */
const networkIdle = async (page: Page): Promise<void> => {
  if (!page.url().includes('/log/live')) await page.waitForLoadState('networkidle');
};

/** Waits until a screen is idle: heading, data and animations. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await networkIdle(page);
  await eventually(
    () => page.locator(WAITING).count(),
    (waiting) => waiting === 0,
    30_000,
  );
  await networkIdle(page);
  await eventually(
    () => page.evaluate(MOVING),
    (moving) => moving === 0,
  );
};
