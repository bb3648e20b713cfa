/** Shop systems with a snippet that reports the sales of an order. */
export const shops = ['gtm', 'eccube', 'shopify', 'futureshop'] as const;
export type Shop = (typeof shops)[number];

/** Ids, address and words in a snippet. */
export interface SnippetOf {
  readonly productId: number;
  readonly cvSettingId: number;
  /** Origin of the tracking endpoints. */
  readonly tracker: string;
  /** Words that the user replaces where the shop system's own words for a value are not known. */
  readonly words: { readonly amount: string; readonly order: string };
}

/** Returns the script of a page whose template fills in the amount and the order number. */
const script = (cvSettingId: number, amount: string, order: string): string => `<script>
  window.icq = window.icq || [];
  icq.push(['cv', {
    setting: ${cvSettingId},
    amount: ${amount},
    args: { order: ${order} }
  }]);
</script>`;

/**
 * Returns the code that reports an order with its sales and its number, to paste into a shop's order page.
 * The same order counts once. A page that reports a CV itself is not counted by its URL as well.
 */
export function salesSnippet(shop: Shop, { productId, cvSettingId, tracker, words }: SnippetOf): string {
  switch (shop) {
    case 'gtm':
      // Names of the variables that the step tells to create.
      return script(cvSettingId, '{{ecommerce.value}}', '{{ecommerce.transaction_id}}');
    case 'eccube':
      return script(cvSettingId, '{{ Order.payment_total }}', "'{{ Order.order_no }}'");
    case 'futureshop':
      return script(cvSettingId, `'${words.amount}'`, `'${words.order}'`);
    case 'shopify':
      // Custom pixels run in a frame without the tag, but read the shop's cookies.
      return `analytics.subscribe('checkout_completed', async ({ data, context }) => {
  const { order, token, totalPrice } = data.checkout;
  const id = String((order && order.id) || token);
  const visitor_id = await browser.cookie.get('_ic_vid');
  fetch('${tracker}/collect', {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify({
      type: 'cv',
      product_id: ${productId},
      cv_setting_id: ${cvSettingId},
      event_id: 'shopify-' + id,
      visitor_id: visitor_id || 'shopify-' + id,
      url: context.document.location.href,
      referrer: '',
      amount: totalPrice.amount,
      args: { order: id }
    })
  });
});`;
  }
}
