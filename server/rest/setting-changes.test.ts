import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('setting changes over REST', () => {
    let api: ApiServer;
    let admin: string;
    let agency: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      agency = await api.tokenOf('agency@alpha.example');
    });
    afterAll(() => api.stop());
    const call = (method: string, path: string, body?: unknown, token: string | null = admin) =>
      api.rest(path, { method, body, token });
    const create = async (path: string, body: object, token = admin) =>
      (await call('POST', path, { product_id: api.world.open.product, ...body }, token)).body;

    it('names the fields of a conflicting change', async () => {
      const category = await create('/ad_categories/', { title: 'A' });
      await call(
        'PUT',
        `/ad_categories/${category.id}/`,
        { title: 'B', version: 1 },
        await api.tokenOf('manager@alpha.example'),
      );
      const stale = await call('PUT', `/ad_categories/${category.id}/`, { title: 'C', version: 1 });
      expect(stale).toMatchObject({
        status: 409,
        body: {
          _message: ['The data was changed by someone else.'],
          errors: {
            title: [expect.stringMatching(/^changed to B by /)],
            version: ['the current version is 2'],
          },
        },
      });
      expect((await call('PUT', `/ad_categories/${category.id}/`, { title: 'C' })).body).toMatchObject({
        title: 'C',
        version: 3,
      });
    });

    it('accepts one of several concurrent updates of a version', async () => {
      const category = await create('/ad_categories/', { title: 'A' });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          call('PUT', `/ad_categories/${category.id}/`, { title: `B${i}`, version: 1 }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: 7 }, () => 409),
      ]);
      const slots = await Promise.all(
        Array.from({ length: 6 }, () =>
          call('POST', '/cv_settings/', {
            product_id: api.world.open.product,
            title: 'S',
            cv_type: 0,
            cv_slot: 1,
            cv_url: 'open.example/',
          }),
        ),
      );
      expect(slots.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    });

    it('keeps the identity of a variant by its id, and its name in reports after removal', async () => {
      const { open } = api.world;
      const path = `/redirects/${open.redirects[0]}/`;
      const before = (await call('GET', path)).body;
      const [a, b] = before.lpo;
      const changed = await call('PUT', path, {
        ...before,
        lpo: [
          { ...b, title: 'B2', rate: 50 },
          { title: 'C', url: 'https://open.example/c', rate: 50 },
        ],
      });
      expect(changed.body.lpo).toEqual([
        { ...b, title: 'B2', rate: 50 },
        { id: expect.any(Number), title: 'C', url: 'https://open.example/c', rate: 50 },
      ]);
      expect([a.id, b.id]).not.toContain(changed.body.lpo[1].id);
      const foreign = await call('PUT', path, {
        ...changed.body,
        lpo: [{ id: 987_654, title: 'X', url: 'https://open.example/', rate: 100 }],
      });
      expect(foreign.body.errors).toEqual({ 'lpo[0].id': ['no such entry'] });
      const [{ title, position }] = (await api.database.db.read<{ title: string; position: number }>(
        'SELECT title, position FROM lpo_entry WHERE id = ?',
        [a.id],
      )) as [{ title: string; position: number }];
      expect({ title, position }).toEqual({ title: 'A', position: 0 });
    });

    it('includes the fees of an ad, also changed ones, in its reported cost', async () => {
      const { open } = api.world;
      const path = `/ads/${open.ads[1]}/`;
      const { version: _version, ...ad } = (await call('GET', path)).body;
      const cost = async () =>
        (
          await call(
            'GET',
            `/analyses/ad_summaries/?product_id=${open.product}&date_from=2026/02/01&date_to=2026/02/28&ad_ids=${open.ads[1]}`,
          )
        ).body.total.ad_cost;
      const fees = [
        { period_from: '2026/02/01', period_to: '2026/02/28', amount: 2800 },
        { period_from: '2026/02/28', period_to: '2026/03/01', amount: 100.5 },
      ];
      expect(await cost()).toBe(0);
      await call('PUT', path, { ...ad, ad_fee_setting: fees });
      expect(await cost()).toBeCloseTo(2850.25, 9);
      await call('PUT', path, { ...ad, ad_fee_setting: ad.ad_fee_setting });
      expect(await cost()).toBe(0);
    });

    it('stores every change in the audit trail, without secrets', async () => {
      const asp = await create('/asps/', { asp_name: 'before', status: true });
      await call(
        'PUT',
        `/asps/${asp.id}/`,
        { ...asp, asp_name: 'after', status: false },
        await api.tokenOf('manager@alpha.example'),
      );
      await call('DELETE', `/asps/${asp.id}/`);
      const { body } = await call('GET', `/audit-logs/?entity=asp&entity_id=${asp.id}`);
      expect(body).toMatchObject({
        count: 3,
        results: [
          { action: 'delete', label: 'after', user_name: expect.any(String), version: null },
          {
            action: 'update',
            label: 'after',
            ip: '127.0.0.1',
            version: 2,
            product_id: api.world.open.product,
            changes: [
              { field: 'aspName', before: '"before"', after: '"after"' },
              { field: 'status', before: 'true', after: 'false' },
            ],
          },
          { action: 'create', label: 'before', user_id: api.world.users.admin, version: 1 },
        ],
      });
      const key = await call('POST', `/products/${api.world.open.product}/api-keys/`, { name: 'trail' });
      await call('PATCH', `/users/${api.world.users.analyst}/password/`, { password: 'Secret-Password9' });
      const all = JSON.stringify((await call('GET', '/audit-logs/?page_size=9999')).body);
      expect(all).toContain('"entity":"apiKey"');
      expect(all).toContain('"field":"password"');
      expect(all).not.toMatch(/argon2|Secret-Password9/);
      expect(all).not.toContain(key.body.secret);
      expect(
        (await call('GET', '/audit-logs/', undefined, await api.tokenOf('manager@alpha.example'))).status,
      ).toBe(403);
      expect(
        (
          await call(
            'GET',
            `/audit-logs/?entity=asp&entity_id=${asp.id}`,
            undefined,
            await api.tokenOf('admin@beta.example'),
          )
        ).body.count,
      ).toBe(0);
    });

    it('updates many ads at once, all or none', async () => {
      const { open, closed, foreign } = api.world;
      const ads = await Promise.all([1, 2, 3].map((i) => create('/ads/', { ad_name: `bulk ${i}` })));
      const ids = ads.map(({ id }) => id);
      const change = (list: number[], input: string, token = admin) =>
        api.graphql(`mutation { updateAds(ids: [${list}], input: { ${input} }) }`, { token });
      expect((await change(ids, `status: false, adCategoryId: ${open.adCategory}`)).body).toEqual({
        data: { updateAds: 3 },
      });
      expect((await change(ids, 'status: false')).body).toEqual({ data: { updateAds: 0 } });
      expect((await change([...ids, foreign.ads[0]], 'status: true')).body.errors[0].extensions.code).toBe(
        'NOT_FOUND',
      );
      expect(
        (await change([...ids, closed.ads[0]], `adCategoryId: ${open.adCategory}`)).body.errors[0].extensions
          .code,
      ).toBe('FORBIDDEN');
      expect((await call('GET', `/ads/${ids[0]}/`)).body).toMatchObject({
        status: false,
        ad_category: 'open category',
        version: 2,
      });
      expect((await change(ids, 'status: true', agency)).body.errors[0].extensions.code).toBe('NOT_FOUND');
      expect(
        (await call('GET', `/ads/?product_id=${open.product}&status=0&page_size=99`)).body.results.map(
          (row: { id: number }) => row.id,
        ),
      ).toEqual(expect.arrayContaining(ids));
    });

    it('returns the effective result settings and their source', async () => {
      const { open } = api.world;
      const ad = await create('/ads/', {
        ad_name: 'own notice',
        asp_id: open.asp,
        result_notice_individually_setting: true,
        result_flag: 2,
        result_method: 1,
        cv_tag: '<b>',
      });
      const effective = (await call('GET', `/ads/${ad.id}/result_settings/`)).body;
      expect(effective).toMatchObject({
        parameters_from: 'asp',
        a_xclid: '{cid}',
        notice_from: 'ad',
        cv_tag: '<b>',
        result_flag: 2,
        approval_from: 'asp',
        fees_from: 'asp',
        asp: 'open asp',
      });
      const inherited = (await call('GET', `/ads/${open.ads[0]}/result_settings/`, undefined, agency)).body;
      expect(inherited).toMatchObject({ notice_from: 'asp', result_flag: 1, webhook_url: null });
      expect((await call('GET', `/ads/${open.ads[1]}/result_settings/`, undefined, agency)).status).toBe(404);
    });

    it('returns the remaining setup steps of a product', async () => {
      const product = (
        await api.graphql(
          'mutation { createProduct(input: { productName: "新商品" }) { id trackingTerm weekStart } }',
          { token: admin },
        )
      ).body.data.createProduct;
      expect(product).toMatchObject({ trackingTerm: 180, weekStart: 1 });
      const setup = (await call('GET', `/products/${product.id}/setup/`)).body;
      expect(setup.missing.map(({ code }: { code: string }) => code)).toEqual([
        'no_domain',
        'no_ad',
        'no_hit',
        'no_click',
        'no_conversion',
      ]);
      expect(setup.cv_settings).toEqual([{ id: expect.any(Number), title: 'CV', last_conversion_at: null }]);
      const running = (await call('GET', `/products/${api.world.open.product}/setup/`)).body;
      expect(running).toMatchObject({
        missing: [{ code: 'no_hit' }],
        last_access_at: expect.any(String),
        last_tag_at: null,
        hosts: [],
      });
      expect((await call('GET', `/products/${api.world.foreign.product}/setup/`)).status).toBe(404);
      const manager = await api.tokenOf('manager@alpha.example');
      expect(
        (
          await api.graphql('mutation { createProduct(input: { productName: "x" }) { id } }', {
            token: manager,
          })
        ).body.errors[0].extensions.code,
      ).toBe('FORBIDDEN');
      expect((await call('POST', '/products/', { product_name: 'x' })).status).toBe(405);
      expect((await call('DELETE', `/products/${product.id}/`)).status).toBe(405);
    });

    it('stores custom items per user, with priority over the company’s', async () => {
      const manager = await api.tokenOf('manager@alpha.example');
      const path = '/ad/analyze-settings/';
      expect((await call('GET', path, undefined, manager)).body).toMatchObject({
        count: 3,
        results: [{ item: 1, origin: 'standard', axes: ['ad'] }, { item: 2 }, { item: 3 }],
      });
      const company = {
        item: 1,
        title: '会社',
        columns: ['ad_cost', 'cpa'],
        axes: ['asp'],
        chart: 'bar',
        for_company: true,
      };
      expect((await call('PUT', path, company, manager)).status).toBe(403);
      expect((await call('PUT', path, company)).status).toBe(200);
      expect((await call('GET', path, undefined, manager)).body.results[0]).toMatchObject({
        origin: 'company',
        title: '会社',
        columns: ['ad_cost', 'cpa'],
        version: 1,
      });
      const own = await call(
        'PUT',
        path,
        {
          results: [
            {
              item: 1,
              title: '私',
              columns: ['cvr'],
              axes: ['ad', 'device'],
              filters: [{ name: 'asp_ids', values: [String(api.world.open.asp)] }],
            },
          ],
        },
        manager,
      );
      expect(own.body.results[0]).toMatchObject({
        origin: 'user',
        title: '私',
        filters: [{ name: 'asp_ids', values: [String(api.world.open.asp)] }],
      });
      // A filter without values is the same as none, in every API.
      expect(
        (await call('PUT', path, { item: 2, columns: ['cpa'], filters: [{ name: 'asp_ids' }] }, manager)).body
          .results[1],
      ).toMatchObject({ filters: [{ name: 'asp_ids', values: [] }] });
      expect((await call('GET', path)).body.results[0]).toMatchObject({ origin: 'company' });
      expect((await call('PUT', path, { item: 1, columns: ['nothing'] }, manager)).status).toBe(400);
      for (const columns of [undefined, null, []]) {
        expect(
          Object.keys((await call('PUT', path, { item: 1, title: 'x', columns }, manager)).body.errors),
        ).toEqual(['columns']);
      }
      const whole = {
        item: 3,
        title: '全部',
        columns: ['cpa', 'roas'],
        axes: ['asp'],
        period: 'lastMonth',
        comparison: '2026-01-01_2026-01-31',
        sort: '-roas',
        chart: 'scatter',
        attribution_model: 2,
        evaluation: 1,
      };
      expect((await call('PUT', path, whole, manager)).body.results[2]).toMatchObject(whole);
      for (const [name, value] of [
        ['period', 'd31'],
        ['period', '2026-02-01_2026-01-01'],
        ['period', '2026-02-30_2026-03-01'],
        ['comparison', 'yesterday'],
        ['sort', 'ad'],
        ['chart', 'radar'],
        ['evaluation', 4],
        ['attribution_model', 0],
      ]) {
        expect(
          Object.keys((await call('PUT', path, { ...whole, [String(name)]: value }, manager)).body.errors),
        ).toEqual([name]);
      }
      expect((await call('PUT', path, { item: 4 }, manager)).body.errors).toEqual({
        item: ['must be one of 1, 2, 3'],
      });
      expect((await call('DELETE', `${path}1/`, undefined, manager)).status).toBe(204);
      expect((await call('GET', path, undefined, manager)).body.results[0]).toMatchObject({
        origin: 'company',
      });
    });
  });
});
