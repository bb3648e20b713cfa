import { isObjectType } from 'graphql';
import pino from 'pino';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { canSee, rowTypesOf, callers, type WorldRow } from '../composition/testing/endpoints';
import { onEachDatabase } from '../db/testing/databases';
import { allows, grantOf } from '../../shared/catalog';
import { isPlain } from './fields';
import { buildApiSchema } from './schema';
import { addMixedPaths } from './testing/mixed-paths';

jest.setTimeout(120_000);

const HOUR = 3_600_000;

/** Relations between rows of the test world: from one type's `one(id)` to the related rows. */
const related = [
  { field: 'Ad.redirects', one: 'ad', to: 'Redirect' },
  { field: 'Redirect.adDetail', one: 'redirect', to: 'Ad' },
  { field: 'Product.cvSettings', one: 'product', to: 'CvSetting' },
] as const;
const ofConversions = ['Conversion.path', 'Conversion.touches', 'Conversion.latency'];
/** Covered by approval.test.ts. */
const ofResults = [
  'Result.history',
  'Result.notifications',
  'ResultQueueItem.attemptLog',
  'ConversionSend.attemptLog',
];
/** Covered by me.service.test.ts and amendments.test.ts. */
const ofSelections = ['Selections.ad', 'Selections.redirect', 'Conversion.amendments'];

describe('relations', () => {
  it('cover all relations of the schema', () => {
    const types = Object.values(buildApiSchema(pino({ level: 'silent' })).getTypeMap());
    const result = types.flatMap((type) => {
      if (
        !isObjectType(type) ||
        type.name.startsWith('__') ||
        ['Query', 'Mutation', 'Me'].includes(type.name)
      )
        return [];
      const fields = Object.values(type.getFields()).filter((field) => !isPlain(field));
      return fields.map(({ name }) => `${type.name}.${name}`);
    });
    expect(result.sort()).toEqual(
      [...related.map(({ field }) => field), ...ofConversions, ...ofResults, ...ofSelections].sort(),
    );
  });
});

