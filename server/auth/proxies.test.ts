import { startApi } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const EMAIL = 'analyst@alpha.example';

onEachDatabase((dialect) => {
  describe('client address behind proxies', () => {
    it.each<[string, number | string[], string, number]>([
      ['nobody is believed', 0, '203.0.113.8', 403],
      ['the last of one hop', 1, '203.0.113.8', 200],
      ['not the one before it', 1, '203.0.113.8, 192.0.2.1', 403],
      ['the one before, of two hops', 2, '203.0.113.8, 192.0.2.1', 200],
      ['but not further', 2, '203.0.113.8, 192.0.2.1, 192.0.2.2', 403],
      ['what machines of a network say', ['127.0.0.0/8', '192.0.2.0/24'], '203.0.113.8, 192.0.2.1', 200],
      ['not what others say', ['10.0.0.0/8'], '203.0.113.8', 403],
      ['not what stands before a stranger', ['127.0.0.0/8'], '203.0.113.8, 198.51.100.1', 403],
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
