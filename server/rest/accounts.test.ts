import { startApi, type ApiServer } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';
import { recordStatements } from '../db/testing/record-statements';

jest.setTimeout(60_000);

const NEW = 'Another-Password1';

onEachDatabase((dialect) => {
  describe('users and access over REST', () => {
    let api: ApiServer;
    let admin: string;
    beforeEach(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
    });
    afterEach(() => api.stop());
    const call = (method: string, path: string, body?: unknown, token: string | null = admin) =>
      api.rest(path, { method, body, token });
    const signIn = (email: string, password = PASSWORD) =>
      api.rest('/auth/signin/', { body: { email, password } });

    it('creates a user who can sign in with the first password', async () => {
      const created = await call('POST', '/users/', {
        user_name: '新人',
        email: 'New@Alpha.example',
        role_type: 2,
        product_ids: [api.world.open.product],
        password: NEW,
      });
      expect(created).toMatchObject({
        status: 201,
        body: { email: 'New@Alpha.example', product_ids: [api.world.open.product], status: true },
      });
      expect(JSON.stringify(created.body)).not.toMatch(/argon2|password/i);
      expect((await signIn('new@alpha.example', NEW)).status).toBe(200);
      expect(
        (await call('POST', '/users/', { user_name: 'x', email: 'new@ALPHA.example', role_type: 2 })).body
          .errors,
      ).toEqual({ email: ['already in use'] });
      expect(
        (
          await call('POST', '/users/', {
            user_name: 'x',
            email: 'short@alpha.example',
            role_type: 2,
            password: 'short',
          })
        ).body.errors,
      ).toEqual({
        password: ['minimum length is 8 characters'],
      });
      expect((await call('PATCH', `/users/${created.body.id}/`, { password: PASSWORD })).status).toBe(400);
    });

    it('changes one’s own password with the current one and ends other sessions', async () => {
      const { manager } = api.world.users;
      const [here, there] = [
        (await signIn('manager@alpha.example')).body,
        (await signIn('manager@alpha.example')).body,
      ];
      const path = `/users/${manager}/password/`;
      expect((await call('PATCH', path, { password: NEW }, here.access)).body.errors).toEqual({
        current_password: ['required'],
      });
      expect(
        (await call('PATCH', path, { password: NEW, current_password: 'wrong' }, here.access)).body.errors,
      ).toEqual({ current_password: ['the current password is not correct'] });
      expect(
        (await call('PATCH', path, { password: 'x', current_password: PASSWORD }, here.access)).status,
      ).toBe(400);
      expect(
        await call('PATCH', path, { password: NEW, current_password: PASSWORD }, here.access),
      ).toMatchObject({ status: 200, body: { user_id: manager } });
      expect((await call('GET', '/users/me/', undefined, here.access)).status).toBe(200);
      expect((await call('GET', '/users/me/', undefined, there.access)).status).toBe(401);
      expect((await api.rest('/auth/refresh/', { body: { refresh: there.refresh } })).status).toBe(401);
      expect((await signIn('manager@alpha.example')).status).toBe(401);
      expect((await signIn('manager@alpha.example', NEW)).status).toBe(200);
      expect(
        (await call('PATCH', `/users/${api.world.users.admin}/password/`, { password: NEW }, here.access))
          .status,
      ).toBe(403);
    });

    it('lets an ADMIN set passwords in the company only', async () => {
      const { users, foreign } = api.world;
      const session = (await signIn('analyst@alpha.example')).body;
      expect((await call('PATCH', `/users/${users.analyst}/password/`, { password: NEW })).status).toBe(200);
      expect((await call('GET', '/users/me/', undefined, session.access)).status).toBe(401);
      expect((await signIn('analyst@alpha.example', NEW)).status).toBe(200);
      expect((await call('PATCH', `/users/${foreign.user}/password/`, { password: NEW })).status).toBe(404);
    });

    it('resets a forgotten password by a mailed link, once and within the hour', async () => {
      const session = (await signIn('manager@alpha.example')).body;
      for (const email of ['nobody@alpha.example', 'manager@alpha.example', 'MANAGER@alpha.example']) {
        expect(await api.rest('/auth/forgot-password/', { body: { email } })).toMatchObject({
          status: 200,
          body: {},
        });
      }
      await api.deliver();
      expect(api.mails.map(({ to }) => to)).toEqual(['manager@alpha.example', 'manager@alpha.example']);
      const [older, newer] = api.mails.map(({ link }) => new URL(link).searchParams.get('token'));
      const reset = (token: unknown, password = NEW) =>
        api.rest('/auth/reset-password/', { body: { token, password } });
      expect((await reset(newer, 'short')).body.errors).toEqual({
        password: ['minimum length is 8 characters'],
      });
      expect(await reset(older)).toMatchObject({
        status: 400,
        body: { errors: { token: ['This link is no longer valid. Please ask for a new one.'] } },
      });
      expect((await reset(newer)).status).toBe(200);
      expect((await reset(newer)).status).toBe(400);
      expect((await call('GET', '/users/me/', undefined, session.access)).status).toBe(401);
      expect((await signIn('manager@alpha.example', NEW)).status).toBe(200);

      await api.rest('/auth/forgot-password/', { body: { email: 'manager@alpha.example' } });
      await api.deliver();
      const late = new URL(api.mails.at(-1)?.link ?? '').searchParams.get('token');
      api.clock.now += 3_600_001;
      expect((await reset(late)).status).toBe(400);
      const stored = await api.database.db.read('SELECT token_hash FROM password_reset');
      expect(JSON.stringify(stored)).not.toContain(late);
    });

    it('does the same work for known and unknown addresses', async () => {
      const work = async (email: string) => {
        const recorded = recordStatements(api.database.db);
        const { status, body } = await api.rest('/auth/forgot-password/', { body: { email } });
        recorded.stop();
        return { status, body, statements: recorded.statements };
      };
      await work('first@alpha.example');
      const known = await work('manager@alpha.example');
      expect(await work('nobody@alpha.example')).toEqual(known);
      expect(known.statements.length).toBeGreaterThan(3);
      expect(known.statements.join()).not.toMatch(/app_user|password_reset/);
      expect(api.mails).toEqual([]);
      await api.deliver();
      expect(api.mails.map(({ to }) => to)).toEqual(['manager@alpha.example']);
      expect(await api.database.db.read('SELECT * FROM reset_mail')).toEqual([]);
    });

    it('rejects a reset link after the user’s address changed', async () => {
      const { users } = api.world;
      await api.rest('/auth/forgot-password/', { body: { email: 'manager@alpha.example' } });
      await api.deliver();
      const token = new URL(api.mails[0]?.link ?? '').searchParams.get('token');
      expect((await call('PATCH', `/users/${users.manager}/`, { email: 'moved@alpha.example' })).status).toBe(
        200,
      );
      expect((await api.rest('/auth/reset-password/', { body: { token, password: NEW } })).status).toBe(400);
    });

    it.each([
      ['as long as may be', '🔑'.repeat(128), 200],
      ['of 128 characters', 'x'.repeat(128), 200],
      ['of 129', 'x'.repeat(129), 400],
      ['of 100 kB', 'x'.repeat(100_000), 400],
      ['of 7', 'x'.repeat(7), 400],
    ])('signs in with a password %s', async (_, password, status) => {
      const { users } = api.world;
      expect((await call('PATCH', `/users/${users.manager}/password/`, { password })).status).toBe(status);
      expect((await signIn('manager@alpha.example', status === 200 ? password : PASSWORD)).status).toBe(200);
    });

    it('sends at most ten mails per address in 15 minutes, without revealing it', async () => {
      for (let i = 0; i < 12; i += 1)
        expect(
          (await api.rest('/auth/forgot-password/', { body: { email: 'manager@alpha.example' } })).status,
        ).toBe(200);
      await api.deliver();
      expect(api.mails).toHaveLength(10);
    });

    it('keeps at least one valid ADMIN per company', async () => {
      const { users } = api.world;
      const last = {
        status: 409,
        body: { _message: ['The company needs at least one active administrator.'] },
      };
      expect(await call('DELETE', `/users/${users.admin}/`)).toMatchObject(last);
      expect(await call('PATCH', `/users/${users.admin}/`, { role_type: 2 })).toMatchObject(last);
      expect(await call('PATCH', `/users/${users.admin}/`, { status: false })).toMatchObject(last);
      expect((await call('PATCH', `/users/${users.manager}/`, { role_type: 1 })).status).toBe(200);
      const both = await api.graphql(
        `mutation { updateUsers(ids: [${users.admin}, ${users.manager}], input: { status: false }) }`,
        { token: admin },
      );
      expect(both.body.errors[0].extensions.code).toBe('CONFLICT');
      expect((await call('PATCH', `/users/${users.admin}/`, { role_type: 2 })).status).toBe(200);
      expect((await call('GET', '/users/')).status).toBe(403);
    });

    it('rejects an empty product list, and gives a former ADMIN all products they saw', async () => {
      const { users, open, closed } = api.world;
      const make = (more: object) =>
        call('POST', '/users/', { user_name: '新人', email: 'new@alpha.example', role_type: 3, ...more });
      expect(await make({ product_ids: [] })).toMatchObject({
        status: 400,
        body: { errors: { product_ids: ['choose at least one'] } },
      });
      const created = await make({});
      expect(created).toMatchObject({ status: 201, body: { product_ids: [] } });
      // A response can be sent back with the name changed.
      const at = `/users/${String(created.body.id)}/`;
      expect(await call('PATCH', at, { ...created.body, user_name: '新人2' })).toMatchObject({
        status: 200,
        body: { user_name: '新人2', product_ids: [] },
      });
      expect((await call('PATCH', `/users/${users.manager}/`, { role_type: 1 })).status).toBe(200);
      const demoted = await call('PATCH', `/users/${users.admin}/`, { role_type: 2 });
      expect(demoted).toMatchObject({
        status: 200,
        body: { product_ids: expect.arrayContaining([open.product, closed.product]) as unknown },
      });
    });

    it('lets all users change their own name, and nothing else of themselves', async () => {
      const { users } = api.world;
      const analyst = await api.tokenOf('analyst@alpha.example');
      expect(await call('PATCH', `/users/${users.analyst}/`, { user_name: '改名' }, analyst)).toMatchObject({
        status: 200,
        body: { user_name: '改名' },
      });
      const refused = await call(
        'PATCH',
        `/users/${users.analyst}/`,
        { role_type: 1, product_ids: [api.world.open.product, api.world.closed.product] },
        analyst,
      );
      expect(refused).toMatchObject({
        status: 403,
        body: {
          errors: {
            role_type: ['your role may not change this'],
            product_ids: ['your role may not change this'],
          },
        },
      });
      expect((await call('PATCH', `/users/${users.manager}/`, { user_name: 'x' }, analyst)).status).toBe(403);
      expect((await call('DELETE', `/users/${users.analyst}/`, undefined, analyst)).status).toBe(403);
    });

    it('signs out a deactivated or deleted user', async () => {
      const { users } = api.world;
      const manager = await api.tokenOf('manager@alpha.example');
      await call('PATCH', `/users/${users.manager}/`, { status: false });
      expect((await call('GET', '/users/me/', undefined, manager)).status).toBe(401);
      await call('PATCH', `/users/${users.manager}/`, { status: true });
      expect((await call('GET', '/users/me/', undefined, manager)).status).toBe(401);
      const analyst = await api.tokenOf('analyst@alpha.example');
      expect((await call('DELETE', `/users/${users.analyst}/`)).status).toBe(204);
      expect((await call('GET', '/users/me/', undefined, analyst)).status).toBe(401);
    });

    it('enforces the address list at sign-in and refresh, for its author too', async () => {
      const { company } = api.world;
      const { body: current } = await call('GET', `/companies/${company}/`);
      const before = (await signIn('manager@alpha.example')).body;
      const put = (list: string | null) =>
        call('PUT', `/companies/${company}/?confirm=true`, {
          ...current,
          login_allowed_ips: list,
          version: undefined,
        });
      expect(await put('203.0.113.0/24')).toMatchObject({
        status: 200,
        body: { login_allowed_ips: '203.0.113.0/24' },
      });
      expect((await signIn('admin@alpha.example')).status).toBe(403);
      expect((await api.rest('/auth/refresh/', { body: { refresh: before.refresh } })).status).toBe(403);
      expect((await put(current.login_allowed_ips)).status).toBe(200);
      expect((await signIn('admin@alpha.example')).status).toBe(200);
    });

    it('rejects an invalid address list, and validates the company’s other fields', async () => {
      const { company } = api.world;
      const { body: current } = await call('GET', `/companies/${company}/`);
      expect(
        (await call('PUT', `/companies/${company}/`, { ...current, login_allowed_ips: '010.0.0.1' })).body
          .errors,
      ).toEqual({ login_allowed_ips: ['invalid IP format'] });
      const saved = await call('PUT', `/companies/${company}/`, {
        ...current,
        login_allowed_ips: '127.0.0.0/8, 2001:db8::/32',
        tel: '電話',
      });
      expect(saved).toMatchObject({ status: 400, body: { errors: { tel: ['invalid phone format'] } } });
      expect(
        await call('PUT', `/companies/${company}/`, {
          div_name: 'Alpha',
          login_allowed_ips: '127.0.0.0/8',
          tel: '０３ー１２３４−５６７８',
        }),
      ).toMatchObject({
        status: 200,
        body: { login_allowed_ips: '127.0.0.0/8', tel: '03-1234-5678', pic_name: null, status: true },
      });
      expect((await call('PUT', `/companies/${api.world.foreign.company}/`, current)).status).toBe(404);
      expect((await call('POST', '/companies/', current)).status).toBe(405);
    });

    it('lists sessions and ends them', async () => {
      const other = (await signIn('admin@alpha.example')).body;
      const { body } = await call('GET', '/sessions/');
      expect(body.results).toMatchObject([
        { current: false, remember: false, ip: '127.0.0.1', user_id: api.world.users.admin },
        { current: true },
      ]);
      expect((await call('DELETE', `/sessions/${body.results[0].session_id}/`)).status).toBe(204);
      expect((await call('GET', '/users/me/', undefined, other.access)).status).toBe(401);
      expect((await call('DELETE', `/sessions/${body.results[0].session_id}/`)).status).toBe(404);
      const manager = await api.tokenOf('manager@alpha.example');
      expect(
        (await call('DELETE', `/sessions/${body.results[1].session_id}/`, undefined, manager)).status,
      ).toBe(404);
      expect(
        (await call('GET', `/users/${api.world.users.admin}/sessions/`, undefined, manager)).status,
      ).toBe(403);
      const theirs = (await call('GET', `/users/${api.world.users.manager}/sessions/`)).body.results;
      expect((await call('DELETE', `/sessions/${theirs[0].id}/`)).status).toBe(204);
      expect((await call('GET', '/users/me/', undefined, manager)).status).toBe(401);
    });

    it('narrows and widens roles with immediate effect, except ADMIN', async () => {
      const manager = await api.tokenOf('manager@alpha.example');
      const roles = (await call('GET', '/roles/')).body.results;
      expect(
        roles.map(({ role_type, version }: { role_type: number; version: number }) => [role_type, version]),
      ).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
      ]);
      const asps = { product_id: api.world.open.product, asp_name: 'A' };
      expect((await call('POST', '/asps/', asps, manager)).status).toBe(201);
      const narrowed = await call('PUT', '/roles/', {
        role_type: 2,
        rights: { asps: 'view', agencies: 'edit' },
        version: 1,
      });
      expect(narrowed.status).toBe(200);
      expect(narrowed.body.results[1]).toMatchObject({
        version: 2,
        rights: expect.arrayContaining([{ menu: 'asps', level: 'view', standard: 'edit' }]),
      });
      expect((await call('POST', '/asps/', asps, manager)).status).toBe(403);
      expect((await call('POST', '/agencies/', { agency_name: 'A' }, manager)).status).toBe(201);
      expect(
        await call('PUT', '/roles/', { role_type: 2, rights: { asps: 'edit' }, version: 1 }),
      ).toMatchObject({ status: 409, body: { errors: { asps: [expect.any(String)] } } });
      expect((await call('PUT', '/roles/', { role_type: 1, rights: { asps: 'none' } })).status).toBe(403);
      expect(
        (await call('PUT', '/roles/', [{ role_type: 3, rights: [{ menu: 'nothing', level: 'all' }] }]))
          .status,
      ).toBe(400);
      expect((await call('PUT', '/roles/', { role_type: 3, rights: { ads: 'edit' } }, manager)).status).toBe(
        403,
      );
      // A role with the users right still can't take over a company.
      expect((await call('PUT', '/roles/', { role_type: 2, rights: { users: 'edit' } })).status).toBe(200);
      const { users } = api.world;
      expect((await call('PATCH', `/users/${users.analyst}/`, { user_name: 'x' }, manager)).status).toBe(200);
      expect(
        (await call('PATCH', `/users/${users.manager}/`, { role_type: 1 }, manager)).body.errors,
      ).toEqual({ role_type: ['your role may not change this'] });
      expect(
        (await call('POST', '/users/', { user_name: 'x', email: 'x@alpha.example', role_type: 1 }, manager))
          .status,
      ).toBe(403);
      expect((await call('PATCH', `/users/${users.admin}/`, { user_name: 'x' }, manager)).status).toBe(403);
      expect((await call('DELETE', `/users/${users.admin}/`, undefined, manager)).status).toBe(403);
      expect(
        (await call('PATCH', `/users/${users.admin}/password/`, { password: NEW }, manager)).status,
      ).toBe(403);
      expect((await call('GET', `/users/${users.admin}/sessions/`, undefined, manager)).status).toBe(403);
      // Even with all rights, an agency can't write costs.
      expect((await call('PUT', '/roles/', { role_type: 4, rights: { ads: 'edit' } })).status).toBe(200);
      const agency = await api.tokenOf('agency@alpha.example');
      expect(
        (await call('PUT', `/ads/${api.world.open.ads[0]}/`, { ad_name: 'A', click_cost: 1 }, agency)).status,
      ).toBe(403);
    });
  });
});
