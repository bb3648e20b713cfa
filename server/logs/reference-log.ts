import { ListService } from '../crud/list.service';
import type { ListSpec } from '../crud/list-spec';
import type { Database } from '../db/database';
import { byAd, byText, byYen, column, instant, ofOwnAds, ofProducts, yen } from './log-fields';

/** A reference is known by the interaction that opened it. */
const spec: ListSpec = {
  menu: 'logs',
  table: 'interaction',
  key: 'id',
  keyWithin: 'product_id',
  fields: {
    id: column('id'),
    productId: column('product_id'),
    visitorId: column('visitor_id'),
    firstReferenceTime: instant('time'),
    interactionId: column('id'),
    adId: column('ad_id'),
    mediaSessionId: column('ses'),
    clickCost: yen('cost_sen'),
  },
  labels: { ad: { id: 'e.ad_id', table: 'ad', column: 'ad_name' } },
  filters: {
    id: byText('e.id'),
    visitorId: byText('e.visitor_id'),
    interactionId: byText('e.id'),
    adId: byAd('e.ad_id'),
    mediaSessionId: byText('e.ses'),
    clickCost: byYen('e.cost_sen'),
  },
  keyword: ['e.id', 'e.visitor_id', 'e.ses'],
  time: 'e.time',
  defaultSort: { name: 'firstReferenceTime', asc: false },
  guard: (actor, grant, productId) => [
    { sql: 'e.first_touch = 1', params: [] },
    ofProducts(actor, productId),
    ...ofOwnAds(actor, grant, 'e.ad_id'),
  ],
};

/** The log of journeys. */
export const referenceLog = (db: Database): ListService => new ListService(db, () => spec);
