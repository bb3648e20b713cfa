import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { snakeCase } from '../../shared/catalog';
import { onEachDatabase } from '../db/testing/databases';
import { settingEntries } from '../settings/settings';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';

jest.setTimeout(120_000);

const ADMIN = 'admin@alpha.example';
const MANAGER = 'manager@alpha.example';
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const objectType = (name: string) => schema.getType(name) as GraphQLObjectType;
const inputType = (name: string) => schema.getType(`${name}Input`) as GraphQLInputObjectType;

/** Returns the selection of the fields that an input type accepts. */
const selectionOf = (type: GraphQLObjectType, input: GraphQLInputObjectType): string =>
  Object.values(input.getFields())
    .flatMap(({ name, type: inputFieldType }) => {
      const field = type.getFields()[name];
      const [entry, inputEntry] = [field && getNamedType(field.type), getNamedType(inputFieldType)];
      if (!field) return [];
      return isObjectType(entry) && isInputObjectType(inputEntry)
        ? [`${name} { ${selectionOf(entry, inputEntry)} }`]
        : [name];
    })
    .join(' ');

onEachDatabase((dialect) => {
  describe('writing back what was read', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const call = async (method: string, path: string, body?: unknown, email = ADMIN): Promise<Json> => {
      const response = await api.rest(path, { method, body, token: await api.tokenOf(email) });
      expect([method, path, response.body, response.status]).toEqual([
        method,
        path,
        response.body,
        method === 'POST' ? 201 : 200,
      ]);
      return response.body;
    };
    const graphql = async (query: string, variables: object): Promise<Json> => {
      const { body } = await api.graphql(query, { variables, token: await api.tokenOf(ADMIN) });
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const changes = (): Promise<unknown[]> => api.database.db.read('SELECT id FROM audit_log ORDER BY id');
    const rest = async (method: string, read: string, write = read, email = ADMIN): Promise<void> => {
      const [body, before] = [await call('GET', read, undefined, email), await changes()];
      expect(await call(method, write, body, email)).toEqual(body);
      expect(await call('GET', read, undefined, email)).toEqual(body);
      expect(await changes()).toEqual(before);
    };

    it.each(settingEntries)('changes nothing in %s', async (many, { type, one }) => {
      const path = `/${snakeCase(many)}/`;
      const [{ id }] = (await call('GET', path)).results;
      for (const method of ['users', 'agencies'].includes(many) ? ['PATCH'] : ['PUT', 'PATCH'])
        await rest(method, `${path}${id}/`);

      const selection = selectionOf(objectType(type), inputType(type));
      const before = await changes();
      const row = (await graphql(`query ($id: Int!) { ${one}(id: $id) { ${selection} } }`, { id }))[one];
      expect(
        (
          await graphql(
            `mutation ($id: Int!, $input: ${type}Input!) { saved: update${type}(id: $id, input: $input) { ${selection} } }`,
            { id, input: row },
          )
        ).saved,
      ).toEqual(row);
      expect(await changes()).toEqual(before);
    });

    it('changes nothing in roles', async () => {
      await rest('PUT', '/roles/');
      const before = await changes();
      const { roles } = await graphql('{ roles { roleType version rights { menu level } } }', {});
      const query =
        'mutation ($roles: [RoleInput!]!) { updateRoles(roles: $roles) { roleType version rights { menu level } } }';
      expect((await graphql(query, { roles })).updateRoles).toEqual(roles);
      expect(await changes()).toEqual(before);
    });

    it('changes nothing in custom items: not configured, the company’s or one’s own', async () => {
      const path = '/ad/analyze-settings/';
      const filters = [{ name: 'asp_ids', values: [String(api.world.open.asp)] }];
      await call('PUT', path, { item: 1, title: '会社', columns: ['cpa'], for_company: true });
      await call('PUT', path, { item: 2, title: '私', columns: ['roas'], filters, chart: 'bar' }, MANAGER);
      const origins = (await call('GET', path, undefined, MANAGER)).results.map(
        ({ origin }: { origin: string }) => origin,
      );
      expect(origins).toEqual(['company', 'user', 'standard']);
      await rest('PUT', path, path, MANAGER);

      const selection = selectionOf(objectType('AnalyzeSetting'), inputType('AnalyzeSetting'));
      const before = await changes();
      const { settings } = await graphql(`{ settings: analyzeSettings { ${selection} } }`, {});
      const query = `mutation ($settings: [AnalyzeSettingInput!]!) { updateAnalyzeSettings(settings: $settings) { ${selection} } }`;
      expect((await graphql(query, { settings })).updateAnalyzeSettings).toEqual(settings);
      expect(await changes()).toEqual(before);
    });

    it('changes nothing in records of a user', async () => {
      const product_id = api.world.open.product;
      const scenario = await call('POST', '/allocation-scenarios/', { product_id, title: '増額' });
      const scenarios = `/allocation-scenarios/?product_id=${product_id}`;
      const before = await changes();
      const { updated_at: _scenario, version: _first, ...scenarioFields } = scenario;
      expect(await call('PUT', `/allocation-scenarios/${scenario.id}/`, scenario)).toMatchObject(
        scenarioFields,
      );
      expect((await call('GET', scenarios)).results).toMatchObject([scenarioFields]);

      const view = await call('POST', '/saved-views/', {
        product_id,
        title: '媒体別',
        path: '/analyze/ad-statistics',
        report: 'ad_summaries',
        report_query: `product_id=${product_id}&axis=asp`,
      });
      await call('PATCH', `/saved-views/${view.id}/`, view);
      const schedule = await call('POST', '/report-schedules/', {
        view_id: view.id,
        every: 'day',
        hour: 9,
        recipients: [api.world.users.admin],
      });
      await call('PATCH', `/report-schedules/${schedule.id}/`, schedule);
      const changed = await api.database.db.read(
        "SELECT l.id FROM audit_log l JOIN audit_change c ON c.audit_id = l.id WHERE l.action = 'update' AND l.id > ?",
        [(before.at(-1) as { id: number }).id],
      );
      expect(changed).toEqual([]);
    });
  });
});
