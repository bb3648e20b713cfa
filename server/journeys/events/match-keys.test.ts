import { parseEventLine } from './event-line';
import { readEvent } from './stored-event';
import { withoutPersonal } from './match-keys';

const HASH = 'Ab'.repeat(32);
const product = {
  hasAd: () => true,
  adsNamed: () => [],
  hasCvSetting: () => true,
  lastCvSettingIds: [1],
};
const parse = (more: object, numbersAreText = false) =>
  parseEventLine(
    {
      type: 'conversion',
      id: 'o1',
      time: '2026-01-02T03:04:05+09:00',
      product_id: 1,
      visitor_id: 'v',
      ...more,
    },
    { door: 's2s', now: Date.parse('2026-02-01'), product: () => product, numbersAreText },
  );

it('reads consent, digests, cookies and click ids', () => {
  const parsed = parse({
    consent: 'granted',
    hashed_email: HASH,
    hashed_phone: HASH,
    hashed_phone_digits: HASH.toLowerCase(),
    fbp: 'fb.1.2.3',
    ly_su: 'a',
    ly_r: 'b',
    click_ids: { gclid: 'g', unknown: 'x' },
  });
  const match = {
    consent: 'granted',
    hashedEmail: HASH.toLowerCase(),
    hashedPhone: HASH.toLowerCase(),
    hashedPhoneDigits: HASH.toLowerCase(),
    fbp: 'fb.1.2.3',
    lySu: 'a',
    lyR: 'b',
    clickIds: { gclid: 'g' },
  };
  expect(parsed).toMatchObject({ event: { match } });
  if ('event' in parsed) expect(readEvent(JSON.parse(JSON.stringify(parsed.event)))).toMatchObject({ match });
});

it('keeps conversions without any as they were', () => {
  expect(parse({})).toMatchObject({ event: { match: undefined } });
  expect(parse({ hashed_email: '', consent: null })).toMatchObject({ event: { match: undefined } });
});

it.each([
  ['hashed_email', 'taro@example.jp'],
  ['hashed_email', 'a'.repeat(63)],
  ['hashed_phone', '+819012345678'],
  ['hashed_phone_digits', 819012345678],
  ['hashed_phone_digits', 'g'.repeat(64)],
  ['fbp', 'a b'],
  ['ly_su', 'x'.repeat(256)],
  ['consent', 'yes'],
])('rejects %s = %s without its value', (field, value) => {
  const parsed = parse({ [field]: value });
  expect(parsed).toMatchObject({ reason: expect.stringContaining(field) });
  expect(JSON.stringify(parsed)).not.toContain(String(value));
});

describe('the text of a rejected event', () => {
  it.each([
    '{"a":1,"hashed_email":"taro@example.jp","fbp":"secret"}',
    '{"hashed_email":"taro@example.jp","b":[{"phone":"secret"}]',
    '[{"hashed_phone":["secret","taro@example.jp"]}]',
    '{"hashed_phone":["secret","taro@example.jp"],"url":"x"',
    '{"Email": "taro@example.jp", "hashed_phone_digits" : secret',
    'hashed_email=taro@example.jp&phone=secret',
    '{"hashed_email":"a,\\"b taro@example.jp secret',
  ])('has no personal values: %s', (text) => {
    expect(withoutPersonal(text)).not.toMatch(/taro|secret/);
  });

  it('stays as it is without them', () => {
    const text = '{"type":"cv", "args":"mail=1"}';
    expect(withoutPersonal(text)).toBe(text);
  });

  it('of a table loses the cells', () => {
    expect(withoutPersonal('o1,taro@example.jp,5', { id: 'o1', hashed_email: 'taro@example.jp' })).toBe(
      'o1,,5',
    );
  });
});
