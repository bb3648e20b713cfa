import type { Page } from 'playwright-core';
import { screenshot } from './support/browser';
import { isPath, signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('the live view', 'the live view was not tried', (running) => {
  let page: Page;
  let link: string;

  const rows = () => page.getByRole('region', { name: 'ライブ' }).getByRole('listitem');
  const click = async (mark: string): Promise<void> => {
    const { status } = await fetch(`${link}?${mark}=1`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36' },
    });
    expect(status).toBe(302);
  };

  beforeAll(async () => {
    link = /(http\S+\/r\/\S+)\s+\(/.exec(running.product.stdout())?.[1] ?? '';
    page = await signedInPage(running.browser, running.url);
  });

  it('shows a click of a redirect, which opens its log', async () => {
    await page.goto(`${running.url}/config/product`);
    await page.getByRole('link', { name: 'ライブで確かめる' }).click();
    await page.waitForURL(isPath('/log/live'));
    await page.getByText('受信しています').waitFor();
    const before = await rows().count();
    const startedAt = Date.now();
    await click('first');
    await rows().nth(before).waitFor();
    console.log(`the click was visible after ${Date.now() - startedAt} ms`);
    await screenshot(page, 'live');
    await rows().first().getByRole('link').click();
    await page.waitForURL((url) => url.pathname.startsWith('/log/interaction/'));
    await page.getByText('first=1').waitFor();
    await page.goBack();
    await rows().nth(before).waitFor();
  });

  it('counts what waits while it is paused', async () => {
    await page.goto(`${running.url}/log/live?kind=click`);
    await page.getByText('受信しています').waitFor();
    await rows().first().waitFor();
    const before = await rows().count();
    await page.getByRole('button', { name: '一時停止' }).click();
    await page.getByText('一時停止中').waitFor();
    await click('second');
    await page.getByRole('button', { name: '新しい1件を表示' }).waitFor();
    expect(await rows().count()).toBe(before);
    await page.getByRole('button', { name: '再開' }).click();
    await rows().nth(before).waitFor();
  });

  it('shows the kinds and ads of its address only', async () => {
    await page.goto(`${running.url}/log/live?kind=cv`);
    await page.getByText('受信しています').waitFor();
    await click('third');
    await page.goto(`${running.url}/log/live?kind=click`);
    await rows().first().waitFor();
    expect(new Set(await rows().locator('strong, .ic-strong').allTextContents())).toEqual(
      new Set(['クリック']),
    );
  });
});
