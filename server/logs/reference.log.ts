import { dayCounts } from '../rollups/day-counts';
import {
  adLabel,
  adNetworkFilter,
  customer,
  device,
  searchable,
  instant,
  int,
  lpoTitle,
  nullable,
  ownAdsOnly,
  product,
  productId,
  reference,
  text,
  yen,
} from './log-fields';
import type { LogDefinition } from './log-definition';

/** The journey log. The interaction that opened a reference identifies it. */
export const references: LogDefinition = {
  type: 'Reference',
  one: 'reference',
  many: 'references',
  table: 'interaction',
  dayCount: dayCounts.references,
  keyWithin: 'product_id',
  time: 'firstReferenceTime',
  fields: {
    id: text('id', searchable),
    productId,
    product,
    visitorId: text('visitor_id', searchable),
    userId: customer,
    firstReferenceTime: instant('time'),
    interactionId: text('id'),
    adId: { ...reference('ad_id', 'ad'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    aspId: adNetworkFilter(),
    mediaSessionId: text('ses', { ...nullable, ...searchable }),
    clickCost: yen('cost_sen', nullable),
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle,
    device,
    trackingTerm: int('tracking_term'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
};
