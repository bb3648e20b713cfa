import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

const APPROVED = 1;

onEachDatabase((dialect) => {
  describe('a filter of a change', () => {
    let api: ApiServer;
    let token: string;
    let product: number;
    let id: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('manager@alpha.example');
      product = api.world.open.product;
      [{ id }] = (await api.rest(`/logs/results/?product_id=${product}`, { token })).body.results as [Json];
    });
    afterAll(() => api.stop());

    const preview = async (filter: object) => (await api.rest('/logs/results/preview/', { token, body: { filter: { product_id: product, ...filter }, approval_status: APPROVED } })).body;

    it('takes an id by each name that the list takes it by, and never widens to all', async () => {
      for (const name of ['id', 'result_id']) {
        const listed = await api.rest(`/logs/results/?product_id=${product}&${name}=${id}`, { token });
        expect([name, listed.body.count, await preview({ [name]: id })]).toEqual([name, 1, expect.objectContaining({ changed: 1, unchanged: 0 })]);
      }
      for (const filter of [{ id, result_id: null }, { id: null, result_id: id }, { id, result_id: 'another' }]) {
        expect([filter, await preview(filter)]).toEqual([filter, expect.objectContaining({ changed: 1, unchanged: 0 })]);
      }
      const resent = await api.rest('/auth/log/resultQueue/resend/', { token, body: { filter: { product_id: product, result_queue_item_id: 'none' } } });
      expect([resent.status, resent.body]).toEqual([200, { resent: 0, waiting: 0 }]);
    });

    it('approves the one that it names', async () => {
      const approved = await api.rest('/logs/results/approve/', { token, body: { filter: { product_id: product, result_id: id }, approval_status: APPROVED } });
      expect(approved.body).toMatchObject({ changed: 1, unchanged: 0 });
      expect((await api.rest(`/logs/results/${id}/`, { token })).body.approval_status).toBe(APPROVED);
    });
  });
});
