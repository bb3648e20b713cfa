import { dayCounts } from './day-counts';
import {
  adLabel,
  aspOfAd,
  customer,
  device,
  found,
  instant,
  int,
  lpoTitle,
  nullable,
  ofOwnAds,
  product,
  productId,
  reference,
  text,
  yen,
} from './log-fields';
import type { LogRecord } from './log-record';

/** The journey log. The interaction that opened a reference identifies it. */
export const references: LogRecord = {
  type: 'Reference',
  one: 'reference',
  many: 'references',
  table: 'interaction',
  counted: dayCounts.references,
  keyWithin: 'product_id',
  time: 'firstReferenceTime',
  fields: {
    id: text('id', found),
    productId,
    product,
    visitorId: text('visitor_id', found),
    userId: customer,
    firstReferenceTime: instant('time'),
    interactionId: text('id'),
    adId: { ...reference('ad_id', 'ad'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    aspId: aspOfAd(),
    mediaSessionId: text('ses', { ...nullable, ...found }),
    clickCost: yen('cost_sen', nullable),
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle,
    device,
    trackingTerm: int('tracking_term'),
  },
  guard: (actor, grant) => ofOwnAds(actor, grant, 'e.ad_id'),
};
