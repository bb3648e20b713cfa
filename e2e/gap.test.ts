import type { Page } from 'playwright-core';
import { fitsWidth, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('the gap to media', 'the explanation of the gap to media was not tried', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
  });

  it('says the gap in a sentence, and opens the conversions of a step over the page', async () => {
    await page.goto(`${running.url}/analyze/gap?axis=asp`);
    await page
      .getByText(/件を媒体の数え方で数え直すと、.*説明できない差は\d+件です。/)
      .first()
      .waitFor();
    const step = page.locator('tr').filter({ hasText: '媒体は自分のクリックだけを見る' }).getByRole('link');
    const came = Number((await step.textContent())?.replace('+', ''));
    await step.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('加わった').first().waitFor();
    expect(await drawer.getByText('加わった').count()).toBe(came);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(await step.textContent());
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${running.url}/analyze/gap`);
    await page.getByText('当社にも媒体にも数えられないもの').waitFor();
    expect(await fitsWidth(page)).toBe(true);
  });
});
