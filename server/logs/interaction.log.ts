import { address, adLabel, device, found, freeText, instant, int, nullable, ofOwnAds, productId, reference, text, userAgent, yen } from './log-fields';
import type { LogRecord } from './log-record';

/** The log of ad contacts, excluded ones with their reason. */
export const interactions: LogRecord = {
  type: 'Interaction',
  one: 'interaction',
  many: 'interactions',
  table: 'interaction',
  keyWithin: 'product_id',
  time: 'createdAt',
  fields: {
    id: text('id', found),
    productId,
    createdAt: instant('time'),
    visitorId: text('visitor_id', found),
    referenceId: text('reference_id', nullable),
    accessId: text('access_id', nullable),
    adId: { ...reference('ad_id', 'ad'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    redirectId: reference('redirect_id', 'redirect'),
    lpoTitle: { type: 'text', nullable: true, source: { sql: 'v_lpo.title', join: 'LEFT JOIN lpo_entry v_lpo ON v_lpo.id = e.lpo_entry_id' } },
    device,
    params: freeText('params', { ...nullable, ...found }),
    aXclid: text('xclid', { ...nullable, ...found }),
    aSes: text('ses', { ...nullable, ...found }),
    aKey1: text('key1', { ...nullable, ...found }),
    aKey2: text('key2', { ...nullable, ...found }),
    aKey3: text('key3', { ...nullable, ...found }),
    cost: yen('cost_sen', nullable),
    ipAddress: address,
    ua: userAgent,
    excludedReason: text('excluded_reason', nullable),
  },
  guard: (actor, grant) => [
    // A landing repeated within its visit is kept for derivation only: it is no interaction.
    { sql: '(e.access_id IS NULL OR e.counted = 1 OR e.excluded_reason IS NOT NULL)', params: [] },
    ...ofOwnAds(actor, grant, 'e.ad_id'),
  ],
};
