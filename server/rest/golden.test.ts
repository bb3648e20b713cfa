import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { derivedFields, golden, is, type Kind, logs } from './testing/sample';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('REST as the specification defines it', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const call = (method: string, path: string, body?: unknown) => api.rest(path, { method, body, token });
    const rows = async (path: string): Promise<Json[]> =>
      (await call('GET', `${path}/?page_size=9999`)).body.results;
    const wrongFields = (row: Json, fields: Record<string, Kind>) =>
      Object.entries(fields)
        .filter(
          ([name, kind]) =>
            !(row[name] === null ? kind.endsWith('?') : is[kind.replace('?', '')]?.(row[name])),
        )
        .map(([name]) => `${name}=${JSON.stringify(row[name])}`);

    it.each([...golden, ...logs].map((one) => [one.path, one] as const))(
      '%s has exactly these fields of these types, in lists and alone',
      async (path, { fields, alone = [] }) => {
        const listed = await rows(path);
        expect(listed.length).toBeGreaterThan(0);
        for (const row of listed) {
          expect(Object.keys(row).sort()).toEqual(Object.keys(fields).sort());
          expect(wrongFields(row, fields)).toEqual([]);
          const { body } = await call('GET', `${path}/${row.id}`);
          expect(Object.fromEntries(Object.entries(body).filter(([name]) => !alone.includes(name)))).toEqual(
            row,
          );
          for (const name of alone) expect(body).toHaveProperty(name);
        }
      },
    );

    it.each(logs.map((one) => [one.path, one] as const))(
      '%s can be filtered by the values of its rows',
      async (path, { fields }) => {
        const all = await rows(path);
        const { parameters } = (await api.rest('/openapi.json')).body.paths[`${path}/`].get;
        const names = Object.keys(fields).filter(
          (name) =>
            parameters.some((one: Json) => one.name === name) ||
            (/^(id|interaction_id|access_id|reference_id|conversion_id)$/.test(name) &&
              String(all[0][name]) === String(all[0].id)),
        );
        expect(names.length).toBeGreaterThan(4);
        for (const name of names) {
          for (const value of new Set(
            all.map((row) => row[name]).filter((one) => one !== null && !String(one).includes(',')),
          )) {
            const filtered = (
              await call('GET', `${path}/?page_size=9999&${new URLSearchParams({ [name]: String(value) })}`)
            ).body;
            expect([name, value, filtered.results?.map(({ id }: Json) => id).sort()]).toEqual([
              name,
              value,
              all
                .filter((row) => row[name] === value)
                .map(({ id }) => id)
                .sort(),
            ]);
          }
        }
        const analyst = await api.tokenOf('analyst@alpha.example');
        expect((await api.rest(`${path}/?ip_address=203.0.113.9`, { token: analyst })).status).toBe(
          'ip_address' in fields ? 403 : 200,
        );
      },
    );

    describe.each(golden.map((one) => [one.path, one] as const))(
      '%s',
      (path, { verbs, sort, ofProduct, fields }) => {
        it('has the methods of the specification and PATCH beside PUT, with and without a trailing slash', async () => {
          const [row] = await rows(path);
          for (const [at, allowed] of [
            [path, verbs[0]],
            [`${path}/${row.id}`, verbs[1]],
          ] as const) {
            for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
              for (const slash of ['', '/']) {
                // An unreadable body shows that the method exists.
                const { status } = await api.rest(`${at}${slash}`, {
                  method,
                  token,
                  ...(method === 'GET' ? {} : { raw: '[]' }),
                });
                expect([method, at + slash, status]).toEqual([
                  method,
                  at + slash,
                  !allowed.split(' ').includes(method) ? 405 : method === 'GET' ? 200 : 400,
                ]);
              }
            }
          }
          expect(await rows(path)).toContainEqual(row);
        });

        // rule: limits-03
        it('pages rows, with at most 9999 per page', async () => {
          const all = await rows(path);
          expect((await call('GET', `${path}/?page=99999&page_size=1`)).body).toEqual({
            results: [],
            count: all.length,
            page: 99_999,
            page_size: 1,
          });
          expect((await call('GET', path)).body).toMatchObject({ count: all.length, page: 1, page_size: 30 });
          for (const [query, field] of [
            ['page_size=10000', 'page_size'],
            ['page_size=0', 'page_size'],
            ['page_size=-1', 'page_size'],
            ['page=0', 'page'],
            ['page=x', 'page'],
            ['sortName=nothing', 'sortName'],
            ['sortAsc=up', 'sortAsc'],
          ] as const) {
            expect([query, await call('GET', `${path}/?${query}`)]).toEqual([
              query,
              expect.objectContaining({
                status: 400,
                body: {
                  _message: [expect.any(String)],
                  errors: { [field]: [expect.any(String)] },
                  request_id: expect.any(String),
                },
              }),
            ]);
          }
        });

        it('sorts both ways, accepts 1 and 0 as booleans, and ignores unknown parameters', async () => {
          const sorted = async (query: string) =>
            (await call('GET', `${path}/?${query}`)).body.results.map(({ id }: Json) => id);
          const up = await sorted(`sortName=${sort}&sortAsc=true`);
          expect(await sorted(`sortName=${sort}&sortAsc=1`)).toEqual(up);
          expect(await sorted(`sortName=${sort}&sortAsc=false`)).toEqual(
            await sorted(`sortName=${sort}&sortAsc=0`),
          );
          expect([...up].sort()).toEqual((await rows(path)).map(({ id }) => id).sort());
          expect(await sorted('colour=red&keyword=&page=&sortName=&sortAsc=')).toEqual(await sorted(''));
        });

        it('filters by every value of its rows, including 0 and false, one or several', async () => {
          const all = await rows(path);
          const values = Object.keys(fields).filter(
            (name) => !derivedFields.test(name) && !(path === '/cv_settings' && name === 'cv_tag'),
          );
          for (const name of values) {
            for (const value of new Set([
              ...all.map((row) => row[name]),
              ...(fields[name] === 'b' ? [true, false] : fields[name] === 'n?' ? [0] : []),
            ])) {
              // No id is 0, nor is any method of results.
              if (value === null || (value === 0 && /_id$|^result_method$/.test(name))) continue;
              const filtered = (
                await call('GET', `${path}/?page_size=9999&${new URLSearchParams({ [name]: String(value) })}`)
              ).body;
              expect([name, value, filtered.results?.map(({ id }: Json) => id).sort()]).toEqual([
                name,
                value,
                all
                  .filter((row) => row[name] === value)
                  .map(({ id }) => id)
                  .sort(),
              ]);
              if (fields[name] === 'b')
                expect((await call('GET', `${path}/?${name}=0,true`)).body.count).toBe(all.length);
            }
          }
        });

        it('returns nothing for unknown, hidden and impossible ids', async () => {
          const beta = await api.tokenOf('admin@beta.example');
          const theirs: Json[] = (await api.rest(`${path}/`, { token: beta })).body.results;
          for (const id of [
            987_654,
            theirs[0].id,
            'abc',
            '0',
            '-1',
            '1.5',
            '1e1',
            '99999999999',
            '%E3%81%82',
            '%E3',
          ]) {
            const { status, body } = await call('GET', `${path}/${id}/`);
            expect([id, status, body]).toEqual([
              id,
              404,
              { _message: ['404 Not Found'], request_id: expect.any(String) },
            ]);
            for (const method of verbs[1].split(' ').slice(1)) {
              expect([
                method,
                id,
                (await call(method, `${path}/${id}/`, method === 'DELETE' ? undefined : {})).status,
              ]).toEqual([method, id, 404]);
            }
          }
          for (const product of [api.world.foreign.product, 987_654]) {
            for (const query of [
              `product_id=${product}`,
              `product_id=${api.world.open.product},${product}`,
              `product_id=${api.world.open.product}&product_id=${product}`,
            ]) {
              expect(await call('GET', `${path}/?${query}`)).toMatchObject({
                status: 403,
                body: { _message: ['no permission to view the data'] },
              });
              expect((await call('GET', `${path}/download/csv/?${query}`)).status).toBe(403);
            }
          }
          if (!ofProduct) return;
          for (const product of [api.world.foreign.product, 987_654]) {
            expect((await call('POST', `${path}/`, { product_id: product })).status).toBe(403);
          }
          const { open, closed } = api.world;
          const several = [
            `product_id=${open.product},${closed.product}`,
            `product_id=${open.product}&product_id=${closed.product}`,
          ];
          const [one, other] = await Promise.all(
            [open, closed].map(
              async ({ product }) => (await call('GET', `${path}/?product_id=${product}`)).body.count,
            ),
          );
          for (const query of several)
            expect((await call('GET', `${path}/?${query}`)).body.count).toBe(one + other);
          expect((await call('GET', `${path}/?product_id=x`)).body.errors).toHaveProperty('product_id');
        });

        it('rejects invalid bodies without changing anything', async () => {
          const before = await rows(path);
          const [method = '', at = ''] = verbs[0].includes('POST')
            ? ['POST', path]
            : ['PUT', `${path}/${before[0].id}`];
          const change = verbs[1].split(' ')[1] as string;
          const bodies: [string, Record<string, string>][] = [
            ['{"title":', {}],
            ['[]', {}],
            ['null', {}],
            ['"text"', {}],
            ['1', {}],
            ['title=x', { 'content-type': 'application/x-www-form-urlencoded' }],
            ['{}', { 'content-type': 'text/plain' }],
            [`{"x":"${'x'.repeat(9_000_000)}"}`, {}],
          ];
          for (const [raw, headers] of bodies) {
            for (const [verb, where] of [
              [method, at],
              [change, `${path}/${before[0].id}`],
            ] as const) {
              const { status, body } = await api.rest(where, { method: verb, raw, headers, token });
              const isTooLarge = raw.length > 1_000_000;
              expect([raw.slice(0, 20), verb, status, Object.keys(body).sort()]).toEqual([
                raw.slice(0, 20),
                verb,
                isTooLarge ? 413 : 400,
                ['_message', ...(isTooLarge ? [] : ['errors']), 'request_id'],
              ]);
            }
          }
          expect(await rows(path)).toEqual(before);
        });

        it('checks the version only if it is sent', async () => {
          const [row] = await rows(path);
          const change = verbs[1].split(' ')[1] as string;
          const { version, ...unversioned } = row;
          expect((await call(change, `${path}/${row.id}`, unversioned)).body).toEqual(row);
          expect((await call(change, `${path}/${row.id}`, { ...row, version: null })).body).toEqual(row);
          expect(await call(change, `${path}/${row.id}`, { ...row, version: version + 1 })).toMatchObject({
            status: 409,
            body: { errors: { version: [expect.any(String)] } },
          });
          for (const odd of ['x', 1.5, {}])
            expect([odd, (await call(change, `${path}/${row.id}`, { ...row, version: odd })).status]).toEqual(
              [odd, 400],
            );
        });
      },
    );
  });
});
