import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  accessibilityViolations,
  describeInBrowser,
  launchBrowser,
  newPage,
  screenshot,
} from './support/browser';
import { fitsWidth, signInOnScreen } from './support/console';
import { npmRun, startProduct, type Product } from './support/product';
import { waitForPurchase } from './support/purchase';

jest.setTimeout(300_000);

const PASSWORD = 'a long enough password';
const AD = '春の指名広告';

if (describeInBrowser === describe.skip)
  console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); the first steps were not tried');

describeInBrowser(
  "from an empty installation to a first conversion in the report, by the screen's instructions",
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-first-'));
    let product: Product;
    let browser: Browser;
    let page: Page;
    /** The advertiser's site. Its pages contain the pasted code. */
    let shop: Server;
    let shopUrl: string;
    let pasted = '';
    /** Number of user actions: presses, and fields filled in. */
    let acts = 0;
    const click = (target: Locator): Promise<void> => ((acts += 1), target.click());
    const fill = (label: string, text: string): Promise<void> => (
      (acts += 1),
      page
        .locator('#content')
        .getByLabel(new RegExp(`^${label}`))
        .fill(text)
    );
    const step = (name: string): Locator =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    const done = (name: string): Promise<void> =>
      step(name)
        .getByText(/完了|に確認/)
        .waitFor({ timeout: 30_000 });
    const save = async (): Promise<void> => {
      await click(page.getByRole('button', { name: '保存する' }));
      await page
        .getByText(/保存しました/)
        .first()
        .waitFor();
    };
    const home = (): Promise<void> =>
      click(page.getByRole('navigation').getByRole('link', { name: 'ダッシュボード' }));
    /** Presses a link that opens a new tab. */
    const opened = async (target: Locator): Promise<Page> => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), click(target)]);
      await tab.waitForLoadState('networkidle');
      return tab;
    };

    beforeAll(async () => {
      shop = createServer((request, response) => {
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(
            `<!doctype html><html><head><title>shop</title>${pasted}</head><body><p>${request.url?.split('?')[0]}</p><a href="/thanks">購入する</a></body></html>`,
          );
      });
      await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
      shopUrl = `http://shop.localhost:${(shop.address() as AddressInfo).port}`;
      product = await startProduct({ DATA_DIR: dir, DATABASE_URL: `sqlite:${join(dir, 'first.db')}` });
      await npmRun(
        ['user', '--', 'create', '--email', 'first@shop.example', '--role', 'ADMIN', '--password-stdin'],
        product.env,
        PASSWORD,
      );
      browser = await launchBrowser();
      page = await newPage(browser);
    });
    afterAll(async () => {
      await browser?.close();
      await product?.stop();
      shop.closeAllConnections();
      shop.close();
      rmSync(dir, { recursive: true, force: true });
    });

    it('takes less than five minutes', async () => {
      const start = Date.now();
      await signInOnScreen(page, product.url, 'first@shop.example', { password: PASSWORD });
      acts += 3;
      await page.getByRole('heading', { name: '計測をはじめる' }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await screenshot(page, 'first-steps');

      await click(step('商品のドメインを登録する').getByRole('button', { name: '商品の設定を開く' }));
      await fill('サイトのドメイン', 'shop.localhost');
      await fill('サイトのURL', `${shopUrl}/`);
      await save();
      await click(page.getByRole('link', { name: '「計測をはじめる」に戻る' }));
      await done('商品のドメインを登録する');

      await click(step('最初のCV').getByRole('button', { name: 'CV設定を開く' }));
      await click(page.locator('#content').getByRole('radio', { name: 'URL', exact: true }));
      await fill('CVページURL', `${shopUrl}/thanks`);
      await save();
      await home();

      pasted = await step('計測タグをサイトに設置する').locator('code').innerText();
      acts += 2;
      const site = await opened(
        step('計測タグをサイトに設置する').getByRole('link', { name: 'サイトを開いて確認' }),
      );
      await site.close();
      await done('計測タグをサイトに設置する');

      await click(step('広告を登録する').getByRole('button', { name: '広告を追加' }));
      await fill('広告名', AD);
      await fill('ランディングページURL', `${shopUrl}/lp`);
      await save();
      await home();
      await done('広告を登録する');

      const landing = await opened(step('最初のクリック').getByRole('link', { name: '入稿URLを開いて試す' }));
      expect(new URL(landing.url()).searchParams.get('a_iid')).toBeTruthy();
      await done('最初のクリック');
      acts += 1;
      const purchase = waitForPurchase(landing);
      await landing.getByRole('link', { name: '購入する' }).click();
      await purchase;
      await done('最初のCV');

      await click(page.getByRole('link', { name: '広告統計を開く' }));
      const row = page.getByRole('row').filter({ hasText: AD }).first();
      await row.waitFor();
      expect(
        (await row.getByRole('cell').allInnerTexts())
          .map((text) => text.trim())
          .filter((text) => text === '1').length,
      ).toBeGreaterThanOrEqual(2);
      const seconds = (Date.now() - start) / 1000;
      console.info(
        `From the sign-in to the first conversion in the report: ${acts} acts, ${seconds.toFixed(0)} s`,
      );
      expect(acts).toBeLessThanOrEqual(30);
      expect(seconds).toBeLessThan(300);
    });

    it('shows its progress, fits a phone, and closes for good', async () => {
      await page.setViewportSize({ width: 375, height: 812 });
      await page.goto(`${product.url}/dashboard`);
      await page.getByText('5個が完了').or(page.getByText('6個中5個が完了')).first().waitFor();
      expect(await fitsWidth(page)).toBe(true);
      await screenshot(page, 'first-steps-375');
      await page.getByRole('button', { name: 'この案内を閉じる' }).click();
      expect(await page.getByRole('heading', { name: '計測をはじめる' }).count()).toBe(0);
      await page.reload();
      await page.getByRole('heading', { name: 'ダッシュボード' }).waitFor();
      expect(await page.getByRole('heading', { name: '計測をはじめる' }).count()).toBe(0);
    });
  },
);
