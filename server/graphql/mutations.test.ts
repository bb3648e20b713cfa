import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

onEachDatabase((dialect) => {
  describe('setting mutations', () => {
    let api: ApiServer;
    let admin: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const ask = (query: string, variables: object = {}, token = admin) =>
      api.graphql(query, { variables, token });

    it('creates, updates and deletes an ad', async () => {
      const input = {
        productId: api.world.open.product,
        adName: '春の広告',
        clickCost: 12.34,
        adFeeSetting: [{ periodFrom: '2026-01-01', periodTo: '2026-01-31', amount: 100 }],
      };
      const fields = 'id adName clickCost version status adFeeSetting { periodFrom periodTo amount }';
      const { body } = await ask(`mutation ($input: AdInput!) { createAd(input: $input) { ${fields} } }`, {
        input,
      });
      expect(body).toEqual({
        data: {
          createAd: {
            id: expect.any(Number),
            adName: '春の広告',
            clickCost: 12.34,
            version: 1,
            status: true,
            adFeeSetting: input.adFeeSetting,
          },
        },
      });
      const { id } = body.data.createAd;
      const change = `mutation ($id: Int!, $input: AdInput!) { updateAd(id: $id, input: $input) { ${fields} } }`;
      const changed = await ask(change, { id, input: { status: false, version: 1 } });
      expect(changed.body.data.updateAd).toMatchObject({ adName: '春の広告', status: false, version: 2 });
      const stale = await ask(change, { id, input: { adName: 'B', version: 1 } });
      expect(stale.body.errors[0].extensions).toMatchObject({
        code: 'CONFLICT',
        fields: { status: [expect.any(String)], version: [expect.any(String)] },
      });
      expect((await ask('mutation ($id: Int!) { deleteAd(id: $id) }', { id })).body).toEqual({
        data: { deleteAd: true },
      });
    });
  });
});
