import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { isDeletable } from '../records/setting-fields';
import { onEachDatabase } from '../db/testing/databases';
import { settingEntries } from '../settings/settings';
import { walkApiKeys, walkInvitation, walkOrders, walkPasswords, walkRole } from './testing/setting-walk';
import { productQuery, walkExperiments, walkPrivacy, walkProduct, walkSetting } from './testing/setting-walk';
import { signInWalks } from './testing/sign-in-walks';
import { walkAnalyzeSettings, walkApprovals, walkPostbackTests, walkRedirectSplit } from './testing/ad-walk';
import { OpenApiClient } from './testing/openapi-client';
import { sample, invalidValues, type Known } from './testing/sample';

jest.setTimeout(60_000);

/** Settings that the document allows to create, read, update and delete. */
const SETTINGS = settingEntries
  .filter(([, setting]) => isDeletable(setting))
  .map(([name]) => name.charAt(0).toUpperCase() + name.slice(1));

onEachDatabase((dialect) => {
  describe('a client written from the OpenAPI document alone', () => {
    let api: ApiServer;
    let client: OpenApiClient;
    let known: Known;
    let tokens: Json;
    const idOf = (list: { id: number }[]) => list[0]?.id;
    beforeAll(async () => {
      api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'] });
      client = await OpenApiClient.open(api);
      tokens = await client.get('postAuthSignin', {
        body: { email: 'admin@alpha.example', password: PASSWORD, remember: true },
      });
      client.token = tokens.access;
      const { selections } = await client.get('getUsersMe');
      const types = (sequence: number) =>
        selections.ad_type.find((type: Json) => type.sequence === sequence)?.id ?? null;
      const ids: Record<string, unknown> = {
        product_id: idOf(selections.product),
        product_ids: [idOf(selections.product)],
        agency_id: idOf(selections.agency),
        ad_id: idOf(selections.ad),
        asp_id: idOf(selections.asp),
        ad_category_id: idOf(selections.ad_category),
        ad_type1_id: types(1),
        ad_type2_id: types(2),
        ad_type3_id: types(3),
        id: null, // Id of a new variant.
      };
      known = (field) => ids[field];
    });
    afterAll(() => api.stop());

    describe.each(SETTINGS)('%s', (name) =>
      walkSetting(name, {
        get client() {
          return client;
        },
        get known() {
          return known;
        },
      }),
    );

    it('lists the dependents of a setting before its deletion and in the error', async () => {
      const [id] = api.world.open.ads;
      const { results } = await client.get('getAdsIdDependents', { path: { id } });
      expect(results).toEqual(
        expect.arrayContaining([{ kind: 'interaction', count: 1, label: '1 ad contact in the log' }]),
      );
      const { status, body } = await client.call('deleteAdsId', { path: { id } });
      expect([status, body._message]).toEqual([
        409,
        expect.arrayContaining(results.map(({ label }: Json) => label)),
      ]);
    });

    it('sets fees of ads and networks, and reads what an ad inherits', async () => {
      const fees = [
        { period_from: '2026/01/01', period_to: '2026/01/31', amount: 100.5 },
        { period_from: '2026/01/15', period_to: '2026/02/15', amount: 200 },
      ];
      const asp = await client.get('postAsps', {
        body: {
          product_id: known('product_id'),
          asp_name: 'A',
          ad_fee_setting: fees,
          performance_cv_flag: true,
        },
      });
      expect(asp.ad_fee_setting).toEqual(fees);
      const ad = await client.get('postAds', {
        body: { product_id: known('product_id'), ad_name: 'inherits', asp_id: asp.id },
      });
      expect(await client.get('getAdsIdResultSettings', { path: { id: ad.id } })).toMatchObject({
        asp_id: asp.id,
        ad_fee_setting: fees,
        performance_cv_flag: true,
        fees_from: 'asp',
        notice_from: 'asp',
      });
    });

    it('splits a redirect over landing pages with ratios that total 100', () =>
      walkRedirectSplit(client, known));

    it('sends a test postback and runs the link test of an ad', () => walkPostbackTests(client, known));

    it('resends postbacks', async () => {
      const [item] = (
        await client.get('getAuthLogResultQueue', { query: { product_id: known('product_id') } })
      ).results;
      expect(await client.get('postAuthLogResultQueueIdResend', { path: { id: item.id } })).toMatchObject({
        id: item.id,
      });
      expect(await client.get('postAuthLogResultQueueResend', { body: { ids: [item.id] } })).toMatchObject({
        resent: expect.any(Number),
      });
    });

    it('reloads rejected events', async () => {
      const { results } = await client.get('postLogsRefusedEventsLoad', {
        body: { product_id: known('product_id'), ids: ['none'] },
      });
      expect(results).toEqual([{ id: 'none', outcome: 'gone', reason: null }]);
    });

    it('updates many ads by a table, after a preview of the differences', async () => {
      const { results } = await client.get('getAds', {
        query: { product_id: known('product_id'), ad_status: true },
      });
      const csv = [
        'ad_id,ad_status,ad_category_id',
        ...results.map(({ ad_id }: Json) => `${ad_id},false,`),
      ].join('\n');
      const body = { product_id: known('product_id'), csv };
      const dry = await client.get('postAdsImport', { body });
      expect(dry).toMatchObject({ applied: false, updated: results.length, ignored_columns: [] });
      expect(
        (await client.get('getAds', { query: { ad_status: false, product_id: known('product_id') } })).count,
      ).toBe(0);
      expect(await client.get('postAdsImport', { body: { ...body, dry_run: false } })).toMatchObject({
        applied: true,
        updated: results.length,
      });
      expect(
        (await client.get('getAds', { query: { ad_status: false, product_id: known('product_id') } })).count,
      ).toBe(results.length);
    });

    it.each([
      ['ads', 'Ads', 'status', 'ad_status', false],
      ['cv_settings', 'CvSettings', 'cv_type', 'type', 0],
    ])('accepts %s with either of two names changed', async (_, name, first, second, value) => {
      const id =
        name === 'Ads'
          ? (await client.get('postAds', { body: { product_id: known('product_id'), ad_name: 'twice' } })).id
          : api.world.closed.cvSetting;
      for (const field of [first, second]) {
        const read = await client.get(`get${name}Id`, { path: { id } });
        const changed = await client.get(`put${name}Id`, { path: { id }, body: { ...read, [field]: value } });
        expect([changed[first], changed[second]]).toEqual([value, value]);
        await client.get(`put${name}Id`, { path: { id }, body: { ...read, version: changed.version } });
      }
    });

    it('creates, shows once, lists and revokes API keys', () => walkApiKeys(client, known('product_id')));

    it.each(['Companies', 'Products'])('updates %s within their bounds', async (name) => {
      const [row] = (await client.get(`get${name}`)).results;
      const path = { id: row.id };
      expect(await client.get(`get${name}Id`, { path })).toEqual(row);
      expect(await client.get(`put${name}Id`, { path, body: row })).toEqual(row);
      const body = {
        ...(sample(client, client.body(`put${name}Id`), '', known) as Json),
        version: row.version,
        login_allowed_ips: '127.0.0.0/8',
      };
      const changed = await client.get(`put${name}Id`, { path, body });
      expect(await client.get(`patch${name}Id`, { path, body: { version: changed.version } })).toEqual(
        changed,
      );
      expect(changed.version).toBe(row.version + 1);
      for (const [field, value] of invalidValues(client, client.body(`put${name}Id`))) {
        const { status, body: refused } = await client.call(`put${name}Id`, {
          path,
          body: { ...changed, [field]: value },
        });
        expect({ field, value, status, at: Object.keys(refused.errors ?? {}) }).toEqual({
          field,
          value,
          status: 400,
          at: [field],
        });
      }
      expect((await client.get(`getProductsIdSetup`, { path: { id: known('product_id') } })).product_id).toBe(
        known('product_id'),
      );
    });

    it('adds and revokes a postback source, reads seen hosts, and cancels an order', () =>
      walkOrders(client, known('product_id')));

    it('narrows a role and restores its default', () => walkRole(client));

    it('sets up a custom analysis item, saves a simulation, and deletes both', async () => {
      await walkAnalyzeSettings(client);
      await walkProduct(client, api.world.open.product, api.world.open.ads[0]);
    });

    it('reads the audit trail of a setting, field by field', async () => {
      const [company] = (await client.get('getCompanies')).results;
      const { results } = await client.get('getAuditLogs', {
        query: { entity: 'company', entity_id: company.id, action: 'update', sortName: 'at', sortAsc: false },
      });
      expect(results[0]).toMatchObject({
        entity: 'company',
        entity_id: company.id,
        changes: expect.arrayContaining([expect.objectContaining({ field: expect.any(String) })]),
      });
      expect(await client.get('getAuditLogsId', { path: { id: results[0].id } })).toEqual(results[0]);
    });

    it('reads and downloads logs and reports', async () => {
      const query = { product_id: known('product_id'), date_from: '2026/01/01', date_to: '2026-01-31' };
      for (const log of ['Interactions', 'Ads', 'Accesses', 'References', 'Conversions', 'Results']) {
        const { results } = await client.get(`getLogs${log}`, {
          query: {
            product_id: query.product_id,
            time_from: '2026/01/15',
            time_to: '2026/01/15',
            sortName: 'id',
            sortAsc: true,
          },
        });
        expect(results.length).toBeGreaterThan(0);
        expect(await client.get(`getLogs${log}Id`, { path: { id: results[0].id } })).toMatchObject(
          results[0],
        );
      }
      for (const report of ['AdSummaries', 'Attributions']) {
        const { parameters } = client.operation(`getAnalyses${report}`).definition;
        const axes: string[] = parameters.find(({ name }: Json) => name === 'axis').schema.items.enum;
        for (const axis of [...axes, 'asp,device'])
          expect(
            (await client.get(`getAnalyses${report}`, { query: { ...query, axis } })).total.ad_click_count,
          ).toBe(2);
        expect(
          (await client.call(`getAnalyses${report}`, { query: { ...query, axis: 'colour' } })).status,
        ).toBe(400);
      }
      for (const id of [...client.operations.keys()].filter((name) =>
        /^(get|post)(Logs|AuthLog|Analyses|Audit|Compan|Product).*Download/.test(name),
      ))
        await client.get(id, { query: { ...productQuery(client.operation(id).path, 1), ...query } });
    });

    it('approves one result and many, undoes it, and imports decisions', () =>
      walkApprovals(client, known('product_id')));

    it('refreshes its tokens, lists its sessions and ends the others', async () => {
      const other = await client.get('postAuthSignin', {
        body: { email: 'admin@alpha.example', password: PASSWORD },
      });
      tokens = await client.get('postAuthRefresh', { body: { refresh: tokens.refresh } });
      client.token = tokens.access;
      const { results } = await client.get('getSessions');
      expect(results.filter(({ current }: Json) => current)).toHaveLength(1);
      await client.get('deleteSessionsId', {
        path: { id: results.find(({ current }: Json) => !current).session_id },
      });
      await client.get('deleteSessions');
      expect((await client.call('postAuthRefresh', { body: { refresh: other.refresh } })).status).toBe(401);
      expect((await client.get('getSessions')).count).toBe(1);
      expect((await client.call('getSessions', { query: { user_id: 987_654 } })).status).toBe(404);
    });

    it.each(['manager', 'analyst', 'agency'])(
      'reads as %s only what the document describes',
      async (role) => {
        const admin = client.token;
        client.token = await api.tokenOf(`${role}@alpha.example`);
        const readings = [...client.operations.values()].filter(
          ({ method, path }) => method === 'get' && !/download|openapi/.test(path),
        );
        for (const { id, path } of readings.filter((one) => !one.path.includes('{'))) {
          const { status, body } = await client.call(id, {
            query: productQuery(path, api.world.open.product),
          });
          expect([id, [200, 403].includes(status)]).toEqual([id, true]);
          const one = body.results?.[0]?.id;
          if (one !== undefined && client.operations.has(`${id}Id`))
            expect([id, (await client.call(`${id}Id`, { path: { id: one } })).status]).toEqual([id, 200]);
        }
        client.token = admin;
      },
    );

    it('invites a new user, who sets their password', () => walkInvitation(client));

    it('changes passwords, and resets a forgotten one', () => walkPasswords(client, api));

    it.each(Object.entries(signInWalks))('signs in with %s', (_way, walk) => walk(client, api));

    it('erases a person, and reads the privacy notice', () => walkPrivacy(client, api.world.open.product));

    it('gets the documented errors for forbidden and missing objects', async () => {
      const admin = client.token;
      client.token = await api.tokenOf('manager@alpha.example');
      for (const id of ['getUsers', 'getRoles', 'getAuditLogs', 'postAgencies'])
        expect([
          id,
          (await client.call(id, { body: id.startsWith('post') ? {} : undefined })).status,
        ]).toEqual([id, 403]);
      client.token = null;
      for (const { id, definition, method } of client.operations.values()) {
        if (definition.security) continue;
        const path = Object.fromEntries((definition.parameters ?? []).map(({ name }: Json) => [name, 1]));
        expect([
          id,
          (await client.call(id, { path, body: method === 'get' || method === 'delete' ? undefined : {} }))
            .status,
        ]).toEqual([id, 401]);
      }
      client.token = admin;
      for (const { id, path: template } of [...client.operations.values()].filter(
        ({ method, path }) => method === 'get' && path.includes('{id}'),
      )) {
        expect([id, template, (await client.call(id, { path: { id: 987_654 } })).status]).toEqual([
          id,
          template,
          404,
        ]);
      }
      const { body } = await api.rest('/ads/?page=x', { token: admin, headers: { 'accept-language': 'ja' } });
      expect(body._message[0]).toMatch(/[ぁ-ん]/);
    });

    // About seven thousand requests.
    it('never gets a server error, whatever it sends', async () => {
      const odd = [1e20, true, [null], {}, '\u0000\ud800'];
      const lists = [
        ...odd,
        'x',
        1,
        [],
        [1],
        ['x'],
        [[]],
        [{}],
        [{ rights: 'x', filters: 'x', columns: 'x', axes: {} }],
        [{ item: 1, filters: [1] }],
        [{ role_type: 2, rights: [null] }],
      ];
      const writes = [...client.operations.values()].filter(({ definition }) => definition.requestBody);
      const rows = new Map<string, Json>();
      for (const { id, path } of writes) {
        const schema = client.body(id);
        if (/Auth|Password/.test(id)) continue;
        if (path.endsWith('{id}/'))
          rows.set(
            id,
            (
              await client.get(id.replace(/^(put|patch)(\w+)Id$/, 'get$2'), {
                query: {
                  page_size: 1,
                  ...(/^\/(allocation|media)/.test(path) && { product_id: api.world.open.product }),
                },
              })
            ).results[0],
          );
        for (const field of Object.keys(schema.properties)) {
          for (const value of [schema.properties[field].type].flat().includes('array') ? lists : odd) {
            const whole = { ...rows.get(id), [field]: value, version: 987_654 };
            const { status } = await client.call(id, {
              path: { id: rows.get(id)?.id ?? 987_654, key_id: 1 },
              body: whole,
            });
            expect([id, field, value, status < 500]).toEqual([id, field, value, true]);
          }
        }
      }
    }, 300_000);

    it('has to wait after too many failed attempts', async () => {
      const fail = () =>
        client.call('postAuthSignin', { body: { email: 'nobody@alpha.example', password: 'x' } });
      for (let i = 0; i < 10; i += 1) expect((await fail()).status).toBe(401);
      expect(
        await fail().then(({ status, headers }) => [status, Number(headers.get('retry-after')) > 0]),
      ).toEqual([429, true]);
    });

    it('used every operation of the document', async () => {
      await walkExperiments(client, api);
      for (const id of ['getOpenapiJson', 'getSystem']) await client.get(id);
      await client.get('postAuthSignout', { body: { refresh: tokens.refresh } });
      expect([...client.operations.keys()].filter((id) => !client.succeeded.has(id))).toEqual([]);
    });
  });
});
