import type { Browser, Page } from 'playwright-core';
import { newContext } from '../../tools/browser';

export { launchBrowser, USER_AGENT } from '../../tools/browser';

/**
 * Opens a page of a new visitor: Japanese, Tokyo time, reduced motion. On a loaded machine an animated list
 * or dialog moves between pressing and releasing a button.
 */
export const newPage = async (
  browser: Browser,
  width = 1440,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> => {
  const context = await newContext(browser, {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width, height: width < 700 ? 812 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
};
