import type { Browser, Page } from 'playwright-core';
import { dayOf, formatDay } from '../shared/domain/calendar';
import { describeInBrowser, launchBrowser, newPage, screenshot } from './support/browser';
import { downloadCsvFile, openReport, reportRow, signInOnScreen } from './support/console';
import { onBothDatabases } from './support/databases';
import { startProduct, type Product } from './support/product';
import { waitForPurchase } from './support/purchase';
import { eventually, signIn, type Report, type Row } from './support/rest';

jest.setTimeout(240_000);

/** Price of one order in the demo shop. */
const PRICE = 2980;

/** Returns the first demo link that the start printed, with the name of its ad. */
const demoLink = (product: Product): { url: string; adName: string } => {
  const [, url = '', adName = ''] = /(http\S+\/r\/\S+)\s+\((.+)\)/.exec(product.stdout()) ?? [];
  return { url, adName };
};

const today = (): string => formatDay(dayOf(Date.now())).replaceAll('/', '-');

describeInBrowser('a real click becomes an attributed conversion', () => {
  onBothDatabases((database) => {
    let product: Product;
    let browser: Browser;
    let page: Page;
    let link: { url: string; adName: string };
    let day: string;

    beforeAll(async () => {
      product = await startProduct({ ...(await database.fresh()), DEMO: '1' });
      browser = await launchBrowser();
      page = await newPage(browser);
      link = demoLink(product);
      day = today();
    });
    afterAll(async () => {
      await browser?.close();
      await product?.discard();
    });

    it('link -> landing page -> product -> thank-you page', async () => {
      await page.goto(link.url);
      expect(page.url()).toContain('/demo-site/');
      expect(new URL(page.url()).searchParams.get('a_iid')).toBeTruthy();
      await page.getByRole('link', { name: 'くわしく見る' }).click();
      await page.getByRole('button', { name: 'カートに入れる' }).click();
      const purchase = waitForPurchase(page);
      await page.getByRole('link', { name: /今すぐ購入する/ }).click();
      await page.waitForURL('**/demo-site/thanks**');
      expect((await purchase).status()).toBe(200);
    });

    it('appears over REST in ad statistics and attribution, with the right ad, within five seconds', async () => {
      const rest = await signIn(product.url, 'admin@example.com');
      const report = (name: string): Promise<Report> =>
        rest.get(`/analyses/${name}/?product_id=1&date_from=${day}&date_to=${day}&axis=ad`);
      const rowOf = ({ results }: Report): Row | undefined => results.find((row) => row.ad === link.adName);
      const statistics = await eventually(
        () => report('ad_summaries'),
        (report) => rowOf(report)?.cv_total_final === 1,
        5000,
      );
      expect(rowOf(statistics)).toMatchObject({
        ad_click_count: 1,
        first_touch_count: 1,
        cv_total_final: 1,
        amount_sum: PRICE,
        no_ad: false,
      });
      expect(Number(rowOf(statistics)?.pv_count)).toBeGreaterThanOrEqual(3);
      expect(statistics.total).toMatchObject({ ad_click_count: 1, cv_total_final: 1, amount_sum: PRICE });
      const credit = await report('attributions');
      expect(rowOf(credit)).toMatchObject({
        attr_cv: 1,
        attr_amount: PRICE,
        cv_total_final_diff: 0,
        cv_total_final_ratio: 1,
      });

      const { results } = await rest.get<{ results: Row[] }>(
        `/logs/conversions/?product_id=1&sortName=cv_time&sortAsc=false&page_size=5&time_from=${encodeURIComponent(`${day.replaceAll('-', '/')} 00:00:00`)}`,
      );
      expect(results).toContainEqual(expect.objectContaining({ amount: PRICE }));
      const file = await rest.ask(
        `/analyses/ad_summaries/download/csv/?product_id=1&date_from=${day}&date_to=${day}&axis=ad`,
      );
      // Response.text() would swallow the byte order mark.
      const csv = Buffer.from(await file.arrayBuffer()).toString('utf8');
      expect(csv.startsWith('\uFEFF')).toBe(true);
      expect(csv.split('\r\n').find((line) => line.includes(link.adName))).toContain(String(PRICE));
    });

    it('appears in the console, on both screens and in the file', async () => {
      await page.getByRole('link', { name: 'コンソールで確かめる' }).click();
      await signInOnScreen(page, product.url, 'admin@example.com');
      await openReport(page, product.url, 'ad-statistics', day);
      const statistics = await reportRow(page, link.adName);
      expect(statistics.slice(1).filter((cell) => cell.trim() === '1').length).toBeGreaterThanOrEqual(2);
      expect(statistics.join(' ')).toContain('2,980');
      await screenshot(page, `ad-statistics-today-${database.name.replaceAll(' ', '-')}`);
      const csv = await downloadCsvFile(page);
      expect(csv.split('\r\n').find((line) => line.includes(link.adName))).toContain(String(PRICE));

      await openReport(page, product.url, 'attribution', day);
      expect((await reportRow(page, link.adName)).slice(1).map((cell) => cell.trim())).toContain('1.00');
    });
  });
});
