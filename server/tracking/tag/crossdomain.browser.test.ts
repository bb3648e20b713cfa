import { onEachDatabase } from '../../db/testing/databases';
import { settle as deriveAll } from '../../sweeps';
import { CvSetting } from '../../settings/cv-setting';
import { makeLink, makeSender, makeShop, save } from '../testing/settings';
import { describeInBrowser, stageTag, until, watchedPage } from '../testing/site';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describeInBrowser('a purchase over three hosts that share no cookie', () => {
    let shop: Awaited<ReturnType<typeof makeShop>>;
    let link: Awaited<ReturnType<typeof makeLink>>;

    const stage = stageTag(async ({ db }) => {
      shop = await makeShop(db, { productDomain: 'shop.test', productUrl: stage.at('brand.test', '/') });
      await save(db, CvSetting, { ...shop.cv, cvUrl: 'brand.test/thanks' });
      await makeSender(db, shop.product.id, 'pay.test');
      link = await makeLink(db, shop.product.id, {}, { redirectUrl: stage.at('www.shop.test', '/lp') });
    }, dialect);

    /** Simulates a click on the ad, the shop, a payment page, and the purchase back at the shop. */
    const buyBy = async (paymentHost: string) => {
      const { page, sent } = await watchedPage(stage.browser);
      const head = stage.tagOf(shop.product.id);
      const arrived = (path: string) =>
        until(() => sent.some((event) => event.type === 'view' && String(event.url).includes(path)));
      stage.site.show({ head, body: `<a href="${stage.at(paymentHost, '/pay')}">to the payment</a>` });
      await page.goto(`${stage.server.url}/r/${link.redirect.code}`);
      await arrived('/lp');
      const interaction = new URL(page.url()).searchParams.get('a_iid');
      stage.site.show({ head, body: `<a href="${stage.at('brand.test', '/thanks')}">back to the shop</a>` });
      await page.click('a');
      await arrived('/pay');
      stage.site.show({ head });
      await page.click('a');
      await until(() => sent.some((event) => event.type === 'cv'));
      const order = sent.find((event) => event.type === 'cv');
      const stored = async () =>
        stage.db.read<object>('SELECT 1 FROM conversion WHERE event_id = ?', [String(order?.event_id)]);
      await until(async () => (await stored()).length === 1);
      await stage.server.tracking.drain();
      await deriveAll(stage.db);
      const [conversion] = await stage.db.read<Record<string, unknown>>(
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
