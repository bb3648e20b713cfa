import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../../tools/browser';

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

/** Starts Chromium. Each test should use a context of its own. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = chromiumPath();
  return chromium.launch({ ...(executablePath && { executablePath }), args: ARGS });
};

/** Headless Chromium calls itself a robot, and robots count in no report; this is what it calls itself with a window. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/**
 * A page of a fresh visitor in Japanese, Tokyo time, who wishes for less motion: on a loaded machine a list or dialog that
 * is still on its way moves off between the press of a button and its release.
 */
export const newPage = async (
  browser: Browser,
  width = 1440,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width, height: width < 700 ? 812 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
    userAgent: USER_AGENT,
  });
  return context.newPage();
};
