import { startApi, type Answer, type ApiServer, SECRET } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { OneTimeTickets } from '../one-time-tickets';
import { startFakeIssuer, type FakeIssuer } from './testing/fake-issuer';
import { singleSignOn, type Begun, type Ended } from './testing/single-sign-on';

jest.setTimeout(60_000);

const ANALYST = 'analyst@alpha.example';
const ADMIN = 'admin@alpha.example';

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

onEachDatabase((dialect) => {
  describe('single sign-on at an issuer that misbehaves', () => {
    let api: ApiServer;
    let issuer: FakeIssuer;
    let sso: ReturnType<typeof singleSignOn>;
    beforeAll(async () => {
      api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'] });
      issuer = await startFakeIssuer(() => api.clock.now);
      sso = singleSignOn(api);
      const { errors } = await sso.configure(await api.tokenOf(ADMIN), { issuer: issuer.issuer });
      expect(errors).toBeUndefined();
    });
    afterAll(async () => {
      await issuer.stop();
      await api.stop();
    });
    beforeEach(() => {
      Object.assign(issuer, { claims: {}, userInfo: undefined, metadata: {}, forges: false });
    });
    afterEach(() => change('DELETE FROM user_identity'));

    const change = (sql: string, params: (string | number)[] = []) =>
      api.database.db.write((tx) => tx.execute(sql, params));
    const identities = () => api.database.db.read<{ user_id: number }>('SELECT user_id FROM user_identity');

    /** Walks from the start to the callback, with the given claims. */
    const walk = async (claims: Record<string, unknown> = {}, email = ANALYST): Promise<Ended> => {
      const begun = await sso.begin(email);
      issuer.claims = { ...valid(begun, email), ...claims };
      return sso.open({ code: 'c', state: begun.state }, begun.cookie);
    };
    const valid = ({ url }: Begun, email = ANALYST) => ({
      nonce: url.searchParams.get('nonce'),
      email,
      email_verified: true,
    });

    it('asks for no second factor of ours, while a password does', async () => {
      const { body } = await sso.exchange(await walk());
      await change(
        'INSERT INTO sign_in_policy (company_id, factor_roles, factor_from, version) VALUES (?, ?, NULL, 2)',
        [api.world.company, '3'],
      );
      const due = await api.graphql('{ me { profile { secondFactorDue } } }', { token: body.access });
      expect(due.body.data.me.profile.secondFactorDue).toBeNull();
      expect((await api.rest('/auth/refresh/', { body: { refresh: body.refresh } })).status).toBe(200);
      const password = await api.rest('/auth/signin/', { body: { email: ANALYST, password: PASSWORD } });
      expect(password.body.methods).toEqual(['set_up']);
      await change('DELETE FROM sign_in_policy');
    });

    it('links the user by the verified address, then knows them by the subject', async () => {
      const begun = await sso.begin(ANALYST);
      expect(begun.url.origin + begun.url.pathname).toBe(`${issuer.issuer}/authorize`);
      expect(Object.fromEntries(begun.url.searchParams)).toMatchObject({
        client_id: 'console',
        response_type: 'code',
        code_challenge_method: 'S256',
        login_hint: ANALYST,
        redirect_uri: 'https://t.example/auth/oidc/callback',
      });
      issuer.claims = valid(begun);
      const ended = await sso.open({ code: 'c', state: begun.state }, begun.cookie);
      const verifier = issuer.requests.at(-1)?.get('code_verifier') ?? '';
      expect(verifier).toHaveLength(43);
      expect(begun.url.href).not.toContain(verifier);
      const { status, body } = await sso.exchange(ended);
      expect([status, Object.keys(body)]).toEqual([200, ['access', 'refresh']]);
      const me = await api.rest('/users/me/', { token: body.access });
      expect(me.body.profile.email).toBe(ANALYST);
      expect(await identities()).toEqual([{ user_id: api.world.users.analyst }]);
      const again = await walk({ email: 'elsewhere@other.example', email_verified: false });
      expect((await sso.exchange(again)).status).toBe(200);
      expect(await identities()).toHaveLength(1);
    });

    it('sets cookies for its own paths only', async () => {
      const { headers } = await api.rest('/auth/oidc/', { body: { email: ANALYST } });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^ic_sso=[\w.-]+; Max-Age=600; Path=\/auth\/oidc\/callback; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
    });

    it.each([
      ['another nonce', { nonce: 'other' }, 'provider'],
      ['no nonce', { nonce: undefined }, 'provider'],
      ['another issuer', { iss: 'http://127.0.0.1:1' }, 'provider'],
      ['another audience', { aud: 'other' }, 'provider'],
      ['an unverified address', { email_verified: false }, 'unverified'],
      ['no address', { email: undefined }, 'unverified'],
      ['a domain outside the list', { email: 'analyst@other.example' }, 'domain'],
      ['a subdomain of the list', { email: 'analyst@sub.alpha.example' }, 'domain'],
      ['an unknown user', { email: 'nobody@alpha.example' }, 'unknown'],
    ])('refuses %s', async (_what, claims, error) => {
      expect(await walk(claims)).toMatchObject({ error, ticket: undefined });
      expect(await identities()).toEqual([]);
    });

    it('refuses a user of another company, although its domain is allowed', async () => {
      await change('UPDATE app_user SET email_key = ? WHERE id = ?', [
        'stranger@alpha.example',
        api.world.foreign.user,
      ]);
      expect((await walk({ email: 'stranger@alpha.example' })).error).toBe('unknown');
      await change('UPDATE app_user SET email_key = ? WHERE id = ?', [
        'admin@beta.example',
        api.world.foreign.user,
      ]);
    });

    it.each([
      [-30, true],
      [-600, false],
    ])('tolerates a clock that differs a little: expired %s s', async (seconds, isAccepted) => {
      const now = Math.floor(api.clock.now / 1000);
      const { ticket } = await walk({ iat: now - 900, exp: now + seconds });
      expect(ticket !== undefined).toBe(isAccepted);
    });

    it.each([
      [30, true],
      [600, false],
    ])('tolerates a clock that differs a little: issued in %s s', async (seconds, isAccepted) => {
      const now = Math.floor(api.clock.now / 1000);
      const { ticket } = await walk({ iat: now + seconds, exp: now + seconds + 300 });
      expect(ticket !== undefined).toBe(isAccepted);
    });

    it('refuses a token of another key', async () => {
      issuer.forges = true;
      expect((await walk()).error).toBe('provider');
    });

    it('reads claims that only the user info endpoint has, of the same subject', async () => {
      issuer.userInfo = { sub: 'sub-1', email: ANALYST, email_verified: true };
      expect((await walk({ email: undefined, email_verified: undefined })).ticket).toBeDefined();
      issuer.userInfo = { sub: 'sub-2', email: ANALYST, email_verified: true };
      expect((await walk({ email: undefined, email_verified: undefined })).error).toBe('provider');
    });

    it('accepts each state once, also in parallel, and only with its own cookie', async () => {
      const begun = await sso.begin(ANALYST);
      const other = await sso.begin(ANALYST);
      issuer.claims = valid(begun);
      const callback = { code: 'c', state: begun.state };
      expect((await sso.open(callback, '')).error).toBe('expired');
      expect((await sso.open(callback, other.cookie)).error).toBe('expired');
      expect((await sso.open({ code: 'c' }, begun.cookie)).error).toBe('expired');
      const ended = await Promise.all([1, 2, 3, 4].map(() => sso.open(callback, begun.cookie)));
      expect(ended.filter(({ ticket }) => ticket)).toHaveLength(1);
      expect(ended.filter(({ error }) => error === 'expired')).toHaveLength(3);
      expect((await sso.open(callback, begun.cookie)).error).toBe('expired');
    });

    it('accepts each ticket once, also in parallel, and only in the same browser', async () => {
      const ended = await walk();
      const other = await walk();
      for (const cookie of ['', 'ic_sso_ticket=x', other.cookie])
        expect((await sso.exchange({ ...ended, cookie })).status).toBe(401);
      const answers = await Promise.all([1, 2, 3, 4].map(() => sso.exchange(ended)));
      expect(statuses(answers)).toEqual([200, 401, 401, 401]);
      for (const ticket of ['', 'x.y.z', 'x'.repeat(100_000), '\u0000'])
        expect([400, 401]).toContain((await sso.exchange({ ...other, ticket })).status);
      api.clock.now += 61_000;
      expect((await sso.exchange(other)).status).toBe(401);
    });

    it('accepts no ticket of another purpose, and no expired state', async () => {
      const forged = new OneTimeTickets({ secret: SECRET, purpose: 'second-factor', lifeSeconds: 60 });
      const ticket = await forged.issue(api.world.users.admin, {});
      const { cookie } = await walk();
      expect((await sso.exchange({ ticket, cookie })).status).toBe(401);
      const begun = await sso.begin(ANALYST);
      issuer.claims = valid(begun);
      api.clock.now += 601_000;
      expect((await sso.open({ code: 'c', state: begun.state }, begun.cookie)).error).toBe('expired');
    });

    it('links one account of a user per issuer, also in parallel', async () => {
      const ended = await Promise.all(['one', 'two', 'three'].map((sub) => walk({ sub })));
      // The fake issuer answers with the last claims, so all three had the same subject.
      expect(await identities()).toHaveLength(1);
      expect(ended.map(({ error }) => error ?? 'in')).toEqual(expect.arrayContaining(['in']));
      await change('DELETE FROM user_identity');
      await walk({ sub: 'one' });
      expect((await walk({ sub: 'two' })).error).toBe('linked');
      expect((await walk({ sub: 'one' })).ticket).toBeDefined();
    });

    it('refuses inactive users and addresses outside the list', async () => {
      await change('UPDATE app_user SET status = 0 WHERE id = ?', [api.world.users.analyst]);
      expect((await walk()).error).toBe('inactive');
      await change('UPDATE app_user SET status = 1 WHERE id = ?', [api.world.users.analyst]);
      const ended = await walk();
      await change('UPDATE company SET login_allowed_ips = ? WHERE id = ?', [
        '203.0.113.9',
        api.world.company,
      ]);
      expect((await walk()).error).toBe('address');
      expect((await sso.exchange(ended)).status).toBe(403);
      await change('UPDATE company SET login_allowed_ips = NULL WHERE id = ?', [api.world.company]);
    });

    it('says in words that the user declined, and no more than that', async () => {
      const begun = await sso.begin(ANALYST);
      const query = { error: 'access_denied', error_description: '<b>x</b>', state: begun.state };
      expect((await sso.open(query, begun.cookie)).error).toBe('denied');
      const next = await sso.begin(ANALYST);
      expect(
        (await sso.open({ ...query, error: 'server_error', state: next.state }, next.cookie)).error,
      ).toBe('provider');
    });

    it('answers alike for unknown domains, and 503 for a provider that is down or wrong', async () => {
      const refused = async (email: unknown) => {
        const { status, body } = await api.rest('/auth/oidc/', { body: { email } });
        return [status, body._message];
      };
      const [first, ...more] = await Promise.all(
        ['a@beta.example', 'a@nowhere.example', 'nobody', 'x'.repeat(10_000)].map(refused),
      );
      expect(first).toEqual([400, [expect.stringContaining('no single sign-on')]]);
      for (const one of more) expect(one).toEqual(first);
      for (const metadata of [
        { issuer: 'https://other.example' },
        { authorization_endpoint: 'javascript:alert(1)' },
        { token_endpoint: undefined },
        { jwks_uri: 'http://10.0.0.1/' },
      ]) {
        issuer.metadata = metadata;
        expect(await refused(ANALYST)).toEqual([503, [expect.stringContaining("can't be reached")]]);
      }
    });

    it('gives the role of the provider, except to the last ADMIN', async () => {
      const token = await api.tokenOf(ADMIN);
      const roles = { roleClaim: 'groups', roleMapping: 'marketing=MANAGER\nlook=ANALYST' };
      await sso.configure(token, { issuer: issuer.issuer, ...roles });
      const roleOf = async (id: number) => (await api.rest(`/users/${id}/`, { token })).body.role_type;
      const { analyst, admin } = api.world.users;
      await walk({ groups: ['look', 'marketing'] });
      expect(await roleOf(analyst)).toBe(2);
      const { body } = await api.rest('/audit-logs/', { token });
      expect(body.results[0]).toMatchObject({
        entity: 'user',
        entity_id: analyst,
        user_id: analyst,
        changes: [expect.objectContaining({ field: 'roleType', before: '3', after: '2' })],
      });
      await walk({ groups: ['unknown'] });
      expect(await roleOf(analyst)).toBe(2);
      await walk({ groups: 'look' });
      expect(await roleOf(analyst)).toBe(3);
      expect((await walk({ sub: 'boss', groups: 'look' }, ADMIN)).ticket).toBeDefined();
      expect(await roleOf(admin)).toBe(1);
      await sso.configure(token, { issuer: issuer.issuer });
    });

    it('lets the browser end the session of the provider too', async () => {
      issuer.metadata = { end_session_endpoint: `${issuer.issuer}/logout` };
      const { refresh } = (await sso.exchange(await walk({ login_hint: 'hint' }))).body;
      const renewed = (await api.rest('/auth/refresh/', { body: { refresh } })).body.refresh;
      const { status, body } = await api.rest('/auth/signout/', { body: { refresh: renewed } });
      expect(status).toBe(200);
      const url = new URL(body.logout_url);
      expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
        `${issuer.issuer}/logout`,
        { client_id: 'console', post_logout_redirect_uri: 'https://t.example/login', logout_hint: 'hint' },
      ]);
      expect((await api.rest('/auth/signout/', { body: { refresh: renewed } })).status).toBe(204);
      issuer.metadata = { end_session_endpoint: 'javascript:alert(1)' };
      const without = (await sso.exchange(await walk())).body;
      expect((await api.rest('/auth/signout/', { body: { refresh: without.refresh } })).status).toBe(204);
    });
  });
});
