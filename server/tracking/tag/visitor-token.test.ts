import { visitorOfToken, visitorToken } from './visitor-token';

const NOW = 1_790_000_000_000;
const SECOND = 1000;
const token = visitorToken('v1', 1, NOW);
const forged = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

describe('a visitor in an address', () => {
  it.each<[string, string, number, number, boolean | undefined, string]>([
    // rule, a_vid, product, seconds later, opened by a domain of the product, visitor
    ['a plain id from the product’s domains', 'v1', 1, 0, true, 'v1'],
    ['a plain id without a referrer', 'v1', 1, 0, undefined, ''],
    ['a plain id from another site', 'v1', 1, 0, false, ''],
    ['a new address without a referrer', token, 1, 0, undefined, 'v1'],
    ['an address of two minutes without a referrer', token, 1, 120, undefined, 'v1'],
    ['an older address without a referrer', token, 1, 121, undefined, ''],
    ['an address of the future without a referrer', token, 1, -121, undefined, ''],
    ['an older address from the product’s domains', token, 1, 86_400, true, 'v1'],
    ['a new address from another site', token, 1, 0, false, ''],
    ['another product’s address without a referrer', token, 2, 0, undefined, ''],
    ['another product’s address from the product’s domains', token, 2, 0, true, 'v1'],
    ['a changed check value without a referrer', forged, 1, 0, undefined, ''],
    ['another visitor with the same check value', token.replace('v1', 'v2'), 1, 0, undefined, ''],
    ['an id with dots from the product’s domains', 'GA1.2.333.444', 1, 0, true, 'GA1.2.333.444'],
    ['no id', '', 1, 0, true, ''],
  ])('%s', (_rule, text, product, later, isReferred, visitor) => {
    expect(visitorOfToken(text, product, NOW + later * SECOND, isReferred)).toBe(visitor);
  });
});
