import pino from 'pino';
import { allows, grantOf } from '../../shared/catalog';
import { onEachDatabase } from '../db/testing/databases';
import { buildApiSchema } from '../graphql/schema';
import { routes, type Route } from '../rest/routes';
import { startApi, type Answer, type ApiServer, type Json } from './testing/api-server';
import {
  testedElsewhere,
  endpointsOf,
  canSee,
  referringFilters,
  rowTypesOf,
  callers,
  type Endpoint,
  type RowType,
  type Caller,
} from './testing/endpoints';
import type { ApiWorld } from './testing/api-world';

jest.setTimeout(120_000);

const schema = buildApiSchema(pino({ level: 'silent' }));
const NO_PERMISSION = 'no permission to view the data';
const NO_CONDITIONS = 'no permission to view the data for the specified conditions';

/** Placeholder world: test names need the types of the endpoints before a database exists. */
const blank = new Proxy({}, { get: () => 0 });
const shapeWorld = {
  users: {},
  agencies: [],
  open: blank,
  closed: blank,
  foreign: blank,
} as unknown as ApiWorld;
const product = { ads: [], redirects: [], refused: [], results: [], queued: [], sends: [], further: {} };
const { endpoints, unknown } = endpointsOf(
  schema,
  rowTypesOf({ ...shapeWorld, open: product, closed: product, foreign: product } as unknown as ApiWorld),
);

describe('endpoint matrix', () => {
  it('covers every operation', () => {
    expect(unknown).toEqual([]);
  });
  it('covers every route', () => {
    const known = [...endpoints.map(({ name }) => name), ...testedElsewhere];
    expect(routes.filter(({ operation }) => !known.includes(operation)).map(({ path }) => path)).toEqual([]);
  });
});

