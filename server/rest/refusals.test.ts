import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { bodyLimits, longOperations } from '../graphql/query-limits';
import { routes } from './routes';

jest.setTimeout(240_000);

onEachDatabase((dialect) => {
  describe('refusals over REST', () => {
    let api: ApiServer;
    let token: string;
    let agency: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      agency = await api.tokenOf('agency@alpha.example');
    });
    afterAll(() => api.stop());

    const get = (path: string, headers: Record<string, string> = {}) => api.rest(path, { token, headers });
    const call = (method: string, path: string, body?: unknown, as: string | null = token) =>
      api.rest(path, { method, body, token: as });
    const create = async (path: string, body: object, as = token) =>
      (await call('POST', path, { product_id: api.world.open.product, ...body }, as)).body;

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
        // A download is used up by a request, a file marks its conversions, and a stream does not end.
        const hasHead = methods.includes('GET') && !/^\/v1\/downloads\/|\/(live|file)\/$/.test(path);
        const allowed = [...methods, ...(hasHead ? ['HEAD'] : [])].sort();
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
          // The map of models takes no device at all.
          if (typeof values[0] !== 'boolean' && `${path}${name}` !== '/analyses/disagreement/device')
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
      ['PATCH', '/asps', { result_flag: 1, result_method: null }],
      ['POST', '/asps', { asp_name: 'A', result_flag: 2 }],
      ['POST', '/ads', { ad_name: 'A', result_flag: 1 }],
    ])('refuses a result flag without a method: %s %s', async (method, path, body) => {
      const { open } = api.world;
      const at = method === 'POST' ? `${path}/` : `${path}/${open.asp}/`;
      const { status, body: answer } = await call(method, at, { product_id: open.product, ...body });
      expect([status, answer.errors]).toEqual([400, { result_method: ['required for this choice'] }]);
    });

    it('refuses an agency user who gives an ad away', async () => {
      const at = `/ads/${api.world.open.ads[0]}/`;
      const before = (await call('GET', at, undefined, agency)).body;
      for (const [method, body] of [
        ['PATCH', { agency_id: null }],
        ['PUT', { ...before, agency_id: null }],
      ] as const) {
        const { status, body: answer } = await call(method, at, body, agency);
        expect([method, status, Object.keys(answer.errors)]).toEqual([method, 403, ['agency_id']]);
      }
      const { agency_id: own, ...omitted } = before;
      expect((await call('PUT', at, omitted, agency)).body.agency_id).toBe(own);
    });

    it('refuses an ad type of another number by its name, in changes and filters', async () => {
      const { open, foreign } = api.world;
      const second = await create('/ad_types/', { sequence: 2, title: 'second' });
      const at = `/ads/${open.ads[0]}/`;
      const expected = (name: string, number: number) => [
        400,
        { [name]: [`must be a type ${number}, not one of another number`] },
      ];
      for (const number of [1, 3]) {
        const name = `ad_type${number}_id`;
        const changed = await call('PATCH', at, { [name]: second.id });
        expect([changed.status, changed.body.errors]).toEqual(expected(name, number));
        const listed = await call('GET', `/ads/?${name}=${second.id}`);
        expect([listed.status, listed.body.errors]).toEqual(expected(name, number));
        const report = await call(
          'GET',
          `/analyses/ad_summaries/?product_id=${open.product}&${name}s=${second.id}`,
        );
        expect([report.status, report.body.errors]).toEqual(expected(`${name}s`, number));
      }
      for (const id of [foreign.adType, 987_654])
        expect((await call('PATCH', at, { ad_type2_id: id })).status).toBe(403);
      expect((await call('PATCH', at, { ad_type2_id: second.id })).body.ad_type2_id).toBe(second.id);
      await call('PATCH', at, { ad_type2_id: null });
    });

    it('asks before a list of addresses locks its author out', async () => {
      const at = `/companies/${api.world.company}/`;
      const ips = '198.51.100.7';
      const gql = (confirm: string) =>
        api.graphql(
          `mutation { updateCompany(id: ${api.world.company}, input: { loginAllowedIps: "${ips}" }${confirm}) { loginAllowedIps } }`,
          { token },
        );
      for (const method of ['PUT', 'PATCH']) {
        const row = method === 'PUT' ? (await call('GET', at)).body : {};
        for (const address of [at, `${at}?confirm=false`]) {
          const { status, body } = await call(method, address, { ...row, login_allowed_ips: ips });
          expect([method, address, status, Object.keys(body.errors)]).toEqual([
            method,
            address,
            409,
            ['login_allowed_ips'],
          ]);
          expect(body._message[0]).toContain('127.0.0.1');
        }
      }
      expect((await gql('')).body.errors[0].extensions).toMatchObject({
        code: 'CONFLICT',
        fields: { loginAllowedIps: [expect.stringContaining('127.0.0.1')] },
      });
      for (const allowed of ['127.0.0.0/8', ' ', `${ips}, 127.0.0.1`])
        expect([allowed, (await call('PATCH', at, { login_allowed_ips: allowed })).status]).toEqual([
          allowed,
          200,
        ]);
      expect((await gql(', confirm: true')).body.data.updateCompany.loginAllowedIps).toBe(ips);
      await call('PATCH', at, { login_allowed_ips: null });
      const confirmed = await call('PATCH', `${at}?confirm=true`, { login_allowed_ips: ips });
      expect([confirmed.status, confirmed.body.login_allowed_ips]).toEqual([200, ips]);
      // A list that is already stored asks nothing.
      expect((await call('PATCH', at, { login_allowed_ips: ips, tel: '03-1234-5678' })).status).toBe(200);
      await call('PATCH', at, { login_allowed_ips: null });
    });
  });
});
