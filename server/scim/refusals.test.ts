import { PASSWORD } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';
import { ENTERPRISE, ERROR, entraUser, oktaUser, startScim, type ScimApi } from './testing/scim-api';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('refusals of SCIM', () => {
    let api: ScimApi['api'];
    let token: ScimApi['token'];
    let foreignToken: ScimApi['foreignToken'];
    let scim: ScimApi['scim'];
    let patch: ScimApi['patch'];
    let find: ScimApi['find'];
    let user: ScimApi['user'];
    const ids: Record<string, number> = {};

    beforeAll(async () => {
      ({ api, token, foreignToken, scim, patch, find, user } = await startScim(dialect));
      for (const [name, one] of Object.entries({ hanako: oktaUser, taro: entraUser }))
        ids[name] = Number((await scim('POST', '/Users', one)).body.id);
    });
    afterAll(() => api.stop());

    it.each([
      ['no user name', {}, 'userName: required', 'invalidValue'],
      ['a user name that is no address', { userName: 'taro' }, /^userName: /, 'invalidValue'],
      ['a number as a name', { displayName: 7 }, 'displayName: must be text', 'invalidValue'],
      ['no boolean', { active: 'perhaps' }, 'active: must be true or false', 'invalidValue'],
      ['a name that is too long', { displayName: 'あ'.repeat(256) }, /^displayName: /, 'invalidValue'],
      ['an unknown role', { roles: [{ value: 'Owner' }] }, /^roles: must be one of ADMIN, /, 'invalidValue'],
      ['two roles', { roles: ['ADMIN', 'ANALYST'] }, /^roles: one value/, 'invalidValue'],
      ['AGENCY without an agency', { roles: ['AGENCY'] }, /^roles: AGENCY needs an agency/, 'invalidValue'],
      ['a long external id', { externalId: 'x'.repeat(256) }, /^externalId: maximum length/, 'invalidValue'],
    ])('refuses a user with %s', async (_name, more, detail, scimType) => {
      const body = Object.keys(more).length === 0 ? {} : { userName: 'new@alpha.example', ...more };
      const answer = await scim('POST', '/Users', body);
      expect(answer).toMatchObject({ status: 400, body: { schemas: ERROR, status: '400', scimType } });
      expect(answer.body.detail).toMatch(detail);
      expect(await find('userName eq "new@alpha.example"')).toEqual([]);
    });

    it.each([
      ['of the company', { userName: 'ANALYST@alpha.example' }, 'userName: already in use'],
      ['of another company', { userName: 'admin@beta.example' }, 'userName: already in use'],
      [
        'an external id',
        { userName: 'x@alpha.example', externalId: '00ujl29u0le5T6Aj10h7' },
        'externalId: already in use',
      ],
    ])('answers 409 for what is in use (%s)', async (_name, given, detail) => {
      const body = { schemas: ERROR, status: '409', scimType: 'uniqueness', detail };
      expect(await scim('POST', '/Users', given)).toMatchObject({ status: 409, body });
      expect(await scim('PUT', `/Users/${ids.taro}`, { ...entraUser, ...given })).toMatchObject({
        status: 409,
        body,
      });
    });

    it('lets another company use the same external id', async () => {
      const given = { userName: 'b@beta.example', externalId: '00ujl29u0le5T6Aj10h7' };
      expect((await scim('POST', '/Users', given, { token: foreignToken })).status).toBe(201);
    });

    it('creates a user once when requested twice in parallel', async () => {
      const body = { ...oktaUser, userName: 'twice@alpha.example', externalId: 'twice' };
      const answers = await Promise.all([1, 2, 3, 4].map(() => scim('POST', '/Users', body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await find('userName eq "twice@alpha.example"')).toHaveLength(1);
    });

    it('creates a user once when two companies request it in parallel', async () => {
      const body = { userName: 'both@example.com' };
      const answers = await Promise.all(
        [token, foreignToken].map((one) => scim('POST', '/Users', body, { token: one })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it('ends the sessions of a deactivated user at once', async () => {
      const access = await api.tokenOf('analyst@alpha.example');
      const id = api.world.users.analyst;
      expect((await api.rest('/users/me/', { token: access })).status).toBe(200);
      expect((await patch(id, { op: 'replace', value: { active: false } })).status).toBe(200);
      expect((await api.rest('/users/me/', { token: access })).status).toBe(401);
      const signIn = { email: 'analyst@alpha.example', password: PASSWORD };
      expect((await api.rest('/auth/signin/', { body: signIn })).status).toBe(401);
      expect((await patch(id, { op: 'replace', value: { active: true } })).status).toBe(200);
      expect((await api.rest('/auth/signin/', { body: signIn })).status).toBe(200);
    });

    it('deactivates by DELETE, and keeps the user', async () => {
      for (let times = 0; times < 2; times += 1)
        expect(await scim('DELETE', `/Users/${ids.hanako}`)).toMatchObject({ status: 204, body: '' });
      expect((await scim('GET', `/Users/${ids.hanako}`)).body.active).toBe(false);
      expect((await user(ids.hanako)).status).toBe(false);
    });

    it('keeps the last ADMIN, also when two leave in parallel', async () => {
      const { admin } = api.world.users;
      const refusal = { schemas: ERROR, status: '409', detail: expect.stringContaining('administrator') };
      for (const answer of [
        await patch(admin, { op: 'replace', value: { active: false } }),
        await patch(admin, { op: 'replace', path: 'roles', value: ['ANALYST'] }),
        await scim('DELETE', `/Users/${admin}`),
      ])
        expect(answer).toMatchObject({ status: 409, body: refusal });
      await patch(ids.taro, { op: 'replace', value: { roles: ['ADMIN'] } });
      const answers = await Promise.all([admin, ids.taro].map((id) => scim('DELETE', `/Users/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      for (const id of [admin, ids.taro]) await patch(id, { op: 'replace', value: { active: true } });
      expect((await scim('DELETE', `/Users/${ids.taro}`)).status).toBe(204);
    });

    it('keeps the products of a demoted ADMIN, and the role of an AGENCY user', async () => {
      const { body } = await scim('POST', '/Users', { userName: 'boss@alpha.example', roles: ['ADMIN'] });
      await patch(Number(body.id), { op: 'replace', value: { roles: ['MANAGER'] } });
      const products = await api.database.db.read<{ product_id: number }>(
        'SELECT product_id FROM user_product WHERE user_id = ? ORDER BY product_id',
        [Number(body.id)],
      );
      expect(products.map((row) => row.product_id)).toEqual([
        api.world.open.product,
        api.world.closed.product,
      ]);
      const { agency } = api.world.users;
      expect((await patch(agency, { op: 'remove', path: 'roles' })).body.roles[0].value).toBe('AGENCY');
    });

    it('touches no user of another company', async () => {
      const { user: foreign } = api.world.foreign;
      const before = await api.database.db.read('SELECT * FROM app_user WHERE id = ?', [foreign]);
      for (const id of [String(foreign), '987654', '0', '-1', '99999999999', 'x', `${foreign} OR 1=1`]) {
        const path = `/Users/${encodeURIComponent(id)}`;
        for (const answer of [
          await scim('GET', path),
          await scim('PUT', path, oktaUser),
          await scim('PATCH', path, { Operations: [{ op: 'replace', value: { active: false } }] }),
          await scim('DELETE', path),
        ])
          expect([id, answer.status, answer.body.schemas]).toEqual([id, 404, ERROR]);
      }
      expect(await api.database.db.read('SELECT * FROM app_user WHERE id = ?', [foreign])).toEqual(before);
    });

    it.each([
      ['no JSON', '{"userName":', 'invalidSyntax'],
      ['a list', '[]', 'invalidSyntax'],
      ['a text', '"x"', 'invalidSyntax'],
      ['nothing', '', 'invalidValue'],
      ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'invalidSyntax'],
      ['names of prototypes', '{"__proto__":{"active":"x"},"constructor":1}', 'invalidValue'],
    ])('refuses a body that is %s', async (_name, raw, scimType) => {
      expect(await scim('POST', '/Users', undefined, { raw })).toMatchObject({
        status: 400,
        body: { schemas: ERROR, status: '400', scimType },
      });
    });

    it.each([
      ['no operations', {}, 'invalidSyntax'],
      ['an empty list', { Operations: [] }, 'invalidSyntax'],
      ['too many', { Operations: Array(101).fill({ op: 'add', path: 'x' }) }, 'invalidSyntax'],
      ['no operation', { Operations: ['x', null] }, 'invalidSyntax'],
      ['an unknown operation', { Operations: [{ op: 'move' }] }, 'invalidSyntax'],
      ['a path that is no text', { Operations: [{ op: 'add', path: 7 }] }, 'invalidPath'],
      ['no path to remove', { Operations: [{ op: 'remove' }] }, 'noTarget'],
      ['a text without a path', { Operations: [{ op: 'add', value: 'x' }] }, 'invalidValue'],
      ['no user name', { Operations: [{ op: 'remove', path: 'userName' }] }, 'mutability'],
    ])('refuses a PATCH with %s', async (_name, body, scimType) => {
      expect(await scim('PATCH', `/Users/${ids.hanako}`, body)).toMatchObject({
        status: 400,
        body: { schemas: ERROR, scimType },
      });
    });

    it('refuses a body above 64 KiB, and types other than JSON', async () => {
      const body = { ...oktaUser, [ENTERPRISE]: 'x'.repeat(65_536) };
      expect(await scim('POST', '/Users', body)).toMatchObject({ status: 413, body: { schemas: ERROR } });
      expect(
        await scim('POST', '/Users', oktaUser, { headers: { 'content-type': 'text/plain' } }),
      ).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } });
    });

    it('describes itself', async () => {
      const config = (await scim('GET', '/ServiceProviderConfig')).body;
      expect(config).toMatchObject({ patch: { supported: true }, filter: { maxResults: 200 } });
      for (const path of ['/ResourceTypes', '/Schemas']) {
        const [one] = (await scim('GET', path)).body.Resources;
        expect((await scim('GET', new URL(one.meta.location).pathname.replace('/scim/v2', ''))).body).toEqual(
          one,
        );
      }
      expect(await scim('GET', '/Groups')).toMatchObject({ status: 404, body: { schemas: ERROR } });
    });
  });
});
