import { decodeJwt, SignJWT } from 'jose';
import { SECRET, startApi, type ApiServer } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { EMAIL, MINUTE, OTHER, statuses, passkeySteps } from './testing/passkey-steps';
import { SoftwareAuthenticator, type Changes } from './testing/software-authenticator';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('sign-in with passkeys', () => {
    let api: ApiServer;
    let steps: ReturnType<typeof passkeySteps>;
    beforeAll(async () => {
      api = await startApi(dialect);
      steps = passkeySteps(api);
    });
    afterAll(() => api.stop());
    // All limits have expired by then.
    beforeEach(() => (api.clock.now += 16 * MINUTE));
    afterEach(async () => {
      await api.database.db.write(async (tx) => {
        for (const table of ['passkey', 'second_factor', 'recovery_code'])
          await tx.execute(`DELETE FROM ${table}`);
      });
    });

    it('complete a sign-in, over REST and GraphQL, and count their uses', async () => {
      const { access, device } = await steps.setUp();
      const first = (await steps.signIn()).body;
      expect(first).toEqual({
        second_factor_required: true,
        ticket: expect.any(String),
        methods: ['passkey', 'recovery_code'],
      });
      const { ticket, options } = (await steps.stepOptions(first.ticket)).body;
      expect(ticket).toBe(first.ticket);
      expect(JSON.parse(options)).toMatchObject({
        rpId: 't.example',
        userVerification: 'preferred',
        allowCredentials: [{ id: device.id }],
      });
      const done = await steps.complete(ticket, {
        assertion: device.get(options, { counter: 1, verified: false }),
      });
      expect([done.status, Object.keys(done.body).sort()]).toEqual([200, ['access', 'refresh']]);
      const step = await steps.secondStep(device, { counter: 2 });
      const COMPLETE = 'r: completeSignIn(ticket: $ticket, assertion: $assertion) { access }';
      expect((await steps.run(null, COMPLETE, step)).data.r.access).toEqual(expect.any(String));
      const body = await steps.list(access);
      expect(body.data.passkeys[0].lastUsedAt).toEqual(expect.any(String));
      const [{ counter } = { counter: 0 }] = await api.database.db.read<{ counter: number | string }>(
        'SELECT counter FROM passkey',
      );
      expect(Number(counter)).toBe(2);
    });

    it('sign in without the password if their user chose that', async () => {
      const { device } = await steps.setUp(true);
      const { ticket, options } = await steps.begin();
      expect(JSON.parse(options)).toMatchObject({ userVerification: 'required', allowCredentials: [] });
      const { status, body } = await steps.signInWith(ticket, device.get(options), true);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access', 'refresh']]);
      const me = await api.rest('/users/me/', { token: body.access });
      expect(me.body.email ?? me.body.profile?.email).toBe(EMAIL);
      const { results } = (await api.rest('/sessions/', { token: body.access })).body;
      expect(results.find((one: { current: boolean }) => one.current).remember).toBe(true);
      const other = await steps.setUp(false, OTHER);
      const refused = await steps.passwordless(other.device);
      expect((await steps.signInWith(refused.ticket, refused.assertion)).status).toBe(401);
    });

    it.each<[string, Changes]>([
      ['another origin', { origin: 'https://t.example.evil' }],
      ['another port', { origin: 'https://t.example:8443' }],
      ['another RP id', { rpId: 'example' }],
      ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
      ['an answer to the creation', { type: 'webauthn.create' }],
      ['an unknown passkey', { id: 'AAAA' }],
      ['a user that the device did not verify', { verified: false }],
      ['a counter that goes back', { counter: 6 }],
      ['a counter that stays', { counter: 7 }],
      ['a counter that is lost', { counter: 0 }],
    ])('are refused with %s', async (_what, changes) => {
      const { device } = await steps.setUp(true);
      const first = await steps.passwordless(device, { counter: 7 });
      expect((await steps.signInWith(first.ticket, first.assertion)).status).toBe(200);
      const wrong = await steps.passwordless(device, { counter: 8, ...changes });
      const answer = await steps.signInWith(wrong.ticket, wrong.assertion);
      expect([answer.status, answer.body.errors]).toEqual([401, undefined]);
      if (changes.verified !== false) {
        const step = await steps.secondStep(device, { counter: 8, ...changes });
        const second = await steps.complete(step.ticket, { assertion: step.assertion });
        expect([second.status, Object.keys(second.body.errors)]).toEqual([401, ['assertion']]);
      }
      const right = await steps.passwordless(device, { counter: 8 });
      expect((await steps.signInWith(right.ticket, right.assertion)).status).toBe(200);
    });

    it('are refused with the signature of another key, and with garbage', async () => {
      const { device } = await steps.setUp(true);
      const other = new SoftwareAuthenticator();
      const { ticket, options } = await steps.begin();
      const garbage = ['{}', '[]', 'null', 'x', '\u0000', '\uD800', 'x'.repeat(100_000), '{"id":1}'];
      const forged = other.get(options, { id: device.id });
      const cut = JSON.parse(device.get(options));
      const cuts = ['clientDataJSON', 'authenticatorData', 'signature'].flatMap((name) =>
        ['', 'AAAA', '*'].map((text) =>
          JSON.stringify({ ...cut, response: { ...cut.response, [name]: text } }),
        ),
      );
      for (const one of [forged, ...garbage, ...cuts])
        expect([one.slice(0, 60), (await steps.signInWith(ticket, one)).status]).toEqual([
          one.slice(0, 60),
          401,
        ]);
      for (const one of [undefined, null, '', {}, []]) {
        expect((await steps.signInWith(ticket, one)).status).toBe(400);
        expect((await steps.signInWith(one, device.get(options))).status).toBe(400);
      }
      expect((await steps.signInWith(ticket, device.get(options))).status).toBe(200);
    });

    it('sign in once per request, in sequence and in parallel', async () => {
      const { device } = await steps.setUp(true);
      const { ticket, assertion } = await steps.passwordless(device);
      const answers = await Promise.all(Array.from({ length: 5 }, () => steps.signInWith(ticket, assertion)));
      expect(statuses(answers)).toEqual([200, 401, 401, 401, 401]);
      expect((await steps.signInWith(ticket, assertion)).status).toBe(401);
      const step = await steps.secondStep(device);
      const seconds = await Promise.all(
        Array.from({ length: 4 }, () => steps.complete(step.ticket, { assertion: step.assertion })),
      );
      expect(statuses(seconds)).toEqual([200, 401, 401, 401]);
      // A counted use signs in once, whatever its request.
      const counted = await Promise.all(
        Array.from({ length: 4 }, () => steps.passwordless(device, { counter: 1 })),
      );
      const used = await Promise.all(counted.map((one) => steps.signInWith(one.ticket, one.assertion)));
      expect(statuses(used)).toEqual([200, 401, 401, 401]);
    });

    it('take only tickets of their own purpose, in time', async () => {
      const { access, device } = await steps.setUp(true);
      const { ticket, options } = await steps.begin();
      const assertion = device.get(options);
      const forge = (changes: object, key = SECRET) =>
        new SignJWT({ ...decodeJwt(ticket), ...changes })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(key));
      const step = await steps.secondStep(device);
      const wrong = [
        access,
        step.ticket,
        (await steps.beginAdding(access)).ticket,
        await forge({}, 'x'.repeat(32)),
        await forge({ aud: 'passkey-set-up' }),
        await forge({ exp: undefined }),
        'x.y.z',
        'x'.repeat(100_000),
      ];
      for (const one of wrong)
        expect([one.slice(0, 40), (await steps.signInWith(one, assertion)).status]).toEqual([
          one.slice(0, 40),
          401,
        ]);
      // The request of one sign-in does not complete another.
      const other = (await steps.signIn()).body.ticket;
      expect((await steps.complete(other, { assertion: step.assertion })).status).toBe(401);
      expect((await steps.complete(ticket, { assertion })).status).toBe(401);
      expect((await steps.stepOptions(ticket)).status).toBe(401);
      api.clock.now += 5 * MINUTE + 1000;
      expect((await steps.signInWith(ticket, assertion)).status).toBe(401);
      expect((await steps.complete(step.ticket, { assertion: step.assertion })).status).toBe(401);
    });

    it('complete no sign-in of another user', async () => {
      const mine = await steps.setUp(true);
      await steps.setUp(true, OTHER);
      const { ticket } = (await steps.signIn(OTHER)).body;
      const { options } = (await steps.stepOptions(ticket)).body;
      expect((await steps.complete(ticket, { assertion: mine.device.get(options) })).status).toBe(401);
    });

    it('need a code or a passkey, and options need a passkey', async () => {
      await steps.setUp();
      const { ticket } = (await steps.signIn()).body;
      const answer = await steps.complete(ticket, {});
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['code']]);
      await api.database.db.write((tx) => tx.execute('DELETE FROM passkey'));
      expect((await steps.stepOptions(ticket)).status).toBe(404);
    });

    it('count failures with those of codes, and per network', async () => {
      const { device, recoveryCodes } = await steps.setUp(true);
      const step = await steps.secondStep(device);
      for (let n = 0; n < 3; n++)
        expect((await steps.complete(step.ticket, { assertion: '{}' })).status).toBe(401);
      for (let n = 0; n < 2; n++)
        expect((await steps.complete(step.ticket, { code: '000000' })).status).toBe(401);
      expect((await steps.complete(step.ticket, { assertion: step.assertion })).status).toBe(429);
      expect((await steps.complete(step.ticket, { code: recoveryCodes[0] })).status).toBe(429);
      const { ticket } = await steps.begin();
      const tries = await Promise.all(Array.from({ length: 104 }, () => steps.signInWith(ticket, '{}')));
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(100);
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
      expect((await steps.signIn()).status).toBe(429);
    });

    it('sign in neither from a refused address, nor as an invalid user, nor with passwords off', async () => {
      const { device } = await steps.setUp(true);
      const { company } = api.world;
      const set = (sql: string, params: (string | number | null)[]) =>
        api.database.db.write((tx) => tx.execute(sql, params));
      const statusWith = async () => {
        const { ticket, assertion } = await steps.passwordless(device);
        return (await steps.signInWith(ticket, assertion)).status;
      };
      await set('UPDATE company SET login_allowed_ips = ? WHERE id = ?', ['203.0.113.7', company]);
      expect(await statusWith()).toBe(403);
      await set('UPDATE company SET login_allowed_ips = ? WHERE id = ?', [null, company]);
      await set('UPDATE app_user SET status = 0 WHERE email_key = ?', [EMAIL]);
      expect(await statusWith()).toBe(401);
      await set('UPDATE app_user SET status = 1 WHERE email_key = ?', [EMAIL]);
      await set(
        `INSERT INTO identity_provider (company_id, version, issuer, client_id, sealed_secret, enabled,
         passwords_off) VALUES (?, 1, 'https://id.example/', 'console', '', 1, 1)`,
        [company],
      );
      expect(await statusWith()).toBe(401);
      await set('DELETE FROM identity_provider', []);
      expect(await statusWith()).toBe(200);
    });
  });
});
