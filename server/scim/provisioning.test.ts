import { onEachDatabase } from '../db/testing/databases';
import {
  ADMIN,
  ENTERPRISE,
  ERROR,
  USER,
  entraUser,
  oktaUser,
  startScim,
  type ScimApi,
} from './testing/scim-api';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('users by SCIM', () => {
    let api: ScimApi['api'];
    let scim: ScimApi['scim'];
    let patch: ScimApi['patch'];
    let find: ScimApi['find'];
    let user: ScimApi['user'];
    const ids: Record<string, number> = {};

    beforeAll(async () => {
      ({ api, scim, patch, find, user } = await startScim(dialect));
    });
    afterAll(() => api.stop());

    it('creates a user as Okta sends one, without a password or mail', async () => {
      const { status, body, headers } = await scim('POST', '/Users', oktaUser);
      ids.okta = Number(body.id);
      const location = `https://t.example/scim/v2/Users/${body.id}`;
      expect([status, body]).toEqual([
        201,
        {
          schemas: [USER],
          id: expect.stringMatching(/^\d+$/),
          externalId: oktaUser.externalId,
          userName: 'Hanako@alpha.example',
          displayName: 'Hanako Yamada',
          name: { formatted: 'Hanako Yamada' },
          active: true,
          emails: [{ value: 'Hanako@alpha.example', type: 'work', primary: true }],
          roles: [{ value: 'ANALYST', primary: true }],
          meta: {
            resourceType: 'User',
            created: expect.stringMatching(/^\d{4}-.*Z$/),
            lastModified: expect.any(String),
            location,
          },
        },
      ]);
      expect([headers.get('location'), headers.get('content-type')]).toEqual([
        location,
        'application/scim+json; charset=utf-8',
      ]);
      expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body);
      const signIn = { email: 'hanako@alpha.example', password: oktaUser.password };
      expect((await api.rest('/auth/signin/', { body: signIn })).status).toBe(401);
      await api.deliver();
      expect(api.mails).toEqual([]);
    });

    it('creates a user as Entra ID sends one, and names the token in the audit trail', async () => {
      const { status, body } = await scim('POST', '/Users', entraUser);
      ids.entra = Number(body.id);
      expect([status, body.displayName, body.roles]).toEqual([
        201,
        '山田 太郎',
        [{ value: 'MANAGER', primary: true }],
      ]);
      const trail = await api.rest(`/audit-logs/?entity=user&entity_id=${ids.entra}`, {
        token: await api.tokenOf(ADMIN),
      });
      expect(trail.body.results).toMatchObject([
        { action: 'create', user_id: null, user_name: 'SCIM: Entra ID', label: '山田 太郎' },
      ]);
    });

    it.each([
      ['userName eq "hanako@ALPHA.example"', 'okta'],
      ['USERNAME EQ "Hanako@alpha.example"', 'okta'],
      [`${USER}:userName eq "hanako@alpha.example"`, 'okta'],
      ['emails[type eq "work"].value eq "taro@alpha.example"', 'entra'],
      ['externalId eq "taro"', 'entra'],
      ['externalId eq "TARO"', undefined],
      ['externalId eq "\\u0074aro"', 'entra'],
      ['userName eq "nobody@alpha.example"', undefined],
      ['userName eq "admin@beta.example"', undefined],
    ])('finds %s', async (filter, name) => {
      expect(await find(filter)).toEqual(name ? [ids[name]] : []);
    });

    it.each([
      ['userName sw "a"'],
      ['userName eq "a" or userName eq "b"'],
      ['passwordHash eq "a"'],
      ['userName eq unquoted'],
      ['userName eq "\\x"'],
      ['userName eq "\' OR 1=1 --'],
    ])('refuses the filter %s', async (filter) => {
      expect(await scim('GET', `/Users?${new URLSearchParams({ filter })}`)).toMatchObject({
        status: 400,
        body: { schemas: ERROR, status: '400', scimType: 'invalidFilter', detail: expect.any(String) },
      });
    });

    it('pages through the users of the company alone', async () => {
      const page = async (query: string) => (await scim('GET', `/Users?${query}`)).body;
      const all = await page('count=200');
      expect(all).toMatchObject({ totalResults: 6, startIndex: 1, itemsPerPage: 6 });
      expect(JSON.stringify(all)).not.toContain('beta.example');
      expect(JSON.stringify(all)).not.toMatch(/password|argon/i);
      expect(await page('startIndex=5&count=10')).toMatchObject({
        startIndex: 5,
        itemsPerPage: 2,
        Resources: all.Resources.slice(4),
      });
      expect(await page('count=0')).toMatchObject({ totalResults: 6, itemsPerPage: 0, Resources: [] });
      expect(await page('startIndex=-3&count=999')).toMatchObject({ startIndex: 1, itemsPerPage: 6 });
      expect(await scim('GET', '/Users?count=many')).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue', detail: 'count: must be an integer' },
      });
    });

    it.each([
      ['Okta: deactivate', 'okta', { op: 'replace', value: { active: false } }, { active: false }],
      ['Okta: reactivate', 'okta', { op: 'replace', value: { active: true } }, { active: true }],
      ['Entra ID: deactivate', 'entra', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
      ['Entra ID: reactivate', 'entra', { op: 'Replace', path: 'active', value: 'True' }, { active: true }],
      [
        'Entra ID: display name',
        'entra',
        { op: 'Replace', path: 'displayName', value: '山田 次郎' },
        { displayName: '山田 次郎' },
      ],
      [
        'Entra ID: formatted name',
        'entra',
        { op: 'Add', path: 'name.formatted', value: '山田 三郎' },
        { displayName: '山田 三郎' },
      ],
      [
        'one part of a name',
        'entra',
        { op: 'Replace', path: 'name.givenName', value: '四郎' },
        { displayName: '山田 三郎' },
      ],
      [
        'both parts of a name',
        'entra',
        { op: 'replace', value: { 'name.givenName': '四郎', name: { familyName: '山田' } } },
        { displayName: '山田 四郎' },
      ],
      [
        'Entra ID: role',
        'entra',
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Analyst' },
        { roles: [{ value: 'ANALYST', primary: true }] },
      ],
      [
        'roles as a list',
        'entra',
        { op: 'add', path: 'roles', value: [{ value: 'ADMIN' }] },
        { roles: [{ value: 'ADMIN', primary: true }] },
      ],
      [
        'another role removed',
        'entra',
        { op: 'remove', path: 'roles[value eq "MANAGER"]' },
        { roles: [{ value: 'ADMIN', primary: true }] },
      ],
      [
        'the role removed',
        'entra',
        { op: 'Remove', path: 'roles', value: [{ value: 'ADMIN' }] },
        { roles: [{ value: 'ANALYST', primary: true }] },
      ],
      [
        'Entra ID: e-mail',
        'entra',
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'jiro@alpha.example' },
        { userName: 'jiro@alpha.example', emails: [{ value: 'jiro@alpha.example' }] },
      ],
      [
        'another address',
        'entra',
        { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@alpha.example' },
        { userName: 'jiro@alpha.example' },
      ],
      [
        'user name',
        'entra',
        { op: 'Replace', path: `${USER}:userName`, value: 'taro@alpha.example' },
        { userName: 'taro@alpha.example' },
      ],
      ['external id', 'entra', { op: 'replace', path: 'externalId', value: 'x-1' }, { externalId: 'x-1' }],
      [
        'external id removed',
        'entra',
        { op: 'remove', path: 'externalId' },
        expect.not.objectContaining({ externalId: expect.anything() }),
      ],
      [
        'an unknown attribute',
        'entra',
        { op: 'Add', path: `${ENTERPRISE}:department`, value: '営業部' },
        { displayName: '山田 四郎' },
      ],
    ])('changes a user by PATCH (%s)', async (_name, whose, operation, expected) => {
      const { status, body } = await patch(ids[whose], operation);
      expect([status, body]).toMatchObject([200, expected]);
      // The same request again changes nothing.
      expect((await patch(ids[whose], operation)).body).toEqual(body);
    });

    it('changes a user by PUT, and leaves absent attributes as they are', async () => {
      const { status, body } = await scim('PUT', `/Users/${ids.okta}`, {
        ...oktaUser,
        displayName: '',
        name: { givenName: '花子', familyName: '佐藤' },
        roles: undefined,
        active: undefined,
      });
      expect([status, body]).toMatchObject([
        200,
        { displayName: '佐藤 花子', active: true, roles: [{ value: 'ANALYST' }] },
      ]);
      expect(await user(ids.okta)).toMatchObject({ user_name: '佐藤 花子', status: true });
    });

    it('records each change once, with the version of the user', async () => {
      const before = await user(ids.okta);
      await patch(ids.okta, { op: 'replace', value: { externalId: 'okta-2', displayName: '佐藤' } });
      const { version } = await user(ids.okta);
      expect(version).toBe(before.version + 2);
      const { body } = await api.rest(
        `/audit-logs/?entity=user&entity_id=${ids.okta}&sortName=id&sortAsc=false&page_size=2`,
        { token: await api.tokenOf(ADMIN) },
      );
      expect(body.results).toMatchObject([
        { version, changes: [{ field: 'userName', after: '"佐藤"' }] },
        { version: version - 1, changes: [{ field: 'externalId', after: '"okta-2"' }] },
      ]);
    });
  });
});
