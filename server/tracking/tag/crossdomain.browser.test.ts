import type { Browser } from 'playwright-core';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { settle as deriveAll } from '../../sweeps';
import { CvSetting } from '../../settings/cv-setting';
import { makeLink, makeSender, makeShop, save } from '../testing/settings';
import { describeInBrowser, launchBrowser, startSite, until, watchedPage, type Site } from '../testing/site';
import { startTracking, type TrackingServer } from '../testing/tracking-server';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describeInBrowser('a purchase over three hosts that share no cookie', () => {
    let test: TestDatabase;
    let server: TrackingServer;
    let site: Site;
    let browser: Browser;
    let shop: Awaited<ReturnType<typeof makeShop>>;
    let link: Awaited<ReturnType<typeof makeLink>>;
    const at = (host: string, path: string) => `http://${host}:${site.port}${path}`;

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      site = await startSite();
      shop = await makeShop(test.db, { productDomain: 'shop.test', productUrl: at('brand.test', '/') });
      await save(test.db, CvSetting, { ...shop.cv, cvUrl: 'brand.test/thanks' });
      await makeSender(test.db, shop.product.id, 'pay.test');
      link = await makeLink(test.db, shop.product.id, {}, { redirectUrl: at('www.shop.test', '/lp') });
      server = await startTracking(test.db);
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
      await site.close();
      await test.drop();
    });

    /** Simulates a click on the ad, the shop, a payment page, and the purchase back at the shop. */
    const buyBy = async (paymentHost: string) => {
      const { page, sent } = await watchedPage(browser);
      const head = `<script async src="${server.url}/tag/${shop.product.id}.js"></script>`;
      const arrived = (path: string) =>
        until(() => sent.some((event) => event.type === 'view' && String(event.url).includes(path)));
      site.show({ head, body: `<a href="${at(paymentHost, '/pay')}">to the payment</a>` });
      await page.goto(`${server.url}/r/${link.redirect.code}`);
      await arrived('/lp');
      const interaction = new URL(page.url()).searchParams.get('a_iid');
      site.show({ head, body: `<a href="${at('brand.test', '/thanks')}">back to the shop</a>` });
      await page.click('a');
      await arrived('/pay');
      site.show({ head });
      await page.click('a');
      await until(() => sent.some((event) => event.type === 'cv'));
      const order = sent.find((event) => event.type === 'cv');
      const stored = async () =>
        test.db.read<object>('SELECT 1 FROM conversion WHERE event_id = ?', [String(order?.event_id)]);
      await until(async () => (await stored()).length === 1);
      await server.tracking.drain();
      await deriveAll(test.db);
      const [conversion] = await test.db.read<Record<string, unknown>>(
        'SELECT visitor_id, last_ad_id, last_interaction_id, touch_count FROM conversion WHERE event_id = ?',
        [String(order?.event_id)],
      );
      return { interaction, visitor: sent[0]?.visitor_id, conversion };
    };

    it('keeps the ad through a registered payment domain, there and back', async () => {
      const { interaction, visitor, conversion } = await buyBy('checkout.pay.test');
      expect(conversion).toEqual({
        visitor_id: visitor,
        last_ad_id: link.ad.id,
        last_interaction_id: interaction,
        touch_count: 1,
      });
    });

    it('becomes another visitor without an ad through an unregistered domain', async () => {
      const { visitor, conversion } = await buyBy('far.test');
      expect(conversion).toMatchObject({ last_ad_id: 0, last_interaction_id: null, touch_count: 0 });
      expect(conversion?.visitor_id).not.toBe(visitor);
    });
  });
});
