import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { PASSWORD } from './testing/api-world';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const PATH = '/saved-views/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('saved views', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const view = (more: object = {}) => ({
      product_id: api.world.open.product,
      title: '媒体別',
      path: '/analyze/ad-statistics',
      search: 'period=d30&axis=asp&sort=-cpa',
      report: 'ad_summaries',
      report_query: `product_id=${api.world.open.product}&axis=asp&columns=asp,cpa`,
      ...more,
    });
    const titles = async (email: string): Promise<string[]> =>
      (await call('GET', email)).body.results.map(({ title }: { title: string }) => title);

    it('are stored under a short link', async () => {
      const { status, body } = await call('POST', ANALYST, PATH, view({ title: '私のビュー' }));
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          ...view({ title: '私のビュー' }),
          shared: false,
          pinned: false,
          editable: true,
          version: 1,
        }),
      ]);
      expect(body.code).toMatch(/^[\w-]{16}$/);
      expect((await call('GET', ANALYST, `${PATH}${body.code}/`)).body).toEqual(body);
      const list = await call(
        'POST',
        ANALYST,
        PATH,
        view({ title: 'ログ', path: '/log/cv', search: 'q=x', report: null, report_query: null }),
      );
      expect([list.status, list.body.report]).toEqual([201, null]);
      const company = await call('POST', ADMIN, PATH, { title: 'ユーザー', path: '/config/user' });
      expect([company.status, company.body.product_id, company.body.search]).toEqual([201, null, '']);
      for (const one of [body, list.body])
        expect((await call('DELETE', ANALYST, `${PATH}${one.id}/`)).status).toBe(204);
      expect((await call('GET', ANALYST, `${PATH}${body.code}/`)).status).toBe(404);
      expect((await call('DELETE', ANALYST, `${PATH}${body.id}/`)).status).toBe(404);
      await call('DELETE', ADMIN, `${PATH}${company.body.id}/`);
    });

    it('store a query of the explorer like any other state, even a long one', async () => {
      const query = `{ adSummaries(productId: 1) { results { ad { label } } } }\n# ${'長い説明'.repeat(300)}`;
      const search = new URLSearchParams({ query, variables: '{"from":"2026-01-01"}' }).toString();
      const { status, body } = await call('POST', ANALYST, PATH, {
        title: '媒体別の照会',
        path: '/explorer',
        search,
        product_id: api.world.open.product,
        shared: true,
      });
      expect([status, new URLSearchParams(body.search).get('query')]).toEqual([201, query]);
      expect((await call('GET', MANAGER, `${PATH}${body.code}/`)).body.search).toBe(search);
      for (const email of [AGENCY, STRANGER])
        expect((await call('GET', email, `${PATH}${body.code}/`)).status).toBe(404);
      expect((await call('DELETE', ANALYST, `${PATH}${body.id}/`)).status).toBe(204);
    });

    it('are private until shared, and hidden from agencies and other companies', async () => {
      const own = (await call('POST', MANAGER, PATH, view({ title: '自分のみ' }))).body;
      const shared = (await call('POST', MANAGER, PATH, view({ title: '共有', shared: true }))).body;
      const agency = (await call('POST', AGENCY, PATH, view({ title: '代理店' }))).body;
      expect(await titles(MANAGER)).toEqual(['共有', '自分のみ']);
      expect([
        await titles(ADMIN),
        await titles(ANALYST),
        await titles(AGENCY),
        await titles(STRANGER),
      ]).toEqual([['共有'], ['共有'], ['代理店'], []]);
      const opens = async (email: string, code: string) =>
        (await call('GET', email, `${PATH}${code}/`)).status;
      expect([
        await opens(ANALYST, shared.code),
        await opens(ANALYST, own.code),
        await opens(AGENCY, shared.code),
        await opens(STRANGER, shared.code),
        await opens(ADMIN, agency.code),
      ]).toEqual([200, 404, 404, 404, 404]);
      for (const garbage of ['x', '%00', 'ABCDEFGHIJKLMNOP', "'%20OR%201=1", 'x'.repeat(3000)])
        expect(await opens(ADMIN, garbage)).toBe(404);
      const refused = await call('POST', AGENCY, PATH, view({ shared: true }));
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['shared']]);
    });

    it('are deleted with their user and their mails, unless shared', async () => {
      const { db } = api.database;
      const leaver = {
        user_name: '退職者',
        email: 'leaver@alpha.example',
        password: PASSWORD,
        role_type: 2,
        product_ids: [api.world.open.product],
      };
      const { status, body: user } = await call('POST', ADMIN, '/users/', leaver);
      expect(status).toBe(201);
      const own = (await call('POST', leaver.email, PATH, view({ title: '退職者のみ' }))).body;
      const shared = (await call('POST', leaver.email, PATH, view({ title: '退職者の共有', shared: true })))
        .body;
      for (const { id } of [own, shared])
        expect((await call('PUT', leaver.email, `${PATH}${id}/pin/`, { pinned: true })).status).toBe(200);
      expect(
        (
          await call('POST', leaver.email, '/report-schedules/', {
            view_id: own.id,
            every: 'day',
            hour: 9,
            recipients: [user.id],
          })
        ).status,
      ).toBe(201);
      const token = await api.tokenOf(leaver.email);
      for (const [title, isShared] of [
        ['退職者の比率', false],
        ['退職者の共有比率', true],
      ]) {
        const ratio = {
          title,
          shared: isShared,
          numerators: 'cv_total_final',
          denominator: 'ad_click_count',
        };
        const created = await api.graphql(
          'mutation M($input: CustomMeasureInput!) { createCustomMeasure(input: $input) { id } }',
          { token, variables: { input: ratio } },
        );
        expect(created.body.errors).toBeUndefined();
      }
      expect((await call('DELETE', ADMIN, `/users/${user.id}/`)).status).toBe(204);
      const left = async (table: string, column: string) =>
        (
          await db.read<Record<string, unknown>>(`SELECT ${column} FROM ${table} WHERE user_id = ?`, [
            user.id,
          ])
        ).map((row) => row[column]);
      expect([
        await left('saved_view', 'title'),
        await left('saved_view_pin', 'view_id'),
        await left('report_schedule', 'view_id'),
        await left('custom_measure', 'title'),
      ]).toEqual([['退職者の共有'], [], [], ['退職者の共有比率']]);
      await call('DELETE', ADMIN, `${PATH}${shared.id}/`);
      await db.write((tx) => tx.execute('DELETE FROM custom_measure WHERE user_id = ?', [user.id]));
    });

    it('are hidden from users without their product', async () => {
      const { product } = api.world.closed;
      const { code, id } = (
        await call(
          'POST',
          ADMIN,
          PATH,
          view({
            title: '非公開商品',
            product_id: product,
            shared: true,
            report_query: `product_id=${product}`,
          }),
        )
      ).body;
      expect(await titles(MANAGER)).not.toContain('非公開商品');
      expect((await call('GET', MANAGER, `${PATH}${code}/`)).status).toBe(404);
      expect((await call('PUT', MANAGER, `${PATH}${id}/pin/`, { pinned: true })).status).toBe(404);
      for (const [email, foreign] of [
        [MANAGER, product],
        [ADMIN, api.world.foreign.product],
        [ADMIN, 987_654],
      ] as const) {
        expect(
          (
            await call(
              'POST',
              email,
              PATH,
              view({ product_id: foreign, report_query: `product_id=${foreign}` }),
            )
          ).status,
        ).toBe(403);
      }
      await call('DELETE', ADMIN, `${PATH}${id}/`);
    });

    it('can be changed by their author, and by an ADMIN if shared; the product is fixed', async () => {
      const { body } = await call('POST', MANAGER, PATH, view({ title: '共有2', shared: true }));
      const path = `${PATH}${body.id}/`;
      expect([
        (await call('PATCH', ANALYST, path, { title: '乗っ取り' })).status,
        (await call('DELETE', ANALYST, path)).status,
      ]).toEqual([403, 403]);
      for (const email of [AGENCY, STRANGER])
        expect([
          (await call('PATCH', email, path, { title: 'x' })).status,
          (await call('DELETE', email, path)).status,
        ]).toEqual([404, 404]);
      const renamed = await call('PATCH', ADMIN, path, {
        title: '共有2改',
        version: 1,
        product_id: api.world.closed.product,
      });
      expect([renamed.status, renamed.body]).toEqual([
        200,
        expect.objectContaining({ ...view({ title: '共有2改' }), shared: true, code: body.code, version: 2 }),
      ]);
      const stale = await call('PATCH', MANAGER, path, { title: '古い', version: 1 });
      expect([stale.status, Object.keys(stale.body.errors)]).toEqual([
        409,
        expect.arrayContaining(['version', 'title']),
      ]);
      expect((await call('PATCH', MANAGER, path, { shared: false })).body.shared).toBe(false);
      expect((await call('PATCH', ADMIN, path, { title: 'x' })).status).toBe(404);
      const { body: trail } = await call('GET', ADMIN, '/audit-logs/?entity=savedView&page_size=100');
      expect(
        trail.results
          .filter(({ entity_id: id }: { entity_id: number }) => id === body.id)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual(['create', 'update', 'update']);
      expect((await call('DELETE', MANAGER, `${path}?version=1`)).status).toBe(409);
      expect((await call('DELETE', MANAGER, path)).status).toBe(204);
    });

    it('appear once in the menu of users who pinned them', async () => {
      const { body } = await call('POST', MANAGER, PATH, view({ title: 'ピン', shared: true }));
      const pin = async (email: string, pinned: boolean) =>
        (await call('PUT', email, `${PATH}${body.id}/pin/`, { pinned })).body.pinned;
      expect([await pin(ANALYST, true), await pin(ANALYST, true)]).toEqual([true, true]);
      const graphql = await api.graphql('{ savedViews { title pinned } }', {
        token: await api.tokenOf(MANAGER),
      });
      expect(graphql.body.data.savedViews).toContainEqual({ title: 'ピン', pinned: false });
      expect([await pin(ANALYST, false), await pin(ANALYST, false)]).toEqual([false, false]);
      expect((await call('PUT', AGENCY, `${PATH}${body.id}/pin/`, { pinned: true })).status).toBe(404);
      await call('DELETE', MANAGER, `${PATH}${body.id}/`);
    });

    it('require a sign-in', async () => {
      for (const [method, path] of [
        ['GET', PATH],
        ['GET', `${PATH}abc/`],
        ['POST', PATH],
        ['PATCH', `${PATH}1/`],
        ['DELETE', `${PATH}1/`],
        ['PUT', `${PATH}1/pin/`],
      ] as const) {
        expect(
          (await call(method, null, path, method === 'GET' || method === 'DELETE' ? undefined : view()))
            .status,
        ).toBe(401);
      }
      for (const id of ['abc', '0', '99999999999'])
        expect((await call('PATCH', ADMIN, `${PATH}${id}/`, view())).status).toBe(404);
    });

    it.each([
      ['title', ''],
      ['title', 'x'.repeat(256)],
      ['path', null],
      ['path', 'https://evil.example/'],
      ['path', '//evil.example'],
      ['path', '/login'],
      ['path', '/nowhere'],
      ['search', 'x'.repeat(20_001)],
      ['report_query', `product_id=1&x=${'x'.repeat(4000)}`],
      ['report', 'passwords'],
      ['report_query', 'product_id=987654'],
      ['report_query', null],
      ['product_id', null],
      ['shared', 'yes'],
    ])('reject %s %j by name', async (name, value) => {
      const { status, body } = await call('POST', ADMIN, PATH, view({ [name]: value }));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [name]]);
    });
  });
});
