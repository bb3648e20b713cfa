import type { Browser } from 'playwright-core';
import { openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { makeShop } from '../testing/settings';
import { describeInBrowser, launchBrowser, startSite, until, watchedPage, type Site } from '../testing/site';
import { startTracking, type TrackingServer } from '../testing/tracking-server';

jest.setTimeout(30_000);

describeInBrowser('the tags of two products of a company in one page', () => {
  let test: TestDatabase;
  let server: TrackingServer;
  let site: Site;
  let browser: Browser;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let sister: Awaited<ReturnType<typeof makeShop>>;

  beforeAll(async () => {
    test = await openTestDatabase('sqlite');
    site = await startSite();
    shop = await makeShop(test.db, { productDomain: 'shop.test' });
    sister = await makeShop(test.db, { productDomain: 'shop.test', companyId: shop.company.id });
    server = await startTracking(test.db);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await site.close();
    await test.drop();
  });

  it('count their own conversions each, without rejected events', async () => {
    const tag = (id: number): string => `<script async src="${server.url}/tag/${id}.js"></script>`;
    site.show({ head: tag(shop.product.id) + tag(sister.product.id) });
    const visit = await watchedPage(browser);
    await visit.page.goto(`http://www.shop.test:${site.port}/`);
    const conversions = () => visit.sent.filter(({ type }) => type === 'cv');
    await until(() => visit.sent.length === 2);
    await visit.page.evaluate(
      `icq.push(['cv', { setting: ${sister.cv.id}, event_id: 'of-sister' }], ['cv', { setting: ${shop.cv.id}, event_id: 'of-shop' }])`,
    );
    await until(() => conversions().length === 4);
    await until(async () => (await test.db.read('SELECT event_id FROM conversion')).length === 2);
    expect(conversions().map(({ tags }) => tags)).toEqual([2, 2, 2, 2]);
    expect(await test.db.read('SELECT product_id, event_id FROM conversion ORDER BY event_id')).toEqual([
      { product_id: shop.product.id, event_id: 'of-shop' },
      { product_id: sister.product.id, event_id: 'of-sister' },
    ]);
    expect(await test.db.read('SELECT text FROM bad_event')).toEqual([]);
  });
});
