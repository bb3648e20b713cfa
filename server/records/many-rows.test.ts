import { startApi, type ApiServer } from '../composition/testing/api-server';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

const MANY = 10_000;
const FORMULAS = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx'];

onEachDatabase((dialect) => {
  describe('a product with ten thousand ads', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      const { open, agencies } = api.world;
      const columns = [
        'version',
        'created_at',
        'updated_at',
        'product_id',
        'code',
        'ad_name',
        'agency_id',
        'asp_id',
        'ad_category_id',
        'ad_type1_id',
      ];
      const rows = Array.from({ length: MANY }, (_, i) => [
        1,
        0,
        0,
        open.product,
        `many-${i}`,
        FORMULAS[i] ?? `ad ${i}`,
        agencies[i % 2] ?? null,
        open.asp,
        open.adCategory,
        open.adType,
      ]);
      await api.database.db.write((tx) => insertRows(tx, 'ad', columns, rows));
    });
    afterAll(() => api.stop());

    /** Counts the statements of a request. */
    const countStatements = async (request: () => Promise<unknown>): Promise<number> => {
      const read = jest.spyOn(api.database.db, 'read');
      await request();
      const { length } = read.mock.calls;
      read.mockRestore();
      return length;
    };
    const list = (pageSize: number) =>
      `{ ads(pageSize: ${pageSize}) { count results { id adName submittionUrl agency { label } asp { label } adCategory { label } adType1 { label } adFeeSetting { amount } } } }`;

    it('lists 9,999 ads with as many statements as ten, plus one per thousand for fees', async () => {
      const few = await countStatements(() => api.graphql(list(10), { token }));
      const many = await countStatements(async () => {
        const { body } = await api.graphql(list(9999), { token });
        expect(body.data.ads).toMatchObject({ count: MANY + 4, results: { length: 9999 } });
      });
      // Fees are read a thousand ads at a time.
      expect(many - few).toBeLessThanOrEqual(9999 / 1000);
    });

    it('searches, filters, sorts and offers choices without delay', async () => {
      const within = async (path: string) => {
        const started = Date.now();
        const { status, body } = await api.rest(path, { token });
        expect([path, status]).toEqual([path, 200]);
        expect([path, Date.now() - started < 3000]).toEqual([path, true]);
        return body;
      };
      const { open, agencies } = api.world;
      expect(
        (await within(`/ads/?product_id=${open.product}&keyword=AD+99&page_size=9999`)).count,
      ).toBeGreaterThan(100);
      expect(
        (await within(`/ads/?agency_id=${agencies[0]}&sortName=agency&sortAsc=false&page=100`)).results,
      ).toHaveLength(30);
      expect((await within('/users/me/')).selections.ad.length).toBe(MANY + 6 - 2);
    });

    it('exports all rows, with cells that no spreadsheet executes', async () => {
      const { open } = api.world;
      const file = await api.rest(
        `/ads/download/csv/?product_id=${open.product}&columns=ad_name,click_cost`,
        { token },
      );
      const lines = String(file.body).split('\r\n');
      expect(lines).toHaveLength(MANY + 2 + 2);
      for (const formula of FORMULAS) expect(lines).toContain(`'${formula},0`);
    });

    it('changes all of them in one transaction', async () => {
      const { open } = api.world;
      const { body } = await api.rest(`/ads/?product_id=${open.product}&keyword=ad+1&page_size=500`, {
        token,
      });
      const ids = body.results.map(({ id }: { id: number }) => id);
      const changed = await api.graphql(
        `mutation ($ids: [Int!]!) { updateAds(ids: $ids, input: { status: false }) }`,
        { token, variables: { ids } },
      );
      expect(changed.body).toEqual({ data: { updateAds: 500 } });
    });
  });
});
