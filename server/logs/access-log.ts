import { ListService } from '../crud/list.service';
import type { ComputedField, ListSpec } from '../crud/list-spec';
import type { Database } from '../db/database';
import { byAd, byAddress, byText, column, device, deviceFilter, instant, hidden, ofOwnAds, ofProducts, reference } from './log-fields';
import { agentFacts, type AgentFacts } from './user-agent';

const fromAgent = (name: keyof AgentFacts): ComputedField => ({ needs: ['ua'], make: (row) => agentFacts(row.ua)[name] });

const cut = (url: unknown): [page: string | null, query: string | null] => {
  if (typeof url !== 'string') return [null, null];
  const [page = ''] = url.split(/[?#]/, 1);
  const query = /\?([^#]*)/.exec(url)?.[1];
  return [page, query ?? null];
};

const spec: ListSpec = {
  menu: 'logs',
  table: 'access',
  key: 'id',
  keyWithin: 'product_id',
  fields: {
    id: column('id'),
    productId: column('product_id'),
    accessTime: instant('time'),
    visitorId: column('visitor_id'),
    interactionId: column('interaction_id'),
    adId: reference('ad_id'),
    url: column('url'),
    referrer: column('referrer'),
    ipAddress: column('ip'),
    ua: column('ua'),
    device,
    excludedReason: column('excluded_reason'),
  },
  labels: { ad: { id: 'e.ad_id', table: 'ad', column: 'ad_name' } },
  computed: {
    accessUrl: { needs: ['url'], make: (row) => cut(row.url)[0] },
    query: { needs: ['url'], make: (row) => cut(row.url)[1] },
    os: fromAgent('os'),
    osVer: fromAgent('osVer'),
    browser: fromAgent('browser'),
    browserVer: fromAgent('browserVer'),
  },
  filters: {
    id: byText('e.id'),
    referrer: byText('e.referrer'),
    ipAddress: byAddress,
    visitorId: byText('e.visitor_id'),
    interactionId: byText('e.interaction_id'),
    adId: byAd('e.ad_id'),
    device: deviceFilter,
    excludedReason: byText('e.excluded_reason'),
  },
  keyword: ['e.id', 'e.visitor_id', 'e.url', 'e.referrer'],
  time: 'e.time',
  defaultSort: { name: 'accessTime', asc: false },
  masks: { ipAddress: hidden },
  guard: (actor, grant, productId) => [ofProducts(actor, productId), ...ofOwnAds(actor, grant, 'e.ad_id')],
};

/** The log of page views. */
export const accessLog = (db: Database): ListService => new ListService(db, () => spec);
