import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

/** The headless shell comes first: without the browser's own window, a new context costs a tenth of the time. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** User agent of Chromium with a window. The headless one counts as a robot, and robots appear in no report. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** Returns the path of Chromium: CHROMIUM_PATH or a usual place. Undefined if there is none. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...USUAL_PLACES].find((path) => path !== '' && existsSync(path));

/**
 * Starts Chromium. Each test uses its own context.
 * @param args more command line switches
 * @param ignoreDefaultArgs Playwright's switches that real browsers don't have
 */
export const launchBrowser = (args: string[] = [], ignoreDefaultArgs: string[] = []): Promise<Browser> => {
  const executablePath = chromiumPath();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...ARGS, ...args],
    ignoreDefaultArgs,
  });
};

const clockScript = (): string =>
  `((process) => {${readFileSync(join(__dirname, 'shift-clock.cjs'), 'utf8')}})({
    env: { TEST_CLOCK_OFFSET: '${process.env.TEST_CLOCK_OFFSET ?? 0}' },
  })`;

/** Creates the context of a fresh visitor, on the clock of the test run. */
export const newContext = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({ userAgent: USER_AGENT, ...options });
  await context.addInitScript({ content: clockScript() });
  return context;
};
