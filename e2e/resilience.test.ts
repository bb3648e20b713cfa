import type { BrowserContext, Page } from 'playwright-core';
import { graphqlOf } from './support/requests';
import { accessibilityViolations, screenshot } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { eventually } from './support/rest';
import { describeConsole } from './support/running-console';
import { settled } from './support/visits';

jest.setTimeout(240_000);

const REPORT = '/analyze/ad-statistics?period=d90';

/** Runs in the page: returns the focused element if it is outside the window or covered, else null. */
const UNSEEN_FOCUS = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const middle = (low, high, most) => (Math.max(low, 0) + Math.min(high, most)) / 2;
  const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  const seen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  // Some fields of forms are laid unseen over what draws them.
  const covered = !hit || !(focused.parentElement.contains(hit) || hit.contains(focused));
  return seen && !covered ? null : focused.outerHTML.slice(0, 120);
})()`;

describeConsole(
  'what a careful user expects',
  'connections, keyboard and print were not tried',
  (running) => {
    const signedIn = async (): Promise<{ page: Page; context: BrowserContext }> => {
      const page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
      return { page, context: page.context() };
    };
    const table = (page: Page): Promise<void> => page.locator('table[aria-busy="false"]').first().waitFor();
    const open = async (page: Page, path: string): Promise<void> => {
      await page.goto(`${running.url}${path}`);
      await table(page);
    };

    it('after a lost connection: says so, keeps the content, and loads new requests once it is back', async () => {
      const { page, context } = await signedIn();
      await open(page, REPORT);
      await context.setOffline(true);
      await page.getByText('オフラインです。').waitFor();
      expect(await page.getByRole('row').count()).toBeGreaterThan(3);
      expect(await accessibilityViolations(page)).toEqual([]);
      await screenshot(page, 'offline');
      const queries = graphqlOf(page);
      await context.setOffline(false);
      await page.getByText('接続が戻りました。').waitFor();
      await page.getByText('オフラインです。').waitFor({ state: 'detached' });
      await eventually(
        async () => queries().length,
        (count) => count > 0,
      );
      await table(page);
      await context.close();
    });

    // rule: screens-22
    it('after a lost response: saving again creates the entry only once', async () => {
      const { page, context } = await signedIn();
      await page.goto(`${running.url}/ad/category-setting`);
      await page.getByRole('button', { name: 'カテゴリを追加' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^名称/).fill('届かない返事');
      let lost = 0;
      await page.route('**/graphql', async (route) => {
        if (!/createAdCategory/.test(route.request().postData() ?? '') || lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      const save = dialog.getByRole('button', { name: /^(保存|追加)/ });
      await save.click();
      await dialog.getByText('入力内容はそのまま残っています').first().waitFor();
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await page.goto(`${running.url}/ad/category-setting?q=${encodeURIComponent('届かない返事')}`);
      await page.getByText('1件中 1〜1件').waitFor();
      expect(lost).toBe(1);
      await context.close();
    });

    it('on a slow server: the last choice wins, and metrics of another query never appear as its own', async () => {
      const { page, context } = await signedIn();
      await open(page, REPORT);
      await page.route('**/graphql', async (route) => {
        await new Promise((wake) => setTimeout(wake, 1_500));
        await route.continue();
      });
      await page.getByRole('navigation').getByRole('link', { name: 'アトリビューション' }).click();
      await page.locator('table[aria-busy="true"], [role="status"]').first().waitFor();
      await page.getByRole('navigation').getByRole('link', { name: '広告統計' }).click();
      await table(page);
      expect(page.url()).toContain('/analyze/ad-statistics');
      await page.getByRole('heading', { name: '広告統計', level: 1 }).waitFor();
      await context.close();
    });

    it.each([500, 502, 504])(
      'after a server error with %i: shows its name, what is safe, an id to quote, and a working retry',
      async (status) => {
        const { page, context } = await signedIn();
        await page.route('**/graphql', (route) =>
          /AdSummaries|adSummaries/.test(route.request().postData() ?? '')
            ? route.fulfill({ status, headers: { 'X-Request-Id': 'q-123' }, body: '' })
            : route.continue(),
        );
        await page.goto(`${running.url}${REPORT}`);
        await page.getByRole('heading', { name: `${status} Internal Server Error` }).waitFor();
        await page.getByText('q-123').waitFor();
        await page.unroute('**/graphql');
        await page.getByRole('button', { name: '再試行' }).click();
        await table(page);
        await context.close();
      },
    );

    it('the palette opens any page by name, by keyboard alone', async () => {
      const { page, context } = await signedIn();
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: '検索・移動' });
      await field.waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      const queries = graphqlOf(page);
      const word = 'リスティング';
      await field.pressSequentially(word, { delay: 30 });
      await page.getByRole('group', { name: '広告', exact: true }).getByRole('option').first().waitFor();
      // The dashboard behind the palette polls for new data. It sends no request per letter, but a slow machine
      // may send one between two letters.
      expect(queries().filter(({ operationName }) => operationName === 'PaletteSearch').length).toBeLessThan(
        word.length / 2,
      );
      await screenshot(page, 'palette');
      await field.fill('アトリビューション');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/analyze/attribution**');
      await table(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'ショートカットキー' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await context.close();
    });

    it('prints a report light and in full, without the menu', async () => {
      const { page, context } = await signedIn();
      await context.addCookies([{ name: 'ic_theme', value: 'dark', url: running.url }]);
      await open(page, '/analyze/ad-statistics?period=d90&axis=ad');
      const headings = () =>
        page.evaluate(
          '[...document.querySelectorAll("[data-scroll-box] thead th[scope=col]")].map((th) => th.textContent)',
        ) as Promise<string[]>;
      const onScreen = await headings();
      await page.emulateMedia({ media: 'print' });
      await page.locator('html[data-theme=light]').waitFor();
      // Columns beyond the width continue below. Each appears once, after all the names.
      const onPaper = await headings();
      expect(onPaper.length).toBeGreaterThan(onScreen.length);
      expect(new Set(onPaper)).toEqual(new Set(onScreen));
      expect(
        await page.evaluate(
          'Math.min(...[...document.querySelectorAll("[data-scroll-box]")].map((box) => Number(getComputedStyle(box).zoom)))',
        ),
      ).toBeGreaterThanOrEqual(0.74);
      expect(await page.getByRole('navigation', { name: 'メインメニュー' }).isVisible()).toBe(false);
      const [drawnRows, all] = (await page.evaluate(
        '(() => { const t = document.querySelector("table"); return [t.querySelectorAll("tbody tr[data-row-key]").length, Number(t.getAttribute("aria-rowcount")) - 2]; })()',
      )) as [number, number];
      expect(drawnRows).toBe(all);
      // No heading ends a sheet and no footer starts one. The rest of the last sheet is white.
      expect(
        await page.evaluate(
          '[...document.querySelectorAll("main :is(header, h1, h2, thead)")].filter((one) => getComputedStyle(one).breakAfter !== "avoid").length',
        ),
      ).toBe(0);
      expect(
        await page.evaluate(
          '[...document.querySelectorAll("footer")].map((one) => getComputedStyle(one).breakBefore)',
        ),
      ).toEqual(['avoid', 'avoid']);
      expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
        'rgb(255, 255, 255)',
      );
      await screenshot(page, 'print');
      await page.emulateMedia({ media: 'screen' });
      await page.locator('html[data-theme=dark]').waitFor();
      await context.close();
    });

    it('keeps the input of an open form when the reduced-motion preference changes', async () => {
      const { page, context } = await signedIn();
      await page.goto(`${running.url}/ad/setting/new`);
      await page.getByLabel(/^広告名/).fill('春の広告');
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await page.getByLabel(/^広告名/).inputValue()).toBe('春の広告');
      await context.close();
    });

    it('at 200 %, nothing scrolls sideways, and the focus stays visible', async () => {
      const { page, context } = await signedIn();
      // 1440 pixels at 200 % are 720.
      await page.setViewportSize({ width: 720, height: 450 });
      for (const path of [
        '/dashboard',
        REPORT,
        '/ad/setting',
        '/ad/setting/1',
        '/config/product',
        '/config/role',
        '/log/cv-approve',
        '/explorer',
      ]) {
        await page.goto(`${running.url}${path}`);
        await settled(page);
        expect({ path, fits: await fitsWidth(page) }).toEqual({ path, fits: true });
        const unseen: string[] = [];
        for (let step = 0; step < 12; step++) {
          await page.keyboard.press('Tab');
          const hidden = await page.evaluate<string | null>(UNSEEN_FOCUS);
          if (hidden !== null) unseen.push(hidden);
        }
        expect({ path, unseen }).toEqual({ path, unseen: [] });
      }
      await context.close();
    });

    it.each(['light', 'dark'] as const)(
      'with forced colours, %s, shows active, selected and current states, and drawings',
      async (colorScheme) => {
        const { page, context } = await signedIn();
        await page.emulateMedia({ forcedColors: 'active', colorScheme });
        const styleOf = (selector: string, property: string, pseudo?: string): Promise<string> =>
          page
            .locator(selector)
            .first()
            .evaluate(
              (element, [name, part]) =>
                (
                  globalThis as unknown as {
                    getComputedStyle(of: unknown, part?: string): Record<string, string>;
                  }
                ).getComputedStyle(element, part)[name] ?? '',
              [property, pseudo] as const,
            );
        await page.goto(`${running.url}/analyze/term`);
        await settled(page);
        await screenshot(page, `forced-colours-${colorScheme}`);
        expect(await styleOf('.ant-segmented-item-selected', 'outlineStyle')).toBe('solid');
        expect(await styleOf('.ant-segmented-item:not(.ant-segmented-item-selected)', 'outlineStyle')).toBe(
          'none',
        );
        expect(await styleOf('nav a[aria-current]', 'backgroundColor')).not.toBe(
          await styleOf('nav a:not([aria-current])', 'backgroundColor'),
        );
        // A chart uses the theme's colours, so it keeps the theme's background.
        expect(await styleOf('[data-drawn]:has(canvas)', 'backgroundColor')).toBe('rgb(255, 255, 255)');
        await page.goto(`${running.url}/ad/setting/1`);
        await settled(page);
        expect(await styleOf('.ant-switch', 'backgroundColor')).not.toBe(
          await styleOf('.ant-switch-handle', 'backgroundColor', '::before'),
        );
        expect(await styleOf('.ant-switch-checked', 'backgroundColor')).not.toBe(
          await styleOf('.ant-switch:not(.ant-switch-checked)', 'backgroundColor'),
        );
        await context.close();
      },
    );
  },
);
