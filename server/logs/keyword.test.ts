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

    it('finds rows by the names that their ads have today, an agency by its own alone', async () => {
      const { open } = api.world;
      const [own, other] = open.ads;
      await api.database.db.write(async (tx) => {
        for (const [name, id] of [['検索ＸＹＺ 指名', own], ['検索ＸＹＺ 一般', other]] as const) await tx.execute('UPDATE ad SET ad_name = ? WHERE id = ?', [name, id]);
      });
      const agency = await api.tokenOf('agency@alpha.example');
      const found = async (log: string, keyword: string, by = token) => (await api.rest(`/logs/${log}/?product_id=${open.product}&keyword=${encodeURIComponent(keyword)}`, { token: by })).body;
      for (const log of ['interactions', 'references', 'results', 'conversions', 'accesses', 'resultQueue'] as const) {
        const path = log === 'resultQueue' ? '../auth/log/resultQueue' : log;
        const [both, one, none] = [await found(path, '検索xyz'), await found(path, 'xyz 指名'), await found(path, '検索 ない')];
        const ads = one.results.map((row: Json) => row.last_cv_ad_id ?? row.ad_id);
        expect([log, both.count >= one.count, new Set(ads), none.count]).toEqual([log, true, ads.length > 0 ? new Set([own]) : new Set(), 0]);
      }
      expect((await found('interactions', '一般')).count).toBeGreaterThan(0);
      expect((await found('interactions', '一般', agency)).count).toBe(0);
      expect((await found('conversions', '一般', agency)).count).toBe(0);
    });

    it.each([
      ['éa1', 'Éa1'], ['ÉA', 'Éa1'], ['ab', 'ＡＢ2'], ['ａｂ', 'ＡＢ2'], ['AB', 'ＡＢ2'], ['ガ', 'ｶﾞ4'], ['ｶﾞ', 'ｶﾞ4'], ['0%_O', '50%_off'], ['5%f', null],
    ])('%s finds %s', async (keyword, id) => {
      const { body } = await api.rest(`/logs/accesses/?product_id=${api.world.open.product}&keyword=${encodeURIComponent(keyword)}`, { token });
      expect(body.results.map((row: Json) => row.id)).toEqual(id === null ? [] : [id]);
    });
  });
});
