import { instant, int, opt, text } from '../graphql/fields';
import { readResolver } from '../graphql/read-resolver';
import { label } from '../graphql/selection-type';

export const AccessResolver = readResolver({
  type: 'Access',
  one: 'access',
  many: 'accesses',
  fields: {
    id: text,
    productId: int,
    accessTime: instant,
    visitorId: text,
    interactionId: opt(text),
    adId: opt(int),
    ad: opt(label),
    ipAddress: opt(text),
    accessUrl: opt(text),
    query: opt(text),
    referrer: opt(text),
    ua: opt(text),
    os: opt(text),
    osVer: opt(text),
    browser: opt(text),
    browserVer: opt(text),
    device: text,
    excludedReason: opt(text),
  },
  filters: ['id', 'visitorId', 'interactionId', 'adId', 'device', 'referrer', 'ipAddress', 'excludedReason'],
  ofProduct: true,
  log: 'textId',
  service: ({ accesses }) => accesses,
});
