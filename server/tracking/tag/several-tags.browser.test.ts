import { makeShop } from '../testing/settings';
import { describeInBrowser, stageTag, until, watchedPage } from '../testing/site';

jest.setTimeout(30_000);

describeInBrowser('the tags of two products of a company in one page', () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let sister: Awaited<ReturnType<typeof makeShop>>;

  const stage = stageTag(async ({ db }) => {
    shop = await makeShop(db, { productDomain: 'shop.test' });
    sister = await makeShop(db, { productDomain: 'shop.test', companyId: shop.company.id });
  });

  it('count their own conversions each, without rejected events', async () => {
    stage.site.show({ head: stage.tagOf(shop.product.id) + stage.tagOf(sister.product.id) });
    const visit = await watchedPage(stage.browser);
    await visit.page.goto(stage.at('www.shop.test', '/'));
    const conversions = () => visit.sent.filter(({ type }) => type === 'cv');
    await until(() => visit.sent.length === 2);
    await visit.page.evaluate(
      `icq.push(['cv', { setting: ${sister.cv.id}, event_id: 'of-sister' }], ['cv', { setting: ${shop.cv.id}, event_id: 'of-shop' }])`,
    );
    await until(() => conversions().length === 4);
    await until(async () => (await stage.db.read('SELECT event_id FROM conversion')).length === 2);
    expect(conversions().map(({ tags }) => tags)).toEqual([2, 2, 2, 2]);
    expect(await stage.db.read('SELECT product_id, event_id FROM conversion ORDER BY event_id')).toEqual([
      { product_id: shop.product.id, event_id: 'of-shop' },
      { product_id: sister.product.id, event_id: 'of-sister' },
    ]);
    expect(await stage.db.read('SELECT text FROM bad_event')).toEqual([]);
  });
});
