import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

/** Chromium with a window of its own, which suspends left pages. */
const WITH_WINDOW = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The headless shell comes first: without the browser's own window, a new context costs a tenth of the time. */
const USUAL_PLACES = ['/usr/bin/chromium-headless-shell', ...WITH_WINDOW];

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

/** Returns the path of a Chromium that suspends left pages, as users' browsers do. Undefined if there is none. */
export const suspendingChromiumPath = (): string | undefined => WITH_WINDOW.find((path) => existsSync(path));

/**
 * Starts Chromium. Each test uses its own context.
 * @param args more command line switches
 * @param suspends whether left pages are suspended; needs `suspendingChromiumPath`
 */
export const launchBrowser = (args: string[] = [], suspends = false): Promise<Browser> => {
  const executablePath = suspends ? suspendingChromiumPath() : chromiumPath();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...ARGS, ...args],
    ignoreDefaultArgs: suspends ? ['--disable-back-forward-cache'] : [],
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
