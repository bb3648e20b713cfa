import type { Page } from 'playwright-core';
import { signedInPage } from './support/console';
import { partlySeen, scrolledBy, wholeColumns } from './support/report-screen';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('the table of a report', 'the table of a report was not tried', (running) => {
  const open = async (path: string, width = 1440): Promise<Page> => {
    const page = await signedInPage(running.browser, running.url, 'admin@example.com', { width });
    await page.goto(`${running.url}/analyze/${path}`);
    await page.locator('table[aria-busy="false"]').first().waitFor();
    return page;
  };

  // rule: states-16
  it.each([1440, 1100, 375])('draws no column in part in a window of %d pixels', async (width) => {
    const page = await open('ad-statistics?period=d30&empty=1', width);
    const atRest = async (): Promise<string[]> => {
      for (let before = -1; before !== (await scrolledBy(page)); await page.waitForTimeout(400))
        before = await scrolledBy(page);
      return partlySeen(page);
    };
    const more = page.getByRole('button', { name: /^あと\d+列/ });
    expect(await atRest()).toEqual([]);
    expect(await wholeColumns(page)).toBeGreaterThanOrEqual(2);
    for (let press = 0; press < 30 && (await more.isVisible()); press += 1) {
      await more.click();
      expect(await atRest()).toEqual([]);
    }
    // The last column is reached, and in motion nothing is seen in part either.
    expect(await more.isVisible()).toBe(false);
    for (const left of [37, 260, 411]) {
      await page.evaluate(`document.querySelector('[data-scroll-box]').style.scrollSnapType = 'none'`);
      await page.evaluate(`document.querySelector('[data-scroll-box]').scrollLeft = ${left}`);
      expect(await atRest()).toEqual([]);
    }
    await page.context().close();
  });

  it('folds key metrics and charts away, remembers it, and then shows ten rows', async () => {
    const page = await open('ad-statistics?period=d90');
    for (const name of ['主要指標を表示', 'グラフを表示']) await page.getByRole('button', { name }).click();
    await page.reload();
    await page.locator('table[aria-busy="false"]').first().waitFor();
    expect(await page.getByRole('region', { name: '主要指標' }).count()).toBe(0);
    const tenth = await page.locator('tbody tr[data-row-key]').nth(9).boundingBox();
    expect(tenth!.y + tenth!.height).toBeLessThanOrEqual(900);
    for (const name of ['主要指標を表示', 'グラフを表示']) await page.getByRole('button', { name }).click();
    await page.getByRole('region', { name: '主要指標' }).waitFor();
    await page.context().close();
  });
});
