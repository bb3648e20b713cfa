import type { ClickEvent } from '../../journeys';

/** Creates a click of ad 1 in product 1, like the redirect endpoint. */
export const clickEvent = (id: string, values: Partial<ClickEvent> = {}): ClickEvent => ({
  type: 'click',
  door: 'redirect',
  productId: 1,
  id,
  time: 1_767_290_645_000,
  ip: null,
  ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36',
  visitorId: `visitor of ${id}`,
  adId: 1,
  redirectId: 1,
  lpoEntryId: 0,
  params: 'gclid=1',
  landingUrl: null,
  cost: 30,
  xclid: null,
  ses: null,
  key1: null,
  key2: null,
  key3: null,
  ...values,
});
