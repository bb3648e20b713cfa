import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('rows selected by a field', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const get = (path: string) => api.rest(path, { token });

    it('rejects a field that is no filter, instead of returning all rows', async () => {
      const views = `product_id=${api.world.open.product}`;
      for (const name of ['os', 'os_ver', 'browser', 'browser_ver', 'ad', 'access_time']) {
        for (const path of ['/logs/accesses/', '/logs/accesses/download/csv/']) {
          const { status, body } = await get(`${path}?${views}&${name}=Windows`);
          expect([path, status, body.errors]).toEqual([
            path,
            400,
            { [name]: [`rows cannot be filtered by ${name}`] },
          ]);
        }
      }
      const ticket = await api.rest('/logs/accesses/download/csv/', {
        token,
        body: { product_id: api.world.open.product, os: 'Windows' },
      });
      expect([ticket.status, Object.keys(ticket.body.errors)]).toEqual([400, ['os']]);
      expect((await get('/ads/?version=3')).body._message).toEqual([
        'version: rows cannot be filtered by version',
      ]);
      // Empty values and unknown fields are ignored.
      expect((await get(`/logs/accesses/?${views}&os=&colour=red`)).status).toBe(200);
      expect((await get('/alerts/download/csv/?locale=ja')).status).toBe(200);
    });

    it('rejects it over GraphQL too', async () => {
      const { body } = await api.graphql('{ accesses(filter: { os: ["Windows"] }) { count } }', { token });
      expect(body.errors[0].message).toMatch(/"os"/);
    });

    it.each([
      ['a=1&b=%E3%81%82', 'https://open.example/?a=1&b=%E3%81%82#part'],
      ['x=日本語?y', 'https://open.example/ページ?x=日本語?y'],
      ['a=1', 'https://open.example/#/cart?a=1'],
      ['a=1 ', 'https://open.example/?a=1 '],
    ])('matches the query %s exactly in %s, as displayed', async (query, url) => {
      const { product } = api.world.open;
      await api.database.db.write((tx) =>
        tx.execute("UPDATE access SET url = ? WHERE product_id = ? AND id = 'open-p0'", [url, product]),
      );
      const accesses = async (value: string): Promise<Json[]> =>
        (
          await api.graphql(
            'query ($p: Int!, $q: [String!]) { accesses(productId: $p, filter: { query: $q }) { count results { id query } } }',
            { token, variables: { p: product, q: [value] } },
          )
        ).body.data.accesses;
      expect(await accesses(query)).toEqual({ count: 1, results: [{ id: 'open-p0', query }] });
      for (const other of [`${query}#part`, query.slice(1), query.toUpperCase(), `${query}%`]) {
        expect([other, ((await accesses(other)) as Json).count]).toEqual([other, 0]);
      }
      const listed = await get(`/logs/accesses/?product_id=${product}&query=${encodeURIComponent(query)}`);
      expect([listed.body.count, listed.body.results.length]).toEqual(query.endsWith(' ') ? [0, 0] : [1, 1]);
    });

    it('only contain the own company’s rows', async () => {
      const { company, foreign } = api.world;
      for (const list of ['users', 'agencies', 'products']) {
        const all = (await get(`/${list}/`)).body.count;
        expect([list, (await get(`/${list}/?company_id=${company}`)).body.count]).toEqual([list, all]);
        for (const other of [foreign.company, `${company},${foreign.company}`, 987_654]) {
          expect([list, (await get(`/${list}/?company_id=${other}`)).status]).toEqual([list, 403]);
        }
      }
    });
  });
});
