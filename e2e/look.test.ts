import type { Page } from 'playwright-core';
import { newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('the console in Chromium', 'the console was not tried in a browser', (running) => {
  const complaints: string[] = [];

  const watched = async (): Promise<Page> => {
    const page = await newPage(running.browser);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A failed sign-in and an expired token are expected responses.
      if (message.type() === 'error' && !/status of 401/.test(message.text()))
        complaints.push(message.text());
    });
    return page;
  };

  it('keeps a report in its address: reload and Back show the same', async () => {
    const page = await watched();
    await signInOnScreen(page, running.url, 'analyst@example.com');
    await page.goto(`${running.url}/analyze/ad-statistics?period=d90&axis=asp&sort=-amount_sum`);
    const first = async (): Promise<string> => page.getByRole('row').nth(2).innerText();
    await page.locator('table[aria-busy="false"]').waitFor();
    const before = await first();
    await page.reload();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await first()).toBe(before);
    await page.goto(`${running.url}/analyze/attribution?period=d7`);
    await page.goBack();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(page.url()).toContain('axis=asp');
    expect(await first()).toBe(before);
    await page.context().close();
  });

  it('opens the sign-in without a session, and the not-found page for unknown addresses', async () => {
    const page = await watched();
    await page.goto(`${running.url}/analyze/ad-statistics`);
    await page.waitForURL('**/login**');
    await signInOnScreen(page, running.url, 'admin@example.com');
    await page.goto(`${running.url}/demo`);
    await page.getByRole('heading', { level: 1, name: '計測を体験する' }).waitFor();
    await page.goto(`${running.url}/no/such/page`);
    await page.getByText('404').first().waitFor();
    await page.goto(`${running.url}/explorer`);
    await page.locator('.graphiql-container').first().waitFor({ timeout: 30_000 });
    await page.context().close();
  });

  it('logs no error in the browser console', () => {
    expect(complaints).toEqual([]);
  });
});
