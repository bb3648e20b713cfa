import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer, type Json } from './testing/api-server';

jest.setTimeout(120_000);

/** Values in the test's logs that masked roles must never see. */
const secrets = {
  user_id: 'himitsu-customer',
  args: 'himitsu-order=7',
  other_key1: 'himitsu-one',
  other_key2: 'himitsu-two',
  other_key3: 'himitsu-three',
  ip_address: '198.51.100.77',
} as const;
const content = 'himitsu-content';
const masked = {
  interactions: ['ip_address'],
  ads: ['ip_address'],
  accesses: ['ip_address'],
  references: [],
  conversions: Object.keys(secrets),
  results: ['user_id', 'ip_address'],
} as const;
type Log = keyof typeof masked;
const logs = Object.keys(masked) as Log[];
const cells = logs.flatMap((log) =>
  masked[log].map((field) => [log, field as keyof typeof secrets] as const),
);
const camel = (name: string): string =>
  name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

onEachDatabase((dialect) => {
  describe('masked roles', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
      await api.database.db.write(async (tx) => {
        await tx.execute(
          'UPDATE conversion SET user_id = ?, args = ?, other_key1 = ?, other_key2 = ?, other_key3 = ?, ip = ?',
          Object.values(secrets),
        );
        await tx.execute("UPDATE postback SET url = 'https://asp.example/himitsu-customer'");
        for (const table of ['interaction', 'access'])
          await tx.execute(`UPDATE ${table} SET ip = ?`, [secrets.ip_address]);
      });
    });
    afterAll(() => api.stop());
    const get = async (email: string, path: string) => api.rest(path, { token: await api.tokenOf(email) });

    it('shows everything to other roles, in filters and sorting too', async () => {
      for (const [log, field] of cells) {
        const { body } = await get(
          'manager@alpha.example',
          `/logs/${log}/?${new URLSearchParams({ [field]: secrets[field], sortName: field })}`,
        );
        expect([log, field, body.count > 0, body.results[0]?.[field]]).toEqual([
          log,
          field,
          true,
          secrets[field],
        ]);
      }
    });

    it('shows rejected events with their origin to unmasked roles, hides them from searches of masked roles, and hides them from agencies', async () => {
      const rows = async (email: string, query = '') => {
        const { status, body } = await get(email, `/logs/refused_events/${query}`);
        return status === 200 ? (body.results as Json[]).map((row) => [row.content, row.ip_address]) : status;
      };
      await api.database.db.write((tx) =>
        tx.execute('UPDATE bad_event SET text = ?, ip = ?', [content, secrets.ip_address]),
      );
      const seen = [content, secrets.ip_address];
      expect(
        await rows('manager@alpha.example', `?content_contains=MITSU-C&ip_address=198.51.100.0/24`),
      ).toEqual([seen, seen]);
      expect(await rows('manager@alpha.example', '?keyword=himitsu')).toEqual([seen, seen]);
      expect(await rows('analyst@alpha.example')).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(await rows('analyst@alpha.example', '?keyword=himitsu')).toEqual([]);
      for (const query of [
        '?content=x',
        '?content_contains=x',
        '?ip_address=198.51.100.77',
        '?sortName=content',
      ]) {
        expect([query, await rows('analyst@alpha.example', query)]).toEqual([query, 403]);
      }
      for (const layout of ['data', 'document']) {
        expect(
          (await get('manager@alpha.example', `/logs/refused_events/download/csv/?layout=${layout}`)).body,
        ).toMatch(/himitsu[^]*198\.51/);
        expect(
          (await get('analyst@alpha.example', `/logs/refused_events/download/csv/?layout=${layout}`)).body,
        ).not.toMatch(/himitsu|198\.51/);
      }
      expect(await rows('agency@alpha.example')).toEqual([]);
    });

    describe.each(['analyst@alpha.example', 'agency@alpha.example'])('%s', (email) => {
      it.each(logs)('hides the values in %s of lists, details and files', async (log) => {
        const list = await get(email, `/logs/${log}/`);
        expect(list.body.results.length).toBeGreaterThan(0);
        const detail = await get(email, `/logs/${log}/${list.body.results[0].id}/`);
        expect(detail.status).toBe(200);
        const csv = await get(email, `/logs/${log}/download/csv/`);
        const filed = await get(email, `/logs/${log}/download/csv/?layout=document`);
        expect([
          csv.status,
          filed.status,
          String(filed.body).split('\r\n').length > String(csv.body).split('\r\n').length,
        ]).toEqual([200, 200, true]);
        for (const { body } of [list, detail, csv, filed]) {
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          expect(Object.values(secrets).filter((secret) => text.includes(secret))).toEqual([]);
          // Not even partly.
          expect(text).not.toMatch(/himitsu|198\.51/);
        }
        for (const row of [...list.body.results, detail.body] as Json[]) {
          for (const field of masked[log])
            expect([field, row[field]]).toEqual([
              field,
              field === 'user_id' ? expect.stringMatching(/^c[0-9a-f]{12}$/) : null,
            ]);
        }
      });

      it('hides the values in GraphQL', async () => {
        const { body } = await api.graphql(
          `{ interactions { results { ipAddress } } accesses { results { ipAddress } }
             conversions { results { userId args otherKey1 otherKey2 otherKey3 ipAddress } }
             results { results { userId args otherKey1 otherKey2 otherKey3 ipAddress history { reason } notifications { url attemptLog { url answer } } } }
             resultQueue { results { url } } }`,
          { token: await api.tokenOf(email) },
        );
        expect(body.errors).toBeUndefined();
        expect(JSON.stringify(body)).not.toMatch(/himitsu|198\.51/);
        // The customer code needs the product, even if it is not selected.
        const { body: rest } = await get(email, '/logs/conversions/');
        expect(body.data.conversions.results[0].userId).toBe(rest.results[0].user_id);
      });

      it.each(cells)('%s: rejects filters by, sorting by and keywords on %s', async (log, field) => {
        for (const query of [
          { [field]: secrets[field] },
          { [field]: 'a guess' },
          { sortName: field },
          { sortName: camel(field) },
        ]) {
          for (const [suffix, layout] of [
            ['', {}],
            ['/download/csv', {}],
            ['/download/csv', { layout: 'document' }],
          ] as const) {
            const { status, body } = await get(
              email,
              `/logs/${log}${suffix}/?${new URLSearchParams({ ...(query as Record<string, string>), ...layout })}`,
            );
            expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 403, [field]]);
          }
        }
        const name = log === 'ads' ? 'interactions' : log;
        for (const args of [
          `filter: { ${camel(field)}: ["${secrets[field]}"] }`,
          `sortName: "${camel(field)}"`,
        ]) {
          const { body } = await api.graphql(`{ ${name}(${args}) { count } }`, {
            token: await api.tokenOf(email),
          });
          expect(body.errors[0].extensions).toMatchObject({
            code: 'FORBIDDEN',
            fields: { [camel(field)]: [expect.any(String)] },
          });
        }
        expect(
          (await get(email, `/logs/${log}/?${new URLSearchParams({ keyword: secrets[field] })}`)).body.count,
        ).toBe(0);
        if (field === 'args')
          expect((await get(email, `/logs/${log}/?args_contains=himitsu`)).status).toBe(403);
      });
    });

    describe.each(['analyst@alpha.example', 'agency@alpha.example'])(
      'texts that can quote values, for %s',
      (email) => {
        it('hide the reasons of approvals and amendments that people wrote', async () => {
          const { db } = api.database;
          const { product, ads } = api.world.open;
          const [result] = await db.read<{ id: string }>(
            'SELECT id FROM result WHERE product_id = ? AND ad_id = ?',
            [product, ads[0]],
          );
          const path = `/logs/results/${String(result?.id)}/`;
          const reasons = async (as: string) =>
            ((await get(as, path)).body.history as Json[]).map(({ reason }) => reason as unknown);
          await db.write((tx) =>
            tx.execute('UPDATE result_history SET reason = ? WHERE result_id = ?', [
              'duplicate_order',
              result?.id ?? '',
            ]),
          );
          expect((await reasons(email))[0]).toBe('duplicate_order');
          await db.write((tx) =>
            tx.execute('UPDATE result_history SET reason = ? WHERE result_id = ?', [
              `see ${Object.values(secrets).join()}`,
              result?.id ?? '',
            ]),
          );
          expect((await reasons('manager@alpha.example'))[0]).toContain('himitsu');
          expect(JSON.stringify((await get(email, path)).body)).not.toMatch(/himitsu|198\.51\.100/);
          const { body } = await api.graphql(
            `{ result(id: "${String(result?.id)}") { history { reason } } }`,
            {
              token: await api.tokenOf(email),
            },
          );
          expect(body.data.result.history[0].reason).toBeNull();
        });
      },
    );

    it('takes the conditions on masked fields out of shared views and short links of others', async () => {
      const { product } = api.world.open;
      const masked = cells.flatMap(([, field]): [string, string][] => [
        [camel(field), secrets[field]],
        [field, secrets[field]],
      ]);
      const search = new URLSearchParams([
        ['period', 'd30'],
        ...masked,
        ['argsContains', 'himitsu'],
        ['contentContains', content],
        ['q', 'himitsu'],
        ['after', 'himitsu'],
        ['sort', '-userId'],
        ['adId', '7'],
      ]).toString();
      const token = await api.tokenOf('manager@alpha.example');
      const page = { path: '/log/cv', search, product_id: product };
      const { body: view } = await api.rest('/saved-views/', {
        token,
        body: { ...page, title: 'v', shared: true },
      });
      const link = async (by: string, state: string): Promise<string> =>
        (
          await api.graphql('mutation M($input: PageLinkInput!) { createPageLink(input: $input) { code } }', {
            token: by,
            variables: { input: { path: page.path, search: state, productId: product } },
          })
        ).body.data.createPageLink.code;
      const searchOf = async (email: string, code: string): Promise<string> =>
        (await api.graphql(`{ pageLink(code: "${code}") { search } }`, { token: await api.tokenOf(email) }))
          .body.data.pageLink.search;
      const code = await link(token, search);
      for (const one of [view.code as string, code])
        for (const [email, visible] of [
          ['manager@alpha.example', search],
          ['analyst@alpha.example', 'period=d30&adId=7'],
        ] as const)
          expect([email, await searchOf(email, one)]).toEqual([email, visible]);
      const { body: opened } = await get('analyst@alpha.example', `/saved-views/${view.code as string}/`);
      expect(opened.search).toBe('period=d30&adId=7');
      const { body: list } = await get('analyst@alpha.example', '/saved-views/');
      expect(JSON.stringify(list)).not.toContain('himitsu');
      expect(await searchOf('agency@alpha.example', code)).toBe('period=d30&adId=7');
      // A masked role's own keyword stays.
      const own = await link(await api.tokenOf('analyst@alpha.example'), 'q=own&userId=guess');
      expect(await searchOf('analyst@alpha.example', own)).toBe('q=own');
    });

    it('hides reasons in the audit trail from masked roles that may read it', async () => {
      const { db } = api.database;
      const admin = await api.tokenOf('admin@alpha.example');
      const [result] = await db.read<{ id: string }>('SELECT id FROM result WHERE product_id = ?', [
        api.world.open.product,
      ]);
      await api.rest(`/logs/results/${String(result?.id)}/`, {
        method: 'PATCH',
        token: admin,
        body: { approval_status: 2, reason: 'himitsu-customer' },
      });
      await db.write((tx) =>
        tx.execute(
          "INSERT INTO role_right (company_id, role_type, menu, level, version) SELECT company_id, 3, 'audit', 'view', 1 FROM app_user WHERE email = 'admin@alpha.example'",
        ),
      );
      const read = async (email: string) =>
        JSON.stringify((await get(email, '/audit-logs/?entity=result')).body);
      expect(await read('admin@alpha.example')).toContain('himitsu-customer');
      const seen = await read('analyst@alpha.example');
      expect(seen).toContain('Results (1)');
      expect(seen).not.toContain('himitsu');
    });

    it("lets an analyst sort by the crediting ad, but not an agency, which can't see other ads", async () => {
      for (const name of [
        'last_cv_ad_id',
        'last_cv_ad',
        'lastCvAdId$',
        'last_cv_interaction_id',
        'performance_cv_ad',
      ]) {
        const path = `/logs/conversions/?${new URLSearchParams({ sortName: name })}`;
        if (!name.endsWith('$'))
          expect([name, (await get('analyst@alpha.example', path)).status]).toEqual([name, 200]);
        expect([name, [400, 403].includes((await get('agency@alpha.example', path)).status)]).toEqual([
          name,
          true,
        ]);
      }
    });
  });
});
