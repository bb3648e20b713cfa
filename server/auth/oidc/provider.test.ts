import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { startProvider, type TestProvider } from './testing/provider';
import { singleSignOn } from './testing/single-sign-on';

jest.setTimeout(60_000);

const MANAGER = 'manager@alpha.example';

onEachDatabase((dialect) => {
  describe('single sign-on at a certified provider', () => {
    let api: ApiServer;
    let provider: TestProvider;
    let sso: ReturnType<typeof singleSignOn>;
    beforeAll(async () => {
      provider = await startProvider('https://t.example/auth/oidc/callback');
      api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'] });
      sso = singleSignOn(api);
      const { errors } = await sso.configure(await api.tokenOf('admin@alpha.example'), {
        issuer: provider.issuer,
        roleClaim: 'groups',
        roleMapping: 'marketing=ANALYST',
      });
      expect(errors).toBeUndefined();
    });
    afterAll(async () => {
      await provider.stop();
      await api.stop();
    });
    beforeEach(() => (api.clock.now = Date.now()));

    it('signs in, takes the role, and signs out of the provider', async () => {
      const begun = await sso.begin(MANAGER, true);
      const ended = await sso.open(await sso.follow(begun.url), begun.cookie);
      const { access, refresh } = (await sso.exchange(ended)).body;
      const { profile } = (await api.rest('/users/me/', { token: access })).body;
      expect([profile.email, profile.role_type]).toEqual([MANAGER, 3]);
      const [session] = (await api.rest('/sessions/', { token: access })).body.results;
      expect(session.remember).toBe(true);
      const { body } = await api.rest('/auth/signout/', { body: { refresh } });
      // The provider accepts the address after sign-out, and asks this browser without a session nothing.
      const page = await fetch(body.logout_url);
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('/session/end/confirm'),
      ]);
    });

    it('accepts no code twice, and none with the state of another sign-in', async () => {
      const [begun, other] = [await sso.begin(MANAGER), await sso.begin(MANAGER)];
      const query = await sso.follow(begun.url);
      const swapped = new URLSearchParams(query);
      swapped.set('state', other.state);
      expect((await sso.open(swapped.toString(), other.cookie)).error).toBe('provider');
      expect((await sso.open(query, begun.cookie)).ticket).toBeDefined();
      const next = await sso.begin(MANAGER);
      swapped.set('state', next.state);
      expect((await sso.open(swapped.toString(), next.cookie)).error).toBe('provider');
      expect((await sso.open(query, begun.cookie)).error).toBe('expired');
    });

    it('refuses an answer of another issuer (mix-up)', async () => {
      const begun = await sso.begin(MANAGER);
      const query = new URLSearchParams(await sso.follow(begun.url));
      query.set('iss', 'https://other.example');
      expect((await sso.open(query.toString(), begun.cookie)).error).toBe('provider');
    });

    it('says that the user declined', async () => {
      const begun = await sso.begin('deny@alpha.example');
      expect((await sso.open(await sso.follow(begun.url), begun.cookie)).error).toBe('denied');
    });
  });
});
