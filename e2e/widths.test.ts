import type { BrowserContext } from 'playwright-core';
import { routes } from '../shared/catalog';
import { newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { describeConsole } from './support/running-console';
import { visitAll } from './support/visits';

jest.setTimeout(300_000);

/** Tablets and small windows, between the narrow layout and the wide one. */
const WIDTHS = [768, 800, 900, 1000, 1024] as const;
/** The explorer fills the window with its own program. */
const PATHS = routes
  .filter((route) => !route.public && route.key !== 'explorer')
  .map(({ path }) => path.replace(':id', '1'));

describeConsole('windows of middle width', 'no width was tried', (running) => {
  let context: BrowserContext;

  beforeAll(async () => {
    const page = await newPage(running.browser);
    context = page.context();
    await signInOnScreen(page, running.url, 'admin@example.com', { remember: true });
    await page.close();
  });
  it('never scroll sideways on any route', async () => {
    const overflowing: unknown[] = [];
    await visitAll(context, PATHS, async (page, path) => {
      await page.goto(`${running.url}${path}`);
      await page.locator('main').waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const contentWidth = await page.evaluate<number>(
          `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth))))`,
        );
        if (contentWidth > width) overflowing.push({ path, width, whole: contentWidth });
      }
    });
    expect(overflowing).toEqual([]);
  });
});
