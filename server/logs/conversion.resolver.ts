import { bool, float, instant, int, opt, text } from '../graphql/fields';
import { readResolver } from '../graphql/read-resolver';
import { label } from '../graphql/selection-type';

export const ConversionResolver = readResolver({
  type: 'Conversion',
  one: 'conversion',
  many: 'conversions',
  fields: {
    id: int,
    eventId: text,
    productId: int,
    cvTime: instant,
    cvType: int,
    cvSettingId: int,
    cvSetting: opt(label),
    visitorId: text,
    userId: opt(text),
    amount: float,
    args: opt(text),
    otherKey1: opt(text),
    otherKey2: opt(text),
    otherKey3: opt(text),
    device: text,
    repeat: bool,
    lastCvAdId: opt(int),
    lastCvAd: opt(label),
    lastCvInteractionId: opt(text),
    performanceCvAdId: opt(int),
    performanceCvAd: opt(label),
    performanceCvInteractionId: opt(text),
    ipAddress: opt(text),
    ua: opt(text),
    excludedReason: opt(text),
  },
  filters: [
    'id', 'cvType', 'cvSettingId', 'visitorId', 'userId', 'eventId', 'device', 'repeat', 'lastCvAdId', 'performanceCvAdId',
    'amount', 'args', 'otherKey1', 'otherKey2', 'otherKey3', 'ipAddress', 'excludedReason',
  ],
  ofProduct: true,
  log: 'numberId',
  service: ({ conversions }) => conversions,
});
