import type { Page } from 'playwright-core';
import { accessibilityViolations, newPage, screenshot } from './support/browser';
import { fitsWidth, signInOnScreen } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

const REPORTS = ['ad-statistics', 'attribution'] as const;
const WIDTHS = [1440, 375] as const;
const SCHEMES = ['light', 'dark'] as const;

describeConsole('the console in Chromium', 'the console was not tried in a browser', (running) => {
  const complaints: string[] = [];

  const watched = async (width: number, scheme: 'light' | 'dark'): Promise<Page> => {
    const page = await newPage(running.browser, width, scheme);
    // The console is light unless the cookie selects the system theme.
    await page.context().addCookies([{ name: 'ic_theme', value: 'system', url: running.url }]);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A failed sign-in and an expired token are expected responses.
      if (message.type() === 'error' && !/status of 401/.test(message.text()))
        complaints.push(message.text());
    });
    return page;
  };

  describe.each(WIDTHS)('%d pixels wide', (width) => {
    it.each(SCHEMES)('is accessible and fits, %s', async (scheme) => {
      const page = await watched(width, scheme);
      await page.goto(`${running.url}/login`);
      await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
      await screenshot(page, `login-${width}-${scheme}`);
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(scheme);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await fitsWidth(page)).toBe(true);
      await signInOnScreen(page, running.url, 'admin@example.com');
      await page.getByRole('region', { name: '今月', exact: true }).getByText('前月全体').first().waitFor();
      await screenshot(page, `dashboard-${width}-${scheme}`);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await fitsWidth(page)).toBe(true);
      for (const report of REPORTS) {
        await page.goto(`${running.url}/analyze/${report}?period=d90`);
        await page.getByRole('row', { name: /合計/ }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(500);
        await screenshot(page, `${report}-${width}-${scheme}`);
        expect({ report, violations: await accessibilityViolations(page) }).toEqual({
          report,
          violations: [],
        });
        expect(await fitsWidth(page)).toBe(true);
      }
      await page.context().close();
    });
  });

  it('keeps a report in its address: reload and Back show the same', async () => {
    const page = await watched(1440, 'light');
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
    const page = await watched(1440, 'light');
    await page.goto(`${running.url}/analyze/ad-statistics`);
    await page.waitForURL('**/login**');
    await signInOnScreen(page, running.url, 'admin@example.com');
    await page.goto(`${running.url}/demo`);
    await page.getByRole('heading', { level: 1, name: '計測を体験する' }).waitFor();
    await page.goto(`${running.url}/no/such/page`);
    await page.getByText('404').first().waitFor();
    await page.goto(`${running.url}/explorer`);
    await page.locator('.graphiql-container').first().waitFor({ timeout: 30_000 });
    await screenshot(page, 'explorer');
    await page.context().close();
  });

  it('logs no error in the browser console', () => {
    expect(complaints).toEqual([]);
  });
});
