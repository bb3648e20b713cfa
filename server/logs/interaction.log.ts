import { dayCounts } from './day-counts';
import { address, adLabel, arrival, aspOfAd, customer, device, excludedReason, flag, found, freeText, instant, int, lpoTitle, nullable, ofOwnAds, product, productId, reference, text, userAgent, yen } from './log-fields';
import { figureOf } from './figure/figure-filter';
import type { LogRecord } from './log-record';

/** The log of ad contacts, excluded ones with their reason. */
export const interactions: LogRecord = {
  type: 'Interaction',
  one: 'interaction',
  many: 'interactions',
  table: 'interaction',
  counted: dayCounts.interactions,
  keyWithin: 'product_id',
  time: 'createdAt',
  fields: {
    id: text('id', found),
    productId,
    product,
    createdAt: instant('time'),
    visitorId: text('visitor_id', found),
    userId: customer,
    referenceId: text('reference_id', nullable),
    accessId: text('access_id', nullable),
    adId: { ...reference('ad_id', 'ad'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    aspId: aspOfAd(),
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle,
    device,
    params: freeText('params', { ...nullable, ...found }),
    aXclid: text('xclid', { ...nullable, ...found }),
    aSes: text('ses', { ...nullable, ...found }),
    aKey1: text('key1', { ...nullable, ...found }),
    aKey2: text('key2', { ...nullable, ...found }),
    aKey3: text('key3', { ...nullable, ...found }),
    cost: yen('cost_sen', nullable),
    // The values of settings that hold for this contact, whatever the settings say today.
    costGiven: flag('cost_given'),
    performanceCvFlag: flag('performance_flag'),
    trackingTerm: int('tracking_term'),
    firstTouch: flag('first_touch'),
    landingUrl: text('landing_url', nullable),
    referrer: text('referrer', nullable),
    ipAddress: address,
    ua: userAgent,
    excludedReason,
    ...arrival,
    figure: figureOf('interactions'),
  },
  guard: (actor, grant) => ofOwnAds(actor, grant, 'e.ad_id'),
};
