import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { newPage } from '../e2e/support/chromium';
import { signInOnScreen } from '../e2e/support/console';
import { startProduct } from '../e2e/support/product';
import { signIn } from '../e2e/support/rest';
import { settled } from '../e2e/support/visits';
import { launchBrowser } from './browser';
import { startTestClock } from './test-clock';

/** Today of the pictures: its demo has a calm yesterday. */
const INSTANT = '2026-10-07T15:00:00+09:00';
const FOLDER = resolve(__dirname, '../docs/images');

/** Takes a picture of a screen that has settled, from the given heading on. */
const take = async (page: Page, address: string, name: string, heading?: string): Promise<void> => {
  await page.goto(address);
  await settled(page);
  if (heading)
    await page
      .getByRole('heading', { name: heading })
      .evaluate((element: { scrollIntoView(options: object): void }) =>
        element.scrollIntoView({ block: 'start' }),
      );
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
};

interface CvInfoRow {
  readonly id: string;
  readonly path: readonly { readonly ad_id: number }[];
}

const countAds = ({ path }: CvInfoRow): number => new Set(path.map(({ ad_id }) => ad_id)).size;

/** Returns the id of the demo's conversion with the most ads among at most five touches. */
const conversionOfManyAds = async (url: string): Promise<string> => {
  const rest = await signIn(url, 'admin@example.com');
  const { results } = await rest.get<{ results: CvInfoRow[] }>(
    '/analyses/cv_info/?product_id=1&page_size=200',
  );
  const [best] = results.filter(({ path }) => path.length <= 5).toSorted((a, b) => countAds(b) - countAds(a));
  if (!best) throw new Error('The demo has no conversion with a path');
  return best.id;
};

/** `npm run pictures`: takes the README's pictures from the demo, always at the same instant. */
const main = async (): Promise<void> => {
  process.env.TEST_CLOCK ??= INSTANT;
  startTestClock();
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct({ DEMO: '1' });
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser);
    await signInOnScreen(page, product.url, 'admin@example.com');
    await take(page, `${product.url}/dashboard`, 'dashboard');
    await take(page, `${product.url}/analyze/attribution?period=d90&axis=asp`, 'attribution');
    await take(
      page,
      `${product.url}/log/cv/${await conversionOfManyAds(product.url)}`,
      'credit',
      '配分の理由',
    );
  } finally {
    await browser.close();
    await product.discard();
  }
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
