import { RoleType } from '../../../shared/catalog';
import { addDays, dayOf, formatDay } from '../../../shared/domain/calendar';
import { startApi, type Answer, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { factorDueDay, isFactorDue } from './requirement';
import { codeAt } from './testing/authenticator';

jest.setTimeout(60_000);

const NOW = Date.parse('2026-05-10T03:00:00Z');
const TODAY = 20260510;
const { ADMIN, MANAGER, ANALYST } = RoleType;

describe('the day from which a role needs a second factor', () => {
  it.each([
    ['no rule', ANALYST, null, null, null, false],
    ['another role', ANALYST, '1,2', null, null, false],
    ['the role, at once', ANALYST, '1,3', null, TODAY, true],
    ['the role, since yesterday', MANAGER, '2', 20260509, TODAY, true],
    ['the role, from today', MANAGER, '2', TODAY, TODAY, true],
    ['the role, from tomorrow', ADMIN, '1', 20260511, 20260511, false],
  ])('%s', (_case, role, roles, from, day, isDue) => {
    const row = { role_type: role, factor_roles: roles, factor_from: from };
    expect([factorDueDay(row, NOW), isFactorDue(row, NOW)]).toEqual([day, isDue]);
  });
});

const EMAIL = 'analyst@alpha.example';
const ADMIN_EMAIL = 'admin@alpha.example';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const apiDay = (day: number): string => formatDay(day).replaceAll('/', '-');

onEachDatabase((dialect) => {
  describe('a required second factor', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());
    let admin = '';
    beforeEach(async () => {
      // All limits have expired by then.
      api.clock.now += 16 * MINUTE;
      admin = (await signIn(ADMIN_EMAIL)).body.access;
    });
    afterEach(async () => {
      await api.database.db.write(async (tx) => {
        for (const table of ['sign_in_policy', 'second_factor', 'recovery_code'])
          await tx.execute(`DELETE FROM ${table}`);
      });
    });

    const signIn = (email = EMAIL) => api.rest('/auth/signin/', { body: { email, password: PASSWORD } });
    const begin = (ticket: unknown) => api.rest('/auth/second-factor/set-up/', { body: { ticket } });
    const complete = (ticket: unknown, code: unknown) =>
      api.rest('/auth/second-factor/', { body: { ticket, code } });
    const require = (body: object, token = admin): Promise<Answer> =>
      api.rest('/sign-in-policy/', { method: 'PUT', token, body });
    const due = async (token: string) =>
      (await api.graphql('{ me { profile { secondFactorDue } } }', { token })).body.data.me.profile
        .secondFactorDue;

    it('is announced before its first day, and then ends sessions without one', async () => {
      const today = dayOf(api.clock.now);
      const session = (await signIn()).body;
      expect(await due(session.access)).toBeNull();
      const answer = await require({ role_types: [ANALYST], from: apiDay(addDays(today, 1)) });
      expect(answer).toMatchObject({ status: 200, body: { role_types: [ANALYST], version: 2 } });
      expect(await due(session.access)).toBe(apiDay(addDays(today, 1)));
      expect(Object.keys((await signIn()).body).sort()).toEqual(['access', 'refresh']);
      const renewed = await api.rest('/auth/refresh/', { body: { refresh: session.refresh } });
      expect(renewed.status).toBe(200);
      api.clock.now += DAY;
      expect((await api.rest('/auth/refresh/', { body: { refresh: renewed.body.refresh } })).status).toBe(
        401,
      );
      expect((await signIn()).body).toMatchObject({ second_factor_required: true, methods: ['set_up'] });
      expect(Object.keys((await signIn('manager@alpha.example')).body).sort()).toEqual(['access', 'refresh']);
    });

    it('is set up within the sign-in, once, and recorded', async () => {
      await require({ role_types: [ANALYST] });
      const { ticket } = (await signIn()).body;
      expect((await api.rest('/users/me/', { token: ticket })).status).toBe(401);
      expect((await complete(ticket, '000000')).status).toBe(401);
      const { secret, uri } = (await begin(ticket)).body;
      expect(uri).toContain(secret);
      expect((await complete(ticket, '000000')).body.errors).toHaveProperty('code');
      const code = codeAt(secret, api.clock.now);
      const answers = await Promise.all([
        complete(ticket, code),
        complete(ticket, code),
        complete(ticket, code),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const { body } = answers.find(({ status }) => status === 200)!;
      expect([body.recovery_codes.length, await due(body.access)]).toEqual([10, null]);
      expect((await begin(ticket)).status).toBe(409);
      expect((await complete(ticket, codeAt(secret, api.clock.now + MINUTE / 2))).status).toBe(401);
      const next = (await signIn()).body;
      expect(next.methods).toEqual(['totp', 'recovery_code']);
      expect((await complete(next.ticket, body.recovery_codes[0])).status).toBe(200);
      const { results } = (await api.rest('/audit-logs/?entity=user&page_size=1', { token: admin })).body;
      expect(results).toMatchObject([
        { entity_id: api.world.users.analyst, user_id: api.world.users.analyst },
      ]);
    });

    it("can't be turned off by its user while it is required", async () => {
      await require({ role_types: [ANALYST] });
      const { ticket } = (await signIn()).body;
      const { secret } = (await begin(ticket)).body;
      const { access, recovery_codes: codes } = (await complete(ticket, codeAt(secret, api.clock.now))).body;
      const disable = async () => {
        const query = `mutation { r: disableSecondFactor(currentPassword: "${PASSWORD}", code: "${codes[0]}") }`;
        const { body } = await api.graphql(query, { token: access });
        return body.errors?.[0].extensions.code ?? body.data.r;
      };
      expect(await disable()).toBe('CONFLICT');
      await require({ role_types: [] });
      // The refused try used no recovery code up.
      expect(await disable()).toBe(true);
    });

    it('ends its ticket after 15 minutes or with the password, and refuses others', async () => {
      await require({ role_types: [ANALYST] });
      const { ticket } = (await signIn()).body;
      api.clock.now += 14 * MINUTE;
      expect((await begin(ticket)).status).toBe(200);
      api.clock.now += 2 * MINUTE;
      expect((await begin(ticket)).status).toBe(401);
      for (const wrong of ['', 'x', 'x'.repeat(10_000), 7, null, admin])
        expect([400, 401]).toContain((await begin(wrong)).status);
    });

    it('is changed by ADMINs alone, for known roles, without overwriting others', async () => {
      const tokenOf = async (email: string): Promise<string> => (await signIn(email)).body.access;
      const manager = await tokenOf('manager@alpha.example');
      const other = await tokenOf('admin@beta.example');
      expect((await require({ role_types: [ANALYST] }, manager)).status).toBe(403);
      expect((await require({ role_types: [1] }, '')).status).toBe(401);
      expect((await require({ role_types: [9] })).body.errors).toHaveProperty('role_types');
      expect((await require({ role_types: [1], from: '2026-13-01' })).status).toBe(400);
      expect((await require({ role_types: [1], version: 7 })).status).toBe(409);
      await require({ role_types: [ANALYST, ADMIN, ANALYST], version: 1 });
      const roles = async (token: string) => (await api.rest('/sign-in-policy/', { token })).body.role_types;
      expect([await roles(admin), await roles(other)]).toEqual([[ADMIN, ANALYST], []]);
    });
  });
});
