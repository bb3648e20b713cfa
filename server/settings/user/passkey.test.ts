import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { codeAt } from '../../auth/second-factor/testing/authenticator';
import {
  ADD,
  ADMIN,
  BEGIN,
  EMAIL,
  MINUTE,
  OTHER,
  REMOVE,
  errorOf,
  passkeySteps,
} from '../../auth/passkeys/testing/passkey-steps';
import { SoftwareAuthenticator, type Changes } from '../../auth/passkeys/testing/software-authenticator';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('passkeys of a user', () => {
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

    it('are added with the password and listed, the first with ten recovery codes', async () => {
      const { access } = (await steps.signIn()).body;
      expect(errorOf(await steps.run(access, BEGIN, { password: 'wrong' }))).toEqual([
        'BAD_USER_INPUT',
        ['currentPassword'],
      ]);
      const { options } = await steps.beginAdding(access);
      expect(JSON.parse(options)).toMatchObject({
        rp: { id: 't.example', name: 'Inflow Console' },
        user: { name: EMAIL },
        attestation: 'none',
        excludeCredentials: [],
      });
      const [first, second] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()];
      const added = (await steps.add(access, first)).data.r;
      expect(added.passkey).toEqual({
        id: expect.any(Number),
        name: 'Mac',
        passwordless: false,
        createdAt: expect.any(String),
        lastUsedAt: null,
      });
      expect(new Set(added.recoveryCodes).size).toBe(10);
      const known = JSON.parse((await steps.beginAdding(access)).options).excludeCredentials;
      expect(known).toEqual([{ id: first.id, type: 'public-key', transports: ['internal'] }]);
      expect((await steps.add(access, second, true)).data.r.recoveryCodes).toBeNull();
      const body = await steps.list(access);
      expect(body.data.passkeys.map((one: { passwordless: boolean }) => one.passwordless)).toEqual([
        false,
        true,
      ]);
      const admin = (await steps.signIn(ADMIN)).body.access;
      const user = await api.rest(`/users/${api.world.users.analyst}/`, { token: admin });
      expect(user.body.second_factor_since).toEqual(expect.any(String));
      const trail = (await api.rest('/audit-logs/', { token: admin })).body.results;
      const changed = trail.filter(({ entity }: { entity: string }) => entity === 'user').slice(0, 2);
      const fields = changed.map(({ changes }: { changes: { field: string }[] }) =>
        changes.map(({ field }) => field),
      );
      expect(fields).toEqual([['passkey'], ['passkey', 'secondFactor']]);
    });

    it('leave recovery codes and an authenticator app beside them', async () => {
      const { access, recoveryCodes } = await steps.setUp();
      const { secret } = (
        await steps.run(access, 'r: beginSecondFactor(currentPassword: $password) { secret }', {
          password: PASSWORD,
        })
      ).data.r;
      expect(
        (await steps.complete((await steps.signIn()).body.ticket, { code: recoveryCodes[0] })).status,
      ).toBe(200);
      const confirmed = await steps.run(access, 'r: confirmSecondFactor(code: $code) { recoveryCodes }', {
        code: codeAt(secret, api.clock.now - MINUTE / 2),
      });
      const [code, next] = confirmed.data.r.recoveryCodes;
      const { ticket, methods } = (await steps.signIn()).body;
      expect(methods).toEqual(['totp', 'passkey', 'recovery_code']);
      expect((await steps.complete(ticket, { code: codeAt(secret, api.clock.now) })).status).toBe(200);
      const off = 'r: disableSecondFactor(currentPassword: $password, code: $code)';
      expect((await steps.run(access, off, { password: PASSWORD, code })).data.r).toBe(true);
      expect((await steps.signIn()).body.methods).toEqual(['passkey', 'recovery_code']);
      expect((await steps.complete((await steps.signIn()).body.ticket, { code: next })).status).toBe(200);
      expect(
        errorOf(
          await steps.run(access, off, { password: PASSWORD, code: confirmed.data.r.recoveryCodes[2] }),
        ),
      ).toEqual(['BAD_USER_INPUT', ['code']]);
      expect(await steps.rows('recovery_code')).toHaveLength(8);
    });

    it.each<[string, Changes, boolean, string]>([
      ['another origin', { origin: 'https://evil.example' }, false, 'response'],
      ['another RP id', { rpId: 'evil.example' }, false, 'response'],
      ['another challenge', { challenge: 'AAAA' }, false, 'response'],
      ['a use instead of a creation', { type: 'webauthn.get' }, false, 'response'],
      ['another id', { id: 'AAAA' }, false, 'response'],
      [
        'a certificate',
        {
          attestation: new Map<string, unknown>([
            ['fmt', 'packed'],
            ['attStmt', new Map([['x5c', [new Uint8Array(9)]]])],
          ]),
        },
        false,
        'response',
      ],
      [
        'an attestation of another kind',
        {
          attestation: new Map<string, unknown>([
            ['fmt', 'apple'],
            ['attStmt', new Map()],
          ]),
        },
        false,
        'response',
      ],
      ['no verified user, instead of the password', { verified: false }, true, 'passwordless'],
      ['no place on the device, instead of the password', { discoverable: false }, true, 'passwordless'],
    ])('are not added with %s', async (_what, changes, instead, field) => {
      const { access } = (await steps.signIn()).body;
      expect(errorOf(await steps.add(access, new SoftwareAuthenticator(), instead, changes))).toEqual([
        'BAD_USER_INPUT',
        [field],
      ]);
      expect(await steps.rows('passkey')).toEqual([]);
      expect(await steps.rows('recovery_code')).toEqual([]);
    });

    it('are not added with bad input, foreign, used and late tickets', async () => {
      const [{ access }, { access: other }] = [(await steps.signIn()).body, (await steps.signIn(OTHER)).body];
      const device = new SoftwareAuthenticator();
      const { ticket, options } = await steps.beginAdding(access);
      const given = { ticket, response: device.create(options), name: 'Mac', passwordless: false };
      const fieldOf = async (token: string, changes: object) =>
        errorOf(await steps.run(token, ADD, { ...given, ...changes }));
      expect(await fieldOf(other, {})).toEqual(['BAD_USER_INPUT', ['ticket']]);
      expect(await fieldOf(access, { ticket: access })).toEqual(['BAD_USER_INPUT', ['ticket']]);
      expect(await fieldOf(access, { ticket: (await steps.begin()).ticket })).toEqual([
        'BAD_USER_INPUT',
        ['ticket'],
      ]);
      for (const name of ['', '  ', 'x'.repeat(10_000)])
        expect(await fieldOf(access, { name })).toEqual(['BAD_USER_INPUT', ['name']]);
      for (const response of ['', '{}', 'null', 'x'.repeat(100_000)])
        expect(await fieldOf(access, { response })).toEqual(['BAD_USER_INPUT', ['response']]);
      const parallel = await Promise.all([1, 2, 3].map(() => steps.run(access, ADD, given)));
      expect(parallel.filter(({ data }) => data?.r)).toHaveLength(1);
      expect(await steps.rows('passkey')).toHaveLength(1);
      expect(await steps.rows('recovery_code')).toHaveLength(10);
      const late = await steps.beginAdding(access);
      api.clock.now += 5 * MINUTE + 1000;
      const response = new SoftwareAuthenticator().create(late.options);
      expect(await fieldOf(access, { ticket: late.ticket, response })).toEqual([
        'BAD_USER_INPUT',
        ['ticket'],
      ]);
    });

    it('are added once each, and at most ten, also in parallel', async () => {
      const { access, device } = await steps.setUp();
      const other = (await steps.signIn(OTHER)).body.access;
      for (const token of [access, other])
        expect(errorOf(await steps.add(token, device))[0]).toBe('CONFLICT');
      const twice = new SoftwareAuthenticator();
      const both = await Promise.all([steps.add(access, twice), steps.add(other, twice)]);
      expect(both.filter(({ data }) => data?.r)).toHaveLength(1);
      const begun = await Promise.all(Array.from({ length: 12 }, () => steps.beginAdding(access)));
      const answers = await Promise.all(
        begun.map(({ ticket, options }) =>
          steps.run(access, ADD, {
            ticket,
            response: new SoftwareAuthenticator().create(options),
            name: 'Key',
            passwordless: false,
          }),
        ),
      );
      expect(new Set(answers.filter(({ errors }) => errors).map((body) => errorOf(body)[0]))).toEqual(
        new Set(['CONFLICT']),
      );
      const body = await steps.list(access);
      expect(body.data.passkeys).toHaveLength(10);
      expect(errorOf(await steps.run(access, BEGIN, { password: PASSWORD }))[0]).toBe('CONFLICT');
    });

    it('are removed with the password, the last with the recovery codes', async () => {
      const { access, device, id } = await steps.setUp(true);
      const second = (await steps.add(access, new SoftwareAuthenticator())).data.r.passkey.id as number;
      const other = (await steps.signIn(OTHER)).body.access;
      expect(errorOf(await steps.run(other, REMOVE, { id, password: PASSWORD }))[0]).toBe('NOT_FOUND');
      expect(errorOf(await steps.run(access, REMOVE, { id, password: 'wrong' }))).toEqual([
        'BAD_USER_INPUT',
        ['currentPassword'],
      ]);
      const [one, step] = [await steps.passwordless(device), await steps.secondStep(device)];
      const removed = await Promise.all(
        [1, 2, 3].map(() => steps.run(access, REMOVE, { id, password: PASSWORD })),
      );
      expect(removed.filter(({ data }) => data?.r)).toHaveLength(1);
      expect((await steps.signInWith(one.ticket, one.assertion)).status).toBe(401);
      expect((await steps.complete(step.ticket, { assertion: step.assertion })).status).toBe(401);
      expect(await steps.rows('recovery_code')).toHaveLength(10);
      expect((await steps.run(access, REMOVE, { id: second, password: PASSWORD })).data.r).toBe(true);
      expect(await steps.rows('recovery_code')).toEqual([]);
      expect((await steps.signIn()).body).toHaveProperty('access');
      const { body } = await api.rest('/audit-logs/', { token: (await steps.signIn(ADMIN)).body.access });
      const removals = body.results.filter(({ entity }: { entity: string }) => entity === 'user').slice(0, 2);
      const fields = removals.map(({ changes }: { changes: { field: string }[] }) =>
        changes.map(({ field }) => field),
      );
      expect(fields).toEqual([['passkey', 'secondFactor'], ['passkey']]);
    });

    it('are removed with the second factor that an ADMIN resets', async () => {
      await steps.setUp(true);
      const token = (await steps.signIn(ADMIN)).body.access;
      const path = `/users/${api.world.users.analyst}/second-factor/`;
      expect((await api.rest(path, { method: 'DELETE', token })).status).toBe(204);
      expect([await steps.rows('passkey'), await steps.rows('recovery_code')]).toEqual([[], []]);
      expect((await api.rest(path, { method: 'DELETE', token })).status).toBe(404);
    });

    it('require a sign-in, not a read token, and leave with their user', async () => {
      const { id, access } = await steps.setUp();
      const operations: [string, object][] = [
        [BEGIN, { password: PASSWORD }],
        [ADD, { ticket: 'x', response: '{}', name: 'x', passwordless: false }],
        [REMOVE, { id, password: PASSWORD }],
      ];
      const product = api.world.open.product;
      const CREATE = `r: createReadToken(productId: ${product}, name: "sheet") { token }`;
      const { token } = (await steps.run(access, CREATE)).data.r;
      for (const [operation, variables] of operations) {
        expect(errorOf(await steps.run(null, operation, variables))[0]).toBe('UNAUTHENTICATED');
        expect(errorOf(await steps.run(token, operation, variables))[0]).toBe('FORBIDDEN');
      }
      expect(errorOf(await steps.list(null))[0]).toBe('UNAUTHENTICATED');
      const admin = (await steps.signIn(ADMIN)).body.access;
      const created = await steps.run(
        admin,
        `r: createUser(input: { userName: "x", email: "leaves@alpha.example", roleType: 2, productIds: [${product}], status: true, password: "${PASSWORD}" }) { id }`,
      );
      await steps.setUp(true, 'leaves@alpha.example');
      const path = `/users/${created.data.r.id}/`;
      expect((await api.rest(path, { method: 'DELETE', token: admin })).status).toBe(204);
      expect(await steps.rows('passkey')).toHaveLength(1);
    });
  });
});
