import { translator } from './index';
import { locales } from './messages';
import { parseRejection, rejectionReason, rejectionText } from './rejections';

const REASONS = [
  'ad_invalid',
  'asp_invalid',
  'ad_outside_period',
  'out_of_period',
  'url is missing',
  'args.a must be text',
  'amount must be a number',
  'ad_id must be a positive whole number',
  'amount must not be negative',
  'amount must not exceed 10000000000000',
  'amount must have at most two decimals',
  'time must be ISO 8601 with T',
  'time is more than 5 minutes ahead',
  'ip is not an IP address',
  'event_id is longer than 128 characters',
  'id is not valid Unicode',
  'ad_id 7 is not an ad of the product',
  'cv_setting_id 7 is not a CV setting of the product',
  'cv_setting_id is missing and the product has not exactly one LAST setting',
  'interaction_id is not known, so that the visitor is missing',
  'type must be view or cv',
  'ad_name is not an ad of the product',
  'ad_name is borne by several ads',
  'product_id 999 is unknown',
  'the line is not JSON',
  'the event is not an object',
  'the event is nested deeper than 100 levels',
  'visitor_id is missing, and neither interaction_id nor user_id stands for it',
];

it.each(REASONS)('"%s" is translated in every language', (reason) => {
  const words = locales.map((locale) => rejectionText(translator(locale), reason));
  expect(new Set(words).size).toBe(3);
  expect(words.join()).not.toMatch(/\{|undefined/);
  for (const value of reason.match(/\d{3,}/g) ?? []) for (const text of words) expect(text).toContain(value);
});

it('a reason without a translation is shown as it is', () => {
  expect(rejectionText(translator('ja'), 'a line of the event log is damaged')).toBe(
    'a line of the event log is damaged',
  );
});

it('reads the key and the parameters of a reason back', () => {
  expect(parseRejection(rejectionReason('tooLarge', { field: 'amount', max: 10 }))).toEqual({
    key: 'tooLarge',
    params: { field: 'amount', max: '10' },
  });
  expect(parseRejection(rejectionReason('wrongType', { types: 'view or cv' }))).toEqual({
    key: 'wrongType',
    params: { types: 'view or cv' },
  });
});
