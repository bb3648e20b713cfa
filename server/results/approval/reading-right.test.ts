import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';

jest.setTimeout(120_000);

const MANAGER = 2;
const ANALYST = 3;

onEachDatabase((dialect) => {
  describe('right to read results', () => {
    let api: ApiServer;
    let admin: string;
    let id: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      [{ id }] = (
        await api.rest(`/logs/results/?product_id=${api.world.open.product}`, { token: admin })
      ).body.results;
    });
    afterAll(() => api.stop());

    const give = async (role: number, rights: Record<string, string>) => {
      const roles: { role_type: number; version: number }[] = (await api.rest('/roles/', { token: admin }))
        .body.results;
      const version = roles.find((one) => one.role_type === role)?.version;
      expect(
        (
          await api.rest('/roles/', {
            method: 'PUT',
            token: admin,
            body: [{ role_type: role, version, rights }],
          })
        ).status,
      ).toBe(200);
    };
    /**
     * Status of each endpoint: list, detail, export, log horizon, dry run, history, another log, the
     * conversion behind it.
     */
    const statusByEndpoint = async (email: string) => {
      const token = await api.tokenOf(email);
      const { product } = api.world.open;
      const rest = async (path: string) => (await api.rest(path, { token })).status;
      const runQuery = async (query: string) =>
        ((await api.graphql(query, { token })).body.errors?.[0]?.extensions.code ?? 'ok') as string;
      return {
        list: await rest(`/logs/results/?product_id=${product}`),
        one: await rest(`/logs/results/${id}/`),
        file: await rest(`/logs/results/download/csv/?product_id=${product}`),
        horizon: await runQuery(`{ logHorizon(productId: ${product}) { keptFrom } }`),
        preview: await runQuery(
          `{ approvalPreview(filter: { productId: ${product} }, approvalStatus: 1) { changed } }`,
        ),
        history: await runQuery(`{ result(id: "${id}") { history { to } } }`),
        accesses: await rest(`/logs/accesses/?product_id=${product}`),
        conversion: await rest('/logs/conversions/open-o0/'),
      };
    };

    it.each([
      [
        'both menus',
        { logs: 'view', cv_approve: 'edit' },
        {
          list: 200,
          one: 200,
          file: 200,
          horizon: 'ok',
          preview: 'ok',
          history: 'ok',
          accesses: 200,
          conversion: 200,
        },
      ],
      [
        'the approval menu alone',
        { logs: 'none', cv_approve: 'edit' },
        {
          list: 200,
          one: 200,
          file: 200,
          horizon: 'ok',
          preview: 'ok',
          history: 'ok',
          accesses: 403,
          conversion: 403,
        },
      ],
      [
        'the logs menu alone',
        { logs: 'view', cv_approve: 'none' },
        {
          list: 200,
          one: 200,
          file: 200,
          horizon: 'ok',
          preview: 'FORBIDDEN',
          history: 'ok',
          accesses: 200,
          conversion: 200,
        },
      ],
      [
        'neither menu',
        { logs: 'none', cv_approve: 'none' },
        {
          list: 403,
          one: 403,
          file: 403,
          horizon: 'FORBIDDEN',
          preview: 'FORBIDDEN',
          history: 'FORBIDDEN',
          accesses: 403,
          conversion: 403,
        },
      ],
    ])('comes with %s', async (_name, rights, answers) => {
      await give(MANAGER, rights);
      expect(await statusByEndpoint('manager@alpha.example')).toEqual(answers);
    });

    it('masks the same fields through the approval right as through the logs', async () => {
      await give(ANALYST, { logs: 'none', cv_approve: 'view' });
      const token = await api.tokenOf('analyst@alpha.example');
      const { status, body } = await api.rest(`/logs/results/${id}/`, { token });
      expect([status, body.ip_address, body.args, body.other_key1]).toEqual([200, null, null, null]);
      expect((await api.rest('/logs/results/?ip_address=203.0.113.1', { token })).status).toBe(403);
      expect(
        (await api.rest(`/logs/results/?product_id=${api.world.foreign.product}`, { token })).status,
      ).toBe(403);
      expect((await api.rest('/logs/results/')).status).toBe(401);
    });
  });
});
