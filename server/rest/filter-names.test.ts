import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

const APPROVED = 1;

onEachDatabase((dialect) => {
  describe('filter of a change', () => {
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

    const preview = async (filter: object) =>
      (
        await api.rest('/logs/results/preview/', {
          token,
          body: { filter: { product_id: product, ...filter }, approval_status: APPROVED },
        })
      ).body;

    it('accepts an id under each name of the list, and never widens to all rows', async () => {
      for (const name of ['id', 'result_id']) {
        const listed = await api.rest(`/logs/results/?product_id=${product}&${name}=${id}`, { token });
        expect([name, listed.body.count, await preview({ [name]: id })]).toEqual([
          name,
          1,
          expect.objectContaining({ changed: 1, unchanged: 0 }),
        ]);
      }
      for (const filter of [
        { id, result_id: null },
        { id: null, result_id: id },
        { id, result_id: 'another' },
      ]) {
        expect([filter, await preview(filter)]).toEqual([
          filter,
          expect.objectContaining({ changed: 1, unchanged: 0 }),
        ]);
      }
      const resent = await api.rest('/auth/log/resultQueue/resend/', {
        token,
        body: { filter: { product_id: product, result_queue_item_id: 'none' } },
      });
      expect([resent.status, resent.body]).toEqual([200, { resent: 0, waiting: 0 }]);
    });

    it('accepts several products like the list, and none outside the user’s list', async () => {
      const { open, closed, foreign } = api.world;
      const admin = await api.tokenOf('admin@alpha.example');
      const ask = async (product_id: unknown, as = admin) => {
        const { status, body } = await api.rest('/logs/results/preview/', {
          token: as,
          body: { filter: { product_id }, approval_status: APPROVED },
        });
        return status === 200 ? body.changed + body.unchanged : [status, body.errors];
      };
      const listed = async (ids: string) =>
        (await api.rest(`/logs/results/?product_id=${ids}`, { token: admin })).body.count;
      const both = await listed(`${open.product},${closed.product}`);
      expect(both).toBe((await listed(`${open.product}`)) + (await listed(`${closed.product}`)));
      for (const several of [
        [open.product, closed.product],
        `${open.product},${closed.product}`,
        [open.product, open.product, `${closed.product}`],
      ])
        expect(await ask(several)).toBe(both);
      expect(await ask([open.product])).toBe(await listed(`${open.product}`));
      expect(await ask([open.product, foreign.product])).toEqual([403, undefined]);
      expect(await ask([open.product, closed.product], token)).toEqual([403, undefined]);
      for (const wrong of [null, [], 'x', [open.product, 'x'], [1.5], {}])
        expect([wrong, await ask(wrong)]).toEqual([wrong, [400, { product_id: [expect.any(String)] }]]);
      const { body } = await api.graphql(
        `{ approvalPreview(filter: { productIds: [${open.product}, ${closed.product}] }, approvalStatus: 1) { changed } }`,
        { token: admin },
      );
      expect(body.data.approvalPreview.changed).toBe(both);
      // A result other than `id`, which the next test approves; the list's order decides which one that is.
      const other = open.results.find((one) => one !== id);
      const done = await api.rest('/logs/results/approve/', {
        token: admin,
        body: {
          filter: { product_id: [open.product, closed.product], id: [other, closed.results[0]] },
          approval_status: APPROVED,
        },
      });
      expect(done.body).toMatchObject({ changed: 2, unchanged: 0 });
    });

    it('approves the named result', async () => {
      const approved = await api.rest('/logs/results/approve/', {
        token,
        body: { filter: { product_id: product, result_id: id }, approval_status: APPROVED },
      });
      expect(approved.body).toMatchObject({ changed: 1, unchanged: 0 });
      expect((await api.rest(`/logs/results/${id}/`, { token })).body.approval_status).toBe(APPROVED);
    });
  });
});