onEachDatabase((dialect) => {
  describe('relations over HTTP', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
      await addMixedPaths(api);
    });
    afterAll(() => api.stop());

    const ask = async (query: string, email = 'admin@alpha.example'): Promise<Json> =>
      (await api.graphql(query, { token: await api.tokenOf(email) })).body;
    const conversion = async (event: string, fields: string, email?: string): Promise<Json> =>
      (await ask(`{ conversion(id: "${event}") { ${fields} } }`, email)).data.conversion;

    /** Counts the database queries of a GraphQL query. */
    const statements = async (query: string): Promise<number> => {
      const read = jest.spyOn(api.database.db, 'read');
      const { errors } = await ask(query);
      const count = read.mock.calls.length;
      read.mockRestore();
      expect(errors).toBeUndefined();
      return count;
    };

    describe.each(callers.map((visitor) => [visitor.name, visitor] as const))('%s', (_, visitor) => {
      it.each(related)('returns through $field exactly the rows of the list', async ({ field, one, to }) => {
        const types = rowTypesOf(api.world);
        const [from = '', name = ''] = field.split('.');
        const [source, target] = [types[from], types[to]];
        const open = [source, target].every(
          (type) => type && allows(grantOf(type.menu, visitor.role), 'view'),
        );
        for (const row of source?.rows ?? []) {
          const { data, errors } = await ask(`{ ${one}(id: ${row.id}) { ${name} { id } } }`, visitor.email);
          if (!open || !canSee(visitor, row)) {
            expect(errors[0].extensions.code).toBe(open ? 'NOT_FOUND' : 'FORBIDDEN');
            continue;
          }
          const alike = (other: WorldRow): boolean =>
            other.company === row.company &&
            other.product === row.product &&
            (row.agency === undefined || other.agency === row.agency);
          const expected = (target?.rows ?? [])
            .filter((other) => alike(other) && canSee(visitor, other))
            .map(({ id }) => id);
          expect([data[one][name]].flat().map(({ id }: { id: number }) => id)).toEqual(expected);
        }
      });

      it('returns the paths of visible conversions only', async () => {
        for (const row of rowTypesOf(api.world).Conversion?.rows ?? []) {
          const { data, errors } = await ask(
            `{ conversion(id: "${row.id}") { touches path { interactionId } } }`,
            visitor.email,
          );
          if (canSee(visitor, row))
            expect(data.conversion).toEqual({ touches: 1, path: [{ interactionId: expect.any(String) }] });
          else expect(errors[0].extensions.code).toBe('NOT_FOUND');
        }
      });
    });

    it('requires a token', async () => {
      const { body } = await api.graphql('{ conversions { results { path { adId } } } }');
      expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    });

    it('requires the right for the related rows', async () => {
      const close = (level: string) =>
        ask(
          `mutation { updateRoles(roles: [{ roleType: 3, rights: [{ menu: "redirects", level: ${level} }] }]) { roleType } }`,
        );
      expect((await close('NONE')).errors).toBeUndefined();
      const { errors } = await ask('{ ads { results { id redirects { id } } } }', 'analyst@alpha.example');
      expect([errors.length, errors[0].extensions.code]).toEqual([1, 'FORBIDDEN']);
      expect((await ask('{ ads { count } }', 'analyst@alpha.example')).errors).toBeUndefined();
      await close('VIEW');
    });

    describe('the path of a conversion', () => {
      const touch = (position: number, id: string, i: 0 | 1, hours: number) => ({
        position,
        interactionId: id,
        adId: api.world.open.ads[i],
        ad: { id: api.world.open.ads[i], label: `open ad ${i}` },
        device: 'tablet',
        redirectId: api.world.open.redirects[i],
        lpoTitle: null,
        time: new Date(EVENT_TIME + hours * HOUR).toISOString(),
      });
      const plain = 'position interactionId adId ad { id label } device redirectId lpoTitle time';

      it('returns each touch, oldest first, with its share under every model', async () => {
        const { path, ...rest } = await conversion(
          'first',
          `touches latency path { ${plain} share shares { linear decay touchPoint startingPoint endingPoint shapley } }`,
        );
        expect(rest).toEqual({ touches: 2, latency: 7200 });
        const decay = [0.7 / 1.7, 1 / 1.7].map((share) => expect.closeTo(share, 12));
        const half = { linear: 0.5, touchPoint: 0.5, shapley: 0.5 };
        expect(path).toEqual([
          {
            ...touch(1, 'm1', 0, 0),
            share: 0.5,
            shares: { ...half, decay: decay[0], startingPoint: 1, endingPoint: 0 },
          },
          {
            ...touch(2, 'm2', 1, 1),
            share: 0.5,
            shares: { ...half, decay: decay[1], startingPoint: 0, endingPoint: 1 },
          },
        ]);
      });

      it.each([
        ['first', 1, ['m1', 'm2'], 7200],
        ['first', 2, ['m1', 'm2'], 7200],
        ['first', 3, ['m1', 'm2'], 7200],
        ['again', 1, [], null],
        ['again', 2, ['m3'], 3600],
        ['again', 3, ['m1', 'm2', 'm3'], 4 * 3600],
        ['again', null, ['m1', 'm2', 'm3'], 4 * 3600],
        ['direct', 1, [], null],
        ['direct', 3, [], null],
      ])('%s under evaluation %s: %j', async (event, evaluation, touches, latency) => {
        const args = `(evaluation: ${evaluation})`;
        const result = await conversion(event, `path${args} { interactionId } touches${args} latency${args}`);
        expect(result).toEqual({
          path: touches.map((interactionId) => ({ interactionId })),
          touches: touches.length,
          latency,
        });
      });

      it('uses the product’s evaluation and model by default', async () => {
        const fields =
          'touches path { interactionId share } starting: path(attributionModel: 4) { share } all: path(evaluation: 3) { share }';
        const { product } = api.world.open;
        const set = (values: string) =>
          ask(`mutation { updateProduct(id: ${product}, input: { ${values} }) { id } }`);
        expect(
          (await set('newExistingSeparation: true, newExistingEvaluation: 2, attributionModel: 5')).errors,
        ).toBeUndefined();
        expect(await conversion('again', fields)).toEqual({
          touches: 1,
          path: [{ interactionId: 'm3', share: 1 }],
          starting: [{ share: 1 }],
          all: [{ share: 0 }, { share: 0 }, { share: 1 }],
        });
        await set('newExistingSeparation: true, newExistingEvaluation: 1');
        expect(await conversion('again', 'touches path { interactionId }')).toEqual({ touches: 0, path: [] });
        await set('newExistingSeparation: false, newExistingEvaluation: 3, attributionModel: 1');
      });

      it('rejects an unknown evaluation or model', async () => {
        for (const [field, args] of [
          ['evaluation', '(evaluation: 4) { adId }'],
          ['attributionModel', '(attributionModel: 0) { adId }'],
        ] as const) {
          const { errors } = await ask(`{ conversion(id: "first") { path${args} } }`);
          expect(errors[0].extensions).toMatchObject({
            code: 'BAD_USER_INPUT',
            fields: { [field]: [expect.any(String)] },
          });
        }
      });

      it('masks other agencies’ touches, but counts them', async () => {
        const { path, ...rest } = await conversion(
          'first',
          `touches latency path { ${plain} share }`,
          'agency@alpha.example',
        );
        const hidden = {
          interactionId: null,
          adId: null,
          ad: null,
          device: null,
          redirectId: null,
          lpoTitle: null,
        };
        expect(rest).toEqual({ touches: 2, latency: 7200 });
        expect(path).toEqual([
          { ...touch(1, 'm1', 0, 0), share: 0.5 },
          { ...touch(2, 'm2', 1, 1), ...hidden, share: 0.5 },
        ]);
        expect(
          (await ask(`{ conversion(id: "direct") { path { adId } } }`, 'agency@alpha.example')).errors[0]
            .extensions.code,
        ).toBe('NOT_FOUND');
      });

      it('is part of the REST response of one conversion', async () => {
        const token = await api.tokenOf('admin@alpha.example');
        const get = async (event: string, query = '', as = token) =>
          (await api.rest(`/logs/conversions/${event}/${query}`, { token: as })).body;
        const entry = (id: string, i: 0 | 1, hour: string, share: unknown) => ({
          interaction_id: id,
          ad_id: api.world.open.ads[i],
          ad: `open ad ${i}`,
          time: `2026/01/15 ${hour}:00:00`,
          share,
        });
        expect(await get('first')).toMatchObject({
          event_id: 'first',
          touches: 2,
          latency: 7200,
          path: [entry('m1', 0, '12', 0.5), entry('m2', 1, '13', 0.5)],
        });
        expect(Object.keys((await get('first')).path[0])).toEqual([
          'interaction_id',
          'ad_id',
          'ad',
          'time',
          'share',
        ]);
        expect((await get('first', '?attribution_model=4')).path).toEqual([
          entry('m1', 0, '12', 1),
          entry('m2', 1, '13', 0),
        ]);
        expect(await get('again', '?evaluation=2')).toMatchObject({
          touches: 1,
          latency: 3600,
          path: [entry('m3', 0, '15', 1)],
        });
        expect(await get('again', '?evaluation=1')).toMatchObject({ touches: 0, latency: null, path: [] });
        expect(await get('direct')).toMatchObject({ touches: 0, latency: null, path: [] });
        const own = await get('first', '', await api.tokenOf('agency@alpha.example'));
        expect(own.path[1]).toEqual({
          interaction_id: null,
          ad_id: null,
          ad: null,
          time: '2026/01/15 13:00:00',
          share: 0.5,
        });
        for (const query of ['?evaluation=9', '?attribution_model=x']) {
          const { status, body } = await api.rest(`/logs/conversions/first/${query}`, { token });
          expect([status, Object.keys(body.errors)]).toEqual([400, [query.slice(1).split('=')[0]]]);
        }
        const { body: list } = await api.rest('/logs/conversions/', { token });
        expect(list.results[0]).not.toHaveProperty('path');
        const { body: file } = await api.rest('/logs/conversions/download/csv/', { token });
        expect(String(file).split('\r\n')[0]).not.toMatch(/path|touches|latency/);
        const { body: openapi } = await api.rest('/openapi.json', { token });
        const described = openapi.paths['/logs/conversions/{id}/'].get;
        expect(described.parameters.map(({ name }: { name: string }) => name).sort()).toEqual([
          'attribution_model',
          'cv_setting_id',
          'evaluation',
          'id',
          'product_id',
        ]);
        expect(
          Object.keys(openapi.components.schemas.ConversionDetail.properties.path.items.properties),
        ).toEqual(['interaction_id', 'ad_id', 'ad', 'time', 'share']);
      });
    });

    it.each([
      [
        'paths, lengths and latencies',
        (n: number) => `{ conversions(pageSize: ${n}) { results { path { adId } touches latency } } }`,
        2,
      ],
      [
        'paths under two models',
        (n: number) =>
          `{ conversions(pageSize: ${n}) { results { a: path { share } b: path(attributionModel: 5) { share } } } }`,
        1,
      ],
      [
        'redirects of ads',
        (n: number) => `{ ads(pageSize: ${n}) { results { redirects { redirectLink } } } }`,
        1,
      ],
      [
        'ads of redirects of ads',
        (n: number) => `{ ads(pageSize: ${n}) { results { redirects { adDetail { adName } } } } }`,
        2,
      ],
      [
        'ads of redirects',
        (n: number) => `{ redirects(pageSize: ${n}) { results { adDetail { adName } } } }`,
        1,
      ],
      [
        'CV settings of products',
        (n: number) => `{ products(pageSize: ${n}) { results { cvSettings { title } } } }`,
        1,
      ],
    ])('reads %s with the same number of queries for one row and for many', async (_, query, more) => {
      const without = await statements(query(30).replace(/results \{.*\} \} \}$/, 'results { id } } }'));
      expect(await statements(query(1))).toBe(without + more);
      expect(await statements(query(9999))).toBe(without + more);
    });

    it('reads a row’s key even if it is not selected, with fragments, aliases and directives', async () => {
      const { data } = await ask(`query ($no: Boolean = true) {
        all: ads(sortName: "id", pageSize: 2) { results { ...row n: adName @skip(if: $no) } }
      } fragment row on Ad { links: redirects { redirectLink lpo { title } adDetail { adName redirects { id } } } }`);
      const { ads, redirects } = api.world.open;
      expect(ads[0]).toBeLessThan(ads[1]);
      expect(data.all.results).toEqual(
        [0, 1].map((i) => ({
          links: [
            {
              redirectLink: `https://t.example/r/open-r-${i}`,
              lpo: [{ title: 'A' }, { title: 'B' }],
              adDetail: { adName: `open ad ${i}`, redirects: [{ id: redirects[i] }] },
            },
          ],
        })),
      );
    });

    it('returns the new state after a mutation in the same request', async () => {
      const { product, ads } = api.world.open;
      const { data, errors } = await ask(`mutation {
        a: updateAd(id: ${ads[1]}, input: {}) { redirects { id } }
        made: createRedirect(input: { productId: ${product}, adId: ${ads[1]}, redirectUrl: "https://open.example/new" }) { id adDetail { id } }
        b: updateAd(id: ${ads[1]}, input: {}) { redirects { id } }
      }`);
      expect(errors).toBeUndefined();
      expect(data.made.adDetail.id).toBe(ads[1]);
      expect(data.b.redirects).toEqual([...data.a.redirects, { id: data.made.id }]);
    });

    it('rejects relations that multiply', async () => {
      const nested = (depth: number): string =>
        depth === 0 ? 'id' : `redirects { adDetail { ${nested(depth - 1)} } }`;
      expect((await ask(`{ ads(pageSize: 9999) { results { ${nested(1)} } } }`)).errors).toBeUndefined();
      for (const query of [
        `{ ads(pageSize: 9999) { results { ${nested(3)} } } }`,
        '{ conversions(pageSize: 9999) { results { path { adId ad { id label } share time } } } }',
      ]) {
        expect((await ask(query)).errors[0].message).toMatch(/cost/);
      }
      // A root list is no relation of a row, even with the same name.
      expect(
        (
          await ask(
            '{ redirects(pageSize: 9999) { results { id adId redirectUrl redirectLink lpo { id title url rate } version createdAt } } }',
          )
        ).errors,
      ).toBeUndefined();
    });
  });
});