onEachDatabase((dialect) => {
  describe('endpoints', () => {
    let api: ApiServer;
    let types: Record<string, RowType>;
    beforeAll(async () => {
      api = await startApi(dialect);
      types = rowTypesOf(api.world);
      // The sign-ins would be rows of the audit trail.
      for (const { email } of callers) await api.tokenOf(email);
      await api.database.db.write(async (tx) => {
        for (const table of ['audit_change', 'audit_log']) await tx.execute(`DELETE FROM ${table}`);
      });
    });
    afterAll(() => api.stop());

    const token = (caller: Caller | null) => (caller ? api.tokenOf(caller.email) : null);
    const typeOf = (endpoint: Endpoint): RowType => types[endpoint.type] ?? { menu: 'analyze', rows: [] };
    const entitled = (endpoint: Endpoint, caller: Caller) =>
      allows(
        grantOf(typeOf(endpoint).menu, caller.role),
        ['create', 'update', 'delete'].includes(endpoint.kind) ? 'edit' : 'view',
      );
    const routesOf = (endpoint: Endpoint, answer: Route['answer']) =>
      routes.filter(
        (route) => route.operation === endpoint.name && route.answer === answer && route.method === 'get',
      );

    /** Code of the first error, or OK. */
    const ask = async (
      caller: Caller | null,
      query: string,
    ): Promise<{ code: string; message: string; data: Json }> => {
      const { body } = await api.graphql(query, { token: await token(caller) });
      const [error] = body.errors ?? [];
      return { code: error?.extensions.code ?? 'OK', message: error?.message ?? '', data: body.data };
    };
    const request = async (caller: Caller | null, path: string): Promise<Answer> =>
      api.rest(path, { token: await token(caller) });

    const listed = (endpoint: Endpoint, args = '') =>
      `{ ${endpoint.name}(pageSize: 9999${args && `, ${args}`}) { results { id } } }`;
    const idOf = (endpoint: Endpoint, id: number | string) =>
      endpoint.field.args.some(({ name, type }) => name === 'id' && type.toString() === 'String!')
        ? JSON.stringify(String(id))
        : id;
    const got = (endpoint: Endpoint, id: number | string) =>
      `{ ${endpoint.name}(id: ${idOf(endpoint, id)}) { id } }`;
    const changed = (endpoint: Endpoint, id: number | string) =>
      endpoint.kind === 'update'
        ? `mutation { ${endpoint.name}(id: ${id}, input: { version: 999999 }) { id } }`
        : endpoint.kind === 'delete'
          ? `mutation { ${endpoint.name}(id: ${id}, version: 999999) }`
          : `mutation { ${endpoint.name}(input: {}) { id } }`;
    const anyQuery = (endpoint: Endpoint): string => {
      if (endpoint.kind === 'list') return listed(endpoint);
      if (endpoint.kind === 'report')
        return `{ ${endpoint.name}(productId: ${api.world.open.product}) { count } }`;
      const [row] = typeOf(endpoint).rows;
      return endpoint.kind === 'get' ? got(endpoint, row?.id ?? 0) : changed(endpoint, row?.id ?? 0);
    };
    const anyPath = (route: Route): string => {
      const endpoint = endpoints.find(({ name }) => name === route.operation);
      const [row] = endpoint ? typeOf(endpoint).rows : [];
      return `${route.path.replace(/\{\w+\}/g, String(row?.id ?? api.world.open.product))}?product_id=${api.world.open.product}`;
    };

    it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
      '%s requires a token',
      async (_, endpoint) => {
        expect((await ask(null, anyQuery(endpoint))).code).toBe('UNAUTHENTICATED');
      },
    );

    it.each(
      routes
        .filter((route) => !route.public)
        .map((route) => [`${route.method} ${route.path}`, route] as const),
    )('%s requires a token', async (_, route) => {
      const method = route.method.toUpperCase();
      expect((await api.rest(anyPath(route), { method })).status).toBe(401);
      if (!route.download) return;
      for (const kind of ['csv', 'xlsx']) {
        expect((await request(null, `${route.path}/download/${kind}/?product_id=1`)).status).toBe(401);
      }
    });

    describe.each(callers.map((caller) => [caller.name, caller] as const))('%s', (_name, visitor) => {
      const own = () => (visitor.company === 'alpha' ? api.world.open.product : api.world.foreign.product);
      const ownUser = () =>
        visitor.company === 'beta'
          ? api.world.foreign.user
          : Object.values(api.world.users)[visitor.role - 1];
      const strange = () => [
        visitor.company === 'alpha' ? api.world.foreign.product : api.world.open.product,
        ...(visitor.name === 'ADMIN' ? [] : [api.world.closed.product]),
        987_654,
      ];
      const pick = (kind: Endpoint['kind']) =>
        endpoints
          .filter((endpoint) => endpoint.kind === kind)
          .map((endpoint) => [endpoint.name, endpoint] as const);

      it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
        '%s requires the role’s right',
        async (_, endpoint) => {
          const { code } = await ask(visitor, anyQuery(endpoint));
          if (entitled(endpoint, visitor))
            expect(['OK', 'NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT', 'FORBIDDEN']).toContain(code);
          else expect(code).toBe('FORBIDDEN');
        },
      );

      it.each(pick('list'))('%s lists exactly the visible rows', async (_, endpoint) => {
        const { code, data } = await ask(visitor, listed(endpoint));
        const seen = typeOf(endpoint)
          .rows.filter((row) => canSee(visitor, row))
          .map(({ id }) => id);
        if (entitled(endpoint, visitor))
          expect(data[endpoint.name].results.map((row: { id: unknown }) => row.id).sort()).toEqual(
            [...seen].sort(),
          );
        else expect(code).toBe('FORBIDDEN');
        for (const route of routesOf(endpoint, 'list')) {
          const { status, body } = await request(visitor, `${route.path}/?page_size=9999`);
          expect(status).toBe(entitled(endpoint, visitor) ? 200 : 403);
          if (status === 200)
            expect(body.results.map((row: { id: unknown }) => row.id).sort()).toEqual([...seen].sort());
          const file = await request(visitor, `${route.path}/download/csv/?columns=id`);
          const lines = String(file.body).replace('\uFEFF', '').trim().split('\r\n').slice(1);
          if (entitled(endpoint, visitor)) expect(lines.sort()).toEqual(seen.map(String).sort());
          else expect(file.status).toBe(403);
        }
      });

      it.each(pick('get'))('%s returns visible rows and NOT_FOUND for all others', async (_, endpoint) => {
        for (const row of [
          ...typeOf(endpoint).rows,
          { id: 987_654, company: 'alpha', product: 'closed' } as const,
        ]) {
          const visible = row.id !== 987_654 && canSee(visitor, row);
          // Every user can read their own account.
          const open = entitled(endpoint, visitor) || (endpoint.name === 'user' && row.id === ownUser());
          const { code } = await ask(visitor, got(endpoint, row.id));
          expect([row, code]).toEqual([row, open ? (visible ? 'OK' : 'NOT_FOUND') : 'FORBIDDEN']);
          for (const route of routesOf(endpoint, 'entity')) {
            const { status } = await request(visitor, route.path.replace('{id}', String(row.id)));
            expect([route.path, status]).toEqual([route.path, open ? (visible ? 200 : 404) : 403]);
          }
        }
      });

      it.each([...pick('update'), ...pick('delete')])('%s changes visible rows only', async (_, endpoint) => {
        for (const row of typeOf(endpoint).rows) {
          const { code } = await ask(visitor, changed(endpoint, row.id));
          // Every user can change their own name.
          const self = endpoint.name === 'updateUser' && row.id === ownUser();
          const expected = self
            ? 'CONFLICT'
            : !entitled(endpoint, visitor)
              ? 'FORBIDDEN'
              : canSee(visitor, row)
                ? 'CONFLICT'
                : 'NOT_FOUND';
          expect([row, code]).toEqual([row, expected]);
        }
      });

      it.each([
        ...pick('list').filter(([, endpoint]) =>
          endpoint.field.args.some(({ name }) => name === 'productId'),
        ),
        ...pick('report'),
      ])('%s rejects products outside the user’s list', async (_, endpoint) => {
        if (!entitled(endpoint, visitor)) return;
        for (const productId of strange()) {
          const query =
            endpoint.kind === 'report'
              ? `{ ${endpoint.name}(productId: ${productId}) { count } }`
              : listed(endpoint, `productId: ${productId}`);
          expect(await ask(visitor, query)).toMatchObject({ code: 'FORBIDDEN', message: NO_PERMISSION });
          for (const route of routesOf(endpoint, endpoint.kind === 'report' ? 'report' : 'list')) {
            for (const path of [route.path, `${route.path}/download/csv`]) {
              const { status, body } = await request(visitor, `${path}/?product_id=${productId}`);
              expect([path, status, body._message]).toEqual([path, 403, [NO_PERMISSION]]);
            }
          }
        }
      });

      it.each([...pick('list'), ...pick('report')])(
        '%s rejects filters by hidden rows',
        async (_, endpoint) => {
          if (!entitled(endpoint, visitor)) return;
          for (const [filter, type] of referringFilters(endpoint)) {
            const hidden = (types[type]?.rows ?? [])
              .filter((row) => !canSee(visitor, row))
              .map(({ id }) => id);
            for (const id of [...hidden, 987_654]) {
              const query =
                endpoint.kind === 'report'
                  ? `{ ${endpoint.name}(productId: ${own()}, filters: { ${filter}: [${id}] }) { count } }`
                  : listed(endpoint, `filter: { ${filter}: [${id}] }`);
              expect([filter, id, await ask(visitor, query)]).toMatchObject([
                filter,
                id,
                { code: 'FORBIDDEN', message: NO_CONDITIONS },
              ]);
            }
          }
        },
      );
    });

    it('opens the keys of a product to its ADMIN and MANAGER only', async () => {
      const { open, closed, foreign } = api.world;
      const [admin, manager, analyst, agency, stranger] = callers as [Caller, Caller, Caller, Caller, Caller];
      const expected: [Caller, number, number][] = [
        [admin, open.product, 200],
        [admin, closed.product, 200],
        [admin, foreign.product, 404],
        [manager, open.product, 200],
        [manager, closed.product, 404],
        [manager, foreign.product, 404],
        [analyst, open.product, 403],
        [agency, open.product, 403],
        [stranger, open.product, 404],
      ];
      for (const [caller, id, status] of expected) {
        expect([caller.name, id, (await request(caller, `/products/${id}/api-keys/`)).status]).toEqual([
          caller.name,
          id,
          status,
        ]);
        const created = await api.rest(`/products/${id}/api-keys/`, {
          body: { name: 'x' },
          token: await token(caller),
        });
        expect(created.status).toBe(status === 200 ? 201 : status);
      }
      const removed = await api.rest(`/products/${open.product}/api-keys/${foreign.apiKey}`, {
        method: 'DELETE',
        token: await token(admin),
      });
      expect(removed.status).toBe(404);
    });

    it.each(callers.map((caller) => [caller.name, caller] as const))(
      'selections of %s contain the visible rows',
      async (_, caller) => {
        const { body } = await request(caller, '/users/me/');
        const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort();
        const own = caller.role === 4 ? [api.world.agencies[0]] : undefined;
        const kinds = {
          product: 'Product',
          asp: 'Asp',
          ad: 'Ad',
          redirect: 'Redirect',
          cv_setting: 'CvSetting',
          ad_category: 'AdCategory',
          ad_type: 'AdType',
          agency: 'Agency',
        };
        for (const [kind, type] of Object.entries(kinds)) {
          const seen = (types[type]?.rows ?? [])
            .filter((row) => canSee(caller, row))
            .map(({ id }) => Number(id));
          expect([kind, ids(body.selections[kind])]).toEqual([
            kind,
            (kind === 'agency' && own ? own : seen).sort(),
          ]);
        }
        const refused = await ask(caller, `{ me { selections(productId: 987654) { ad { id } } } }`);
        expect(refused).toMatchObject({ code: 'FORBIDDEN', message: NO_PERMISSION });
      },
    );
  });
});
