import { onEachDatabase } from '../db/testing/databases';
import { ADMIN, ERROR, startScim, type ScimApi } from './testing/scim-api';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('tokens of SCIM', () => {
    let api: ScimApi['api'];
    let token: ScimApi['token'];
    let newToken: ScimApi['newToken'];
    let scim: ScimApi['scim'];

    beforeAll(async () => {
      ({ api, token, newToken, scim } = await startScim(dialect));
    });
    afterAll(() => api.stop());

    it('requires a valid token, which opens nothing else', async () => {
      const paths = ['/Users', '/Users/1', '/ServiceProviderConfig', '/Schemas', '/nowhere'];
      const { readToken } = (
        await api.graphql(
          `mutation { readToken: createReadToken(productId: ${api.world.open.product}, name: "x") { token } }`,
          { token: await api.tokenOf(ADMIN) },
        )
      ).body.data;
      const wrong = [null, 'ics_wrong', `${token}x`, await api.tokenOf(ADMIN), readToken.token];
      for (const one of wrong)
        for (const path of paths) {
          const { status, body, headers } = await scim('GET', path, undefined, { token: one });
          expect([status, body, headers.get('www-authenticate')]).toEqual([
            401,
            {
              schemas: ERROR,
              status: '401',
              detail: 'A valid SCIM token is required, sent as Authorization: Bearer',
            },
            'Bearer',
          ]);
        }
      expect((await api.rest('/users/', { token })).status).toBe(401);
      expect((await api.graphql('{ users { count } }', { token })).body.errors[0].extensions.code).toBe(
        'UNAUTHENTICATED',
      );
    });

    it('refuses a revoked token and those of an invalid company at once', async () => {
      const { token: second, scimToken } = await newToken(ADMIN, 'Okta');
      const status = async () => (await scim('GET', '/Users', undefined, { token: second })).status;
      expect(await status()).toBe(200);
      const revoke = async (email: string) =>
        (
          await api.graphql(`mutation { revokeScimToken(id: ${scimToken.id}) }`, {
            token: await api.tokenOf(email),
          })
        ).body;
      expect((await revoke('admin@beta.example')).errors[0].extensions.code).toBe('NOT_FOUND');
      expect(await status()).toBe(200);
      expect((await revoke(ADMIN)).data).toEqual({ revokeScimToken: true });
      expect(await status()).toBe(401);
      const setCompany = (valid: number) =>
        api.database.db.write((tx) =>
          tx.execute('UPDATE company SET status = ? WHERE id = ?', [valid, api.world.company]),
        );
      await setCompany(0);
      expect((await scim('GET', '/Users')).status).toBe(401);
      await setCompany(1);
    });

    it('shows tokens once, stores them hashed, and lists their last use', async () => {
      await scim('GET', '/Users');
      const admin = await api.tokenOf(ADMIN);
      const list = async () =>
        (await api.graphql('{ scimTokens { id name prefix lastUsedAt } }', { token: admin })).body.data
          .scimTokens;
      expect(await list()).toEqual([
        {
          id: expect.any(Number),
          name: 'Entra ID',
          prefix: token.slice(0, 10),
          lastUsedAt: expect.any(String),
        },
      ]);
      expect(token).toMatch(/^ics_[\w-]{32,}$/);
      const { db } = api.database;
      for (const table of ['scim_token', 'audit_log', 'audit_change'])
        expect(JSON.stringify(await db.read(`SELECT * FROM ${table}`))).not.toContain(token);
      for (let count = 1; count < 5; count += 1) await newToken(ADMIN, `IdP ${count}`);
      const more = await api.graphql('mutation { createScimToken(name: "x") { token } }', { token: admin });
      expect(more.body.errors[0].extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { name: ['at most 5 entries'] },
      });
      const trail = await api.rest('/audit-logs/?entity=scimToken', { token: admin });
      expect(trail.body.results).toHaveLength(7);
    });

    it('limits wrong tokens of a network, never the right one', async () => {
      const answers = [];
      for (let times = 0; times < 31; times += 1)
        answers.push((await scim('GET', '/Users', undefined, { token: `ics_${times}` })).status);
      expect(answers.at(-1)).toBe(429);
      expect((await scim('GET', '/Users')).status).toBe(200);
    });
  });
});
