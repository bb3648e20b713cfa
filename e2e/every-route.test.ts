import type { Browser, BrowserContext } from 'playwright-core';
import { routes } from '../shared/catalog';
import { accessibilityViolations, describeInBrowser, launchBrowser, newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { startProduct, type Product } from './support/product';
import { visitAll } from './support/visits';

jest.setTimeout(600_000);

/** The explorer fills the window with a program of its own. */
const PATHS = routes.filter(({ public: open, key }) => !open && key !== 'explorer').map(({ path }) => path.replace(':id', '1'));

if (describeInBrowser === describe.skip) console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); axe looked at no route');

describeInBrowser('every route', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    const page = await newPage(browser);
    context = page.context();
    await signInOnScreen(page, product.url, 'admin@example.com', { remember: true });
    await page.close();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
  });

  it.each(['light', 'dark'])('is accessible by axe, %s, and complains of nothing', async (theme) => {
    await context.addCookies([{ name: 'ic_theme', value: theme, url: product.url }]);
    const found: unknown[] = [];
    await visitAll(context, PATHS, async (page, path) => {
      const complain = (text: string): void => void found.push({ path, text });
      const onError = (error: Error): void => complain(error.message);
      page.on('pageerror', onError);
      await page.goto(`${product.url}${path}`);
      await page.locator('h1, h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.ant-skeleton').first().waitFor({ state: 'detached' });
      const violations = await accessibilityViolations(page);
      if (violations.length > 0) found.push({ path, violations });
      page.off('pageerror', onError);
    });
    expect(found).toEqual([]);
  });
});
