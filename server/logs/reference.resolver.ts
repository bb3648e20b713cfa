import { float, instant, int, opt, text } from '../graphql/fields';
import { readResolver } from '../graphql/read-resolver';
import { label } from '../graphql/selection-type';

export const ReferenceResolver = readResolver({
  type: 'Reference',
  one: 'reference',
  many: 'references',
  fields: {
    id: text,
    productId: int,
    visitorId: text,
    firstReferenceTime: instant,
    interactionId: text,
    adId: int,
    ad: opt(label),
    mediaSessionId: opt(text),
    clickCost: opt(float),
  },
  filters: ['id', 'visitorId', 'interactionId', 'adId', 'mediaSessionId', 'clickCost'],
  ofProduct: true,
  log: 'textId',
  service: ({ references }) => references,
});
