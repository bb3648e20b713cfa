import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { codeAt } from '../../auth/second-factor/testing/authenticator';
import { newTotpSecret } from '../../auth/second-factor/totp';
import { startFakeIssuer, type FakeIssuer } from '../../auth/oidc/testing/fake-issuer';
import { CLIENT } from '../../auth/oidc/testing/client';
import { singleSignOn } from '../../auth/oidc/testing/single-sign-on';
import { allowPasswords, parseAllowOptions } from '../../cli/user/allow-passwords';
import { type Answer, type ApiServer, SECRET, startApi } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';

jest.setTimeout(60_000);

const [ADMIN, OTHER] = ['admin@alpha.example', 'admin@beta.example'];
const FIELDS = `issuer clientId hasClientSecret allowedDomains roleClaim roleMapping enabled passwordsOff
  emergencyUserId isOwnSignInTested redirectUri version`;

const errorOf = ({ errors }: Answer['body']): [string, unknown] => {
  const { code, fields } = errors[0].extensions;
  return [code, fields && Object.keys(fields)];
};

onEachDatabase((dialect) => {
  describe('the identity provider of a company', () => {
    let api: ApiServer;
    let issuer: FakeIssuer;
    let sso: ReturnType<typeof singleSignOn>;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'] });
      issuer = await startFakeIssuer(() => api.clock.now);
      sso = singleSignOn(api);
      token = await api.tokenOf(ADMIN);
    });
    afterAll(async () => {
      await issuer.stop();
      await api.stop();
    });
    const TABLES = ['identity_provider', 'identity_domain', 'user_identity', 'second_factor'];
    afterEach(() =>
      api.database.db.write(async (tx) => {
        for (const table of TABLES) await tx.execute(`DELETE FROM ${table}`);
      }),
    );

    const read = async (reader: string | null = token) =>
      (await api.graphql(`{ r: identityProvider { ${FIELDS} } }`, { token: reader })).body;
    const test = async (text: string, reader = token) =>
      (
        await api.graphql(
          'mutation ($issuer: String!) { r: testIdentityProvider(issuer: $issuer) { issuer tokenEndpoint endSessionEndpoint } }',
          { token: reader, variables: { issuer: text } },
        )
      ).body;
    const save = (input: Record<string, unknown> = {}, author = token) =>
      sso.configure(author, { issuer: issuer.issuer, ...input });

    it('is read and changed by ADMINs of the company, never with the secret', async () => {
      expect((await read()).data.r).toMatchObject({ issuer: '', version: 0, hasClientSecret: false });
      expect(await save({ allowedDomains: '@Alpha.example\n日本.example' })).toEqual({
        data: { r: { version: 1 } },
      });
      expect((await read()).data.r).toEqual({
        issuer: `${issuer.issuer}/`,
        clientId: CLIENT.clientId,
        hasClientSecret: true,
        allowedDomains: 'alpha.example,xn--wgv71a.example',
        roleClaim: null,
        roleMapping: null,
        enabled: true,
        passwordsOff: false,
        emergencyUserId: null,
        isOwnSignInTested: false,
        redirectUri: 'https://t.example/auth/oidc/callback',
        version: 1,
      });
      expect(JSON.stringify(await api.database.db.read('SELECT * FROM identity_provider'))).not.toContain(
        CLIENT.clientSecret,
      );
      const { body } = await api.rest('/audit-logs/', { token });
      expect(body.results[0]).toMatchObject({ entity: 'identityProvider', action: 'create' });
      expect(body.results[0].changes).toContainEqual(
        expect.objectContaining({ field: 'clientSecret', after: '"********"' }),
      );
      expect((await read(await api.tokenOf(OTHER))).data.r.version).toBe(0);
    });

    it('is closed to other roles, read tokens and strangers', async () => {
      const readers = await Promise.all(
        ['manager', 'analyst', 'agency'].map((n) => api.tokenOf(`${n}@alpha.example`)),
      );
      for (const reader of readers)
        for (const answer of [await read(reader), await save({}, reader), await test(issuer.issuer, reader)])
          expect(errorOf(answer)[0]).toBe('FORBIDDEN');
      const created = await api.graphql(
        'mutation ($id: Int!) { r: createReadToken(productId: $id, name: "t") { token } }',
        { token, variables: { id: api.world.open.product } },
      );
      expect(errorOf(await read(created.body.data.r.token))[0]).toBe('FORBIDDEN');
      expect(errorOf(await read(null))[0]).toBe('UNAUTHENTICATED');
    });

    it.each([
      ['issuer', { issuer: 'http://provider.example' }],
      ['issuer', { issuer: 'x'.repeat(3000) }],
      ['clientId', { clientId: ' ' }],
      ['clientSecret', { clientSecret: '' }],
      ['clientSecret', { clientSecret: 'x'.repeat(513) }],
      ['allowedDomains', { allowedDomains: '' }],
      ['allowedDomains', { allowedDomains: 'alpha.example, 192.0.2.1' }],
      ['allowedDomains', { allowedDomains: 'localhost' }],
      ['allowedDomains', { allowedDomains: Array.from({ length: 51 }, (_, n) => `d${n}.example`).join() }],
      ['roleMapping', { roleClaim: 'groups', roleMapping: 'a=KING' }],
      ['roleClaim', { roleMapping: 'a=ADMIN' }],
      ['passwordsOff', { enabled: false, passwordsOff: true, emergencyUserId: 1 }],
      ['emergencyUserId', { passwordsOff: true }],
      ['version', { version: 7 }],
    ])('names the wrong field %s', async (field, input) => {
      const [code, fields] = errorOf(await save(input));
      expect([code, fields]).toEqual([field === 'version' ? 'CONFLICT' : 'BAD_USER_INPUT', [field]]);
    });

    it('asks for the secret again when the issuer changes', async () => {
      await save();
      expect((await save({ clientSecret: null })).data.r.version).toBe(2);
      expect(errorOf(await save({ clientSecret: null, issuer: 'https://other.example' }))).toEqual([
        'BAD_USER_INPUT',
        ['clientSecret'],
      ]);
    });

    it('has each domain in one company only, also in parallel', async () => {
      const other = await api.tokenOf(OTHER);
      const saved = await Promise.all([token, other, token, other].map((author) => save({}, author)));
      expect(saved.some(({ data }) => data?.r)).toBe(true);
      expect(await api.database.db.read('SELECT domain FROM identity_domain')).toHaveLength(1);
      const [mine, theirs] = [await save(), await save({}, other)];
      expect([mine, theirs].filter(({ data }) => data?.r)).toHaveLength(1);
      expect(errorOf(mine.errors ? mine : theirs)).toEqual(['BAD_USER_INPUT', ['allowedDomains']]);
    });

    it('is tested by its metadata, within reach and without redirects', async () => {
      issuer.metadata = { end_session_endpoint: `${issuer.issuer}/logout` };
      expect((await test(issuer.issuer)).data.r).toEqual({
        issuer: issuer.issuer,
        tokenEndpoint: `${issuer.issuer}/token`,
        endSessionEndpoint: `${issuer.issuer}/logout`,
      });
      issuer.metadata = { issuer: 'https://other.example' };
      const redirecting = createServer((_req, res) => res.writeHead(302, { location: issuer.issuer }).end());
      await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
      const { port } = redirecting.address() as AddressInfo;
      for (const [text, reason] of [
        [issuer.issuer, 'its issuer is https://other.example'],
        ['https://10.0.0.1', 'not a public address'],
        ['https://169.254.169.254', 'not a public address'],
        ['http://127.0.0.1:9', 'ECONNREFUSED'],
        [`http://127.0.0.1:${port}`, 'HTTP 302'],
      ] as const) {
        const answer = await test(text);
        expect(errorOf(answer)).toEqual(['BAD_USER_INPUT', ['issuer']]);
        expect(answer.errors[0].message + JSON.stringify(answer.errors[0].extensions)).toContain(reason);
      }
      redirecting.close();
      issuer.metadata = {};
    });

    describe('with passwords off', () => {
      const secret = newTotpSecret();
      /** Gives the ADMIN an authenticator app and a sign-in at the provider, then switches passwords off. */
      const switchOff = async () => {
        const id = api.world.users.admin;
        await save();
        const off = { passwordsOff: true, emergencyUserId: id };
        expect(errorOf(await save(off))).toEqual(['BAD_USER_INPUT', ['emergencyUserId']]);
        const sealed = new SealedSecrets(SECRET).seal(id, secret);
        await api.database.db.write((tx) =>
          tx.execute(
            'INSERT INTO second_factor (user_id, sealed_secret, active_since, last_step) VALUES (?,?,1,0)',
            [id, sealed],
          ),
        );
        expect(errorOf(await save(off))).toEqual(['CONFLICT', ['passwordsOff']]);
        const begun = await sso.begin(ADMIN);
        issuer.claims = { nonce: begun.url.searchParams.get('nonce'), email: ADMIN, email_verified: true };
        expect((await sso.open({ code: 'c', state: begun.state }, begun.cookie)).ticket).toBeDefined();
        expect((await read()).data.r.isOwnSignInTested).toBe(true);
        expect((await save(off)).errors).toBeUndefined();
      };
      const signIn = (email: string, password = PASSWORD) =>
        api.rest('/auth/signin/', { body: { email, password } });

      it('lets the emergency user alone sign in with a password', async () => {
        await switchOff();
        const refused = await signIn('manager@alpha.example');
        expect([refused.status, refused.body._message]).toEqual([401, [expect.stringContaining('SSO')]]);
        const wrong = await signIn('manager@alpha.example', 'wrong');
        expect(wrong.body._message).toEqual((await signIn('nobody@alpha.example')).body._message);
        expect((await signIn(OTHER)).status).toBe(200);
        const { ticket } = (await signIn(ADMIN)).body;
        const code = codeAt(secret, api.clock.now);
        expect((await api.rest('/auth/second-factor/', { body: { ticket, code } })).status).toBe(200);
        await api.database.db.write((tx) => tx.execute('UPDATE app_user SET last_login = NULL'));
        const invited = await api.rest(`/users/${api.world.users.analyst}/invitation/`, {
          method: 'POST',
          token,
        });
        expect([invited.status, invited.body._message]).toEqual([409, [expect.stringContaining('SSO')]]);
        await api.rest('/auth/forgot-password/', { body: { email: 'manager@alpha.example' } });
        await api.deliver();
        expect(api.mails).toEqual([]);
        await api.rest('/auth/forgot-password/', { body: { email: ADMIN } });
        await api.deliver();
        expect(api.mails).toHaveLength(1);
      });

      it('keeps the emergency user as they are', async () => {
        const { admin, manager } = api.world.users;
        await api.rest(`/users/${manager}/`, { method: 'PATCH', token, body: { role_type: 1 } });
        await switchOff();
        const other = await api.tokenOf('manager@alpha.example').catch(() => '');
        const answers = [
          await api.rest(`/users/${admin}/`, { method: 'PATCH', token, body: { status: false } }),
          await api.rest(`/users/${admin}/`, {
            method: 'PATCH',
            token,
            body: { role_type: 2, product_ids: [1] },
          }),
          await api.rest(`/users/${admin}/`, { method: 'DELETE', token: other }),
          await api.rest(`/users/${admin}/second-factor/`, { method: 'DELETE', token: other }),
        ];
        for (const { status, body } of answers)
          expect([status, body._message]).toEqual([409, [expect.stringContaining('emergency account')]]);
        const code = codeAt(secret, api.clock.now + 30_000);
        const disabled = await api.graphql(
          'mutation ($p: String!, $c: String!) { r: disableSecondFactor(currentPassword: $p, code: $c) }',
          { token, variables: { p: PASSWORD, c: code } },
        );
        expect(errorOf(disabled.body)[0]).toBe('CONFLICT');
        await save();
        await api.rest(`/users/${manager}/`, { method: 'PATCH', token, body: { role_type: 2 } });
      });

      it.each([
        ['the company', () => String(api.world.company)],
        ['an ADMIN', () => ADMIN],
      ])(
        'npm run user -- allow-passwords switches them on by %s, with an audit entry',
        async (_what, name) => {
          await switchOff();
          const allow = () =>
            api.database.db.write((tx) => allowPasswords(tx, parseAllowOptions(['allow-passwords', name()])));
          await allow();
          expect((await signIn('manager@alpha.example')).status).toBe(200);
          const { body } = await api.rest('/audit-logs/', { token });
          const entry = body.results.find(({ entity }: { entity: string }) => entity === 'identityProvider');
          expect([entry.user_name, entry.changes[0].field]).toEqual(['npm run user', 'ssoOnly']);
          await expect(allow()).rejects.toThrow('passwords are not off');
        },
      );
    });

    it.each([[[]], [['allow-passwords']], [['allow-passwords', '--email']], [['allow-passwords', '1', '2']]])(
      'npm run user -- allow-passwords explains its usage for %j',
      (args) => {
        expect(() => parseAllowOptions(args)).toThrow('Usage: npm run user -- allow-passwords');
      },
    );
  });
});
