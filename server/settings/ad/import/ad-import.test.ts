import { tableColumnsOf } from '../../../../shared/settings';
import { startApi, type ApiServer } from '../../../composition/testing/api-server';
import { onEachDatabase } from '../../../db/testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('importing ads from CSV', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('manager@alpha.example');
    });
    afterAll(() => api.stop());

    const load = async (csv: string, dryRun: boolean) => {
      const query = `mutation ($productId: Int!, $csv: String!, $dryRun: Boolean) { importAds(productId: $productId, csv: $csv, dryRun: $dryRun) {
        applied created updated unchanged refused ignoredColumns
        rows { line action adId adName changes { field before after } problems { field messages } } } }`;
      const { body } = await api.graphql(query, {
        token,
        variables: { productId: api.world.open.product, csv, dryRun },
      });
      return body.data?.importAds ?? body.errors[0].extensions;
    };
    const ads = async () =>
      (await api.rest(`/ads/?product_id=${api.world.open.product}&page_size=9999`, { token })).body.results;

    it('previews changes without storing, then applies exactly these; a repeat changes nothing', async () => {
      const { open } = api.world;
      const csv = [
        '\uFEFFid,ad_name,asp,ad_category,click_cost,status,period_from,note',
        `${open.ads[0]},新しい名前,open asp,open category,"1,234.5",false,2026/02/01,x`,
        ',"別の広告, 二つ目",,,0,true,,y',
      ].join('\r\n');
      const before = await ads();
      const dry = await load(csv, true);
      expect(dry).toMatchObject({
        applied: false,
        created: 1,
        updated: 1,
        unchanged: 0,
        refused: 0,
        ignoredColumns: ['note'],
      });
      expect(dry.rows).toEqual([
        {
          line: 2,
          action: 'update',
          adId: open.ads[0],
          adName: '新しい名前',
          problems: [],
          changes: expect.arrayContaining([
            { field: 'adName', before: '"open ad 0"', after: '"新しい名前"' },
            { field: 'clickCost', before: '12.5', after: '1234.5' },
            { field: 'periodFrom', before: '20250101', after: '20260201' },
            { field: 'status', before: 'true', after: 'false' },
          ]),
        },
        expect.objectContaining({ line: 3, action: 'create', adId: null, adName: '別の広告, 二つ目' }),
      ]);
      expect(await ads()).toEqual(before);
      expect(await load(csv, false)).toMatchObject({ applied: true, created: 1, updated: 1 });
      const after = await ads();
      expect(after).toHaveLength(before.length + 1);
      expect(after.find(({ id }: { id: number }) => id === open.ads[0])).toMatchObject({
        ad_name: '新しい名前',
        click_cost: 1234.5,
        status: false,
        cv_cost: 800,
      });
      expect(await load(csv, false)).toMatchObject({ applied: true, created: 0, updated: 0, unchanged: 2 });
      expect(await ads()).toEqual(after);
    });

    it.each([
      ['広告名,ASP,カテゴリ,クリック単価,状態,覚え書き', '有効'],
      ['广告名称,广告联盟（ASP）,分类,点击单价,状态,覚え書き', '有效'],
    ])('understands the headings of the console: %s', async (headings, valid) => {
      const dry = await load(`${headings}\r\n見出しの広告,open asp,open category,55,${valid},x`, true);
      expect(dry).toMatchObject({ created: 1, refused: 0, ignoredColumns: ['覚え書き'] });
      const changes = expect.arrayContaining([
        expect.objectContaining({ field: 'aspId' }),
        expect.objectContaining({ field: 'adCategoryId' }),
        expect.objectContaining({ field: 'clickCost', after: '55' }),
        expect.objectContaining({ field: 'status', after: 'true' }),
      ]);
      expect(dry.rows).toEqual([
        expect.objectContaining({ action: 'create', adName: '見出しの広告', problems: [], changes }),
      ]);
    });

    it('stores nothing when a row is refused, and reports why', async () => {
      const { foreign } = api.world;
      const csv = [
        'id,ad_name,asp,redirect_url,cv_cost',
        ',good,,https://open.example/,1',
        ',,,,1',
        ',bad url,,javascript:alert(1),123456789',
        ',no such network,nobody,,123456789',
        `${foreign.ads[0]},stolen,,,`,
      ].join('\n');
      const before = await ads();
      const outcome = await load(csv, false);
      expect(outcome).toMatchObject({ applied: false, created: 1, refused: 4 });
      expect(
        outcome.rows.map(({ line, problems }: { line: number; problems: object[] }) => [line, problems]),
      ).toEqual([
        [2, []],
        [3, [{ field: 'adName', messages: ['required'] }]],
        [
          4,
          expect.arrayContaining([
            { field: 'redirectUrl', messages: ['invalid URL format'] },
            { field: 'cvCost', messages: ['invalid cv cost format'] },
          ]),
        ],
        [
          5,
          expect.arrayContaining([
            { field: 'cvCost', messages: ['invalid cv cost format'] },
            { field: 'aspId', messages: ['there is no “nobody”'] },
          ]),
        ],
        [6, [{ field: 'id', messages: [`there is no “${foreign.ads[0]}”`] }]],
      ]);
      expect(await ads()).toEqual(before);
      expect(await api.database.db.read("SELECT id FROM audit_log WHERE label = 'good'")).toEqual([]);
    });

    it('imports the other rows if refused ones are skipped', async () => {
      const csv = 'ad_name,cv_cost\nskipped neighbour,1\nskipped,x\n';
      const query = `mutation ($csv: String!) { importAds(productId: ${api.world.open.product}, csv: $csv, dryRun: false, skipRefused: true) {
        applied created refused columns rows { action cells } } }`;
      const skip = async (text: string) =>
        (await api.graphql(query, { token, variables: { csv: text } })).body.data.importAds;
      expect(await skip(csv)).toEqual({
        applied: true,
        created: 1,
        refused: 1,
        columns: ['ad_name', 'cv_cost'],
        rows: [
          { action: 'create', cells: null },
          { action: 'refused', cells: ['skipped', 'x'] },
        ],
      });
      expect((await ads()).filter(({ ad_name: name }: { ad_name: string }) => /^skipped/.test(name))).toEqual(
        [expect.objectContaining({ ad_name: 'skipped neighbour', cv_cost: 1 })],
      );
      expect(await skip('ad_name,cv_cost\nskipped,x\n')).toMatchObject({ applied: false, refused: 1 });
    });

    it.each([
      ['period_from', '2025/01/01', '2025/1/1'],
      ['period_from', '2025/01/01', '2025-01-01 00:00:00'],
      ['period_from', '2025/01/01', '20250101'],
      ['period_from', '2025/01/01', '2025年1月1日'],
      ['period_from', '2025/01/01', '２０２５／１／１'],
      ['click_cost', '1234.5', '1,234.5'],
      ['click_cost', '1234.5', '¥1,234.50'],
      ['click_cost', '1234.5', '１２３４．５円'],
      ['status', 'true', 'ＴＲＵＥ'],
    ])('reads %s %s as spreadsheets write it: %s', async (column, plain, written) => {
      const id = api.world.open.ads[1];
      const table = (value: string) => `id,${column}\n${id},"${value}"\n`;
      expect(await load(table(plain), false)).toMatchObject({ applied: true });
      expect(await load(table(written), true)).toMatchObject({ unchanged: 1, refused: 0 });
    });

    it('re-imports an export without changes', async () => {
      const file = await api.rest(`/ads/download/csv/?product_id=${api.world.open.product}`, { token });
      expect(await load(String(file.body), true)).toMatchObject({
        created: 0,
        updated: 0,
        refused: 0,
        unchanged: (await ads()).length,
      });
    });

    it('offers a template of a header only, with importable columns', async () => {
      const { status, body } = await api.rest(
        `/ads/download/csv/?product_id=${api.world.open.product}&layout=template&columns=${tableColumnsOf('ad').join(',')}`,
        { token },
      );
      expect([status, String(body)]).toEqual([200, `${tableColumnsOf('ad').join(',')}\r\n`]);
      const filled = tableColumnsOf('ad')
        .map((column) => (column === 'ad_name' ? 'from a template' : column === 'asp' ? 'open asp' : ''))
        .join(',');
      expect(await load(`${String(body)}${filled}\r\n`, true)).toMatchObject({
        created: 1,
        refused: 0,
        ignoredColumns: [],
      });
      const edited = await api.rest(
        `/ads/download/csv/?product_id=${api.world.open.product}&columns=${tableColumnsOf('ad').join(',')}`,
        { token },
      );
      expect(await load(String(edited.body), true)).toMatchObject({
        created: 0,
        updated: 0,
        refused: 0,
        ignoredColumns: [],
      });
    });

    it('is available over REST, as a dry run by default', async () => {
      const body = { product_id: api.world.open.product, csv: 'ad_name\nover REST' };
      expect(await api.rest('/ads/import/', { token, body })).toMatchObject({
        status: 200,
        body: { applied: false, created: 1, ignored_columns: [] },
      });
      expect(
        (await api.rest('/ads/import/', { token, body: { ...body, dry_run: false } })).body.applied,
      ).toBe(true);
    });

    it('imports a thousand rows at once', async () => {
      const csv = [
        'ad_name,asp,status',
        ...Array.from({ length: 1000 }, (_, i) => `row ${i},open asp,true`),
      ].join('\n');
      expect(await load(csv, false)).toMatchObject({ applied: true, created: 1000 });
    });

    it('refuses a file that is not a table of ads', async () => {
      expect(await load('hello', true)).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { csv: ['not a table with a header line'] },
      });
      expect(await load('氏名,年齢\nブランド,有効', true)).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { csv: [expect.stringMatching(/^columns not found: 氏名, 年齢\. .*Ad name, Status/)] },
      });
      expect(await load('"open', true)).toMatchObject({ code: 'BAD_USER_INPUT' });
    });
  });
});
