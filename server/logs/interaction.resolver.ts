import { float, instant, int, opt, text } from '../graphql/fields';
import { readResolver } from '../graphql/read-resolver';
import { label } from '../graphql/selection-type';

export const InteractionResolver = readResolver({
  type: 'Interaction',
  one: 'interaction',
  many: 'interactions',
  fields: {
    id: text,
    productId: int,
    createdAt: instant,
    visitorId: text,
    referenceId: opt(text),
    accessId: opt(text),
    adId: int,
    ad: opt(label),
    redirectId: opt(int),
    lpoTitle: opt(text),
    device: text,
    params: opt(text),
    aXclid: opt(text),
    aSes: opt(text),
    aKey1: opt(text),
    aKey2: opt(text),
    aKey3: opt(text),
    cost: opt(float),
    ipAddress: opt(text),
    ua: opt(text),
    excludedReason: opt(text),
  },
  filters: [
    'id', 'adId', 'redirectId', 'visitorId', 'referenceId', 'accessId', 'device', 'params', 'aXclid', 'aSes', 'aKey1', 'aKey2', 'aKey3', 'cost',
    'ipAddress', 'excludedReason',
  ],
  ofProduct: true,
  log: 'textId',
  service: ({ interactions }) => interactions,
});
