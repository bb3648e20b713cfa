import { rightKeys, RoleType } from '../../shared/catalog';
import { closedFields, settingRules, type Field, type Fields } from '../../shared/settings';
import { onEachDatabase } from '../db/testing/databases';
import { snakeCase } from '../db/columns';
import { startApi, type ApiServer, type Json } from './testing/api-server';

jest.setTimeout(240_000);

/** The fields that an AGENCY user never writes, as listed in domain.md section 7. */
const closedByDomain = {
  ad: [
    'aspId',
    'clickCost',
    'cvCost',
    'adFeeSetting',
    'resultFlag',
    'resultMethod',
    'performanceCvFlag',
    'cvTag',
    'webhookUrl',
    'resultNoticeIndividuallySetting',
    'autoApprovalIndividuallySetting',
    'autoApproval',
    'approvalUnapproved',
    'approvalApproved',
    'approvalRejected',
    'approvalAmountFlag',
    'approvalAmount',
    'argsFlag',
    'args',
    'excludeDuplicateIpsFlag',
    'excludeDuplicateIps',
    'excludeDuplicateArgsFlag',
    'excludeDuplicateArgs',
  ],
  asp: [
    'adFeeSetting',
    'resultFlag',
    'resultMethod',
    'performanceCvFlag',
    'cvTag',
    'webhookUrl',
    'autoApproval',
    'approvalUnapproved',
    'approvalApproved',
    'approvalRejected',
    'approvalAmountFlag',
    'approvalAmount',
    'argsFlag',
    'args',
    'excludeDuplicateIpsFlag',
    'excludeDuplicateIps',
    'excludeDuplicateArgsFlag',
    'excludeDuplicateArgs',
  ],
  cvSetting: ['cvTag', 'resultFlag'],
} as const;
type Entity = keyof typeof closedByDomain;

/** Types and routes that write an entity. */
const places = {
  ad: { type: 'Ad', path: '/ads', one: (world: Json) => world.open.ads[0], made: { adName: 'made' } },
  asp: { type: 'Asp', path: '/asps', one: (world: Json) => world.open.asp, made: { aspName: 'made' } },
  cvSetting: {
    type: 'CvSetting',
    path: '/cv_settings',
    one: (world: Json) => world.open.cvSetting,
    made: { title: 'made', cvType: 0, cvUrl: 'https://open.example/made' },
  },
} as const;

/** Returns a valid value of a field that differs from the current one. */
function another(field: Field, current: unknown, asp: number): unknown {
  if (field.kind === 'list')
    return [{ periodFrom: '2026-02-01', periodTo: '2026-02-02', amount: JSON.stringify(current).length }];
  if (field.kind === 'flag') return !current;
  if (field.kind === 'ref') return current == null ? asp : null;
  if (field.kind === 'choice' || field.kind === 'integer') return current === 1 ? 2 : 1;
  if (field.kind === 'money') return current === 77 ? 78 : 77;
  return field.kind === 'template'
    ? `https://asp.example/{xclid}?${String(current).length}`
    : `changed ${String(current).length}`;
}

const snaked = (input: object): Json =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      snakeCase(name),
      Array.isArray(value) ? value.map(snaked) : value,
    ]),
  );

interface Refused {
  readonly code: string | number;
  readonly fields: string[];
}
const FORBIDDEN: Readonly<Record<string, string | number>> = { rest: 403, graphql: 'FORBIDDEN' };

describe('closedFields', () => {
  it.each(Object.keys(closedByDomain) as Entity[])(
    'closes the %s fields of domain.md to an agency',
    (entity) => {
      expect([...closedFields(RoleType.AGENCY, entity)].sort()).toEqual([...closedByDomain[entity]].sort());
      expect(
        [...closedFields(RoleType.AGENCY, entity)].filter((name) => !(name in settingRules[entity].fields)),
      ).toEqual([]);
    },
  );
  it.each([RoleType.ADMIN, RoleType.MANAGER, RoleType.ANALYST])('closes nothing to role %s', (role) => {
    for (const entity of Object.keys(settingRules)) expect(closedFields(role, entity).size).toBe(0);
  });
});

