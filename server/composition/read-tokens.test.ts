import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('read tokens', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const ask = async (query: string, token: string | null) => {
      const { body } = await api.graphql(query, { token });
      return body.errors ? body.errors[0].extensions.code : body.data;
    };
    const make = async (
      email: string,
      name = '表計算',
      product = api.world.open.product,
    ): Promise<{ id: number; token: string }> => {
      const { createReadToken: created } = await ask(
        `mutation { createReadToken(productId: ${product}, name: ${JSON.stringify(name)}) { token readToken { id } } }`,
        await api.tokenOf(email),
      );
      return { id: created.readToken.id, token: created.token };
    };
    const listed = async (email: string) =>
      (
        await ask(
          `{ readTokens(productId: ${api.world.open.product}) { id name prefix lastUsedAt } }`,
          await api.tokenOf(email),
        )
      ).readTokens;
    const own = () => `product_id=${api.world.open.product}`;

    it('show their text once, are stored hashed, and record their last use', async () => {
      const { id, token } = await make(MANAGER, ' 週次レポート ');
      expect(token).toMatch(/^icr_[\w-]{32,}$/);
      expect(await listed(MANAGER)).toEqual([
        { id, name: '週次レポート', prefix: token.slice(0, 10), lastUsedAt: null },
      ]);
      const stored = await api.database.db.read<Record<string, unknown>>(
        'SELECT * FROM read_token WHERE id = ?',
        [id],
      );
      expect(JSON.stringify(stored)).not.toContain(token);
      await ask(`{ ads(productId: ${api.world.open.product}) { count } }`, token);
      expect((await listed(MANAGER))[0].lastUsedAt).not.toBeNull();
      const { body } = await api.rest('/audit-logs/?entity=readToken', { token: await api.tokenOf(ADMIN) });
      expect(body.results[0]).toMatchObject({ entity: 'readToken', label: '週次レポート', action: 'create' });
      expect(JSON.stringify(body)).not.toContain(token);
    });

    it('read their product over GraphQL and REST with their user’s rights', async () => {
      const { token } = await make(MANAGER);
      expect(
        (
          await ask(
            `{ ads(productId: ${api.world.open.product}) { count } adSummaries(productId: ${api.world.open.product}) { count } }`,
            token,
          )
        ).ads.count,
      ).toBe(2);
      for (const path of [
        `/ads/?${own()}`,
        `/analyses/ad_summaries/?${own()}`,
        `/logs/conversions/?${own()}`,
        '/users/me/',
        `/ads/download/csv/?${own()}`,
      ]) {
        expect([path, (await api.rest(path, { token })).status]).toEqual([path, 200]);
      }
      // The token sees one product of the company.
      const { token: admins } = await make(ADMIN);
      expect((await ask('{ products { results { id } } }', admins)).products.results).toEqual([
        { id: api.world.open.product },
      ]);
      expect((await ask('{ ads { count } }', admins)).ads.count).toBe(2);
    });

    it('change nothing', async () => {
      const { token, id } = await make(ADMIN);
      const before = await api.database.db.read('SELECT version FROM ad ORDER BY id');
      for (const mutation of [
        `updateAd(id: ${api.world.open.ads[0]}, input: { adName: "x" }) { id }`,
        `createNote(input: { productId: ${api.world.open.product}, day: "2026-01-01", noteText: "x" }) { id }`,
        `createReadToken(productId: ${api.world.open.product}, name: "more") { token }`,
        `revokeReadToken(id: ${id})`,
        `updateRoles(roles: []) { version }`,
        `revokeOtherSessions`,
      ])
        expect([mutation, await ask(`mutation { ${mutation} }`, token)]).toEqual([mutation, 'FORBIDDEN']);
      for (const [method, path] of [
        ['POST', '/ads/'],
        ['PUT', `/ads/${api.world.open.ads[0]}/`],
        ['DELETE', `/ads/${api.world.open.ads[0]}/`],
        ['PATCH', '/users/1/'],
        ['POST', '/ads/download/csv/'],
        ['POST', '/logs/results/approve/'],
      ] as const) {
        expect([
          path,
          (await api.rest(path, { method, token, body: method === 'DELETE' ? undefined : { ad_name: 'x' } }))
            .status,
        ]).toEqual([path, 403]);
      }
      expect(await api.database.db.read('SELECT version FROM ad ORDER BY id')).toEqual(before);
    });

    it('open no other product and nothing of the company', async () => {
      const { token } = await make(ADMIN);
      for (const product of [api.world.closed, api.world.foreign]) {
        expect(await ask(`{ ads(productId: ${product.product}) { count } }`, token)).toBe('FORBIDDEN');
        expect(await ask(`{ adSummaries(productId: ${product.product}) { count } }`, token)).toBe(
          'FORBIDDEN',
        );
        expect(await ask(`{ ad(id: ${product.ads[0]}) { adName } }`, token)).toBe('NOT_FOUND');
        expect((await api.rest(`/ads/?product_id=${product.product}`, { token })).status).toBe(403);
        expect((await api.rest(`/ads/${product.ads[0]}/`, { token })).status).toBe(404);
      }
      for (const query of [
        'users { count }',
        'companies { count }',
        'agencies { count }',
        'auditLogs { count }',
        'roles { version }',
        `apiKeys(productId: ${api.world.open.product}) { id }`,
        'sessions { id }',
      ]) {
        expect([query, await ask(`{ ${query} }`, token)]).toEqual([query, 'FORBIDDEN']);
      }
    });

    it('mask as much as the console', async () => {
      const query = `{ conversions(productId: ${api.world.open.product}) { results { eventId userId args otherKey1 } } interactions(productId: ${api.world.open.product}) { results { ipAddress } } }`;
      for (const email of [ANALYST, AGENCY]) {
        const { token } = await make(email);
        const read = await ask(query, token);
        expect(read).toEqual(await ask(query, await api.tokenOf(email)));
        expect(read.interactions.results.length).toBeGreaterThan(0);
        for (const { ipAddress } of read.interactions.results) expect(ipAddress).toBeNull();
      }
    });

    it('stop working once revoked, or without their user or product', async () => {
      const { id, token } = await make(ANALYST);
      const query = `{ ads(productId: ${api.world.open.product}) { count } }`;
      expect(await ask(`mutation { revokeReadToken(id: ${id}) }`, await api.tokenOf(MANAGER))).toBe(
        'NOT_FOUND',
      );
      expect(await ask(`mutation { revokeReadToken(id: ${id}) }`, await api.tokenOf(ANALYST))).toEqual({
        revokeReadToken: true,
      });
      expect(await ask(query, token)).toBe('UNAUTHENTICATED');
      expect((await api.rest(`/ads/?${own()}`, { token })).status).toBe(401);
      expect(await ask(query, `${token}x`)).toBe('UNAUTHENTICATED');
      const second = await make(ANALYST);
      await api.database.db.write((tx) =>
        tx.execute('UPDATE app_user SET status = 0 WHERE id = ?', [api.world.users.analyst]),
      );
      expect(await ask(query, second.token)).toBe('UNAUTHENTICATED');
      await api.database.db.write((tx) =>
        tx.execute('UPDATE app_user SET status = 1 WHERE id = ?', [api.world.users.analyst]),
      );
      await api.database.db.write((tx) =>
        tx.execute("UPDATE company SET login_allowed_ips = '203.0.113.0/24' WHERE id = ?", [
          api.world.company,
        ]),
      );
      expect(await ask(query, second.token)).toBe('UNAUTHENTICATED');
      await api.database.db.write((tx) =>
        tx.execute('UPDATE company SET login_allowed_ips = NULL WHERE id = ?', [api.world.company]),
      );
      expect(await ask(query, second.token)).toEqual({ ads: { count: 2 } });
    });

    it('require a name and an accessible product', async () => {
      const create = async (email: string, product: number, name: string) =>
        ask(
          `mutation { createReadToken(productId: ${product}, name: ${JSON.stringify(name)}) { token } }`,
          await api.tokenOf(email),
        );
      expect(await create(MANAGER, api.world.closed.product, 'x')).toBe('FORBIDDEN');
      expect(await create(STRANGER, api.world.open.product, 'x')).toBe('FORBIDDEN');
      expect(await create(MANAGER, api.world.open.product, ' ')).toBe('BAD_USER_INPUT');
      expect(await create(MANAGER, api.world.open.product, 'あ'.repeat(256))).toBe('BAD_USER_INPUT');
      expect(await ask(`{ readTokens(productId: ${api.world.open.product}) { id } }`, null)).toBe(
        'UNAUTHENTICATED',
      );
    });
  });
});
