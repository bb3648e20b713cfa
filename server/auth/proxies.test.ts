import { startApi } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const EMAIL = 'analyst@alpha.example';

onEachDatabase((dialect) => {
  describe('client address behind proxies', () => {
    it.each<[string, number | string[], string, number]>([
      ['trusts no proxy', 0, '203.0.113.8', 403],
      ['accepts the last address with one hop', 1, '203.0.113.8', 200],
      ['ignores the address before the last with one hop', 1, '203.0.113.8, 192.0.2.1', 403],
      ['accepts the address before the last with two hops', 2, '203.0.113.8, 192.0.2.1', 200],
      ['ignores addresses beyond two hops', 2, '203.0.113.8, 192.0.2.1, 192.0.2.2', 403],
      [
        'accepts an address from trusted networks',
        ['127.0.0.0/8', '192.0.2.0/24'],
        '203.0.113.8, 192.0.2.1',
        200,
      ],
      ['ignores an address from other networks', ['10.0.0.0/8'], '203.0.113.8', 403],
      ['ignores addresses before an untrusted one', ['127.0.0.0/8'], '203.0.113.8, 198.51.100.1', 403],
    ])('%s (TRUST_PROXY %j, %s)', async (_, trustProxy, forwarded, status) => {
      const api = await startApi(dialect, { trustProxy });
      await api.database.db.write((tx) =>
        tx.execute('UPDATE company SET login_allowed_ips = ? WHERE id = ?', [
          '203.0.113.0/24',
          api.world.company,
        ]),
      );
      const headers = { 'x-forwarded-for': forwarded };
      expect(
        (await api.rest('/auth/signin/', { body: { email: EMAIL, password: PASSWORD }, headers })).status,
      ).toBe(status);
      await api.stop();
    });
  });
});
