import { AttemptLimit } from '../../auth/attempt-limit';
import { AuthService } from '../../auth/auth.service';
import { SessionStart } from '../../auth/session-start';
import { Passkeys } from '../../auth/passkeys/passkeys';
import { FactorSetUp } from '../../auth/second-factor/factor-set-up';
import { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { SecondFactors } from '../../auth/second-factor/second-factor';
import { SECRET, startApi, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { sessionTrail } from './session-trail';

jest.setTimeout(60_000);

const DAY = 24 * 3_600_000;
const ADMIN = 'admin@alpha.example';
const ANALYST = 'analyst@alpha.example';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0';

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

onEachDatabase((dialect) => {
  describe('sessions of a user', () => {
    let api: ApiServer;
    beforeEach(async () => {
      api = await startApi(dialect);
    });
    afterEach(() => api.stop());

    const signIn = async (ua: string, email = ANALYST): Promise<Tokens> =>
      (
        await api.rest('/auth/signin/', {
          body: { email, password: PASSWORD },
          headers: { 'user-agent': ua },
        })
      ).body;
    const ask = async (query: string, token: string | null) => {
      const { body } = await api.graphql(query, { token });
      return body.errors ? body.errors[0].extensions.code : body.data;
    };
    const sessionsOf = async (token: string) =>
      (await ask('{ sessions { id device ip current } }', token)).sessions;
    const trail = async (): Promise<[string, string, string][]> => {
      const { body } = await api.rest(
        `/audit-logs/?entity=session&entity_id=${api.world.users.analyst}&sortName=id&sortAsc=true`,
        { token: await api.tokenOf(ADMIN), headers: { 'accept-language': 'ja' } },
      );
      return body.results.map((row: { user_name: string; action: string; summary: string }) => [
        row.user_name,
        row.action,
        row.summary,
      ]);
    };
    const nameOf = async (id: number) =>
      (
        await api.database.db.read<{ user_name: string }>('SELECT user_name FROM app_user WHERE id = ?', [id])
      )[0]?.user_name;

    it('are listed with their device, newest first', async () => {
      const { access } = await signIn(CHROME);
      await signIn(FIREFOX);
      expect(await sessionsOf(access)).toEqual([
        { id: expect.any(String), device: 'Firefox / macOS', ip: '127.0.0.1', current: false },
        { id: expect.any(String), device: 'Chrome / Windows', ip: '127.0.0.1', current: true },
      ]);
    });

    it('leave their begin and end in the audit trail', async () => {
      const [here, there] = [await signIn(CHROME), await signIn(FIREFOX)];
      const third = await signIn('curl/8.5.0');
      for (let n = 0; n < 2; n += 1)
        await api.rest('/auth/signout/', {
          body: { refresh: third.refresh },
          headers: { 'user-agent': 'curl/8.5.0' },
        });
      const [, own] = await sessionsOf(here.access);
      expect(await ask(`mutation { revokeSession(id: "${own.id}") }`, there.access)).toEqual({
        revokeSession: true,
      });
      const [{ id }] = (
        await ask(`{ sessions(userId: ${api.world.users.analyst}) { id } }`, await api.tokenOf(ADMIN))
      ).sessions;
      expect(await ask(`mutation { revokeSession(id: "${id}") }`, await api.tokenOf(ADMIN))).toEqual({
        revokeSession: true,
      });
      const [analyst, admin] = [await nameOf(api.world.users.analyst), await nameOf(api.world.users.admin)];
      expect(await trail()).toEqual([
        [analyst, 'signIn', 'サインイン：Chrome / Windows'],
        [analyst, 'signIn', 'サインイン：Firefox / macOS'],
        [analyst, 'signIn', 'サインイン：curl'],
        [analyst, 'signOut', 'サインアウト：curl'],
        [analyst, 'delete', 'サインインを終了：Chrome / Windows'],
        [admin, 'delete', 'サインインを終了：Firefox / macOS'],
      ]);
    });

    it('end after 90 days, however often they are renewed', async () => {
      const began = api.clock.now;
      const renew = (refresh: string) => api.rest('/auth/refresh/', { body: { refresh } });
      const credentials = { email: ANALYST, password: PASSWORD, remember: true };
      let { refresh } = (await api.rest('/auth/signin/', { body: credentials })).body;
      for (const days of [29, 58, 87]) {
        api.clock.now = began + days * DAY;
        refresh = (await renew(refresh)).body.refresh;
      }
      api.clock.now = began + 90 * DAY;
      expect([typeof refresh, (await renew(refresh)).status]).toEqual(['string', 401]);
    });

    it('end at once in every process, and are recorded once if ended several times in parallel', async () => {
      const here = await signIn(CHROME);
      const others = [await signIn(FIREFOX), await signIn(FIREFOX), await signIn(CHROME)];
      const now = () => api.clock.now;
      const { db } = api.database;
      const secrets = new SealedSecrets(SECRET);
      const passkeys = new Passkeys({ db, secret: SECRET, publicUrl: 'https://t.example', now });
      const limit = new AttemptLimit(db, now);
      const factors = new SecondFactors({ db, secrets, passkeys, limit, now });
      const records = sessionTrail(now);
      const start = new SessionStart(db, SECRET, records, now);
      const setUp = new FactorSetUp({ db, secrets, factors, now });
      const process = new AuthService({ db, secret: SECRET, start, trail: records, factors, setUp, now });
      const opens = async ({ access }: Tokens) =>
        (await process.actorOf(access, { ip: '127.0.0.1', ua: null })) !== null;
      expect(await Promise.all(others.map(opens))).toEqual([true, true, true]);
      const [last] = await sessionsOf(here.access);
      await Promise.all(
        [
          `revokeSession(id: "${last.id}")`,
          'revokeOtherSessions',
          `revokeSession(id: "${last.id}")`,
          'revokeOtherSessions',
        ].map((mutation) => ask(`mutation { ${mutation} }`, here.access)),
      );
      expect(await Promise.all([here, ...others].map(opens))).toEqual([true, false, false, false]);
      for (const { refresh } of others)
        expect((await api.rest('/auth/refresh/', { body: { refresh } })).status).toBe(401);
      expect((await trail()).filter(([, action]) => action === 'delete')).toHaveLength(3);
    });

    it('end all for an ADMIN, but not the sessions of others', async () => {
      const [theirs, manager] = [await signIn(CHROME), await signIn(CHROME, 'manager@alpha.example')];
      const admin = await api.tokenOf(ADMIN);
      expect(
        await ask(`mutation { revokeOtherSessions(userId: ${api.world.users.analyst}) }`, admin),
      ).toEqual({ revokeOtherSessions: true });
      expect(await ask('{ sessions { id } }', theirs.access)).toBe('UNAUTHENTICATED');
      for (const token of [admin, manager.access]) expect(await sessionsOf(token)).toHaveLength(1);
    });

    it('refuse everybody else', async () => {
      const { id } = (await sessionsOf(await api.tokenOf(ADMIN)))[0];
      const stranger = await api.tokenOf('admin@beta.example');
      const foreign = (await sessionsOf(stranger))[0].id;
      const { admin } = api.world.users;
      const end = (session: string) => `mutation { revokeSession(id: ${JSON.stringify(session)}) }`;
      const endAll = `mutation { revokeOtherSessions(userId: ${admin}) }`;
      const list = `{ sessions(userId: ${admin}) { id } }`;
      const cases: [string, string | null, string][] = [
        ...[end(id), endAll, list, '{ sessions { id } }'].map((query): [string, null, string] => [
          query,
          null,
          'UNAUTHENTICATED',
        ]),
        [end(id), ANALYST, 'NOT_FOUND'],
        [endAll, ANALYST, 'FORBIDDEN'],
        [list, ANALYST, 'FORBIDDEN'],
        [end(id), 'admin@beta.example', 'NOT_FOUND'],
        [endAll, 'admin@beta.example', 'NOT_FOUND'],
        [list, 'admin@beta.example', 'NOT_FOUND'],
        [end(foreign), ADMIN, 'NOT_FOUND'],
        ...['', 'x', "' OR 1=1 --", '\u0000', 'a'.repeat(10_000)].map((text): [string, string, string] => [
          end(text),
          ADMIN,
          'NOT_FOUND',
        ]),
        ['mutation { revokeOtherSessions(userId: -1) }', ADMIN, 'NOT_FOUND'],
        ['{ sessions(userId: 2147483647) { id } }', ADMIN, 'NOT_FOUND'],
      ];
      for (const [query, email, code] of cases)
        expect([query.slice(0, 80), email, await ask(query, email && (await api.tokenOf(email)))]).toEqual([
          query.slice(0, 80),
          email,
          code,
        ]);
      expect(await sessionsOf(stranger)).toHaveLength(1);
    });
  });
});
