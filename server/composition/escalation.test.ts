import { RoleType, type Right, type RightKey } from '../../shared/catalog';
import { onEachDatabase } from '../db/testing/databases';
import { startApi, type Answer, type ApiServer, type Json } from './testing/api-server';
import { PASSWORD } from './testing/api-world';

jest.setTimeout(240_000);

const NEW = 'Another-Password1';
const { ADMIN, MANAGER, ANALYST, AGENCY } = RoleType;

onEachDatabase((dialect) => {
  describe('widened roles', () => {
    let api: ApiServer;
    let admin: string;
    let ids: Record<string, number>;
    const call = (method: string, path: string, body: unknown, token: string): Promise<Answer> =>
      api.rest(path, { method, body, token });
    const widen = async (role_type: RoleType, rights: Partial<Record<RightKey, Right>>): Promise<void> =>
      expect((await call('PUT', '/roles/', { role_type, rights }, admin)).status).toBe(200);
    const code = async (mutation: string, token: string): Promise<string> =>
      ((await api.graphql(`mutation { ${mutation} }`, { token })).body.errors?.[0]?.extensions.code as
        string | undefined) ?? 'OK';

    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      const { users, open, closed, agencies } = api.world;
      const make = async (name: string, more: object): Promise<number> =>
        (
          await call(
            'POST',
            '/users/',
            {
              user_name: name,
              email: `${name}@alpha.example`,
              password: PASSWORD,
              product_ids: [open.product],
              ...more,
            },
            admin,
          )
        ).body.id;
      ids = {
        ...users,
        secondAdmin: await make('second', { role_type: ADMIN }),
        wide: await make('wide', { role_type: MANAGER, product_ids: [open.product, closed.product] }),
        peer: await make('peer', { role_type: MANAGER }),
        colleague: await make('colleague', { role_type: ANALYST }),
        mate: await make('mate', { role_type: AGENCY, agency_id: agencies[0] }),
        rival: await make('rival', { role_type: AGENCY, agency_id: agencies[1] }),
        invalid: await make('invalid', { role_type: ADMIN, status: false }),
      };
      for (const role of [MANAGER, ANALYST, AGENCY]) await widen(role, { users: 'edit', roles: 'edit' });
    });
    afterAll(() => api.stop());

    /** Users that each widened role can change; all others have more rights. */
    const changeable: Record<string, string[]> = {
      'manager@alpha.example': ['peer', 'analyst', 'colleague', 'agency', 'mate', 'rival'],
      // An analyst can't edit ads, unlike an agency.
      'analyst@alpha.example': ['colleague'],
      'agency@alpha.example': ['mate'],
    };
    const everybody = [
      'admin',
      'secondAdmin',
      'invalid',
      'wide',
      'manager',
      'peer',
      'analyst',
      'colleague',
      'agency',
      'mate',
      'rival',
    ];
    const cells = Object.keys(changeable).flatMap((email) =>
      everybody
        .filter((name) => !email.startsWith(`${name}@`) && !changeable[email]?.includes(name))
        .map((name) => [email, name] as const),
    );
    const stored = async (): Promise<Json> => api.database.db.read('SELECT * FROM app_user ORDER BY id');

    it.each(cells)("%s can't change %s", async (email, name) => {
      const token = await api.tokenOf(email);
      const at = `/users/${ids[name]}`;
      const mutate = (mutation: string) => code(mutation, token);
      const before = await stored();
      const sessions = await api.database.db.read('SELECT id, revoked_at FROM refresh_token ORDER BY id');
      const attempts: [string, number | string][] = [
        ['name', (await call('PATCH', `${at}/`, { user_name: 'x' }, token)).status],
        [
          'role',
          (await call('PATCH', `${at}/`, { role_type: AGENCY, agency_id: api.world.agencies[0] }, token))
            .status,
        ],
        [
          'products',
          (await call('PATCH', `${at}/`, { product_ids: [api.world.open.product] }, token)).status,
        ],
        ['status', (await call('PATCH', `${at}/`, { status: false }, token)).status],
        ['password', (await call('PATCH', `${at}/password/`, { password: NEW }, token)).status],
        ['sessions', (await call('GET', `${at}/sessions/`, undefined, token)).status],
        ['delete', (await call('DELETE', `${at}/`, undefined, token)).status],
      ];
      expect(attempts.filter(([, status]) => status !== 403)).toEqual([]);
      expect([
        await mutate(`updateUser(id: ${ids[name]}, input: { userName: "x" }) { id }`),
        await mutate(
          `updateUsers(ids: [${ids[changeable[email]?.[0] ?? '']}, ${ids[name]}], input: { status: false })`,
        ),
        await mutate(`changePassword(userId: ${ids[name]}, password: "${NEW}") { id }`),
        await mutate(`deleteUser(id: ${ids[name]})`),
        await mutate(`revokeOtherSessions(userId: ${ids[name]})`),
      ]).toEqual(Array.from({ length: 5 }, () => 'FORBIDDEN'));
      expect(await stored()).toEqual(before);
      expect(await api.database.db.read('SELECT id, revoked_at FROM refresh_token ORDER BY id')).toEqual(
        sessions,
      );
    });

    it.each(
      Object.entries(changeable).flatMap(([email, names]) => names.map((name) => [email, name] as const)),
    )('%s can rename %s', async (email, name) => {
      expect(
        (await call('PATCH', `/users/${ids[name]}/`, { user_name: `by ${email}` }, await api.tokenOf(email)))
          .status,
      ).toBe(200);
    });

    it("can't revoke a session of a user with more rights by its id", async () => {
      const [family] = await api.database.db.read<{ family: string }>(
        'SELECT family FROM refresh_token WHERE user_id = ?',
        [ids.admin as number],
      );
      const token = await api.tokenOf('manager@alpha.example');
      expect((await call('DELETE', `/sessions/${family?.family}/`, undefined, token)).status).toBe(403);
    });

    it.each<[string, string, object, string[]]>([
      ['an AGENCY makes itself MANAGER', 'agency', { role_type: MANAGER }, ['role_type']],
      ['an AGENCY leaves its agency', 'agency', { agency_id: 'rivals' }, ['agency_id']],
      ['an ANALYST makes itself MANAGER', 'analyst', { role_type: MANAGER }, ['role_type']],
      ['a MANAGER makes itself ADMIN', 'manager', { role_type: ADMIN }, ['role_type']],
      ['a MANAGER takes a product', 'manager', { product_ids: 'closed' }, ['product_ids']],
    ])(
      '%s: rejected for themselves, for a reachable user and for a new one',
      async (_name, who, given, fields) => {
        const { agencies, open, closed } = api.world;
        const token = await api.tokenOf(`${who}@alpha.example`);
        const values: Json = { ...given };
        if (values.agency_id) values.agency_id = agencies[1];
        if (values.product_ids) values.product_ids = [open.product, closed.product];
        const created = {
          user_name: 'n',
          email: 'n@alpha.example',
          role_type: who === 'analyst' ? ANALYST : AGENCY,
          agency_id: agencies[0],
          product_ids: [open.product],
          ...values,
        };
        for (const answer of [
          await call('PATCH', `/users/${ids[who]}/`, values, token),
          await call(
            'PATCH',
            `/users/${ids[changeable[`${who}@alpha.example`]?.at(-1) ?? '']}/`,
            values,
            token,
          ),
          await call('POST', '/users/', created, token),
        ]) {
          expect([answer.status, Object.keys(answer.body.errors)]).toEqual([403, fields]);
        }
        const input = Object.entries(values).map(
          ([name, value]) =>
            `${name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())}: ${JSON.stringify(value)}`,
        );
        expect(await code(`updateUser(id: ${ids[who]}, input: { ${input.join(', ')} }) { id }`, token)).toBe(
          'FORBIDDEN',
        );
      },
    );

    it("an AGENCY can't create an agency, which it couldn't see", async () => {
      await widen(AGENCY, { agencies: 'edit' });
      const token = await api.tokenOf('agency@alpha.example');
      const count = async (): Promise<number> =>
        (await call('GET', '/agencies/', undefined, admin)).body.count;
      const before = await count();
      expect((await call('POST', '/agencies/', { agency_name: 'new' }, token)).status).toBe(403);
      expect(await code('createAgency(input: { agencyName: "new" }) { id }', token)).toBe('FORBIDDEN');
      expect(await count()).toBe(before);
      expect(
        (await call('PATCH', `/agencies/${api.world.agencies[0]}/`, { agency_desc: 'own' }, token)).status,
      ).toBe(200);
      await widen(AGENCY, { agencies: 'none' });
    });

    it("can't grant a missing right or narrow a role that has one", async () => {
      const [manager, analyst, agency] = await Promise.all(
        ['manager', 'analyst', 'agency'].map((name) => api.tokenOf(`${name}@alpha.example`)),
      );
      const put = async (
        token: string | undefined,
        role_type: RoleType,
        rights: object,
      ): Promise<[number, string[]]> => {
        const { status, body } = await call('PUT', '/roles/', { role_type, rights }, token ?? '');
        return [status, Object.keys(body.errors ?? {})];
      };
      const refused = (field: string): [number, string[]] => [403, [field]];
      const read = async (): Promise<Json> => (await call('GET', '/roles/', undefined, admin)).body.results;
      const before = await read();
      expect(await put(manager, MANAGER, { audit: 'view' })).toEqual(refused('rights'));
      expect(await put(manager, ANALYST, { companies: 'edit' })).toEqual(refused('rights'));
      expect(await put(manager, ADMIN, { ads: 'none' })).toEqual(refused('role_type'));
      expect(await put(analyst, MANAGER, { ads: 'none' })).toEqual(refused('role_type'));
      expect(await put(analyst, ANALYST, { ads: 'edit' })).toEqual(refused('rights'));
      expect(await put(agency, ANALYST, { ads: 'none' })).toEqual(refused('role_type'));
      expect(await put(agency, AGENCY, { asps: 'view' })).toEqual(refused('rights'));
      expect(
        await code(
          `updateRoles(roles: [{ roleType: 4, rights: [{ menu: "ads", level: NONE }] }, { roleType: 2, rights: [{ menu: "audit", level: EDIT }] }]) { version }`,
          agency ?? '',
        ),
      ).toBe('FORBIDDEN');
      expect(await read()).toEqual(before);
      // A MANAGER can grant their own rights.
      expect((await put(manager, ANALYST, { ads: 'edit' }))[0]).toBe(200);
      expect((await put(manager, ANALYST, { ads: 'view' }))[0]).toBe(200);
      expect(await put(undefined, MANAGER, {})).toEqual([401, []]);
    });
  });
});
