import { interactionOfUrl, parseEventLine, type LineContext, type LineProduct } from './event-line';

const product = (last: number[]): LineProduct => ({
  hasAd: (id) => id === 12 || id === 13,
  adsNamed: (name) => ({ one: [12], two: [12, 13] })[name] ?? [],
  hasCvSetting: (id) => id <= 3,
  lastCvSettingIds: last,
});
const products = new Map([
  [1, product([1])],
  [2, product([1, 2])],
]);
const now = Date.UTC(2026, 5, 1);
const context: LineContext = { door: 'import', now, product: (id) => products.get(id) };

const click = {
  type: 'click',
  id: 'c1',
  time: '2026-01-02T03:04:05.000+09:00',
  product_id: 1,
  ad_id: 12,
  visitor_id: 'v1',
};
const conversion = {
  type: 'conversion',
  id: 'o1',
  time: '2026-01-02T03:04:05+09:00',
  product_id: 1,
  visitor_id: 'v1',
};

const parse = (line: unknown, more: Partial<LineContext> = {}) =>
  parseEventLine(line, { ...context, ...more });
const eventOf = (line: unknown, more: Partial<LineContext> = {}) => {
  const parsed = parse(line, more);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return parsed.event;
};
const reasonOf = (line: unknown, more: Partial<LineContext> = {}) => {
  const parsed = parse(line, more);
  return 'reason' in parsed ? parsed.reason : 'accepted';
};

