import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const PATH = '/allocation-scenarios/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('saved simulations', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const scenario = (more: object = {}) => ({
      product_id: api.world.open.product,
      title: '検索を20%減',
      axes: ['ad'],
      simulation_item: 1,
      elasticity: 0.5,
      changes: '1:-20p,2:5000y',
      ...more,
    });
    const titles = async (email: string): Promise<string[]> => {
      const { body } = await call('GET', email, `${PATH}?product_id=${api.world.open.product}`);
      return body.results.map(({ title }: { title: string }) => title);
    };

    it('stores a simulation with its author', async () => {
      const { status, body } = await call('POST', ANALYST, PATH, scenario({ title: '私の案' }));
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          ...scenario({ title: '私の案' }),
          shared: false,
          editable: true,
          version: 1,
        }),
      ]);
      const graphql = await api.graphql(
        `{ allocationScenarios(productId: ${api.world.open.product}) { title changes elasticity simulationItem axes userName } }`,
        { token: await api.tokenOf(ANALYST) },
      );
      expect(graphql.body.data.allocationScenarios).toEqual([
        {
          title: '私の案',
          changes: '1:-20p,2:5000y',
          elasticity: 0.5,
          simulationItem: 1,
          axes: ['ad'],
          userName: expect.any(String),
        },
      ]);
      expect((await call('DELETE', ANALYST, `${PATH}${body.id}/`)).status).toBe(204);
      expect((await call('DELETE', ANALYST, `${PATH}${body.id}/`)).status).toBe(404);
    });

    it('shows simulations to their user, to the company once shared, and never to an agency', async () => {
      await call('POST', MANAGER, PATH, scenario({ title: '自分のみ' }));
      await call('POST', MANAGER, PATH, scenario({ title: '共有', shared: true }));
      await call('POST', AGENCY, PATH, scenario({ title: '代理店' }));
      expect(await titles(MANAGER)).toEqual(['共有', '自分のみ']);
      expect(await titles(ADMIN)).toEqual(['共有']);
      expect(await titles(ANALYST)).toEqual(['共有']);
      expect(await titles(AGENCY)).toEqual(['代理店']);
      const refused = await call('POST', AGENCY, PATH, scenario({ shared: true }));
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['shared']]);
    });

    it('lets the author change a simulation, and an ADMIN a shared one', async () => {
      const { body } = await call('POST', MANAGER, PATH, scenario({ title: '共有2', shared: true }));
      const path = `${PATH}${body.id}/`;
      expect((await call('PUT', ANALYST, path, scenario({ title: '乗っ取り' }))).status).toBe(403);
      expect((await call('DELETE', ANALYST, path)).status).toBe(403);
      for (const email of [AGENCY, STRANGER]) {
        expect((await call('PUT', email, path, scenario())).status).toBe(404);
        expect((await call('DELETE', email, path)).status).toBe(404);
      }
      const changed = await call(
        'PUT',
        ADMIN,
        path,
        scenario({ title: '共有2改', shared: true, version: 1 }),
      );
      expect([changed.status, changed.body.title, changed.body.version]).toEqual([200, '共有2改', 2]);
      const stale = await call('PUT', MANAGER, path, scenario({ title: '古い', shared: true, version: 1 }));
      expect([stale.status, Object.keys(stale.body.errors)]).toEqual([
        409,
        expect.arrayContaining(['version', 'title']),
      ]);
      // Author and product don't change.
      const updated = await call(
        'PUT',
        MANAGER,
        path,
        scenario({ product_id: api.world.closed.product, title: '自分のみに' }),
      );
      expect(updated.body.product_id).toBe(api.world.open.product);
      expect((await call('PUT', ADMIN, path, scenario())).status).toBe(404);
      const { body: trail } = await call(
        'GET',
        ADMIN,
        '/audit-logs/?entity=allocationScenario&page_size=100',
      );
      expect(
        trail.results
          .filter(({ entity_id: id }: { entity_id: number }) => id === body.id)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual(['create', 'update', 'update']);
      expect((await call('DELETE', MANAGER, `${path}?version=1`)).status).toBe(409);
      expect((await call('DELETE', MANAGER, path)).status).toBe(204);
    });

    it('requires a sign-in and a visible product', async () => {
      for (const [method, path] of [
        ['GET', `${PATH}?product_id=1`],
        ['POST', PATH],
        ['PUT', `${PATH}1/`],
        ['DELETE', `${PATH}1/`],
      ] as const) {
        expect(
          (await call(method, null, path, method === 'GET' || method === 'DELETE' ? undefined : scenario()))
            .status,
        ).toBe(401);
      }
      for (const [email, product] of [
        [ADMIN, api.world.foreign.product],
        [ADMIN, 987_654],
        [MANAGER, api.world.closed.product],
        [STRANGER, api.world.open.product],
      ] as const) {
        expect((await call('GET', email, `${PATH}?product_id=${product}`)).status).toBe(403);
        expect((await call('POST', email, PATH, scenario({ product_id: product }))).status).toBe(403);
      }
      expect((await call('GET', ADMIN, PATH)).status).toBe(400);
      for (const id of ['abc', '0', '99999999999'])
        expect((await call('PUT', ADMIN, `${PATH}${id}/`, scenario())).status).toBe(404);
    });

    it.each([
      ['product_id', null],
      ['title', ''],
      ['title', 'x'.repeat(256)],
      ['axes', ['colour']],
      ['simulation_item', 3],
      ['elasticity', -1],
      ['elasticity', 5.01],
      ['changes', '1:half'],
      ['changes', '1:-101p'],
      ['changes', '1:1p,1:2p'],
      ['changes', `${'1'.repeat(9000)}:1p`],
    ])('rejects %s %j by name', async (name, value) => {
      const { status, body } = await call('POST', ADMIN, PATH, scenario({ [name]: value }));
      expect([status, Object.keys(body.errors ?? {}).map((field) => field.replace(/\[0\]$/, ''))]).toEqual([
        400,
        [name],
      ]);
    });

    it('limits the number of simulations', async () => {
      const answers = [];
      for (let count = 0; count < 101; count += 1)
        answers.push((await call('POST', ANALYST, PATH, scenario({ title: `案${count}` }))).status);
      expect([answers.filter((status) => status === 201).length, answers.at(-1)]).toEqual([100, 400]);
    });

    it('runs a saved simulation over REST and exports it', async () => {
      const { product, ads } = api.world.open;
      const about = `product_id=${product}&date_from=2026/01/01&date_to=2026/01/31`;
      const plain = await call('GET', ADMIN, `/analyses/allocations/?${about}`);
      expect(Object.keys(plain.body.results[0])).toEqual(
        expect.arrayContaining(['ad_cost', 'ad_cost_share', 'cv_total_final_share', 'attr_profit_share']),
      );
      expect(Object.keys(plain.body.results[0]).some((name) => name.endsWith('_after'))).toBe(false);
      const changed = await call('GET', ADMIN, `/analyses/allocations/?${about}&changes=${ads[0]}:7000y`);
      const row = changed.body.results.find(({ ad_id: id }: { ad_id: number }) => id === ads[0]);
      expect(row.ad_cost_after).toBe(row.ad_cost + 7000);
      expect(changed.body.total.ad_cost_change).toBe(7000);
      const file = await fetch(
        `${api.url}/api/v1/analyses/allocations/download/csv/?${about}&changes=${ads[0]}:7000y&columns=ad,ad_cost,ad_cost_after,ad_cost_change&layout=document&locale=ja`,
        {
          headers: { authorization: `Bearer ${await api.tokenOf(ADMIN)}` },
        },
      );
      expect(await file.text()).toMatch(/成果（CV・売上）は変わらないと仮定しています。[^]*広告費 増減/);
      for (const wrong of [
        'changes=1:half',
        'simulation_item=9',
        'elasticity=-1',
        'elasticity=x',
        `changes=${ads[0]}:-999999999y`,
      ]) {
        const { status, body } = await call('GET', ADMIN, `/analyses/allocations/?${about}&${wrong}`);
        expect([wrong, status, Object.keys(body.errors)]).toEqual([wrong, 400, [wrong.split('=')[0]]]);
      }
    });
  });
});
