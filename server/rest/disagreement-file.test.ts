import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

const DAYS = 'date_from=2026/01/01&date_to=2026/01/31&bootstrap=20';

onEachDatabase((dialect) => {
  describe('the file of the disagreement map', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const address = (more = '', product = api.world.open.product): string =>
      `product_id=${product}&${DAYS}${more}`;
    const csv = async (more = ''): Promise<string[][]> => {
      const { status, body } = await api.rest(`/analyses/disagreement/download/csv/?${address(more)}`, {
        token,
      });
      expect(status).toBe(200);
      return parse(String(body), { bom: true });
    };

    it('has the rows of the map in their order, with each value and each model', async () => {
      for (const measure of ['', '&measure=amount']) {
        const { results } = (await api.rest(`/analyses/disagreement/?${address(measure)}`, { token })).body;
        const [header = [], ...lines] = await csv(measure);
        expect(lines).toHaveLength(results.length);
        for (const [index, row] of results.entries()) {
          const cells = Object.fromEntries(header.map((name, at) => [name, lines[index]?.[at]]));
          const text = (value: Json): string => (value === null ? '' : String(value));
          for (const name of header.filter((one) => one in row)) expect(cells[name]).toBe(text(row[name]));
          for (const { model, cpa, roas, profit } of row.models)
            expect([`cpa_${model}`, `roas_${model}`, `profit_${model}`].map((name) => cells[name])).toEqual(
              [cpa, roas, profit].map(text),
            );
        }
        const missing = Object.keys(results[0]).filter((name) => name !== 'models' && !header.includes(name));
        // Names on other axes have no column.
        expect(missing.every((name) => /^(asp|category|agency|type)/.test(name))).toBe(true);
      }
    });

    it('has the labels of the screen as a document', async () => {
      const lines = await csv('&layout=document&locale=ja&cpa=3000');
      const blank = lines.findIndex((line) => line.every((cell) => cell === ''));
      expect(lines.slice(0, blank).map(([name, value]) => [name, value])).toEqual(
        expect.arrayContaining([
          ['モデルの不一致', ''],
          ['期間', '2026/01/01 〜 2026/01/31'],
          ['配分する成果', 'CV'],
          ['目標CPA', '3,000円'],
        ]),
      );
      const header = lines[blank + 1] ?? [];
      expect(header.slice(0, 12)).toEqual([
        ...['広告', 'CV（最小）', 'CV（最大）', '差（%）', 'CPA（最小）（円）', 'CPA（最大）（円）'],
        ...[
          '利益（最小）（円）',
          '利益（最大）（円）',
          '目標CPA（円）',
          '判定',
          '複数接触の割合（%）',
          '広告費（円）',
        ],
      ]);
      expect(header).toEqual(expect.arrayContaining(['CV（マルコフ連鎖（2次））', '利益（均等配分）（円）']));
      const decided = lines.slice(blank + 2).map((line) => line[9]);
      expect(decided.some((word) => ['目標内', '目標外', 'モデルで変わる'].includes(word ?? ''))).toBe(true);
    });

    it('has the chosen columns only, and says which one is unknown', async () => {
      expect((await csv('&columns=ad,markov_1,profit_attr_6'))[0]).toEqual([
        ...['ad', 'markov_1', 'profit_attr_6'],
      ]);
      const { status, body } = await api.rest(
        `/analyses/disagreement/download/csv/?${address('&columns=nothing')}`,
        { token },
      );
      expect(status).toBe(400);
      expect(body.errors).toHaveProperty('columns');
    });

    it('is also a workbook, through an address for one download', async () => {
      const order = await api.rest(`/analyses/disagreement/download/xlsx/?${address('&layout=document')}`, {
        token,
        method: 'POST',
      });
      const response = await fetch(new URL(order.body.url, api.url));
      const sheet = unzipSync(Buffer.from(await response.arrayBuffer()))['xl/worksheets/sheet1.xml'];
      expect(strFromU8(sheet ?? new Uint8Array())).toContain('モデルの不一致');
    });

    it('is the table of a saved view on a shared page', async () => {
      const product_id = api.world.open.product;
      const view = await api.rest('/saved-views/', {
        token,
        body: {
          ...{ product_id, title: '判定が変わる広告', path: '/analyze/disagreement', search: 'cpa=3000' },
          ...{ report: 'disagreement', report_query: address('&cpa=3000') },
        },
      });
      expect(view.status).toBe(201);
      const share = await api.rest(`/saved-views/${view.body.id}/shares/`, {
        token,
        body: { expires_at: new Date(api.clock.now + 86_400_000).toISOString() },
      });
      expect(share.status).toBe(201);
      const page = await api.fetch(new URL(share.body.url).pathname);
      expect(page.status).toBe(200);
      for (const text of ['判定が変わる広告', '配分する成果', 'CPA（最小）（円）'])
        expect(page.body).toContain(text);
    });

    it('is refused like the map', async () => {
      const path = '/analyses/disagreement/download/csv/';
      expect((await api.rest(`${path}?${address()}`)).status).toBe(401);
      const foreign = `${path}?${address('', api.world.foreign.product)}`;
      const map = await api.rest(`/analyses/disagreement/?${address('', api.world.foreign.product)}`, {
        token,
      });
      expect((await api.rest(foreign, { token })).status).toBe(map.status);
      expect(map.status).toBeGreaterThanOrEqual(400);
      expect((await api.rest(`${path}?${address('&axis=device')}`, { token })).status).toBe(400);
      const agency = await api.tokenOf('agency@alpha.example');
      const own = await api.rest(`${path}?${address()}`, { token: agency });
      expect(parse(String(own.body), { bom: true })).toHaveLength(2);
    });
  });
});
