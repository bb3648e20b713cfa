import type { Page } from 'playwright-core';
import { fitsWidth, signedInPage } from './support/console';
import { eventually } from './support/rest';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole('the frame', 'the settings of the frame were not tried', (running) => {
  let page: Page;
  beforeAll(async () => {
    page = await signedInPage(running.browser, running.url);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: '表示設定' }).waitFor();
  });
  const menu = () => page.getByRole('navigation', { name: 'メインメニュー' });
  const box = async (): Promise<{ x: number; y: number; width: number; height: number }> =>
    (await menu().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const choose = async (setting: string, value: string): Promise<void> => {
    if (!(await page.getByRole('dialog', { name: '表示設定' }).isVisible()))
      await page.getByRole('button', { name: '表示設定' }).click();
    await page.getByRole('group', { name: setting }).getByRole('radio', { name: value, exact: true }).check();
  };
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '表示設定' }).waitFor({ state: 'hidden' });
  };
  const reset = async (): Promise<void> => {
    if (!(await page.getByRole('dialog', { name: '表示設定' }).isVisible()))
      await page.getByRole('button', { name: '表示設定' }).click();
    await page.getByRole('button', { name: '初期設定に戻す' }).click();
    await close();
  };
  const cookie = async (name: string): Promise<string | undefined> =>
    (await page.context().cookies()).find((one) => one.name === name)?.value;
  /** Style values of the page under test. */
  interface Drawn {
    ownerDocument: { defaultView: { getComputedStyle(element: unknown): { position: string } } };
  }
  const positionOf = (element: unknown): string =>
    (element as Drawn).ownerDocument.defaultView.getComputedStyle(element).position;
  const stays = async (role: 'banner' | 'contentinfo'): Promise<boolean> =>
    (await page.getByRole(role).evaluate(positionOf)) === 'sticky';

  // rule: limits-06
  it('offers light, dark or the system theme, and starts light', async () => {
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    await choose('テーマ', 'ダーク');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose('テーマ', 'システム');
    expect([await cookie('ic_theme'), await page.locator('html').getAttribute('data-theme')]).toEqual([
      'system',
      'dark',
    ]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-theme=light]').waitFor();
    await reset();
    expect(await cookie('ic_theme')).toBeUndefined();
  });

  it.each(['ネイビー', 'ブルー', '枠線', 'グラファイト'])(
    'applies the skin %s, also after a reload',
    async (skin) => {
      const readStyles = () =>
        page.evaluate(
          `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('nav').parentElement).backgroundColor].join()`,
        );
      const standard = await readStyles();
      await choose('スキン', skin);
      await close();
      const worn = await readStyles();
      expect(worn).not.toBe(standard);
      await page.reload();
      await menu().waitFor();
      expect(await readStyles()).toBe(worn);
      await reset();
      expect(await readStyles()).toBe(standard);
    },
  );

  // rule: states-06
  it('has its menu at the top, at the side in a narrow window, and at the top again in a wide one', async () => {
    await choose('メニューの位置', '上（横）');
    await close();
    expect((await box()).width).toBeGreaterThan(1200);
    await menu().getByRole('button', { name: 'ログ' }).click();
    await page.getByRole('link', { name: 'CVログ' }).click();
    await page.waitForURL(/log\/cv\b/);
    await page.setViewportSize({ width: 975, height: 900 });
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'ダッシュボード' }).click();
    await page.waitForURL(/dashboard/);
    await page.setViewportSize({ width: 1440, height: 900 });
    await menu().waitFor();
    expect((await box()).width).toBeGreaterThan(1200);
    await choose('上のメニュー', '表示しない');
    await close();
    expect(await menu().count()).toBe(0);
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'ダッシュボード' }).waitFor();
    await page.keyboard.press('Escape');
    await reset();
    expect((await box()).width).toBeLessThan(240);
  });

  it('scrolls to a hash below navbar and horizontal menu', async () => {
    await page.context().addCookies([{ name: 'ic_nav_type', value: 'horizontal', url: running.url }]);
    await page.goto(`${running.url}/config/product#product-form`);
    const bars = async () =>
      page.evaluate<number>(
        "parseFloat(document.documentElement.style.getPropertyValue('--ic-frame-top')) || 0",
      );
    const distance = async () =>
      ((await page.locator('#product-form').boundingBox())?.y ?? 0) - (await bars());
    const settled = await eventually(distance, (pixels) => pixels >= 0 && pixels < 8);
    expect([settled >= 0, settled < 8, (await bars()) > 100]).toEqual([true, true, true]);
    await page.context().clearCookies({ name: 'ic_nav_type' });
  });

  it('keeps figures from left to right and at the right on a mirrored page', async () => {
    await page.context().addCookies([{ name: 'ic_rtl', value: 'true', url: running.url }]);
    for (const [path, cells] of [
      ['/analyze/ad-statistics', 'td[data-column]'],
      ['/analyze/effect', '[data-scroll-box] td'],
      ['/log/cv', "td[style*='text-align: right']"],
    ] as const) {
      await page.goto(running.url + path);
      await page.locator(cells).first().waitFor();
      const styles = await page.evaluate(
        `(() => { const { direction, textAlign } = getComputedStyle(document.querySelector(${JSON.stringify(cells)})); return [document.documentElement.dir, direction, textAlign]; })()`,
      );
      expect([path, styles]).toEqual([path, ['rtl', 'ltr', 'right']]);
    }
    await page.context().clearCookies({ name: 'ic_rtl' });
    await page.goto(`${running.url}/dashboard`);
    await menu().waitFor();
  });

  // rule: states-07
  it('collapses its menu, and expands it under the pointer unless it is pinned', async () => {
    await page.getByRole('button', { name: 'メニューを折りたたむ' }).click();
    await eventually(
      async () => (await box()).width,
      (width) => width < 80,
    );
    await page.mouse.move(20, 400);
    expect((await box()).width).toBeLessThan(80);
    await page.getByRole('button', { name: 'メニューを広げる' }).click();
    await page.getByRole('button', { name: 'メニューの固定を解除' }).click();
    await page.mouse.move(700, 400);
    await eventually(
      async () => (await box()).width,
      (width) => width < 80,
    );
    await page.mouse.move(20, 400);
    await eventually(
      async () => (await box()).width,
      (width) => width > 200,
    );
    await page.getByRole('button', { name: 'メニューを固定', exact: true }).click();
    await page.mouse.move(700, 400);
    await eventually(
      async () => (await box()).width,
      (width) => width > 200,
    );
    expect([await cookie('ic_nav_pinned'), await cookie('ic_nav_collapsed')]).toEqual(['true', 'false']);
  });

  // rule: limits-09
  it('has a bar that stays, scrolls away or is hidden, and a way to restore it', async () => {
    expect(await stays('banner')).toBe(true);
    await choose('ナビゲーションバー', '固定しない');
    expect(await stays('banner')).toBe(false);
    await choose('ナビゲーションバー', '表示しない');
    await close();
    expect(await page.getByRole('banner').count()).toBe(0);
    // The bar's targets stay reachable.
    await page.getByRole('button', { name: /^商品: / }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^ユーザーメニュー/ }).click();
    await page.getByRole('menuitem', { name: 'サインアウト' }).waitFor();
    await page.keyboard.press('Escape');
    await reset();
    await page.getByRole('banner').waitFor();
  });

  // rule: limits-10, limits-24
  it('has a footer with version and build time that stays, scrolls or is hidden', async () => {
    await page.getByText(/バージョン \d.* ・ \d{4}\/\d{2}\/\d{2} .* ビルド/).waitFor();
    expect(await stays('contentinfo')).toBe(false);
    await choose('フッター', '固定する');
    expect(await stays('contentinfo')).toBe(true);
    await close();
    // The focused element is clear of the footer.
    await page.locator('#content a').first().focus();
    const covered: string[] = [];
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const { name, bottom, top } = await page.evaluate<{ name: string; bottom: number; top: number }>(
        '({ name: document.activeElement.innerText, bottom: document.activeElement.getBoundingClientRect().bottom, top: document.querySelector("footer").getBoundingClientRect().top })',
      );
      if (bottom > top) covered.push(name);
    }
    expect(covered).toEqual([]);
    await choose('フッター', '表示しない');
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    await reset();
  });

  it('moves the focus into the page after choosing it by keyboard, from its menu, its field and its drawer', async () => {
    const focused = () =>
      page.evaluate<string>('document.activeElement.tagName + " " + document.activeElement.innerText');
    const leadsTo = (title: string): Promise<string> => eventually(focused, (name) => name === `H1 ${title}`);
    await menu().getByRole('link', { name: 'LPO' }).focus();
    await page.keyboard.press('Enter');
    await leadsTo('LPO');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.getElementById("content").contains(document.activeElement)')).toBe(
      true,
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '検索・移動' }).fill('広告統計');
    await page.keyboard.press('Enter');
    await leadsTo('広告統計');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'ダッシュボード' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await leadsTo('ダッシュボード');
    await page.setViewportSize({ width: 1440, height: 900 });
    await menu().waitFor();
  });

  it('offers every setting at once, on a page that stays visible', async () => {
    await page.getByRole('button', { name: '表示設定' }).click();
    const last = page.getByRole('group', { name: '左右の向き' }).getByRole('radio').first();
    await last.waitFor();
    expect(
      await page.locator('.ant-drawer-body').evaluate((body) => body.scrollHeight <= body.clientHeight),
    ).toBe(true);
    await close();
  });

  // rule: limits-08
  it('has content as wide as the window, or boxed', async () => {
    await page.setViewportSize({ width: 1920, height: 900 });
    const width = () => page.locator('#content').evaluate((element) => element.getBoundingClientRect().width);
    expect(await width()).toBeGreaterThan(1600);
    await choose('コンテンツの幅', '幅を制限');
    expect(await width()).toBe(1440);
    await reset();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  // rule: limits-11
  it('can be mirrored', async () => {
    await choose('左右の向き', '右から左');
    await close();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect((await box()).x).toBeGreaterThan(1100);
    expect(await fitsWidth(page)).toBe(true);
    await reset();
    expect((await box()).x).toBeLessThan(20);
  });

  it.each([
    ['503', '503'],
    ['template-missing', 'template-missing'],
    ['%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', '<img src=x onerror=alert(1)>'],
    // rule: messages-14
  ])('shows the address as text on the not-found page: %s', async (error, words) => {
    await page.goto(`${running.url}/pages/misc/not-found/${error}`);
    await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor();
    await page.getByText(words, { exact: true }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('link', { name: 'ホームへ戻る' }).click();
    await page.waitForURL(/dashboard/);
  });

  it('shows the not-found page for an address that is not valid text', async () => {
    const answer = await page.goto(`${running.url}/pages/misc/not-found/%E0%A4%A`);
    expect(answer?.headers()['content-type']).toContain('text/html');
    await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor();
  });
});
