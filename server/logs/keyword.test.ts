import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const IDS = ['Éa1', 'ＡＢ2', 'ｶﾞ4', '50%_off', 'ＡＢc広告ガｷﾞ', '㈱-x[^]*?\\&', 'サ\u3099メ'];

onEachDatabase((dialect) => {
  describe('keyword search in logs, which store text as received', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      const { product } = api.world.open;
      const row = {
        product_id: product,
        time: EVENT_TIME,
        day: 20260115,
        visitor_id: 'v',
        door: 'import',
        device: 1,
        ad_id: 0,
        redirect_id: 0,
        lpo_entry_id: 0,
        stored_at: 0,
      };
      await api.database.db.write((tx) =>
        insertRows(
          tx,
          'access',
          ['id'],
          IDS.map((id) => [id]),
          row,
        ),
      );
    });
    afterAll(() => api.stop());

    it('matches rows by the current names of their ads; for an agency only by its own', async () => {
      const { open } = api.world;
      const [own, other] = open.ads;
      await api.database.db.write(async (tx) => {
        for (const [name, id] of [
          ['検索ＸＹＺ 指名', own],
          ['検索ＸＹＺ 一般', other],
        ] as const)
          await tx.execute('UPDATE ad SET ad_name = ? WHERE id = ?', [name, id]);
      });
      const agency = await api.tokenOf('agency@alpha.example');
      const find = async (log: string, keyword: string, by = token) =>
        (
          await api.rest(`/logs/${log}/?product_id=${open.product}&keyword=${encodeURIComponent(keyword)}`, {
            token: by,
          })
        ).body;
      for (const log of [
        'interactions',
        'references',
        'results',
        'conversions',
        'accesses',
        'resultQueue',
      ] as const) {
        const path = log === 'resultQueue' ? '../auth/log/resultQueue' : log;
        const [both, one, none] = [
          await find(path, '検索xyz'),
          await find(path, 'xyz 指名'),
          await find(path, '検索 ない'),
        ];
        const ads = one.results.map((row: Json) => row.last_cv_ad_id ?? row.ad_id);
        expect([log, both.count >= one.count, new Set(ads), none.count]).toEqual([
          log,
          true,
          ads.length > 0 ? new Set([own]) : new Set(),
          0,
        ]);
      }
      expect((await find('interactions', '一般')).count).toBeGreaterThan(0);
      expect((await find('interactions', '一般', agency)).count).toBe(0);
      expect((await find('conversions', '一般', agency)).count).toBe(0);
    });

    it.each([1000, 1001, 60_000])('searches page addresses for a part of %s characters', async (length) => {
      const word = `${'a'.repeat(length - 2)}ガ]`;
      const count = async () =>
        (
          await api.graphql(
            'query ($k: [String!]) { accesses(filter: { accessUrlContains: $k }) { count } }',
            { token, variables: { k: [word] } },
          )
        ).body.data?.accesses.count;
      expect(await count()).toBe(0);
      await api.database.db.write((tx) =>
        tx.execute('UPDATE access SET url = ? WHERE id = ?', [`https://open.example/${word}`, IDS[0] ?? '']),
      );
      expect(await count()).toBe(1);
    });

    it.each([
      ['éa1', 'Éa1'],
      ['ÉA', 'Éa1'],
      ['ab2', 'ＡＢ2'],
      ['ａｂ２', 'ＡＢ2'],
      ['AB2', 'ＡＢ2'],
      ['ガ4', 'ｶﾞ4'],
      ['ｶﾞ４', 'ｶﾞ4'],
      ['0%_O', '50%_off'],
      ['5%f', null],
      ['abc広告', 'ＡＢc広告ガｷﾞ'],
      ['aＢＣ広告ガギ', 'ＡＢc広告ガｷﾞ'],
      ['ｶﾞギ', 'ＡＢc広告ガｷﾞ'],
      ['abc 広告 ギ', 'ＡＢc広告ガｷﾞ'],
      ['abcc', null],
      ['ザメ', 'サ\u3099メ'],
      ['㈱－Ｘ［', '㈱-x[^]*?\\&'],
      ['[^]*?\\&', '㈱-x[^]*?\\&'],
      ['［＾］＊？＼＆', '㈱-x[^]*?\\&'],
      ['x.^]', null],
      ['x*', null],
      ['a?1', null],
      ['[a-z]', null],
      ['zz\0', null],
      ['abc\0広告', 'ＡＢc広告ガｷﾞ'],
    ])('%s finds %s', async (keyword, id) => {
      const { body } = await api.rest(
        `/logs/accesses/?product_id=${api.world.open.product}&keyword=${encodeURIComponent(keyword)}`,
        { token },
      );
      expect([keyword, body.errors]).toEqual([keyword, undefined]);
      expect(body.results.map((row: Json) => row.id)).toEqual(id === null ? [] : [id]);
    });
  });
});
