import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, launchBrowser, newPage, screenshot } from './support/browser';
import { fitsWidth, signInOnScreen } from './support/console';
import { partOfToday } from './support/part-of-today';
import { startProduct, type Product } from './support/product';
import { settled, visitAll } from './support/visits';

jest.setTimeout(240_000);

/** Management screens by the name of their pictures. */
const SCREENS: Readonly<Record<string, string>> = {
  'ad-overview': '/ad/ad',
  'ad-setting': '/ad/setting',
  'ad-detail': '/ad/setting/1',
  'ad-new': '/ad/setting/new',
  'asp-setting': '/ad/asp-setting',
  'asp-detail': '/ad/asp-setting/4',
  'cv-setting': '/ad/cv-setting',
  'cv-detail': '/ad/cv-setting/1',
  'redirect-setting': '/ad/redirect-setting',
  'redirect-detail': '/ad/redirect-setting/1?mode=detail',
  'crossdomain-setting': '/ad/crossdomain-setting',
  'category-setting': '/ad/category-setting',
  company: '/config/company',
  product: '/config/product',
  user: '/config/user',
  'user-detail': '/config/user/1',
  'user-password': '/config/user/1/password',
  agency: '/config/agency',
  role: '/config/role',
  audit: '/config/audit',
  'log-access': '/log/access',
  'log-reference': '/log/reference',
  'log-interaction': '/log/interaction',
  'log-cv': '/log/cv',
  'log-refused': '/log/refused',
  'log-visitor': '/log/visitor/demo1-000030v1',
  'log-cv-detail': '/log/cv/demo1-000030o8?setting=1',
  'log-reference-detail': '/log/reference/demo1-000030c1',
  'custom-setting': '/ad-analyze-setting',
};

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 375, height: 812 };

describeInBrowser('the management screens', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  const complaints: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    const page = await newPage(browser);
    context = page.context();
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    // The theme follows the system's, which can be changed on a page as it stands.
    await context.addCookies([{ name: 'ic_theme', value: 'system', url: product.url }]);
    await signInOnScreen(page, product.url, 'admin@example.com', { remember: true });
    await page.close();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
  });

  it('are accessible, and nothing sticks out: wide and narrow, light and dark', async () => {
    const found: unknown[] = [];
    const look = async (page: Page, name: string, scheme: 'light' | 'dark', rules: readonly string[] | undefined = undefined): Promise<void> => {
      await page.locator(`html[data-theme=${scheme}]`).waitFor();
      await settled(page);
      await screenshot(page, `settings-${name}-${scheme}`);
      const violations = rules?.length === 0 ? [] : await accessibilityViolations(page, rules);
      if (violations.length > 0) found.push({ name, scheme, violations });
      if (!(await fitsWidth(page))) found.push({ name, scheme, sticksOut: true });
    };
    await visitAll(context, partOfToday('Management screens', Object.entries(SCREENS), 3), async (page, [name, path]) => {
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(`${product.url}${path}`);
      await look(page, `${name}-1440`, 'light');
      // The dark theme changes colours alone, and a narrow window none of them.
      await page.emulateMedia({ colorScheme: 'dark' });
      await look(page, `${name}-1440`, 'dark', ['color-contrast']);
      await page.setViewportSize(NARROW);
      await look(page, `${name}-375`, 'dark', []);
      await page.emulateMedia({ colorScheme: 'light' });
      await look(page, `${name}-375`, 'light');
    });
    expect(found).toEqual([]);
  });

  it('nothing was complained about meanwhile', () => expect(complaints).toEqual([]));
});
