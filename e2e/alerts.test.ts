import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { productDatabase } from '../server/composition/open-database';
import { startReceiver, type WebhookReceiver } from '../server/alerts/testing/webhook-receiver';
import { accessibilityViolations, newPage } from './support/browser';
import { downloadCsvFile, fitsWidth, signInOnScreen } from './support/console';
import { choose, fillField, save } from './support/forms';
import { eventually, signIn } from './support/rest';
import { describeConsole } from './support/running-console';

jest.setTimeout(240_000);

describeConsole(
  'custom measures and alerts',
  'custom measures and alerts were not tried',
  (running) => {
    let page: Page;
    let hook: WebhookReceiver;
    const complaints: string[] = [];

    /**
     * Backdates the alert and sets this URL. A newly saved alert evaluates no past day, and the form rejects
     * private URLs.
     */
    async function begin(id: number, url: string): Promise<void> {
      const db = productDatabase({ kind: 'sqlite', path: join(running.product.dataDir, 'inflow.db') });
      await db.connect();
      await db.write((tx) =>
        tx.execute('UPDATE alert SET from_day = NULL, webhook_url = ? WHERE id = ?', [url, id]),
      );
      await db.close();
    }

    const ready = (): Promise<void> =>
      page.locator('table[aria-busy="false"] tbody tr[data-row-key]').first().waitFor();

    beforeAll(async () => {
      hook = await startReceiver();
      page = await newPage(running.browser);
      page.on('pageerror', (error) => complaints.push(error.message));
      await signInOnScreen(page, running.url, 'admin@example.com', { remember: true });
    });
    afterAll(async () => {
      await hook?.close();
    });

    it('shows a new custom measure in the table and the file of ad statistics', async () => {
      await page.goto(`${running.url}/analyze/custom-measure`);
      await page.getByRole('button', { name: '独自指標を追加' }).first().click();
      const form = page.getByRole('dialog');
      await save(form);
      await form.getByText('必須').first().waitFor();
      await fillField(page, form, '指標名', '中間CV率');
      await fillField(page, form, '分子', choose('中間CV合計'));
      // By keyboard, because the list of numerators stays in the page out of sight.
      await form.getByRole('combobox', { name: '分母' }).focus();
      await page.keyboard.type('クリック数');
      await page.keyboard.press('Enter');
      await form.getByTitle('クリック数', { exact: true }).first().waitFor();
      await fillField(page, form, '単位', { radio: '%' });
      await save(form);
      await page.getByRole('cell', { name: '中間CV率' }).first().waitFor();
      const client = await signIn(running.url, 'admin@example.com');
      const { results } = await client.get<{ results: { id: number; title: string }[] }>('/custom_measures/');
      const id = results.find(({ title }) => title === '中間CV率')?.id ?? 0;

      await page.goto(
        `${running.url}/analyze/ad-statistics?cols=ad_click_count,cv_total_middle,custom_${id}&sort=-custom_${id}&chart=custom_${id}`,
      );
      await ready();
      const headings = (await page.locator('thead th[scope=col]').allInnerTexts()).map((text) =>
        text.split('\n')[0]?.trim(),
      );
      expect(headings).toEqual(['広告', '推移', 'クリック数', '中間CV合計', '中間CV率']);
      const cells = (await page.locator('tbody tr[data-row-key]').first().locator('td').allInnerTexts()).map(
        (text) => text.split('\n')[0]?.trim() ?? '',
      );
      const [clicks, middles, ratio] = cells.slice(-3).map((text) => Number(text.replace(/[,%]/g, '')));
      expect(ratio).toBeCloseTo((100 * (middles ?? 0)) / (clicks ?? 1), 1);
      await page
        .getByRole('region', { name: /グラフ/ })
        .getByText('中間CV率')
        .first()
        .waitFor();
      const csv = await downloadCsvFile(page);
      expect(csv).toMatch(/中間CV率（%）/);
      await page.mouse.move(0, 0);
      await page.waitForTimeout(500);
      expect(await accessibilityViolations(page)).toEqual([]);
    });

    it('notifies the receiver of an alert once, and lists it in the history with a link to the report', async () => {
      const client = await signIn(running.url, 'admin@example.com');
      const { createAlert } = await client.graphql<{ createAlert: { id: number } }>(
        'mutation ($input: AlertInput!) { createAlert(input: $input) { id } }',
        {
          input: {
            productId: 1,
            title: 'クリックあり',
            measure: 'ad_click_count',
            rule: 1,
            threshold: 0,
            scope: 1,
            hour: 0,
            channel: 2,
            webhookUrl: `${hook.url}/services/x`,
          },
        },
      );
      await begin(createAlert.id, `${hook.url}/services/x`);
      await eventually(
        async () => hook.received.length,
        (count) => count > 0,
        60_000,
      );
      await page.waitForTimeout(5000);
      expect(hook.received.map(({ path }) => path)).toEqual(['/services/x']);
      expect(JSON.parse(hook.received[0]?.body ?? '{}').text).toMatch(/アラート：クリックあり/);

      await page.goto(`${running.url}/analyze/alert/${createAlert.id}`);
      await page.getByRole('button', { name: '今すぐ試す' }).click();
      await page.getByText('1件を判定し、1件が該当しました。').waitFor();
      const history = page.getByRole('region', { name: '発生履歴' });
      await history.getByText('送信済み').waitFor();
      expect(await history.getByRole('link', { name: 'レポートを開く' }).count()).toBe(1);
      // Moves the pointer off the button, which changes colour on hover.
      await page.mouse.move(0, 0);
      await page.waitForTimeout(500);
      expect(await accessibilityViolations(page)).toEqual([]);
      await history.getByRole('link', { name: 'レポートを開く' }).click();
      await ready();
      const headings = (await page.locator('thead th[scope=col]').allInnerTexts()).map((text) =>
        text.split('\n')[0]?.trim(),
      );
      expect(headings).toEqual(['広告', '推移', 'クリック数']);
      await page.goBack();
      await history.getByText('送信済み').waitFor();
      expect(hook.received).toHaveLength(1);
    });

    it('explains why a message failed, the number of attempts, and the next one', async () => {
      const client = await signIn(running.url, 'admin@example.com');
      const { createAlert } = await client.graphql<{ createAlert: { id: number } }>(
        'mutation ($input: AlertInput!) { createAlert(input: $input) { id } }',
        {
          input: {
            productId: 1,
            title: '社内宛て',
            measure: 'ad_click_count',
            rule: 1,
            threshold: 0,
            scope: 1,
            hour: 0,
            channel: 2,
            webhookUrl: 'https://hooks.example/x',
          },
        },
      );
      await begin(createAlert.id, 'http://10.0.0.1/x');
      const readDeliveries = async () =>
        (await client.get<{ told: { reason: string | null }[] }>(`/alerts/${createAlert.id}/history/`)).told;
      await eventually(readDeliveries, (all) => all.some(({ reason }) => reason !== null), 60_000);
      await page.goto(`${running.url}/analyze/alert/${createAlert.id}`);
      const history = page.getByRole('region', { name: '発生履歴' });
      await history
        .getByText(
          /非公開アドレスのため、送信しませんでした。.* \d+回試行 次の試行 \d{4}\/\d{2}\/\d{2} \d{2}:\d{2}/,
        )
        .waitFor();
      await history.getByText('送信待ち').waitFor();
      expect(await history.getByText('REFUSED_ADDRESS').count()).toBe(0);
    });

    it('fits narrow windows', async () => {
      await page.setViewportSize({ width: 375, height: 800 });
      for (const path of ['/analyze/alert', '/analyze/alert/new', '/analyze/custom-measure']) {
        await page.goto(running.url + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([path, await fitsWidth(page)]).toEqual([path, true]);
      }
      expect(complaints).toEqual([]);
    });
  },
  { WEBHOOK_ALLOW: '127.0.0.0/8' },
);
