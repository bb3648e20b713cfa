import type { Page, Response } from 'playwright-core';

/**
 * The tracking side's answer to the final conversion of a thank-you page. A page before it may send conversions of its own,
 * whose answer can come later than the press that leads here.
 */
export const purchaseTold = (page: Page): Promise<Response> =>
  page.waitForResponse((answer) => {
    if (!answer.url().endsWith('/collect')) return false;
    const { type, url } = JSON.parse(answer.request().postData() ?? '{}') as { type?: string; url?: string };
    return type === 'cv' && new URL(url ?? '').pathname.endsWith('/thanks');
  });
