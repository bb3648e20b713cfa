import { addressList } from './address-list';

describe('addressList', () => {
  const list =
    '203.0.113.9, 198.51.100.0/24,2001:db8::/32\n::ffff:192.0.2.0/120 , 010.0.0.1, 10.0.0.0/33, nonsense';

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
    ['::ffff:010.0.0.1', false],
    ['fe80::1%eth0', false],
    ['', false],
  ])('%s: %s', (ip, listed) => {
    expect(addressList(list)(ip)).toBe(listed);
  });

  it.each(['、', '，', '､', '\n', '\r\n', ' ; ', '\t'])('separates entries by %j', (separator) => {
    const typed = addressList(['203.0.113.9', '198.51.100.0/24'].join(separator));
    expect(['203.0.113.9', '198.51.100.7', '192.0.2.1'].map(typed)).toEqual([true, true, false]);
  });

  it('matches every v4 address, and no v6 address, with 0.0.0.0/0', () => {
    const all = addressList('0.0.0.0/0');
    expect([all('1.2.3.4'), all('::ffff:1.2.3.4'), all('2001:db8::1'), all(null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('matches no address when it is empty', () => {
    expect([addressList(null)('1.2.3.4'), addressList(' , ')('1.2.3.4')]).toEqual([false, false]);
  });
});
