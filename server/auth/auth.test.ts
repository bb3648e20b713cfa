import { decodeJwt, SignJWT } from 'jose';
import { SECRET, startApi, type ApiServer } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';
import { Sessions } from './sessions';

jest.setTimeout(60_000);

const EMAIL = 'analyst@alpha.example';
const MINUTE = 60_000;
const FAILED = 'Login failed, please check your login information.';

onEachDatabase((dialect) => {
  describe('sign-in', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect, { trustProxy: 1 });
    });
    afterAll(() => api.stop());
    // All limits have expired by then.
    beforeEach(() => (api.clock.now += 16 * MINUTE));

    const sql = (text: string, params: (string | number | null)[]) =>
      api.database.db.write((tx) => tx.execute(text, params));
    const signIn = (body: object, headers: Record<string, string> = {}) =>
      api.rest('/auth/signin/', { body, headers });
    const refresh = (token: string, headers: Record<string, string> = {}) =>
      api.rest('/auth/refresh', { body: { refresh: token }, headers });
    const me = (token: string) => api.rest('/users/me/', { token });

    it('returns tokens that grant access to the API, ignoring the case of the address', async () => {
      const { status, body } = await signIn({ email: ' Analyst@Alpha.example ', password: PASSWORD });
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(['access', 'refresh']);
      const profile = await me(body.access);
      expect(profile.body.profile).toMatchObject({ email: EMAIL, role_type: 3 });
    });

    it('responds alike to a wrong password and an unknown address', async () => {
      const wrong = await signIn({ email: EMAIL, password: 'wrong' });
      const unknown = await signIn({ email: 'nobody@alpha.example', password: 'wrong' });
      for (const answer of [wrong, unknown]) {
        expect(answer.status).toBe(401);
        expect(answer.body._message).toEqual([FAILED]);
      }
    });

    it.each([
      ['password is changed', "password_hash = 'another'"],
      ['user is deactivated', 'status = 0'],
    ])('begins no session if the %s after the password was checked', async (_name, change) => {
      const [user] = await api.database.db.read<{ password_hash: string }>(
        'SELECT password_hash FROM app_user WHERE email_key = ?',
        [EMAIL],
      );
      const begin = Sessions.prototype.begin;
      const spy = jest.spyOn(Sessions.prototype, 'begin').mockImplementationOnce(async function (
        this: Sessions,
        ...args
      ) {
        await sql(`UPDATE app_user SET ${change} WHERE email_key = ?`, [EMAIL]);
        return begin.apply(this, args);
      });
      expect((await signIn({ email: EMAIL, password: PASSWORD })).status).toBe(401);
      spy.mockRestore();
      await sql('UPDATE app_user SET status = 1, password_hash = ? WHERE email_key = ?', [
        user?.password_hash ?? '',
        EMAIL,
      ]);
      expect((await signIn({ email: EMAIL, password: PASSWORD })).status).toBe(200);
    });

    it.each([
      ['ja,en;q=0.5', 'サインインできませんでした。サインイン情報をご確認ください。'],
      ['zh-TW', '登录失败，请检查您的登录信息。'],
      ['fr', FAILED],
    ])('responds in the language requested by %s', async (language, text) => {
      const { body } = await signIn({ email: EMAIL, password: 'x' }, { 'accept-language': language });
      expect(body._message).toEqual([text]);
    });

    it.each([
      [{}, ['email', 'password']],
      [{ email: EMAIL }, ['password']],
      [{ email: EMAIL, password: { $ne: 1 } }, ['password']],
      [{ email: EMAIL, password: PASSWORD, remember: 'perhaps' }, ['remember']],
    ])('rejects %j and names the fields', async (body, fields) => {
      const answer = await signIn(body);
      expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([400, fields]);
    });

    it('blocks an address for 15 minutes after 10 failures, including parallel attempts and the right password', async () => {
      const tries = await Promise.all(
        Array.from({ length: 25 }, () => signIn({ email: EMAIL, password: 'wrong' })),
      );
      const statuses = tries.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(15);
      const blocked = await signIn({ email: EMAIL, password: PASSWORD });
      expect(blocked.status).toBe(429);
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
      expect((await signIn({ email: 'manager@alpha.example', password: PASSWORD })).status).toBe(200);
      api.clock.now += 15 * MINUTE + 1;
      expect((await signIn({ email: EMAIL, password: PASSWORD })).status).toBe(200);
    });

    it('never counts successful sign-ins, even in parallel', async () => {
      const tries = await Promise.all(
        Array.from({ length: 25 }, () => signIn({ email: EMAIL, password: PASSWORD })),
      );
      expect(tries.every(({ status }) => status === 200)).toBe(true);
    });

    it('blocks a network address after 100 failures over all users', async () => {
      const from = { 'x-forwarded-for': '198.51.100.7' };
      for (let start = 0; start < 100; start += 20) {
        await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            signIn({ email: `u${start + i}@x.example`, password: 'x' }, from),
          ),
        );
      }
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from)).status).toBe(429);
      expect(
        (await signIn({ email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': '198.51.100.8' })).status,
      ).toBe(200);
    });

    it('blocks an IPv6 network regardless of the address in it', async () => {
      const from = (host: number) => ({ 'x-forwarded-for': `2001:db8:0:7:${host.toString(16)}::1` });
      for (let start = 0; start < 100; start += 20) {
        await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            signIn({ email: `v${start + i}@x.example`, password: 'x' }, from(start + i)),
          ),
        );
      }
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from(500))).status).toBe(429);
      expect(
        (await signIn({ email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': '2001:db8:0:8::1' })).status,
      ).toBe(200);
    });

    it('counts all spellings of an address as one', async () => {
      const spellings = [
        EMAIL,
        EMAIL.toUpperCase(),
        ` ${EMAIL} `,
        EMAIL.replace('@', '＠'),
        EMAIL.replace('a', 'ａ'),
        `\u3000${EMAIL}\n`,
        `${EMAIL}\u0000`,
        `\u0001${EMAIL}\u0000\u0000`,
      ];
      for (let n = 0; n < 10; n += 1)
        expect((await signIn({ email: spellings[n % spellings.length], password: 'x' })).status).toBe(401);
      for (const email of spellings) expect((await signIn({ email, password: PASSWORD })).status).toBe(429);
    });

    it('treats any invalid address or password as a wrong one', async () => {
      const long = 'p'.repeat(100_000);
      const tries = [
        { email: `${EMAIL}.`, password: PASSWORD },
        { email: EMAIL.replace('@', '\u200B@'), password: PASSWORD },
        { email: '\uD800@x.example', password: PASSWORD },
        { email: `${'e'.repeat(100_000)}@x.example`, password: 'x' },
        { email: EMAIL, password: long },
        { email: EMAIL, password: `${PASSWORD}\u0000` },
        { email: EMAIL, password: ` ${PASSWORD}` },
        { email: EMAIL, password: '\uDC00' },
      ];
      for (const body of tries)
        expect([JSON.stringify(body).slice(0, 60), (await signIn(body)).status]).toEqual([
          JSON.stringify(body).slice(0, 60),
          401,
        ]);
      const { body } = await api.graphql(
        'mutation ($p: String!) { signIn(email: "analyst@alpha.example", password: $p) { access } }',
        { variables: { p: long } },
      );
      expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    });

    it('counts the attempts in GraphQL documents, including aliases', async () => {
      const attempt = (i: number) => `a${i}: signIn(email: "${EMAIL}", password: "x") { access }`;
      const document = `mutation { ${[0, 1, 2].map(attempt).join(' ')} }`;
      const codes: string[] = [];
      for (let i = 0; i < 11; i += 1) {
        const { body } = await api.graphql(document);
        codes.push(...body.errors.map((error: { extensions: { code: string } }) => error.extensions.code));
      }
      expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(10);
      expect(codes.at(-1)).toBe('RATE_LIMITED');
      expect((await signIn({ email: EMAIL, password: PASSWORD })).status).toBe(429);
    });

    it("enforces a company's allowed addresses at sign-in and at renewal", async () => {
      const allow = (list: string | null) =>
        sql('UPDATE company SET login_allowed_ips = ? WHERE id = ?', [list, api.world.company]);
      await allow('203.0.113.0/24, 2001:db8::/32');
      const from = (ip: string) => ({ 'x-forwarded-for': ip });
      const inside = await signIn({ email: EMAIL, password: PASSWORD }, from('203.0.113.8'));
      expect(inside.status).toBe(200);
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from('::ffff:203.0.113.8'))).status).toBe(
        200,
      );
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from('2001:db8::7'))).status).toBe(200);
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from('203.0.114.8'))).status).toBe(403);
      // Only the nearest hop is trusted.
      expect(
        (await signIn({ email: EMAIL, password: PASSWORD }, from('203.0.113.8, 192.0.2.1'))).status,
      ).toBe(403);
      // Invalid addresses are ignored, and a port is not part of an address.
      for (const forged of [
        '010.0.0.1',
        '203.0.113.008',
        '203.0.113.8/24',
        '0xcb.0.113.8',
        'unknown',
        'x'.repeat(2000),
        '203.0.113.8 x',
      ]) {
        expect([forged, (await signIn({ email: EMAIL, password: PASSWORD }, from(forged))).status]).toEqual([
          forged,
          403,
        ]);
      }
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from('203.0.113.8:50123'))).status).toBe(
        200,
      );
      expect((await signIn({ email: EMAIL, password: PASSWORD }, from('[2001:db8::7]:50123'))).status).toBe(
        200,
      );
      expect((await refresh(inside.body.refresh, from('192.0.2.1'))).status).toBe(403);
      expect((await refresh(inside.body.refresh, from('203.0.113.9'))).status).toBe(200);
      await allow(null);
    });

    it('rejects invalid users and companies, and their tokens', async () => {
      const { body } = await signIn({ email: EMAIL, password: PASSWORD });
      await sql('UPDATE app_user SET status = 0 WHERE id = ?', [api.world.users.analyst]);
      expect((await me(body.access)).status).toBe(401);
      expect((await refresh(body.refresh)).status).toBe(401);
      expect((await signIn({ email: EMAIL, password: PASSWORD })).status).toBe(401);
    });
  });

  describe('sessions', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const signIn = async (remember = false): Promise<{ access: string; refresh: string }> =>
      (await api.rest('/auth/signin/', { body: { email: EMAIL, password: PASSWORD, remember } })).body;
    const refresh = (token: string) => api.rest('/auth/refresh/', { body: { refresh: token } });
    const opens = async (access: string) => (await api.rest('/users/me', { token: access })).status === 200;

    it('rotates tokens; reuse ends the family after a grace period of 10 s', async () => {
      const first = await signIn();
      const second = (await refresh(first.refresh)).body;
      expect(second.refresh).not.toBe(first.refresh);
      api.clock.now += 9_000;
      const tab = await refresh(first.refresh);
      expect(tab.status).toBe(200);
      api.clock.now += 2_000;
      expect((await refresh(first.refresh)).status).toBe(401);
      for (const token of [second.refresh, tab.body.refresh]) expect((await refresh(token)).status).toBe(401);
      expect(await opens(second.access)).toBe(false);
    });

    it('gives tabs that renew at the same moment the same successor, which remains valid', async () => {
      const { refresh: token } = await signIn();
      const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
      expect(tabs.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(tabs.map(({ body }) => body.refresh)).size).toBe(1);
      for (const { body } of tabs) expect(await opens(body.access)).toBe(true);
      api.clock.now += MINUTE;
      expect((await refresh(tabs[7]?.body.refresh)).status).toBe(200);
    });

    it('gives a late tab the end of the chain, not a used token', async () => {
      const first = await signIn();
      const second = (await refresh(first.refresh)).body;
      api.clock.now += 4000;
      const third = (await refresh(second.refresh)).body;
      api.clock.now += 4000;
      expect((await refresh(first.refresh)).body.refresh).toBe(third.refresh);
      api.clock.now += MINUTE;
      expect((await refresh(third.refresh)).status).toBe(200);
    });

    it('stores no refresh token in plain text, including successors', async () => {
      const { refresh: first } = await signIn();
      const { refresh: second } = (await refresh(first)).body;
      const stored = JSON.stringify(await api.database.db.read('SELECT * FROM refresh_token'));
      for (const token of [first, second]) expect(stored).not.toContain(token);
    });

    it.each([
      ['12 hours', false, 12 * 60],
      ['30 days', true, 30 * 24 * 60],
    ])('keeps a session for %s (remember: %s)', async (_, remember, minutes) => {
      const startedAt = api.clock.now;
      const active = await signIn(remember);
      const expired = await signIn(remember);
      api.clock.now = startedAt + minutes * MINUTE - 1000;
      expect((await refresh(active.refresh)).status).toBe(200);
      api.clock.now = startedAt + minutes * MINUTE + 1000;
      expect((await refresh(expired.refresh)).status).toBe(401);
    });

    it('accepts an access token for 15 minutes', async () => {
      const { access } = await signIn();
      api.clock.now += 15 * MINUTE - 2000;
      expect(await opens(access)).toBe(true);
      api.clock.now += 4000;
      expect(await opens(access)).toBe(false);
    });

    it('ends both tokens at once on sign-out', async () => {
      const { access, refresh: token } = await signIn();
      expect((await api.rest('/auth/signout/', { body: { refresh: token } })).status).toBe(204);
      expect((await refresh(token)).status).toBe(401);
      expect(await opens(access)).toBe(false);
      expect((await api.rest('/auth/signout/', { body: { refresh: 'unknown' } })).status).toBe(204);
    });

    it('ends the other sessions when the password changes', async () => {
      const here = await signIn();
      const there = await signIn();
      const change = (current: string, next: string) =>
        api.graphql(
          'mutation ($a: String!, $b: String!) { changeMyPassword(currentPassword: $a, password: $b) }',
          {
            token: here.access,
            variables: { a: current, b: next },
          },
        );
      expect((await change('wrong', 'Password2!')).body.errors[0].extensions.fields).toHaveProperty(
        'currentPassword',
      );
      expect((await change(PASSWORD, 'short')).body.errors[0].extensions.fields).toHaveProperty('password');
      expect((await change(PASSWORD, 'Password2!')).body.data.changeMyPassword).toBe(true);
      expect(await opens(here.access)).toBe(true);
      expect(await opens(there.access)).toBe(false);
      expect((await refresh(there.refresh)).status).toBe(401);
      expect((await api.rest('/auth/signin', { body: { email: EMAIL, password: PASSWORD } })).status).toBe(
        401,
      );
      await change('Password2!', PASSWORD);
    });

    it('rejects correctly signed tokens with missing or wrong claims', async () => {
      const { access, refresh: token } = await signIn();
      const claims = decodeJwt(access);
      const now = Math.floor(api.clock.now / 1000);
      const forge = (changes: object, secret = SECRET, header: { alg: string } = { alg: 'HS256' }) =>
        new SignJWT({ ...claims, ...changes })
          .setProtectedHeader(header)
          .sign(new TextEncoder().encode(secret));
      expect(await opens(await forge({}))).toBe(true);
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${access.split('.')[1]}.`;
      const forged: Record<string, string> = {
        'no exp': await forge({ exp: undefined }),
        'no iat': await forge({ iat: undefined }),
        'no sub': await forge({ sub: undefined }),
        'no issuer': await forge({ iss: undefined }),
        'another issuer': await forge({ iss: 'other' }),
        'no audience': await forge({ aud: undefined }),
        'a download’s audience': await forge({ aud: 'download' }),
        'made in an hour': await forge({ iat: now + 3600, exp: now + 4500 }),
        'not yet valid': await forge({ nbf: now + 3600 }),
        'another secret': await forge({}, 'x'.repeat(32)),
        'another algorithm': await forge({}, SECRET, { alg: 'HS512' }),
        'no algorithm': unsigned,
        'a refresh token': token,
      };
      for (const [name, one] of Object.entries(forged))
        expect([name, await opens(one)]).toEqual([name, false]);
      expect((await refresh(access)).status).toBe(401);
    });

    it.each([
      ['no header', ''],
      ['no token', 'Bearer'],
      ['a forged token', 'Bearer x.y.z'],
      ['another scheme', 'Basic YTpi'],
      ['a long text', `Bearer ${'a'.repeat(5000)}`],
    ])('rejects %s', async (_, header) => {
      const { status, body, headers } = await api.rest('/users/me/', {
        headers: header ? { authorization: header } : {},
      });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(body).toMatchObject({ _message: ['Please sign in.'], request_id: expect.any(String) });
    });
  });
});
