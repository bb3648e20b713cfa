import pino from 'pino';
import { allows, grantOf } from '../../shared/catalog';
import { onEachDatabase } from '../db/testing/databases';
import { buildApiSchema } from '../graphql/schema';
import { routes, type Route } from '../rest/routes';
import { startApi, type Answer, type ApiServer, type Json } from './testing/api-server';
import {
  apart,
  doorsOf,
  maySee,
  referringFilters,
  typeDoors,
  visitors,
  type Door,
  type TypeDoor,
  type Visitor,
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
const product = { ads: [], redirects: [], refused: [], results: [], queued: [], further: {} };
const { doors, unknown } = doorsOf(
  schema,
  typeDoors({ ...shapeWorld, open: product, closed: product, foreign: product } as unknown as ApiWorld),
);

describe('endpoint matrix', () => {
  it('covers every operation', () => {
    expect(unknown).toEqual([]);
  });
  it('covers every route', () => {
    const known = [...doors.map(({ name }) => name), ...apart];
    expect(routes.filter(({ operation }) => !known.includes(operation)).map(({ path }) => path)).toEqual([]);
  });
});

onEachDatabase((dialect) => {
  describe('endpoints', () => {
    let api: ApiServer;
    let types: Record<string, TypeDoor>;
    beforeAll(async () => {
      api = await startApi(dialect);
      types = typeDoors(api.world);
    });
    afterAll(() => api.stop());

    const token = (visitor: Visitor | null) => (visitor ? api.tokenOf(visitor.email) : null);
    const typeOf = (door: Door): TypeDoor => types[door.type] ?? { menu: 'analyze', rows: [] };
    const entitled = (door: Door, visitor: Visitor) =>
      allows(
        grantOf(typeOf(door).menu, visitor.role),
        ['create', 'update', 'delete'].includes(door.kind) ? 'edit' : 'view',
      );
    const routesOf = (door: Door, answer: Route['answer']) =>
      routes.filter(
        (route) => route.operation === door.name && route.answer === answer && route.method === 'get',
      );

    /** Code of the first error, or OK. */
    const ask = async (
      visitor: Visitor | null,
      query: string,
    ): Promise<{ code: string; message: string; data: Json }> => {
      const { body } = await api.graphql(query, { token: await token(visitor) });
      const [error] = body.errors ?? [];
      return { code: error?.extensions.code ?? 'OK', message: error?.message ?? '', data: body.data };
    };
    const knock = async (visitor: Visitor | null, path: string): Promise<Answer> =>
      api.rest(path, { token: await token(visitor) });

    const listed = (door: Door, args = '') =>
      `{ ${door.name}(pageSize: 9999${args && `, ${args}`}) { results { id } } }`;
    const idOf = (door: Door, id: number | string) =>
      door.field.args.some(({ name, type }) => name === 'id' && type.toString() === 'String!')
        ? JSON.stringify(String(id))
        : id;
    const got = (door: Door, id: number | string) => `{ ${door.name}(id: ${idOf(door, id)}) { id } }`;
    const changed = (door: Door, id: number | string) =>
      door.kind === 'update'
        ? `mutation { ${door.name}(id: ${id}, input: { version: 999999 }) { id } }`
        : door.kind === 'delete'
          ? `mutation { ${door.name}(id: ${id}, version: 999999) }`
          : `mutation { ${door.name}(input: {}) { id } }`;
    const anyQuery = (door: Door): string => {
      if (door.kind === 'list') return listed(door);
      if (door.kind === 'report') return `{ ${door.name}(productId: ${api.world.open.product}) { count } }`;
      const [row] = typeOf(door).rows;
      return door.kind === 'get' ? got(door, row?.id ?? 0) : changed(door, row?.id ?? 0);
    };
    const anyPath = (route: Route): string => {
      const door = doors.find(({ name }) => name === route.operation);
      const [row] = door ? typeOf(door).rows : [];
      return `${route.path.replace(/\{\w+\}/g, String(row?.id ?? api.world.open.product))}?product_id=${api.world.open.product}`;
    };

    it.each(doors.map((door) => [door.name, door] as const))(
      '%s requires a token',
      async (_, door) => {
        expect((await ask(null, anyQuery(door))).code).toBe('UNAUTHENTICATED');
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
        expect((await knock(null, `${route.path}/download/${kind}/?product_id=1`)).status).toBe(401);
      }
    });

    describe.each(visitors.map((visitor) => [visitor.name, visitor] as const))('%s', (_name, visitor) => {
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
      const pick = (kind: Door['kind']) =>
        doors.filter((door) => door.kind === kind).map((door) => [door.name, door] as const);

      it.each(doors.map((door) => [door.name, door] as const))(
        '%s requires the role’s right',
        async (_, door) => {
          const { code } = await ask(visitor, anyQuery(door));
          if (entitled(door, visitor))
            expect(['OK', 'NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT', 'FORBIDDEN']).toContain(code);
          else expect(code).toBe('FORBIDDEN');
        },
      );

      it.each(pick('list'))('%s lists exactly the visible rows', async (_, door) => {
        const { code, data } = await ask(visitor, listed(door));
        const seen = typeOf(door)
          .rows.filter((row) => maySee(visitor, row))
          .map(({ id }) => id);
        if (entitled(door, visitor))
          expect(data[door.name].results.map((row: { id: unknown }) => row.id).sort()).toEqual(
            [...seen].sort(),
          );
        else expect(code).toBe('FORBIDDEN');
        for (const route of routesOf(door, 'list')) {
          const { status, body } = await knock(visitor, `${route.path}/?page_size=9999`);
          expect(status).toBe(entitled(door, visitor) ? 200 : 403);
          if (status === 200)
            expect(body.results.map((row: { id: unknown }) => row.id).sort()).toEqual([...seen].sort());
          const file = await knock(visitor, `${route.path}/download/csv/?columns=id`);
          const lines = String(file.body).replace('\uFEFF', '').trim().split('\r\n').slice(1);
          if (entitled(door, visitor)) expect(lines.sort()).toEqual(seen.map(String).sort());
          else expect(file.status).toBe(403);
        }
      });

      it.each(pick('get'))('%s returns visible rows and NOT_FOUND for all others', async (_, door) => {
        for (const row of [
          ...typeOf(door).rows,
          { id: 987_654, company: 'alpha', product: 'closed' } as const,
        ]) {
          const visible = row.id !== 987_654 && maySee(visitor, row);
          // Every user can read their own account.
          const open = entitled(door, visitor) || (door.name === 'user' && row.id === ownUser());
          const { code } = await ask(visitor, got(door, row.id));
          expect([row, code]).toEqual([row, open ? (visible ? 'OK' : 'NOT_FOUND') : 'FORBIDDEN']);
          for (const route of routesOf(door, 'entity')) {
            const { status } = await knock(visitor, route.path.replace('{id}', String(row.id)));
            expect([route.path, status]).toEqual([route.path, open ? (visible ? 200 : 404) : 403]);
          }
        }
      });

      it.each([...pick('update'), ...pick('delete')])(
        '%s changes visible rows only',
        async (_, door) => {
          for (const row of typeOf(door).rows) {
            const { code } = await ask(visitor, changed(door, row.id));
            // Every user can change their own name.
            const self = door.name === 'updateUser' && row.id === ownUser();
            const expected = self
              ? 'CONFLICT'
              : !entitled(door, visitor)
                ? 'FORBIDDEN'
                : maySee(visitor, row)
                  ? 'CONFLICT'
                  : 'NOT_FOUND';
            expect([row, code]).toEqual([row, expected]);
          }
        },
      );

      it.each([
        ...pick('list').filter(([, door]) => door.field.args.some(({ name }) => name === 'productId')),
        ...pick('report'),
      ])('%s rejects products outside the user’s list', async (_, door) => {
        if (!entitled(door, visitor)) return;
        for (const productId of strange()) {
          const query =
            door.kind === 'report'
              ? `{ ${door.name}(productId: ${productId}) { count } }`
              : listed(door, `productId: ${productId}`);
          expect(await ask(visitor, query)).toMatchObject({ code: 'FORBIDDEN', message: NO_PERMISSION });
          for (const route of routesOf(door, door.kind === 'report' ? 'report' : 'list')) {
            for (const path of [route.path, `${route.path}/download/csv`]) {
              const { status, body } = await knock(visitor, `${path}/?product_id=${productId}`);
              expect([path, status, body._message]).toEqual([path, 403, [NO_PERMISSION]]);
            }
          }
        }
      });

      it.each([...pick('list'), ...pick('report')])(
        '%s rejects filters by hidden rows',
        async (_, door) => {
          if (!entitled(door, visitor)) return;
          for (const [filter, type] of referringFilters(door)) {
            const hidden = (types[type]?.rows ?? [])
              .filter((row) => !maySee(visitor, row))
              .map(({ id }) => id);
            for (const id of [...hidden, 987_654]) {
              const query =
                door.kind === 'report'
                  ? `{ ${door.name}(productId: ${own()}, filters: { ${filter}: [${id}] }) { count } }`
                  : listed(door, `filter: { ${filter}: [${id}] }`);
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
      const [admin, manager, analyst, agency, stranger] = visitors as [
        Visitor,
        Visitor,
        Visitor,
        Visitor,
        Visitor,
      ];
      const expected: [Visitor, number, number][] = [
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
      for (const [visitor, id, status] of expected) {
        expect([visitor.name, id, (await knock(visitor, `/products/${id}/api-keys/`)).status]).toEqual([
          visitor.name,
          id,
          status,
        ]);
        const made = await api.rest(`/products/${id}/api-keys/`, {
          body: { name: 'x' },
          token: await token(visitor),
        });
        expect(made.status).toBe(status === 200 ? 201 : status);
      }
      const removed = await api.rest(`/products/${open.product}/api-keys/${foreign.apiKey}`, {
        method: 'DELETE',
        token: await token(admin),
      });
      expect(removed.status).toBe(404);
    });

    it.each(visitors.map((visitor) => [visitor.name, visitor] as const))(
      'selections of %s contain the visible rows',
      async (_, visitor) => {
        const { body } = await knock(visitor, '/users/me/');
        const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort();
        const own = visitor.role === 4 ? [api.world.agencies[0]] : undefined;
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
            .filter((row) => maySee(visitor, row))
            .map(({ id }) => Number(id));
          expect([kind, ids(body.selections[kind])]).toEqual([
            kind,
            (kind === 'agency' && own ? own : seen).sort(),
          ]);
        }
        const refused = await ask(visitor, `{ me { selections(productId: 987654) { ad { id } } } }`);
        expect(refused).toMatchObject({ code: 'FORBIDDEN', message: NO_PERMISSION });
      },
    );
  });
});
