import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { reportKeys, reportPath } from '../analysis';

jest.setTimeout(240_000);

onEachDatabase((dialect) => {
  describe('REST API', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const get = (path: string, headers: Record<string, string> = {}) => api.rest(path, { token, headers });

    it('users/me returns profile, enumerations and selections', async () => {
      const { body } = await get('/users/me', { 'accept-language': 'ja' });
      expect(body.profile).toMatchObject({
        user_id: api.world.users.admin,
        role_type: 1,
        agency_id: null,
        rights: { ads: 'edit', logs: 'view' },
      });
      expect(body.enums.ResultFlag[2]).toEqual({
        value: 2,
        name: 'ACTIVE_ALWAYS',
        label: expect.stringMatching(/[^\x00-\x7f]/),
      });
      expect(body.enums.QueueResult.map(({ value }: { value: unknown }) => value)).toEqual([
        true,
        false,
        null,
      ]);
      expect(body.selections.product).toEqual([
        { id: api.world.open.product, label: 'open' },
        { id: api.world.closed.product, label: 'closed' },
      ]);
      expect(Object.keys(body.selections).sort()).toEqual([
        'ad',
        'ad_category',
        'ad_type',
        'agency',
        'asp',
        'cv_setting',
        'product',
        'redirect',
      ]);
    });

    it('analyses return rows with the requested axes, all metrics, and the total', async () => {
      const { open } = api.world;
      const path = (name: string, query = '') =>
        `/analyses/${name}/?product_id=${open.product}&date_from=2026/01/01&date_to=2026-01-31${query}`;
      const { body } = await get(path('ad_summaries'));
      expect(body).toMatchObject({
        count: 2,
        page: 1,
        total: { ad_click_count: 2, cv_total_final: 2, amount_sum: 10001 },
      });
      expect(body.results[0]).toMatchObject({
        ad_id: open.ads[0],
        ad: 'open ad 0',
        no_ad: false,
        ad_click_count: 1,
        cv_final_1: 1,
        average_latency: 120 - 0,
        roi: expect.any(Number),
      });
      expect(body.results[0]).not.toHaveProperty('asp');
      const crossed = (await get(path('attributions', '&axis=asp,device&attribution_model=5&evaluation=1')))
        .body;
      expect(crossed.results[0]).toMatchObject({
        asp_id: open.asp,
        asp: 'open asp',
        device: 'pc',
        attr_cv: 2,
        cv_total_final_diff: 0,
        cv_total_final_ratio: 1,
      });
      expect(crossed.results[0]).not.toHaveProperty('models');
      for (const key of reportKeys) {
        const empty = path(reportPath(key), '&page_size=7').replaceAll('2026', '2016');
        expect([key, (await get(empty.replace('&page_size', '&axis=ad&page_size'))).body]).toEqual([
          key,
          expect.objectContaining({ results: [], count: 0, page: 1, page_size: 7 }),
        ]);
      }
      expect((await get(path('ad_summaries', '&page_size=1&page=2'))).body).toMatchObject({
        count: 2,
        page: 2,
        page_size: 1,
        results: [{ ad: 'open ad 1' }],
      });
    });

    describe('lists', () => {
      const ids = async (query: string) =>
        (await get(`/ads/?${query}`)).body.results.map(({ ad_name }: { ad_name: string }) => ad_name);

      it.each([
        [
          'sorts by a field',
          'sortName=ad_name&sortAsc=false',
          ['open ad 1', 'open ad 0', 'closed ad 1', 'closed ad 0'],
        ],
        [
          'sorts by a label',
          'sortName=agency&sortAsc=true',
          ['open ad 0', 'closed ad 0', 'open ad 1', 'closed ad 1'],
        ],
        [
          'sorts by the specification’s id',
          'sortName=ad_id&sortAsc=0',
          ['closed ad 1', 'closed ad 0', 'open ad 1', 'open ad 0'],
        ],
        ['pages', 'page=2&page_size=3', ['closed ad 1']],
        ['searches a text, ignoring case', 'keyword=OPEN', ['open ad 0', 'open ad 1']],
        ['takes % and _ for themselves', 'keyword=%25', []],
        ['filters by false', 'ad_status=false', []],
        [
          'filters by true and false',
          'ad_status=0,1',
          ['open ad 0', 'open ad 1', 'closed ad 0', 'closed ad 1'],
        ],
        ['filters by 0', 'result_flag=0&page_size=1', ['open ad 0']],
        ['filters by money', 'click_cost=12.5&page_size=1', ['open ad 0']],
        ['filters by several texts', 'ad_name=open ad 0&ad_name=closed ad 1', ['open ad 0', 'closed ad 1']],
        ['takes a text whole', 'ad_name=open ad 0,closed ad 1', []],
        ['filters by several ids', 'ad_category_id=&ad_status=true,false&ad_name=open ad 0', ['open ad 0']],
        [
          'drops empty parameters',
          'keyword=&asp_id=&sortName=&page=&product_id=',
          ['open ad 0', 'open ad 1', 'closed ad 0', 'closed ad 1'],
        ],
        ['ignores unknown parameters', 'colour=red&page_size=1', ['open ad 0']],
      ])('%s: %s', async (_, query, expected) => {
        expect(await ids(query)).toEqual(expected);
      });

      it('names an unreadable filter as it was sent', async () => {
        for (const name of ['ad_id', 'id', 'ad_status', 'asp_id'])
          expect((await get(`/ads/?${name}=abc`)).body.errors).toEqual({ [name]: expect.any(Array) });
      });

      it('rejects an impossible product and a non-numeric one', async () => {
        for (const path of ['ads', 'products', 'logs/results', 'analyses/ad_summaries', 'roles']) {
          for (const id of ['9999999999', '99999999999999999999', `${api.world.open.product},9999999999`]) {
            const { status, body } = await get(`/${path}?product_id=${id}`);
            expect([path, id, status, body._message]).toEqual([
              path,
              id,
              403,
              ['no permission to view the data'],
            ]);
          }
          const { status, body } = await get(`/${path}?product_id=abc`);
          expect([path, status, body.errors.product_id]).toEqual([path, 400, ['must be a whole number']]);
        }
      });

      it('returns no rows for hidden and unknown ids', async () => {
        const { open, closed } = api.world;
        const manager = await api.tokenOf('manager@alpha.example');
        const queries = [
          `asps?id=${closed.asp}`,
          'asps?asp_id=99999',
          `redirects?redirect_id=${closed.redirects[0]}`,
          `products?id=${closed.product}`,
          `ads?ad_id=${open.ads[0]},${closed.ads[0]}`,
        ];
        for (const address of queries) {
          const { status, body } = await api.rest(`/${address}`, { token: manager });
          expect([address, status, body._message]).toEqual([
            address,
            403,
            ['no permission to view the data for the specified conditions'],
          ]);
        }
        expect(
          (await api.rest(`/ads?ad_id=${open.ads[0]},${open.ads[1]}`, { token: manager })).body.count,
        ).toBe(2);
      });

      it('accepts paths with and without a trailing slash, with 30 rows per page', async () => {
        for (const path of ['/ads', '/ads/'])
          expect((await get(path)).body).toMatchObject({ count: 4, page: 1, page_size: 30 });
      });

      it('limits logs by time, including whole days and seconds', async () => {
        const count = async (query: string) =>
          (await get(`/logs/interactions/?product_id=${api.world.open.product}&${query}`)).body.count;
        expect(await count('time_from=2026/01/15 12:00:00&time_to=2026/01/15 12:00:00')).toBe(2);
        expect(await count('time_to=2026/01/15')).toBe(2);
        expect(await count('time_from=2026-01-15T03:00:00.001Z')).toBe(1);
        expect(await count('time_from=2026/01/16')).toBe(0);
        expect(await count('device=pc,tablet')).toBe(2);
      });
    });

    it.each([
      ['/ads/?page=0', 'page'],
      ['/ads/?page=x', 'page'],
      ['/ads/?page_size=10000', 'page_size'],
      ['/ads/?page_size=1.5', 'page_size'],
      ['/ads/?sortAsc=up', 'sortAsc'],
      ['/ads/?sortName=nope', 'sortName'],
      ['/ads/?product_id=1e3', 'product_id'],
      ['/ads/?asp_id=1,x', 'asp_id'],
      ['/ads/?ad_status=yes', 'ad_status'],
      ['/ads/?click_cost=cheap', 'click_cost'],
      ['/logs/interactions/?time_from=yesterday', 'time_from'],
      ['/logs/interactions/?time_from=2026/02/30', 'time_from'],
      ['/logs/interactions/?time_from=2026/01/02&time_to=2026/01/01', 'time_from'],
      ['/analyses/ad_summaries/', 'product_id'],
      ['/analyses/ad_summaries/?product_id=P&date_from=2026/13/01', 'date_from'],
      ['/analyses/ad_summaries/?product_id=P&date_from=2026/01/02&date_to=2026/01/01', 'date_from'],
      ['/analyses/ad_summaries/?product_id=P&axis=colour', 'axis'],
      ['/analyses/ad_summaries/?product_id=P&attribution_model=7', 'attribution_model'],
      ['/analyses/attributions/?product_id=P&evaluation=0', 'evaluation'],
      ['/analyses/ad_summaries/?product_id=P&device=fridge', 'device'],
      ['/analyses/ad_summaries/?product_id=P&sortName=nope', 'sortName'],
      ['/analyses/ad_summaries/download/csv/?product_id=P&columns=nope', 'columns'],
      ['/ads/download/csv/?columns=password', 'columns'],
    ])('400 for %s, naming %s', async (path, field) => {
      const { status, body } = await get(path.replace('=P', `=${api.world.open.product}`));
      expect(status).toBe(400);
      expect(body).toMatchObject({
        _message: [expect.stringMatching(new RegExp(`^${field}: \\S`))],
        errors: { [field]: [expect.any(String)] },
        request_id: expect.any(String),
      });
    });

    it.each([
      ['is not JSON', '{"ad_name":', 'The request body is not valid JSON.'],
      ['is not an object', '[1]', 'The request body must be an object.'],
    ])('400 without a field for a body that %s', async (_, body, message) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await fetch(`${api.url}/api/v1/ads/`, { method: 'POST', headers, body });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { _message: [message], errors: {}, request_id: expect.any(String) },
      ]);
    });

    it.each([
      '/ads/abc',
      '/ads/0',
      '/ads/-1',
      '/ads/1.0',
      '/ads/99999999999',
      '/ads/1/x',
      '/nope',
      '/',
      '/logs/interactions/none',
      "/users/1' OR 1=1",
    ])('404 for %s', async (path) => {
      const { status, body } = await get(path);
      expect([status, body._message]).toEqual([404, ['404 Not Found']]);
    });

    it('names the unreadable part of a body', async () => {
      const { status, body } = await api.rest('/auth/signin/', { raw: '{"email":' });
      expect([status, body._message]).toEqual([400, ['The request body is not valid JSON.']]);
    });

    it('describes every route in an OpenAPI document and shows it as a page', async () => {
      const { body } = await api.rest('/openapi.json');
      expect(body.openapi).toBe('3.1.0');
      expect(Object.keys(body.paths)).toEqual(
        expect.arrayContaining([
          '/auth/signin/',
          '/ads/',
          '/ads/{id}/',
          '/analyses/attributions/',
          '/products/{id}/api-keys/',
          '/logs/conversions/download/csv/',
        ]),
      );
      expect(body.paths['/ads/'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['page', 'page_size', 'sortName', 'ad_category_id', 'keyword']),
      );
      expect(body.components.schemas.Ad.required.sort()).toEqual(
        Object.keys((await get(`/ads/${api.world.open.ads[0]}`)).body).sort(),
      );
      const page = await api.fetch('/api/docs/');
      expect(page.status).toBe(200);
      expect(page.body).not.toMatch(/<script/);
    });
  });
});
