import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startOfDay } from '../shared/domain/calendar';
import { onOffEvents } from '../server/analysis/testing/on-off-events';
import { PASSWORD } from '../server/composition/testing/api-world';
import { ingest } from '../server/journeys';
import { settle } from '../server/sweeps';
import { accessibilityViolations, describeInBrowser, launchBrowser } from './support/browser';
import { fitsWidth, signedInPage } from './support/console';
import { startFilled, type FilledProduct } from './support/filled-product';
import { fillField, save } from './support/forms';

jest.setTimeout(240_000);

describeInBrowser('an on/off test', () => {
  let dir: string;
  let filled: FilledProduct;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'inflow-e2e-'));
    // Fifteen weeks. The first ad is off in the last three.
    filled = await startFilled(`sqlite:${join(dir, 'test.db')}`, async (db, { open }) => {
      const fixture = {
        productId: open.product,
        ads: [open.ads[0], open.ads[1], 0, 0] as const,
        cv: { last: open.cvSetting, other: 0, middle: 0 },
      };
      const start = startOfDay(20251006) + 43_200_000;
      await db.write((tx) => ingest(tx, onOffEvents({ fixture, start, weeks: 15, offFrom: 12 })));
      await settle(db);
    });
    browser = await launchBrowser();
    page = await signedInPage(browser, filled.product.url, 'admin@alpha.example', { password: PASSWORD });
  });
  afterAll(async () => {
    await browser?.close();
    await filled?.product.discard();
    rmSync(dir, { recursive: true, force: true });
  });

  const MAP = '/analyze/disagreement?from=2025-10-06&to=2025-12-28';
  const row = () => page.locator('tbody tr').filter({ hasText: 'open ad 0' }).first();

  it('is planned from the map, says what it can find, is frozen and read', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${filled.product.url}${MAP}`);
    await row().getByRole('button').first().click();
    await page.getByRole('link', { name: 'オン・オフテストを計画' }).click();
    await page.getByRole('heading', { name: 'オン・オフテストの追加' }).waitFor();
    const form = page.locator('form');
    await fillField(page, form, '名称', '検索の停止');
    await fillField(page, form, '停止の初日', '2025/12/29');
    await fillField(page, form, '停止する週数', '3');
    await fillField(page, form, '比較する停止前の週数', '12');
    await page.getByText(/このテストで見つけられる最小の効果：週あたり[\d.]+件（\d+%）/).waitFor();
    await page.getByText(/何も停止していない過去の週で同じテストを2回試すと/).waitFor();
    await save(form);
    await page.getByRole('heading', { name: '検索の停止' }).waitFor();
    await page.getByText('結果は、計画を凍結すると2026/01/26から表示します。').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    const freeze = page.getByRole('button', { name: '計画を凍結' });
    await freeze.click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await freeze.click();
    await page.getByRole('dialog').getByRole('button', { name: '計画を凍結' }).click();
    await page.getByText(/広告の停止で、CVが[\d.]+件減りました（90%区間/).waitFor();
    await page.getByText(/実測のCPAは[\d,]+円です/).waitFor();
    await page.getByText('停止が始まってから凍結した計画です。').waitFor();
    expect(await page.getByRole('button', { name: '保存する' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '削除' }).count()).toBe(1);
  });

  it('stands on the map as measured', async () => {
    await page.goto(`${filled.product.url}${MAP}`);
    await row()
      .getByText(/実測 \d+/)
      .waitFor();
    await page
      .getByText(/オン・オフテストの実測 [\d.]+（90%区間/)
      .first()
      .waitFor({ state: 'attached' });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${filled.product.url}/analyze/experiment`);
    await page.getByRole('link', { name: '検索の停止' }).click();
    await page.getByText(/広告の停止で、CVが/).waitFor();
    expect(await fitsWidth(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
