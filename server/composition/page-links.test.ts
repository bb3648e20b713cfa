import { viewLimits } from '../../shared/settings';
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
const MAKE =
  'mutation M($input: PageLinkInput!) { createPageLink(input: $input) { code path search saved } }';
const OPEN = 'query Q($code: String!) { pageLink(code: $code) { code path search saved } }';

onEachDatabase((dialect) => {
  describe('page links', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    /** The result, or the error code. */
    const ask = async (email: string | null, query: string, variables: object) => {
      const { body } = await api.graphql(query, { variables, token: email && (await api.tokenOf(email)) });
      return body.errors?.[0].extensions.code ?? Object.values(body.data)[0];
    };
    const make = (email: string | null, more: object = {}) =>
      ask(email, MAKE, {
        input: {
          productId: api.world.open.product,
          path: '/analyze/term',
          search: 'period=d30&axis=asp&items=cv,cpa',
          ...more,
        },
      });
    const open = (email: string | null, code: string) => ask(email, OPEN, { code });
    const count = async () =>
      Number((await api.database.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM page_link'))[0]?.n);

    it('open the same page in the same state for every user of the company with access to the product', async () => {
      const created = await make(MANAGER);
      expect(created).toEqual({
        code: expect.stringMatching(/^[\w-]{16}$/),
        path: '/analyze/term',
        search: 'period=d30&axis=asp&items=cv,cpa',
        saved: false,
      });
      for (const email of [ADMIN, MANAGER, ANALYST, AGENCY])
        expect(await open(email, created.code)).toEqual(created);
    });

    it('are identical for the same state and differ for another', async () => {
      const { code } = await make(MANAGER);
      const before = await count();
      const again = await Promise.all([make(MANAGER), make(ANALYST), make(AGENCY), make(MANAGER)]);
      expect(again.map((link) => link.code)).toEqual([code, code, code, code]);
      expect(await count()).toBe(before);
      const twin = { search: '同時=1' };
      expect(
        new Set(
          (await Promise.all([make(MANAGER, twin), make(ADMIN, twin), make(ANALYST, twin)])).map(
            (link) => link.code,
          ),
        ).size,
      ).toBe(1);
      expect(await count()).toBe(before + 1);
      expect((await make(MANAGER, { search: 'period=d7' })).code).not.toBe(code);
      expect((await make(ADMIN, { productId: null, path: '/config/user', search: null })).search).toBe('');
    });

    it("don't exist for other companies, for users without the product, and for garbage", async () => {
      const { code } = await make(MANAGER);
      const closed = await make(ADMIN, { productId: api.world.closed.product });
      expect(await open(ADMIN, closed.code)).toEqual(closed);
      expect([await open(STRANGER, code), await open(MANAGER, closed.code)]).toEqual([
        'NOT_FOUND',
        'NOT_FOUND',
      ]);
      for (const garbage of ['', 'x', '\u0000', "' OR 1=1", 'x'.repeat(3000)])
        expect(await open(ADMIN, garbage)).toBe('NOT_FOUND');
    });

    it('reject hidden products, unknown pages and huge states without storing anything', async () => {
      const before = await count();
      for (const [email, productId] of [
        [MANAGER, api.world.closed.product],
        [ADMIN, api.world.foreign.product],
        [ADMIN, 987_654],
      ] as const)
        expect(await make(email, { productId })).toBe('FORBIDDEN');
      for (const wrong of [
        { path: '/nowhere' },
        { path: 'https://elsewhere.example/' },
        { path: '' },
        { search: 'x'.repeat(20_001) },
      ])
        expect(await make(ADMIN, wrong)).toBe('BAD_USER_INPUT');
      expect(await count()).toBe(before);
    });

    it('are limited per user, who can still open existing ones', async () => {
      const { db } = api.database;
      const { code } = await make(ANALYST);
      const [owner] = await db.read<{ user_id: number; company_id: number }>(
        'SELECT user_id, company_id FROM page_link WHERE code = ?',
        [code],
      );
      const [{ id = 0 } = {}] = await db.read<{ id: number }>('SELECT id FROM app_user WHERE email = ?', [
        ANALYST,
      ]);
      const rows = Array.from(
        { length: viewLimits.links },
        (_, n) => `('limit-${n}', ${owner?.company_id}, ${id}, '/dashboard', 0)`,
      );
      await db.write((tx) =>
        tx.execute(
          `INSERT INTO page_link (code, company_id, user_id, path, created_at) VALUES ${rows.join(', ')}`,
        ),
      );
      expect(await make(ANALYST, { search: 'one too many' })).toBe('BAD_USER_INPUT');
      expect((await make(ANALYST)).code).toBe(code);
      await db.write((tx) => tx.execute("DELETE FROM page_link WHERE code LIKE 'limit-%'"));
    });

    it('open saved views for users with access', async () => {
      const { code } = await ask(
        MANAGER,
        'mutation M($input: SavedViewInput!) { createSavedView(input: $input) { code } }',
        { input: { productId: api.world.open.product, title: '私の', path: '/log/cv', search: 'q=x' } },
      );
      expect(await open(MANAGER, code)).toEqual({ code, path: '/log/cv', search: 'q=x', saved: true });
      expect(await open(ANALYST, code)).toBe('NOT_FOUND');
    });

    it('require a sign-in', async () => {
      expect([await make(null), await open(null, 'abc')]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    });
  });
});
