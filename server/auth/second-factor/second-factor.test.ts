import { decodeJwt, SignJWT } from 'jose';
import { SECRET, startApi, type Answer, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { codeAt } from './testing/authenticator';

jest.setTimeout(60_000);

const EMAIL = 'analyst@alpha.example';
const OTHER = 'manager@alpha.example';
const MINUTE = 60_000;

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

onEachDatabase((dialect) => {
  describe('the second factor', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());
    // All limits have expired by then, and each test has new time steps.
    beforeEach(() => (api.clock.now += 16 * MINUTE));

    const signIn = (email = EMAIL, password = PASSWORD) =>
      api.rest('/auth/signin/', { body: { email, password } });
    const complete = (ticket: unknown, code: unknown) =>
      api.rest('/auth/second-factor/', { body: { ticket, code } });
    const ticketOf = async (email = EMAIL): Promise<string> => (await signIn(email)).body.ticket;
    const run = async (token: string | null, operation: string, variables: object = {}) => {
      const declared = Object.entries(variables).map(
        ([name, value]) => `$${name}: ${typeof value === 'number' ? 'Int' : 'String'}!`,
      );
      const head = declared.length > 0 ? `(${declared.join()})` : '';
      const { body } = await api.graphql(`mutation ${head} { ${operation} }`, { token, variables });
      return body;
    };
    const errorOf = (body: Answer['body']): [string, unknown] => {
      const { code, fields } = body.errors[0].extensions;
      return [code, fields && Object.keys(fields)];
    };
    const BEGIN = 'r: beginSecondFactor(currentPassword: $password) { secret uri }';
    const CONFIRM = 'r: confirmSecondFactor(code: $code) { recoveryCodes }';
    const RENEW = 'r: renewRecoveryCodes(code: $code) { recoveryCodes }';
    const DISABLE = 'r: disableSecondFactor(currentPassword: $password, code: $code)';
    const RESET = 'r: resetSecondFactor(userId: $id)';

    /** Turns the factor on with the previous step's code, so that the current one is still unused. */
    const setUp = async (email = EMAIL) => {
      const { access } = (await signIn(email)).body;
      const { secret } = (await run(access, BEGIN, { password: PASSWORD })).data.r;
      const code = codeAt(secret, api.clock.now - MINUTE / 2);
      const { recoveryCodes } = (await run(access, CONFIRM, { code })).data.r;
      return { access, secret, recoveryCodes: recoveryCodes as string[] };
    };
    const userOf = (email: string) => (email === EMAIL ? api.world.users.analyst : api.world.users.manager);
    afterEach(async () => {
      await api.database.db.write(async (tx) => {
        for (const table of ['second_factor', 'recovery_code']) await tx.execute(`DELETE FROM ${table}`);
      });
    });

    it('changes nothing before it is confirmed, then asks for a code', async () => {
      const { access } = (await signIn()).body;
      const { secret, uri } = (await run(access, BEGIN, { password: PASSWORD })).data.r;
      expect(uri).toContain(secret);
      expect(Object.keys((await signIn()).body).sort()).toEqual(['access', 'refresh']);
      const { recoveryCodes } = (await run(access, CONFIRM, { code: codeAt(secret, api.clock.now) })).data.r;
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^\d{4}-\d{4}-\d{4}-\d{4}$/);
      api.clock.now += MINUTE;
      const first = await signIn();
      expect(first).toMatchObject({
        status: 200,
        body: { second_factor_required: true, methods: ['totp', 'recovery_code'] },
      });
      expect(Object.keys(first.body).sort()).toEqual(['methods', 'second_factor_required', 'ticket']);
      expect((await api.rest('/users/me/', { token: first.body.ticket })).status).toBe(401);
      const { status, body } = await complete(first.body.ticket, codeAt(secret, api.clock.now));
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access', 'refresh']]);
      expect((await api.rest('/users/me/', { token: body.access })).status).toBe(200);
    });

    it('works over GraphQL too, with spaces, hyphens and full-width digits in codes', async () => {
      const { secret, recoveryCodes } = await setUp();
      const SIGN_IN = 'r: signIn(email: $email, password: $password) { access ticket secondFactorRequired }';
      const { access, ticket, secondFactorRequired } = (
        await run(null, SIGN_IN, { email: EMAIL, password: PASSWORD })
      ).data.r;
      expect([access, secondFactorRequired]).toEqual([null, true]);
      const COMPLETE = 'r: completeSignIn(ticket: $ticket, code: $code) { access }';
      const wide = codeAt(secret, api.clock.now).replace(/\d/g, (digit) =>
        String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
      );
      const code = `${wide.slice(0, 3)} ${wide.slice(3)}`;
      expect((await run(null, COMPLETE, { ticket, code })).data.r.access).toEqual(expect.any(String));
      const typed = ` ${recoveryCodes[0]?.replaceAll('-', ' ')} `;
      expect((await complete(await ticketOf(), typed)).status).toBe(200);
      expect((await run(null, SIGN_IN, { email: OTHER, password: PASSWORD })).data.r).toEqual({
        access: expect.any(String),
        ticket: null,
        secondFactorRequired: null,
      });
    });

    it('accepts each step once, in sequence and in parallel', async () => {
      const { secret } = await setUp();
      const code = codeAt(secret, api.clock.now);
      const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf()));
      const answers = await Promise.all(tickets.map((ticket) => complete(ticket, code)));
      expect(statuses(answers)).toEqual([200, 401, 401, 401]);
      expect((await complete(await ticketOf(), code)).body.errors).toHaveProperty('code');
      expect((await complete(await ticketOf(), codeAt(secret, api.clock.now - MINUTE / 2))).status).toBe(401);
      api.clock.now += 16 * MINUTE;
      expect((await complete(await ticketOf(), codeAt(secret, api.clock.now))).status).toBe(200);
    });

    it('accepts each recovery code once, in sequence and in parallel', async () => {
      const { access, recoveryCodes } = await setUp();
      const [code, second] = recoveryCodes;
      const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf()));
      const answers = await Promise.all(tickets.map((ticket) => complete(ticket, code)));
      expect(statuses(answers)).toEqual([200, 401, 401, 401]);
      expect((await complete(await ticketOf(), second)).status).toBe(200);
      const { body } = await api.graphql('{ secondFactor { activeSince recoveryCodesLeft } }', {
        token: access,
      });
      expect(body.data.secondFactor).toEqual({ activeSince: expect.any(String), recoveryCodesLeft: 8 });
      const stored = JSON.stringify(await api.database.db.read('SELECT * FROM recovery_code'));
      for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''));
      expect(stored).toContain('$argon2id$');
    });

    it('blocks a user after five failures, also in parallel and with the right code', async () => {
      const { secret } = await setUp();
      const ticket = await ticketOf();
      const tries = await Promise.all(Array.from({ length: 12 }, () => complete(ticket, '000000')));
      expect(statuses(tries)).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
      const blocked = await complete(ticket, codeAt(secret, api.clock.now));
      expect([blocked.status, Number(blocked.headers.get('retry-after')) > 800]).toEqual([429, true]);
      api.clock.now += 15 * MINUTE + 1;
      expect((await complete(await ticketOf(), codeAt(secret, api.clock.now))).status).toBe(200);
    });

    it('accepts a ticket for one sign-in, and within five minutes', async () => {
      const { secret, recoveryCodes } = await setUp();
      const ticket = await ticketOf();
      const both = [codeAt(secret, api.clock.now), recoveryCodes[0]];
      expect(statuses(await Promise.all(both.map((code) => complete(ticket, code))))).toEqual([200, 401]);
      const late = await ticketOf();
      api.clock.now += 5 * MINUTE + 1000;
      const answer = await complete(late, codeAt(secret, api.clock.now));
      expect([answer.status, answer.body.errors]).toEqual([401, undefined]);
    });

    it('rejects forged tickets, tokens of other purposes and garbage', async () => {
      const { access, secret } = await setUp();
      const ticket = await ticketOf();
      const forge = (changes: object, key = SECRET) =>
        new SignJWT({ ...decodeJwt(ticket), ...changes })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(key));
      const code = codeAt(secret, api.clock.now);
      const forged = [
        access,
        await forge({}, 'x'.repeat(32)),
        await forge({ aud: 'download' }),
        await forge({ exp: undefined }),
        await forge({ pwd: 'another' }),
        await forge({ sub: String(api.world.users.manager) }),
        await forge({ sub: 'x' }),
        'x.y.z',
        'x'.repeat(100_000),
      ];
      for (const one of forged)
        expect([one.slice(0, 40), (await complete(one, code)).status]).toEqual([one.slice(0, 40), 401]);
      for (const one of [undefined, null, '', {}, []]) expect((await complete(one, code)).status).toBe(400);
      for (const one of ['12345', '1234567890123456', 'x'.repeat(100_000), '\u0000', '\uD800'])
        expect((await complete(ticket, one)).status).toBe(401);
      api.clock.now += 16 * MINUTE;
      expect((await complete(await ticketOf(), codeAt(secret, api.clock.now))).status).toBe(200);
    });

    it('takes no code of another user', async () => {
      const [mine, theirs] = [await setUp(), await setUp(OTHER)];
      expect((await complete(await ticketOf(), codeAt(theirs.secret, api.clock.now))).status).toBe(401);
      expect((await complete(await ticketOf(), theirs.recoveryCodes[0])).status).toBe(401);
      expect((await complete(await ticketOf(OTHER), codeAt(theirs.secret, api.clock.now))).status).toBe(200);
      expect((await complete(await ticketOf(), codeAt(mine.secret, api.clock.now))).status).toBe(200);
    });

    it.each([
      ['a changed password', 'password_hash', "'another'"],
      ['a deactivated user', 'status', '0'],
    ])('ends tickets with %s', async (_what, column, value) => {
      const { secret } = await setUp();
      const ticket = await ticketOf();
      const set = (to: string, params: (string | number)[] = []) =>
        api.database.db.write((tx) =>
          tx.execute(`UPDATE app_user SET ${column} = ${to} WHERE email_key = ?`, [...params, EMAIL]),
        );
      const [user] = await api.database.db.read<Record<string, string | number>>(
        `SELECT ${column} AS value FROM app_user WHERE email_key = ?`,
        [EMAIL],
      );
      await set(value);
      expect((await complete(ticket, codeAt(secret, api.clock.now))).status).toBe(401);
      await set('?', [user?.value ?? '']);
      expect((await complete(ticket, codeAt(secret, api.clock.now))).status).toBe(200);
    });

    it('says no more about a wrong password than before', async () => {
      await setUp();
      const [withFactor, without] = [await signIn(EMAIL, 'wrong'), await signIn(OTHER, 'wrong')];
      expect([withFactor.status, withFactor.body._message]).toEqual([401, without.body._message]);
    });

    it('is set up with the password, and only once', async () => {
      const { access } = (await signIn()).body;
      expect(errorOf(await run(access, BEGIN, { password: 'wrong' }))).toEqual([
        'BAD_USER_INPUT',
        ['currentPassword'],
      ]);
      expect(errorOf(await run(access, CONFIRM, { code: '123456' }))).toEqual(['BAD_USER_INPUT', ['code']]);
      const begun = await Promise.all([1, 2, 3].map(() => run(access, BEGIN, { password: PASSWORD })));
      const secrets = begun.map(({ data }) => data.r.secret as string);
      // The last one is valid.
      const confirmed = await Promise.all(
        secrets.map((secret) => run(access, CONFIRM, { code: codeAt(secret, api.clock.now) })),
      );
      expect(confirmed.filter(({ data }) => data?.r)).toHaveLength(1);
      expect(errorOf(await run(access, BEGIN, { password: PASSWORD }))).toEqual(['CONFLICT', []]);
      expect(await api.database.db.read('SELECT id FROM recovery_code')).toHaveLength(10);
      const stored = JSON.stringify(await api.database.db.read('SELECT * FROM second_factor'));
      for (const secret of secrets) expect(stored).not.toContain(secret);
    });

    it('replaces the recovery codes with a code of the app', async () => {
      const { access, secret, recoveryCodes } = await setUp();
      expect(errorOf(await run(access, RENEW, { code: recoveryCodes[0] }))).toEqual([
        'BAD_USER_INPUT',
        ['code'],
      ]);
      const code = codeAt(secret, api.clock.now);
      const renewed = await Promise.all([1, 2, 3].map(() => run(access, RENEW, { code })));
      const [codes, ...more] = renewed.flatMap(({ data }) =>
        data ? [data.r.recoveryCodes as string[]] : [],
      );
      expect(more).toEqual([]);
      expect((await complete(await ticketOf(), recoveryCodes[0])).status).toBe(401);
      expect((await complete(await ticketOf(), codes?.[0])).status).toBe(200);
    });

    it('is turned off with the password and a code', async () => {
      const { access, secret, recoveryCodes } = await setUp();
      const code = codeAt(secret, api.clock.now);
      for (const [given, field] of [
        [{ password: 'wrong', code }, 'currentPassword'],
        [{ password: PASSWORD, code: '000000' }, 'code'],
      ] as const)
        expect(errorOf(await run(access, DISABLE, given))).toEqual(['BAD_USER_INPUT', [field]]);
      const ticket = await ticketOf();
      expect((await run(access, DISABLE, { password: PASSWORD, code: recoveryCodes[3] })).data.r).toBe(true);
      expect(errorOf(await run(access, DISABLE, { password: PASSWORD, code }))).toEqual([
        'BAD_USER_INPUT',
        ['code'],
      ]);
      expect((await complete(ticket, code)).status).toBe(401);
      expect(Object.keys((await signIn()).body).sort()).toEqual(['access', 'refresh']);
      expect(await api.database.db.read('SELECT id FROM recovery_code')).toEqual([]);
    });

    it('requires a sign-in to manage it', async () => {
      for (const [operation, variables] of [
        [BEGIN, { password: PASSWORD }],
        [CONFIRM, { code: '1' }],
        [RENEW, { code: '1' }],
        [DISABLE, { password: PASSWORD, code: '1' }],
        [RESET, { id: 1 }],
      ] as const)
        expect(errorOf(await run(null, operation, variables))[0]).toBe('UNAUTHENTICATED');
      const { body } = await api.graphql('{ secondFactor { recoveryCodesLeft } }');
      expect(errorOf(body)[0]).toBe('UNAUTHENTICATED');
    });

    it('is reset by an ADMIN of the company only, once, with an audit entry', async () => {
      const { users, foreign } = api.world;
      await setUp();
      const admin = (await signIn('admin@alpha.example')).body.access;
      const reset = (id: number, token: string) =>
        api.rest(`/users/${id}/second-factor/`, { method: 'DELETE', token });
      const stranger = (await signIn('admin@beta.example')).body.access;
      expect((await reset(users.analyst, stranger)).status).toBe(404);
      const manager = (await signIn(OTHER)).body.access;
      expect((await reset(users.analyst, manager)).status).toBe(403);
      expect((await reset(users.admin, admin)).status).toBe(403);
      expect((await reset(foreign.user, admin)).status).toBe(404);
      const listed = await api.rest(`/users/${users.analyst}/`, { token: admin });
      expect(listed.body.second_factor_since).toEqual(expect.any(String));
      const resets = await Promise.all([1, 2, 3].map(() => reset(users.analyst, admin)));
      expect(statuses(resets)).toEqual([204, 404, 404]);
      const { body } = await api.rest('/audit-logs/', { token: admin });
      expect(body.results[0]).toMatchObject({
        entity: 'user',
        entity_id: userOf(EMAIL),
        user_name: expect.any(String),
        changes: [expect.objectContaining({ field: 'secondFactor' })],
      });
      expect((await signIn()).body).toHaveProperty('access');
    });
  });
});
