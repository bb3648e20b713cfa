import { salesSnippet, shops, type Shop } from './sales-snippets';

const words = { amount: '【合計】', order: '【注文番号】' };
const snippet = (shop: Shop): string =>
  salesSnippet(shop, { productId: 3, cvSettingId: 7, tracker: 'https://t.example', words });

/** Runs a script of a page whose template put the order's values in. */
function queueAfter(html: string): unknown[] {
  const page: { icq?: unknown[] } = {};
  const code = html.replace(/<\/?script>/g, '').replace('icq.push', 'window.icq.push');
  new Function('window', code)(page);
  return page.icq ?? [];
}

describe('the code that passes on sales', () => {
  it.each<[Shop, Record<string, string>]>([
    // A data layer variable in custom HTML becomes the JavaScript value.
    ['gtm', { '{{ecommerce.value}}': '9800', '{{ecommerce.transaction_id}}': "'A-1'" }],
    ['eccube', { '{{ Order.payment_total }}': '9800', '{{ Order.order_no }}': 'A-1' }],
    ['futureshop', { [words.amount]: '9800', [words.order]: 'A-1' }],
  ])('reports amount and order of %s once the values are in place', (shop, values) => {
    const html = Object.entries(values).reduce(
      (text, [word, value]) => text.replace(word, value),
      snippet(shop),
    );
    const [[name, data]] = queueAfter(html) as [[string, { amount: unknown }]];
    expect([name, { ...data, amount: Number(data.amount) }]).toEqual([
      'cv',
      { setting: 7, amount: 9800, args: { order: 'A-1' } },
    ]);
  });

  it('sends an order of Shopify with the visitor of the shop', async () => {
    const sent: [string, RequestInit][] = [];
    let subscriber: ((event: object) => Promise<void>) | undefined;
    new Function('analytics', 'browser', 'fetch', snippet('shopify'))(
      { subscribe: (_name: string, run: typeof subscriber) => (subscriber = run) },
      { cookie: { get: () => Promise.resolve('v-1') } },
      (url: string, init: RequestInit) => sent.push([url, init]),
    );
    const checkout = { order: { id: 55 }, token: 't', totalPrice: { amount: 9800 } };
    const context = { document: { location: { href: 'https://shop.example/thanks' } } };
    await subscriber?.({ data: { checkout }, context });
    expect(sent.map(([url, { body }]) => [url, JSON.parse(String(body)) as unknown])).toEqual([
      [
        'https://t.example/collect',
        {
          ...{ type: 'cv', product_id: 3, cv_setting_id: 7, event_id: 'shopify-55', visitor_id: 'v-1' },
          ...{ url: 'https://shop.example/thanks', referrer: '', amount: 9800, args: { order: '55' } },
        },
      ],
    ]);
  });

  it('names setting and product in each', () => {
    for (const shop of shops) expect(snippet(shop)).toMatch(/(setting|cv_setting_id): 7/);
  });
});