onEachDatabase((dialect) => {
  describe('closed fields on every endpoint', () => {
    let api: ApiServer;
    let admin: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      // Widens roles to the maximum.
      const widest = Object.fromEntries(rightKeys.map((menu) => [menu, 'edit']));
      const roles = [RoleType.ANALYST, RoleType.AGENCY].map((role_type) => ({ role_type, rights: widest }));
      expect((await api.rest('/roles/', { method: 'PUT', body: roles, token: admin })).status).toBe(200);
    });
    afterAll(() => api.stop());

    const read = async (entity: Entity): Promise<Json> =>
      (await api.rest(`${places[entity].path}/${places[entity].one(api.world)}/`, { token: admin })).body;

    const mutate = async (
      token: string,
      mutation: string,
      variables: object,
      types: string,
    ): Promise<Refused> => {
      const { body } = await api.graphql(`mutation (${types}) { ${mutation} }`, { token, variables });
      const [error] = body.errors ?? [];
      return { code: error?.extensions.code ?? 'OK', fields: Object.keys(error?.extensions.fields ?? {}) };
    };
    const send = async (token: string, method: string, path: string, body: object): Promise<Refused> => {
      const answer = await api.rest(path, { method, body, token });
      return { code: answer.status, fields: Object.keys(answer.body.errors ?? {}) };
    };

    /** Sends an input to an endpoint and returns the error with the field's name there. */
    const endpoints: Record<string, (entity: Entity, token: string, input: Json) => Promise<Refused>> = {
      'graphql update': (entity, token, input) =>
        mutate(
          token,
          `update${places[entity].type}(id: ${places[entity].one(api.world)}, input: $input) { id }`,
          { input },
          `$input: ${places[entity].type}Input!`,
        ),
      'graphql create': (entity, token, input) =>
        mutate(
          token,
          `create${places[entity].type}(input: $input) { id }`,
          { input: { ...places[entity].made, ...input, productId: api.world.open.product } },
          `$input: ${places[entity].type}Input!`,
        ),
      'rest PUT': async (entity, token, input) =>
        send(token, 'PUT', `${places[entity].path}/${places[entity].one(api.world)}/`, {
          ...(await read(entity)),
          ...snaked(input),
        }),
      'rest POST': (entity, token, input) =>
        send(
          token,
          'POST',
          `${places[entity].path}/`,
          snaked({ ...places[entity].made, ...input, productId: api.world.open.product }),
        ),
    };
    const nameOn = (endpoint: string, field: string): string =>
      endpoint.startsWith('rest') ? snakeCase(field) : field;

    const cells = (Object.keys(closedByDomain) as Entity[]).flatMap((entity) =>
      closedByDomain[entity].map((field) => [entity, field] as const),
    );

    describe.each(Object.keys(endpoints))('%s', (endpoint) => {
      it.each(cells)('rejects %s.%s from an agency and names it', async (entity, name) => {
        const field = (settingRules[entity].fields as Fields)[name] as Field;
        const before = await read(entity);
        // A new entity has only default values.
        const value = another(
          field,
          /create|POST/.test(endpoint) ? field.absent : before[snakeCase(name)],
          api.world.open.asp,
        );
        const refused = await endpoints[endpoint]?.(entity, await api.tokenOf('agency@alpha.example'), {
          [name]: value,
        });
        expect(refused).toEqual({
          code: FORBIDDEN[endpoint.split(' ')[0] ?? ''],
          fields: [nameOn(endpoint, name)],
        });
        expect(await read(entity)).toEqual(before);
      });

      it.each(cells)('accepts %s.%s from other roles', async (entity, name) => {
        const field = (settingRules[entity].fields as Fields)[name] as Field;
        const value = another(
          field,
          /create|POST/.test(endpoint) ? field.absent : (await read(entity))[snakeCase(name)],
          api.world.open.asp,
        );
        for (const email of ['manager@alpha.example', 'analyst@alpha.example']) {
          const { code } =
            (await endpoints[endpoint]?.(entity, await api.tokenOf(email), { [name]: value })) ?? {};
          expect(['OK', 'BAD_USER_INPUT', 200, 201, 400]).toContain(code);
        }
      });
    });

    it('rejects closed fields from an agency in bulk updates and CSV imports', async () => {
      const agency = await api.tokenOf('agency@alpha.example');
      const [ad] = api.world.open.ads;
      await api.rest(`/ads/${ad}/`, {
        method: 'PUT',
        body: { ...(await read('ad')), asp_id: api.world.open.asp },
        token: admin,
      });
      expect(
        await mutate(agency, 'updateAds(ids: $ids, input: { aspId: null })', { ids: [ad] }, '$ids: [Int!]!'),
      ).toEqual({ code: 'FORBIDDEN', fields: ['aspId'] });
      const columns: [string, string][] = closedByDomain.ad.map((name) => {
        const field = (settingRules.ad.fields as Fields)[name] as Field;
        if (name === 'aspId') return ['aspId', ''];
        return [
          name,
          field.kind === 'list'
            ? '"[{""period_from"":""2026/01/01"",""period_to"":""2026/01/02"",""amount"":1}]"'
            : field.kind === 'flag'
              ? 'true'
              : '3',
        ];
      });
      const before = await read('ad');
      for (const [name, text] of [...columns, ['aspId', '']] as [string, string][]) {
        const value =
          (settingRules.ad.fields as Fields)[name]?.kind === 'flag' && before[snakeCase(name)] === true
            ? 'false'
            : text;
        const csv = `id,${snakeCase(name)}\n${ad},${value}\n`;
        const { body } = await api.graphql(
          'mutation ($productId: Int!, $csv: String!) { importAds(productId: $productId, csv: $csv, dryRun: false) { applied rows { action problems { field messages } } } }',
          { token: agency, variables: { productId: api.world.open.product, csv } },
        );
        expect([name, body.data?.importAds]).toEqual([
          name,
          {
            applied: false,
            rows: [
              { action: 'refused', problems: [{ field: name, messages: ['your role may not change this'] }] },
            ],
          },
        ]);
      }
      // The ad network by its name too.
      const named = JSON.stringify(`ad_name,asp\nnew,open asp\n`);
      const { body } = await api.graphql(
        `mutation { importAds(productId: ${api.world.open.product}, csv: ${named}, dryRun: false) { applied rows { problems { field } } } }`,
        { token: agency },
      );
      expect(body.data.importAds).toEqual({ applied: false, rows: [{ problems: [{ field: 'aspId' }] }] });
      expect(await read('ad')).toEqual(before);
    });

    it('keeps closed fields that are omitted or sent unchanged', async () => {
      const agency = await api.tokenOf('agency@alpha.example');
      const [ad] = api.world.open.ads;
      const decided = {
        asp_id: api.world.open.asp,
        result_flag: 2,
        result_method: 2,
        webhook_url: 'https://asp.example/{xclid}',
        performance_cv_flag: true,
        auto_approval: true,
      };
      await api.rest(`/ads/${ad}/`, {
        method: 'PUT',
        body: { ...(await read('ad')), ...decided, approval_flag: true },
        token: admin,
      });
      const before = await read('ad');
      expect(before).toMatchObject(decided);
      const left = await api.rest(`/ads/${ad}/`, {
        method: 'PUT',
        body: { ad_name: 'left out' },
        token: agency,
      });
      expect(left).toMatchObject({ status: 200, body: { ad_name: 'left out' } });
      expect(left.body).toMatchObject(
        snaked(Object.fromEntries(closedByDomain.ad.map((name) => [name, before[snakeCase(name)]]))),
      );
      const back = await api.rest(`/ads/${ad}/`, {
        method: 'PUT',
        body: { ...left.body, ad_name: 'sent back' },
        token: agency,
      });
      expect(back).toMatchObject({ status: 200, body: { ...decided, ad_name: 'sent back' } });
    });
  });
});
