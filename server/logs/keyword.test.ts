import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const IDS = ['Éa1', 'ＡＢ2', 'ｶﾞ4', '50%_off'];

onEachDatabase((dialect) => {
  describe('a keyword in logs, which keep what came as it came', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      const { product } = api.world.open;
      const row = { product_id: product, time: EVENT_TIME, day: 20260115, visitor_id: 'v', door: 'import', device: 1, ad_id: 0, redirect_id: 0, lpo_entry_id: 0, stored_at: 0 };
      await api.database.db.write((tx) => insertRows(tx, 'access', ['id'], IDS.map((id) => [id]), row));
    });
    afterAll(() => api.stop());

    it.each([
      ['éa1', 'Éa1'], ['ÉA', 'Éa1'], ['ab', 'ＡＢ2'], ['ａｂ', 'ＡＢ2'], ['AB', 'ＡＢ2'], ['ガ', 'ｶﾞ4'], ['ｶﾞ', 'ｶﾞ4'], ['0%_O', '50%_off'], ['5%f', null],
    ])('%s finds %s', async (keyword, id) => {
      const { body } = await api.rest(`/logs/accesses/?product_id=${api.world.open.product}&keyword=${encodeURIComponent(keyword)}`, { token });
      expect(body.results.map((row: Json) => row.id)).toEqual(id === null ? [] : [id]);
    });
  });
});
