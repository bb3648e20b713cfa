import type { Browser } from 'playwright-core';
import { describeInBrowser, launchBrowser } from './browser';
import { startProduct, type Env, type Product } from './product';

/** A product with its demo and a browser, shared by the tests of a block. */
export interface RunningConsole {
  readonly product: Product;
  readonly browser: Browser;
  /** Address of the console. */
  readonly url: string;
}

/**
 * Describes tests on a running console. They share one product and one browser.
 * @param skipMessage message for a run without Chromium
 */
export function describeConsole(
  name: string,
  skipMessage: string,
  tests: (running: RunningConsole) => void,
  env: Env = {},
): void {
  if (describeInBrowser === describe.skip)
    console.warn(`SKIPPED: no Chromium (CHROMIUM_PATH); ${skipMessage}`);
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
    // Runs after the tests' own hooks, which may still need the console.
    afterAll(async () => {
      await browser?.close();
      await product?.discard();
    });
  });
}
