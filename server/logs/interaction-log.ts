import { ListService } from '../crud/list.service';
import type { ListSpec } from '../crud/list-spec';
import type { Database } from '../db/database';
import { byAd, byAddress, byText, byYen, column, device, deviceFilter, instant, hidden, ofOwnAds, ofProducts, reference, yen } from './log-fields';

const keys = { aXclid: 'xclid', aSes: 'ses', aKey1: 'key1', aKey2: 'key2', aKey3: 'key3' } as const;

const spec: ListSpec = {
  menu: 'logs',
  table: 'interaction',
  key: 'id',
  keyWithin: 'product_id',
  fields: {
    id: column('id'),
    productId: column('product_id'),
    createdAt: instant('time'),
    visitorId: column('visitor_id'),
    referenceId: column('reference_id'),
    accessId: column('access_id'),
    adId: column('ad_id'),
    redirectId: reference('redirect_id'),
    device,
    params: column('params'),
    ...Object.fromEntries(Object.entries(keys).map(([name, sql]) => [name, column(sql)])),
    cost: yen('cost_sen'),
    ipAddress: column('ip'),
    ua: column('ua'),
    excludedReason: column('excluded_reason'),
    lpoTitle: { sql: 'v_lpo.title', join: 'LEFT JOIN lpo_entry v_lpo ON v_lpo.id = e.lpo_entry_id' },
  },
  labels: { ad: { id: 'e.ad_id', table: 'ad', column: 'ad_name' } },
  filters: {
    id: byText('e.id'),
    params: byText('e.params'),
    cost: byYen('e.cost_sen'),
    ipAddress: byAddress,
    adId: byAd('e.ad_id'),
    redirectId: { sql: 'e.redirect_id', kind: 'number', refers: 'redirect' },
    visitorId: byText('e.visitor_id'),
    referenceId: byText('e.reference_id'),
    accessId: byText('e.access_id'),
    device: deviceFilter,
    ...Object.fromEntries(Object.entries(keys).map(([name, sql]) => [name, byText(`e.${sql}`)])),
    excludedReason: byText('e.excluded_reason'),
  },
  keyword: ['e.id', 'e.visitor_id', 'e.xclid', 'e.ses', 'e.key1', 'e.key2', 'e.key3', 'e.params'],
  time: 'e.time',
  defaultSort: { name: 'createdAt', asc: false },
  masks: { ipAddress: hidden },
  guard: (actor, grant, productId) => [
    // A landing repeated within its visit is kept for derivation only: it is no interaction.
    { sql: '(e.access_id IS NULL OR e.counted = 1 OR e.excluded_reason IS NOT NULL)', params: [] },
    ofProducts(actor, productId),
    ...ofOwnAds(actor, grant, 'e.ad_id'),
  ],
};

/** The log of ad contacts, excluded ones with their reason. */
export const interactionLog = (db: Database): ListService => new ListService(db, () => spec);