describe('event lines', () => {
  it('parses a click', () => {
    expect(
      eventOf({
        ...click,
        ip: '203.0.113.9',
        ua: 'UA',
        xclid: 'x',
        ses: 's',
        key1: 'k',
        cost: 30.25,
        more: 1,
      }),
    ).toEqual({
      type: 'click',
      productId: 1,
      id: 'c1',
      time: Date.UTC(2026, 0, 1, 18, 4, 5),
      door: 'import',
      ip: '203.0.113.9',
      ua: 'UA',
      visitorId: 'v1',
      adId: 12,
      redirectId: 0,
      lpoEntryId: 0,
      params: null,
      landingUrl: null,
      cost: 30.25,
      xclid: 'x',
      ses: 's',
      key1: 'k',
      key2: null,
      key3: null,
    });
  });

  it('parses a view; its URL names the interaction that it takes over', () => {
    const view = {
      ...click,
      type: 'view',
      id: 'p1',
      url: 'https://a.example/?x=1&a_ad=12&a_iid=i%2D1#a_iid=2',
      referrer: 'r',
    };
    expect(eventOf(view)).toMatchObject({
      type: 'view',
      interactionRef: 'i-1',
      landingAdId: null,
      referrer: 'r',
    });
  });

  it('parses a conversion', () => {
    const line = {
      ...conversion,
      cv_setting_id: 3,
      amount: 5000,
      user_id: 'u1',
      args: 'order=1',
      other_key1: 'a',
    };
    expect(eventOf(line)).toMatchObject({
      cvSettingId: 3,
      amount: 5000,
      userId: 'u1',
      args: 'order=1',
      otherKey1: 'a',
    });
  });

  it.each<[string, object, object]>([
    [
      'null and empty as absent',
      { ...click, cost: null, ip: '', ua: null, xclid: '' },
      { cost: null, ip: null, ua: null, xclid: null },
    ],
    [
      'a number as text',
      { ...click, id: 17, visitor_id: 1.5, xclid: 0 },
      { id: '17', visitorId: '1.5', xclid: '0' },
    ],
    ['event_id instead of id', { ...click, id: null, event_id: 'e' }, { id: 'e' }],
    ['id before event_id', { ...click, event_id: 'e' }, { id: 'c1' }],
    ['ids with blanks unchanged', { ...click, id: ' c1 ' }, { id: ' c1 ' }],
    ['an absent amount as 0', conversion, { amount: 0 }],
    ['two decimals', { ...conversion, amount: 1234567.89 }, { amount: 1234567.89 }],
    ['the largest amount', { ...conversion, amount: 1e13 }, { amount: 1e13 }],
    ['the only LAST setting', conversion, { cvSettingId: 1 }],
    ['ad_id before ad_name', { ...click, ad_name: 'two' }, { adId: 12 }],
    ['ad_name', { ...click, ad_id: null, ad_name: 'one' }, { adId: 12 }],
    ['a product_id', { ...conversion, product_id: 2, cv_setting_id: 2 }, { productId: 2 }],
    [
      'a time exactly five minutes ahead',
      { ...click, time: new Date(now + 300_000).toISOString() },
      { time: now + 300_000 },
    ],
    [
      'args as an object',
      { ...conversion, args: { order: 1, sku: 'あ b' } },
      { args: 'order=1&sku=%E3%81%82+b' },
    ],
    [
      '128 characters with more UTF-16 units',
      { ...click, id: '\u{1f600}'.repeat(128) },
      { id: '\u{1f600}'.repeat(128) },
    ],
    ['IPv6', { ...click, ip: '2001:db8::1' }, { ip: '2001:db8::1' }],
  ])('accepts %s', (_, line, expected) => {
    expect(eventOf(line)).toMatchObject(expected);
  });

  const amendment = {
    type: 'amendment',
    id: 'm1',
    time: '2026-01-02T03:04:05',
    product_id: 1,
    conversion_id: 'o1',
    amount: 300,
  };

  it.each<[string, object, object]>([
    [
      'a refund',
      amendment,
      { conversionId: 'o1', order: null, amount: 300, cancelled: null, cvSettingId: null },
    ],
    ['a cancellation', { ...amendment, amount: null, cancelled: true }, { amount: null, cancelled: true }],
    [
      'an order in another width',
      { ...amendment, conversion_id: null, order: ' １００１ ' },
      { order: '1001' },
    ],
    ['an order that is a number', { ...amendment, conversion_id: null, order: 1001 }, { order: '1001' }],
    ['both names: the conversion wins', { ...amendment, order: '1' }, { conversionId: 'o1', order: null }],
  ])('accepts an amendment: %s', (_, line, expected) => {
    expect(eventOf(line)).toMatchObject({ type: 'amendment', visitorId: null, ...expected });
  });

  it.each<[string, unknown]>([
    ['the line is not an object', [click]],
    ['the line is not an object', null],
    ['the line is not an object', 'click'],
    ['type is missing', { ...click, type: '' }],
    ['type must be click, view, conversion or amendment', { ...click, type: 'Click' }],
    ['type must be text', { ...click, type: true }],
    ['product_id is missing', { ...click, product_id: null }],
    ['product_id 9 is unknown', { ...click, product_id: 9 }],
    ['product_id must be a number', { ...click, product_id: '1' }],
    ['product_id must be a positive whole number', { ...click, product_id: 1.5 }],
    ['id is missing', { ...click, id: '' }],
    ['id is longer than 128 characters', { ...click, id: 'x'.repeat(129) }],
    ['id is not valid Unicode', { ...click, id: '\ud800' }],
    ['id holds a NUL character', { ...click, id: 'a\0b' }],
    ['time is missing', { ...click, time: null }],
    ['time must be ISO 8601 with T', { ...click, time: 1767290645000 }],
    ['time is more than 5 minutes ahead', { ...click, time: new Date(now + 300_001).toISOString() }],
    ['visitor_id is missing', { ...click, visitor_id: null }],
    ['visitor_id is longer than 128 characters', { ...click, visitor_id: 'x'.repeat(129) }],
    ['visitor_id holds a NUL character', { ...click, visitor_id: '\0' }],
    ['ad_id is missing', { ...click, ad_id: null }],
    ['ad_id 14 is not an ad of the product', { ...click, ad_id: 14, ad_name: 'one' }],
    ['ad_id must be a number', { ...click, ad_id: '12' }],
    ['ad_name is not an ad of the product', { ...click, ad_id: null, ad_name: 'One' }],
    ['ad_name is borne by several ads', { ...click, ad_id: null, ad_name: 'two' }],
    ['cost must not be negative', { ...click, cost: -1 }],
    ['cost must be a number', { ...click, cost: '30' }],
    ['cost must have at most two decimals', { ...click, cost: 0.001 }],
    ['ip is not an IP address', { ...click, ip: '203.0.113.256' }],
    ['ip is not an IP address', { ...click, ip: '010.0.0.1' }],
    ['ip is not an IP address', { ...click, ip: 'localhost' }],
    ['visitor_id is missing', { ...conversion, visitor_id: null, user_id: 'u', interaction_id: 'c' }],
    ['amount must not be negative', { ...conversion, amount: -0.01 }],
    ['amount must not exceed 10000000000000', { ...conversion, amount: 10000000000000.01 }],
    ['amount must be a number', { ...conversion, amount: true }],
    ['user_id is longer than 128 characters', { ...conversion, user_id: 'x'.repeat(129) }],
    ['cv_setting_id 4 is not a CV setting of the product', { ...conversion, cv_setting_id: 4 }],
    [
      'cv_setting_id is missing and the product has not exactly one LAST setting',
      { ...conversion, product_id: 2 },
    ],
    ['conversion_id is missing, and order does not stand for it', { ...amendment, conversion_id: '' }],
    [
      'conversion_id is missing, and order does not stand for it',
      { ...amendment, conversion_id: null, order: ' ' },
    ],
    ['neither amount nor cancelled is set', { ...amendment, amount: null }],
    ['amount must not be negative', { ...amendment, amount: -1 }],
    ['cancelled must be true or false', { ...amendment, cancelled: 1 }],
    ['cancelled must be true or false', { ...amendment, cancelled: 'true' }],
    ['cv_setting_id 4 is not a CV setting of the product', { ...amendment, cv_setting_id: 4 }],
    ['reason is longer than 1000 characters', { ...amendment, reason: 'x'.repeat(1001) }],
    ['id is missing', { ...amendment, id: null }],
  ])('rejects: %s', (reason, line) => {
    expect(reasonOf(line)).toBe(reason);
  });

  it.each([
    [{ a: [1, 'x'] }, 'a[0]=1&a[1]=x'],
    [{ a: { b: [{ c: true }] }, d: null, e: 'v w' }, 'a[b][0][c]=true&e=v+w'],
    [['x', 'y'], '0=x&1=y'],
    [{ a: [] }, null],
    [{ 'a&b': { 'c=d': '[1]' } }, 'a%26b[c%3Dd]=[1]'],
  ])('flattens the arguments %j', (args, expected) => {
    expect(eventOf({ ...conversion, args })).toMatchObject({ args: expected });
  });

  it.each([
    [{ click_ids: { gclid: 'G', fbclid: 'F', other: 'x' } }, { gclid: 'G', fbclid: 'F' }],
    [{ click_ids: { GCLID: 'G', gclid: '' } }, undefined],
    [{ click_ids: { gclid: 'g'.repeat(512), _ly_c: 'l'.repeat(513) } }, { gclid: 'g'.repeat(512) }],
    [{ click_ids: { gclid: '\u{1f600}'.repeat(512) } }, { gclid: '\u{1f600}'.repeat(512) }],
    [{ click_ids: { gclid: ['G'] } }, undefined],
    [{ click_ids: 'wbraid=W&x=1' }, { wbraid: 'W' }],
    [{ url: 'https://s.example/?gclid=G%201&utm=x#yclid=Y' }, { gclid: 'G 1' }],
    [{ url: 'https://s.example/?gclid=G', click_ids: { ttclid: 'T' } }, { ttclid: 'T' }],
    [{ url: 'https://s.example/?a_xclid=X&msclkid=M' }, { a_xclid: 'X', msclkid: 'M' }],
    [
      { xclid: 'X', url: 'https://s.example/?gbraid=B' },
      { a_xclid: 'X', gbraid: 'B' },
    ],
    [{ url: 'https://s.example/?a_iid=c&gclid=G' }, undefined],
    [{ url: 'https://s.example/?mygclid=G' }, undefined],
  ])('finds the click ids of a view %j', (fields, expected) => {
    const event = eventOf({ ...conversion, type: 'view', ...fields });
    expect(event.type === 'view' && event.clickIds).toEqual(expected);
  });

  it('uses the default product for a line without one', () => {
    expect(eventOf({ ...click, product_id: null }, { defaultProductId: 1 })).toMatchObject({ productId: 1 });
    expect(
      eventOf({ ...conversion, cv_setting_id: 1, product_id: 2 }, { defaultProductId: 1 }),
    ).toMatchObject({ productId: 2 });
  });

  it('accepts numeric text as numbers in CSV only', () => {
    const line = { ...conversion, product_id: '1', cv_setting_id: '2', amount: '12.50' };
    expect(eventOf(line, { numbersAreText: true })).toMatchObject({
      productId: 1,
      cvSettingId: 2,
      amount: 12.5,
    });
    expect(reasonOf({ ...line, amount: '1,000' }, { numbersAreText: true })).toBe('amount must be a number');
    expect(reasonOf({ ...line, amount: '0x10' }, { numbersAreText: true })).toBe('amount must be a number');
    expect(reasonOf({ ...line, amount: 'NaN' }, { numbersAreText: true })).toBe('amount must be a number');
  });

  it('S2S identifies the visitor by visitor_id, else interaction or customer', () => {
    const unnamed = { ...conversion, visitor_id: null };
    const s2s = { door: 's2s' } as const;
    expect(eventOf({ ...unnamed, interaction_id: 'i', user_id: 'u' }, s2s)).toMatchObject({
      visitorId: null,
      interactionRef: 'i',
      userId: 'u',
    });
    expect(eventOf({ ...conversion, interaction_id: 'i' }, s2s)).toMatchObject({
      visitorId: 'v1',
      interactionRef: null,
    });
    expect(reasonOf(unnamed, s2s)).toBe(
      'visitor_id is missing, and neither interaction_id nor user_id stands for it',
    );
    expect(eventOf({ ...conversion, type: null }, { ...s2s, defaultType: 'conversion' })).toMatchObject({
      type: 'conversion',
    });
  });

  it('creates a new ad only if the rest of the line is valid', () => {
    const created: string[] = [];
    const createAd = (_: number, name: string) => created.push(name) + 100;
    const unknown = { ...click, ad_id: null, ad_name: 'new' };
    expect(reasonOf({ ...unknown, cost: -1 }, { createAd })).toBe('cost must not be negative');
    expect(reasonOf({ ...unknown, ad_name: 'two' }, { createAd })).toBe('ad_name is borne by several ads');
    for (const name of ['  ', '\u3000'])
      expect(reasonOf({ ...unknown, ad_name: name }, { createAd })).toBe('ad_name is blank');
    expect(reasonOf({ ...unknown, ad_name: 'n'.repeat(256) }, { createAd })).toBe(
      'ad_name is longer than 255 characters',
    );
    expect(eventOf(unknown, { createAd })).toMatchObject({ adId: 101 });
    expect(created).toEqual(['new']);
  });

  it.each([
    ['https://a.example/?a_iid=i1', 'i1'],
    ['/p?x=1&a_iid=i1&y=2', 'i1'],
    ['https://a.example/#?a_iid=i1', null],
    ['https://a.example/?a_iid=', null],
    ['https://a.example/?xa_iid=i1', null],
    [`https://a.example/?a_iid=${'x'.repeat(129)}`, null],
    [null, null],
  ])('finds in %j the interaction %j', (url, id) => {
    expect(interactionOfUrl(url)).toBe(id);
  });
});
