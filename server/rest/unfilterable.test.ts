import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { ingest } from '../journeys';

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
      for (const name of ['ad', 'product']) {
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
        body: { product_id: api.world.open.product, ad: 'open ad 0' },
      });
      expect([ticket.status, Object.keys(ticket.body.errors)]).toEqual([400, ['ad']]);
      expect((await get('/ads/?version=3')).body._message).toEqual([
        'version: rows cannot be filtered by version',
      ]);
      // Empty values and unknown fields are ignored.
      expect((await get(`/logs/accesses/?${views}&ad=&colour=red`)).status).toBe(200);
      expect((await get('/alerts/download/csv/?locale=ja')).status).toBe(200);
    });

    it('rejects it over GraphQL too', async () => {
      const { body } = await api.graphql('{ accesses(filter: { ad: ["open ad 0"] }) { count } }', { token });
      expect(body.errors[0].message).toMatch(/"ad"/);
    });

    it('finds and sorts page views by the parts of their user agents', async () => {
      const { product } = api.world.open;
      const agents = {
        phone:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
        new: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36',
        none: null,
      };
      const base = {
        type: 'view',
        productId: product,
        door: 'import',
        ip: null,
        visitorId: 'agents',
      } as const;
      await api.database.db.write((tx) =>
        ingest(
          tx,
          Object.entries(agents).map(([id, ua], at) => ({
            ...base,
            id,
            ua,
            time: Date.UTC(2026, 0, 15) + at,
            url: 'https://open.example/',
            referrer: null,
            title: null,
            interactionRef: null,
            landingAdId: null,
            ...{ xclid: null, ses: null, key1: null, key2: null, key3: null },
          })),
        ),
      );
      const views = (query: string) =>
        get(`/logs/accesses/?product_id=${product}&visitor_id=agents&${query}`);
      const ids = async (query: string) => (await views(query)).body.results.map(({ id }: Json) => id);
      for (const [query, expected] of [
        ['os=iOS', ['phone']],
        ['os=Windows&os=iOS&sortName=os&sortAsc=1', ['new', 'phone']],
        ['os_ver=17.2', ['phone']],
        ['browser=Chrome&browser_ver=132.0.0.0', ['new']],
        ['browser=chrome', []],
        ['sortName=os&sortAsc=1', ['none', 'new', 'phone']],
        ['sortName=browser_ver&sortAsc=0', ['phone', 'new', 'none']],
        ['sortName=browser&sortAsc=1', ['none', 'new', 'phone']],
        ['sortName=os_ver&sortAsc=1', ['none', 'phone', 'new']],
      ] as const)
        expect([query, await ids(query)]).toEqual([query, expected]);
      expect((await views('os=iOS')).body.results[0]).toMatchObject({
        os: 'iOS',
        os_ver: '17.2',
        browser: 'Safari',
        browser_ver: '17.2',
      });
    });

    it('rejects an order by a computed field of any list by its name', async () => {
      for (const [path, name] of [
        ['ads', 'direct_link'],
        ['ads', 'submittion_url'],
        ['ads', 'ad_fee_setting'],
        ['redirects', 'redirect_link'],
        ['redirects', 'lpo'],
        ['products', 'tag'],
        ['cv_settings', 'cv_tag'],
        ['users', 'product_ids'],
        ['audit-logs', 'changes'],
        ['logs/interactions', 'click_ids'],
        ['logs/accesses', 'access_url'],
        ['logs/accesses', 'query'],
      ]) {
        const { status, body } = await get(`/${path}/?sortName=${name}`);
        expect([path, status, body._message]).toEqual([
          path,
          400,
          [`sortName: rows cannot be sorted by ${name}`],
        ]);
      }
      expect((await get('/ads/?sortName=nope')).body._message).toEqual(['sortName: no such field']);
    });

    it('filters and sorts every list by the times of its rows, to the second and to the day', async () => {
      const { paths, components } = (await api.rest('/openapi.json')).body;
      const lists = Object.entries(paths as Record<string, Json>).flatMap(([path, { get: read }]) => {
        const list =
          components.schemas[
            read?.responses[200]?.content?.['application/json']?.schema.$ref?.split('/').at(-1)
          ];
        const row = components.schemas[list?.properties?.results?.items?.$ref?.split('/').at(-1)];
        const sorts =
          read?.parameters?.some(({ name }: Json) => name === 'sortName') && !path.startsWith('/analyses');
        const isTime = ([, { pattern = '' }]: [string, Json]) => /d\{2\}:/.test(pattern);
        return sorts && row
          ? [
              [
                path,
                Object.entries(row.properties as Json)
                  .filter(isTime)
                  .map(([name]) => name),
              ] as const,
            ]
          : [];
      });
      expect(lists.length).toBeGreaterThan(20);
      for (const [path, names] of lists) {
        expect([path, names.length > 0]).toEqual([path, true]);
        for (const name of names) {
          const { status, body: sorted } = await get(`${path}?sortName=${name}&sortAsc=1&page_size=500`);
          expect([path, name, status, sorted.errors]).toEqual([path, name, 200, undefined]);
          const times = sorted.results.map((row: Json) => row[name] ?? '');
          expect([path, name, times]).toEqual([path, name, [...times].sort()]);
          const value = times.at(-1);
          const none = await get(`${path}?${name}=1999/12/31`);
          expect([path, name, none.status, none.body.count]).toEqual([path, name, 200, 0]);
          if (!value) continue;
          for (const moment of [value, value.slice(0, 10)]) {
            const { body } = await get(`${path}?page_size=500&${name}=${encodeURIComponent(moment)}`);
            const expected = times.filter((one: string) => one.startsWith(moment)).length;
            expect([path, name, moment, body.count]).toEqual([path, name, moment, expected]);
          }
        }
      }
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
      expect([listed.body.count, listed.body.results.length]).toEqual([1, 1]);
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
