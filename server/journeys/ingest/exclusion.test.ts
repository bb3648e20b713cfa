import { ExcludedReason } from '../../../shared/catalog';
import { compileExclusions, reasonOf } from './exclusion';

describe('excluded IPs', () => {
  const list = '203.0.113.9, 198.51.100.0/24,2001:db8::/32\n::ffff:192.0.2.0/120 , 010.0.0.1, 10.0.0.0/33, nonsense';

  it.each([
    ['203.0.113.9', true],
    ['203.0.113.10', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:cb00:7109', true],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['2001:db8:ffff::1', true],
    ['2001:0DB8::1', true],
    ['2001:db9::1', false],
    ['192.0.2.77', true],
    ['::ffff:192.0.2.77', true],
    ['192.0.3.1', false],
    ['8.0.0.1', false],
    ['10.0.0.1', false],
    ['', false],
  ])('%s: %s', (ip, excluded) => {
    expect(compileExclusions(list)(ip)).toBe(excluded);
  });

  it('knows every address by 0.0.0.0/0, v4 only', () => {
    const all = compileExclusions('0.0.0.0/0');
    expect([all('1.2.3.4'), all('::ffff:1.2.3.4'), all('2001:db8::1'), all(null)]).toEqual([true, true, false, false]);
  });

  it('excludes nobody without a list', () => {
    expect([compileExclusions(null)('1.2.3.4'), compileExclusions(' , ')('1.2.3.4')]).toEqual([false, false]);
  });
});

describe('why an event counts nowhere', () => {
  const [browser, bot] = ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0', 'Googlebot/2.1'];
  it.each([
    [true, browser, ExcludedReason.IP],
    [true, bot, ExcludedReason.IP],
    [false, bot, ExcludedReason.BOT],
    [false, browser, null],
    [false, null, null],
  ])('excluded address %s, user agent %s: %s', (excludedIp, ua, reason) => expect(reasonOf(excludedIp, ua)).toBe(reason));
});
