import type { Browser, Page } from 'playwright-core';
import { startSmtpServer, type SmtpServer } from '../server/mail/testing/smtp-server';
import { accessibilityViolations, describeInBrowser, launchBrowser, newPage } from './support/browser';
import { fitsWidth, signedInPage, signInOnScreen } from './support/console';
import { eventually } from './support/rest';
import { startProduct, type Product } from './support/product';

jest.setTimeout(300_000);

if (describeInBrowser === describe.skip)
  console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); saved views were not tried');

describeInBrowser('a saved view', () => {
  let product: Product;
  let smtp: SmtpServer;
  let browser: Browser;
  let page: Page;
  let link = '';
  const complaints: string[] = [];

  const ready = (on: Page): Promise<void> =>
    on.locator('table[aria-busy="false"] tbody tr[data-row-key]').first().waitFor();
  const dialog = () => page.getByRole('dialog');

  beforeAll(async () => {
    smtp = await startSmtpServer();
    [product, browser] = await Promise.all([
      startProduct({ SMTP_URL: smtp.url, MAIL_FROM: 'Inflow <inflow@example.jp>' }),
      launchBrowser(),
    ]);
    page = await newPage(browser);
    page.on('pageerror', (error) => complaints.push(error.message));
    await signInOnScreen(page, product.url, 'admin@example.com', { remember: true });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
    await smtp?.close();
  });

  it("saves a report's state, pinned and shared", async () => {
    await page.goto(
      `${product.url}/analyze/ad-statistics?period=d7&axis=asp&sort=-amount_sum&cols=amount_sum,cpa`,
    );
    await ready(page);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('menuitem', { name: 'ビューを保存' }).click();
    await dialog().getByRole('button', { name: '保存' }).click();
    await dialog().getByText('ビュー名を入力してください').waitFor();
    await dialog().getByRole('textbox', { name: 'ビュー名 必須' }).waitFor();
    await dialog().getByLabel('ビュー名').fill('ASP別の売上');
    await dialog().getByLabel('社内で共有する').check();
    await dialog().getByRole('button', { name: '保存' }).click();
    await dialog().getByText('ビューを保存しました').waitFor();
    // The name field is gone. Its link has the focus, not the page behind.
    await dialog().locator('input:focus').waitFor();
    link = await dialog().getByLabel('短縮リンク', { exact: true }).inputValue();
    expect(link).toMatch(new RegExp(`^${product.url}/v/[\\w-]{16}$`));
    await dialog().getByRole('button', { name: '閉じる' }).first().click();
    const entry = page.getByRole('navigation').getByRole('link', { name: 'ASP別の売上' });
    await entry.waitFor();
    expect(await entry.getAttribute('aria-current')).toBe('page');
  });

  it('is restored in full from the menu', async () => {
    await page.getByRole('navigation').getByRole('link', { name: '期間推移' }).click();
    await page.getByRole('heading', { level: 1, name: '期間推移' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'ASP別の売上' }).click();
    await ready(page);
    const headings = await page.locator('[data-scroll-box] thead th[scope=col]').allInnerTexts();
    expect(headings.map((text) => text.split('\n')[0]?.trim())).toEqual(['ASP', '推移', '売上', 'CPA']);
    await page.getByRole('button', { name: /^期間: 過去7日間/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '期間推移' }).waitFor();
  });

  it('opens by its short link in another session, but not for another company', async () => {
    const other = await signedInPage(browser, product.url, 'manager@example.com');
    await other.goto(link);
    await ready(other);
    expect(new URL(other.url()).searchParams.get('cols')).toBe('amount_sum,cpa');
    await other.close();
    const stranger = await signedInPage(browser, product.url, 'admin@other.example');
    for (const address of [link, `${product.url}/v/nothing`]) {
      await stranger.goto(address);
      await stranger.getByRole('heading', { name: 'このリンクは開けません' }).waitFor();
    }
    await stranger.close();
  });

  it('also stores the columns of a list', async () => {
    await page.goto(`${product.url}/log/cv`);
    await page.locator('tbody tr[data-row-key]').first().waitFor();
    const headings = () => page.locator('thead th[scope=col], thead th').allInnerTexts();
    const before = await headings();
    await page.getByRole('button', { name: 'ビューを保存' }).click();
    await dialog().getByLabel('ビュー名').fill('CVの一覧');
    await dialog().getByRole('button', { name: '保存' }).click();
    await dialog().getByText('ビューを保存しました').waitFor();
    expect(new URL(page.url()).searchParams.get('cols')).toMatch(/^[a-zA-Z]+!?,/);
    await dialog().getByRole('button', { name: '閉じる' }).first().click();
    expect(await headings()).toEqual(before);
  });

  it('goes out by mail: sent once on trial, and listed with its outcome', async () => {
    await page.goto(`${product.url}/views`);
    await page
      .getByRole('row', { name: /ASP別の売上/ })
      .getByRole('button', { name: 'メール配信を設定' })
      .click();
    const drawer = page.getByRole('dialog', { name: '「ASP別の売上」のメール配信' });
    await drawer.getByText('毎週', { exact: true }).click();
    await drawer.getByRole('button', { name: '配信を開始' }).click();
    await drawer.getByText(/^次回：/).waitFor();
    await drawer.getByRole('button', { name: '自分にテスト送信' }).click();
    await drawer.getByText('送信済み').waitFor({ timeout: 60_000 });
    await drawer.locator('button:focus', { hasText: '自分にテスト送信' }).waitFor();
    const [mail] = smtp.mails;
    expect([mail?.from, mail?.to]).toEqual(['inflow@example.jp', ['admin@example.com']]);
    expect(mail?.headers.subject).toMatch(/^【Inflow Console】［テスト］ASP別の売上（/);
    const [text, html, csv] = mail!.parts.map(({ body }) => body.toString());
    expect(text).toContain(link);
    expect(html).toContain('合計');
    expect(csv).toContain('売上（円）');
    // The mail's table, as a mail program would draw it.
    const mailPage = await newPage(browser);
    await mailPage.setContent(html!);
    expect(await mailPage.getByRole('row').count()).toBeGreaterThan(2);
    expect(await accessibilityViolations(mailPage)).toEqual([]);
    await mailPage.close();
    expect(smtp.mails).toHaveLength(1);
    await drawer
      .getByRole('button', { name: 'Close' })
      .or(drawer.getByRole('button', { name: '閉じる' }))
      .first()
      .click();
    await page
      .getByRole('region', { name: 'メール配信' })
      .getByText(/^毎週月曜日 9:00$/)
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  it('is accessible in any width', async () => {
    await page.goto(`${product.url}/views`);
    await page
      .getByRole('row', { name: /ASP別の売上/ })
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(
      await eventually(
        () => fitsWidth(page),
        (fits) => fits,
        2000,
      ),
    ).toBe(true);
    // A name takes one line, with its mails below it.
    expect(
      (
        await page
          .getByRole('row', { name: /ASP別の売上/ })
          .first()
          .boundingBox()
      )?.height,
    ).toBeLessThan(90);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('disappears from the menu after deletion, and its link says so', async () => {
    await page.goto(`${product.url}/views`);
    await page.getByRole('button', { name: 'ASP別の売上: 操作' }).click();
    await page.getByRole('menuitem', { name: '削除' }).click();
    await dialog().getByRole('button', { name: '削除' }).click();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'ASP別の売上' })
      .waitFor({ state: 'detached' });
    await page.goto(link);
    await page.getByRole('heading', { name: 'このリンクは開けません' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
