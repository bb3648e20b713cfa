import { signedInPage } from './support/console';
import { describeConsole } from './support/running-console';

jest.setTimeout(120_000);

const WIDTH = 375;

describeConsole('in a narrow window', 'popovers in a narrow window were not tried', (running) => {
  it.each([
    ['the calendar of a field', '/ad/setting/1', '掲載開始日をカレンダーから選ぶ'],
    ['the way to a time of a log', '/log/access', /日時へ移動$/],
  ])('%s fits in the window', async (_what, path, button) => {
    const page = await signedInPage(running.browser, running.url, 'admin@example.com', { width: WIDTH });
    await page.goto(running.url + path);
    await page.getByRole('button', { name: button }).click();
    const opened = page.locator('.ant-popover:visible');
    await opened.waitFor();
    // Its content may load when it first opens.
    await page.locator('.ant-popover:visible :is([data-day], input)').first().waitFor();
    const { x = -1, width = WIDTH } = (await opened.boundingBox()) ?? {};
    expect([x >= 0, x + width <= WIDTH]).toEqual([true, true]);
    await page.context().close();
  });
});
