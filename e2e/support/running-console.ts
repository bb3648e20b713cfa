import type { Browser } from 'playwright-core';
import { describeInBrowser, launchBrowser } from './browser';
import { startProduct, type Env, type Product } from './product';

/** A product with its demo and a browser, running while the tests of a block do. */
export interface RunningConsole {
  readonly product: Product;
  readonly browser: Browser;
  /** Where the console is. */
  readonly url: string;
}

/**
 * Describes what happens on a running console. Its tests share one product and one browser.
 * @param untried what is told not to have been tried where there is no Chromium
 */
export function describeConsole(
  name: string,
  untried: string,
  tests: (running: RunningConsole) => void,
  env: Env = {},
): void {
  if (describeInBrowser === describe.skip) console.warn(`SKIPPED: no Chromium (CHROMIUM_PATH); ${untried}`);
  describeInBrowser(name, () => {
    let product: Product;
    let browser: Browser;
    beforeAll(async () => {
      product = await startProduct(env);
      browser = await launchBrowser();
    });
    tests({
      get product() {
        return product;
      },
      get browser() {
        return browser;
      },
      get url() {
        return product.url;
      },
    });
    // Behind those of the tests, which may still need it.
    afterAll(async () => {
      await browser?.close();
      await product?.discard();
    });
  });
}
