import type { Page, Response } from 'playwright-core';

/**
 * Waits for the response to the final conversion of a thank-you page. An earlier page may send other
 * conversions, and their responses can arrive after the navigation.
 */
export const waitForPurchase = (page: Page): Promise<Response> =>
  page.waitForResponse((answer) => {
    if (!answer.url().endsWith('/collect')) return false;
    const { type, url } = JSON.parse(answer.request().postData() ?? '{}') as { type?: string; url?: string };
    return type === 'cv' && new URL(url ?? '').pathname.endsWith('/thanks');
  });
