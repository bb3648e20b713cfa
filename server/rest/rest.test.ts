import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { bodyLimits, longOperations } from '../graphql/query-limits';
import { reportKeys, reportPath } from '../analysis';
import { routes } from './routes';

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
      ['/analyses/ad_summaries/?product_id=P&attribution_model=6', 'attribution_model'],
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

    /** All paths of the OpenAPI document and `/docs`, with their methods, with an id that no row has. */
    const knownPaths = async (): Promise<[path: string, methods: string[]][]> => {
      const known = new Map([['/docs/', ['GET']]]);
      for (const [template, methods] of Object.entries((await api.rest('/openapi.json')).body.paths)) {
        const path = `/v1${template.replace(/\{\w+\}/g, '999999')}`;
        const names = Object.keys(methods as object).map((method) => method.toUpperCase());
        known.set(path, [...(known.get(path) ?? []), ...names]);
      }
      return [...known];
    };

    it('answers every other method of every path with 405 and the allowed methods', async () => {
      const paths = await knownPaths();
      expect(paths.length).toBeGreaterThan(150);
      for (const [path, methods] of paths) {
        const isDownload = path.startsWith('/v1/downloads/');
        const allowed = [...methods, ...(methods.includes('GET') && !isDownload ? ['HEAD'] : [])].sort();
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          if (allowed.includes(method)) continue;
          const { status, headers, body } = await api.fetch(`/api${path}`, { method });
          expect([method, path, status, headers.get('allow')?.split(', ').sort()]).toEqual([
            method,
            path,
            method === 'OPTIONS' ? 204 : 405,
            allowed,
          ]);
          if (method === 'HEAD' || method === 'OPTIONS') expect(body).toBe('');
          else expect(body).toEqual({ _message: [expect.any(String)], request_id: expect.any(String) });
        }
      }
    });

    it('answers a body over the limit with 413 on every path', async () => {
      const long = routes
        .filter(({ operation }) => longOperations.has(operation))
        .map(({ path }) => `/v1${path}/`);
      for (const [path, methods] of await knownPaths()) {
        const limit = bodyLimits[long.includes(path) ? 'longOperation' : 'standard'];
        for (const method of methods.filter((one) => one !== 'GET')) {
          // Bodies of other types are not read.
          const type = method === 'PATCH' ? 'text/plain' : 'application/json';
          const { status, body } = await api.fetch(`/api${path}`, {
            method,
            token,
            raw: JSON.stringify('x'.repeat(limit)),
            headers: { 'content-type': type },
          });
          expect([method, path, status, body]).toEqual([
            method,
            path,
            413,
            { _message: ['The request body is too large.'], request_id: expect.any(String) },
          ]);
        }
      }
    });

    /** Parameters of lists and reports with enumerated values, from the OpenAPI document. */
    const enumeratedFilters = async (): Promise<[path: string, name: string, values: Json[]][]> =>
      Object.entries((await api.rest('/openapi.json')).body.paths as Record<string, Json>).flatMap(
        ([path, { get: read }]) =>
          path.includes('/download/') || path.includes('{')
            ? []
            : (read?.parameters ?? []).flatMap(({ name, schema }: Json) => {
                const values = schema.items?.enum ?? schema.enum;
                return values ? [[path, name, values]] : [];
              }),
      );
    const filtered = (path: string, name: string, value: unknown) =>
      get(`${path}?product_id=${api.world.open.product}&${name}=${encodeURIComponent(String(value))}`);

    it('rejects a value outside an enumeration on every list, with the field and the allowed values', async () => {
      const filters = await enumeratedFilters();
      const names = new Set(filters.map(([, name]) => name));
      for (const name of [
        ...['approval_status', 'approval_amount_result', 'cv_type', 'cv_condition', 'device', 'door', 'kind'],
        ...['excluded_reason', 'result_flag', 'result_method', 'result_status', 'result_type', 'role_type'],
        ...['state', 'week_start', 'attribution_model', 'new_existing_evaluation', 'unit', 'axis', 'channel'],
      ])
        expect([...names]).toContain(name);
      for (const [path, name, values] of filters)
        for (const value of name === 'result_status' ? ['7'] : ['7777', `${String(values[0])},7777`]) {
          // A single value can't be a list.
          const { status, body } = await filtered(path, name, value);
          expect([path, name, value, status, Object.keys(body.errors ?? {})]).toEqual([
            path,
            name,
            value,
            400,
            [name],
          ]);
          if (typeof values[0] !== 'boolean')
            for (const allowed of values) expect(body._message[0]).toContain(String(allowed));
          expect(body._message[0]).toMatch(new RegExp(`^${name}: `));
        }
    });

    it('accepts every value of an enumeration, and null for rows without one', async () => {
      for (const [path, name, values] of await enumeratedFilters()) {
        if (!path.startsWith('/logs/') && !/^\/(ads|asps)\//.test(path)) continue;
        const counts: number[] = [];
        for (const value of values) {
          const { status, body } = await filtered(path, name, value);
          expect([path, name, value, status]).toEqual([path, name, value, 200]);
          if (name === 'sortName' || name === 'count') continue;
          for (const row of body.results)
            expect([path, name, row[name] ?? 'null']).toEqual([path, name, value]);
          counts.push(body.count);
        }
        if (counts.length === 0) continue;
        const all = (await get(`${path}?product_id=${api.world.open.product}`)).body.count;
        expect([path, name, counts.reduce((sum, one) => sum + one, 0)]).toEqual([path, name, all]);
        expect([path, name, (await filtered(path, name, values.join(','))).body.count]).toEqual([
          path,
          name,
          all,
        ]);
      }
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
