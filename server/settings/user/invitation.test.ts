import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';

jest.setTimeout(60_000);

const NEW = 'Chosen-by-myself1';
const DAY = 24 * 3_600_000;

onEachDatabase((dialect) => {
  describe('invitations', () => {
    let api: ApiServer;
    let admin: string;
    const start = async (options: { smtpUrl?: string } = {}) => {
      api = await startApi(dialect, options);
      admin = await api.tokenOf('admin@alpha.example');
    };
    afterEach(() => api.stop());

    const add = async (given: object = {}) =>
      (
        await api.rest('/users/', {
          token: admin,
          body: {
            user_name: '新人',
            email: 'new@alpha.example',
            role_type: 2,
            product_ids: [api.world.open.product],
            ...given,
          },
        })
      ).body.id as number;
    const invite = (id: number, token = admin) =>
      api.rest(`/users/${id}/invitation/`, { method: 'POST', token });
    const tokenIn = (link: unknown) => new URL(String(link)).searchParams.get('token');
    const set = (link: unknown, password = NEW) =>
      api.rest('/auth/reset-password/', { body: { token: tokenIn(link), password } });
    const signIn = async (password: string) =>
      (await api.rest('/auth/signin/', { body: { email: 'new@alpha.example', password } })).status;

    describe('without mail', () => {
      beforeEach(() => start());

      it('return a link for the ADMIN to hand over, which sets the password once', async () => {
        const id = await add();
        const { status, body } = await invite(id);
        expect([status, body]).toMatchObject([
          201,
          {
            email: 'new@alpha.example',
            mailed: false,
            link: expect.stringMatching(
              /^https:\/\/t\.example\/invitation\?token=[\w-]{43}#email=new%40alpha\.example$/,
            ),
          },
        ]);
        await api.deliver();
        expect(api.mails).toEqual([]);
        expect((await set(body.link, 'short')).body.errors).toEqual({
          password: ['minimum length is 8 characters'],
        });
        expect((await set(body.link)).status).toBe(200);
        expect((await set(body.link, PASSWORD)).status).toBe(400);
        expect(await signIn(NEW)).toBe(200);
        expect(await invite(id)).toMatchObject({
          status: 409,
          body: { _message: ['This user has signed in already and needs no invitation.'] },
        });
      });

      it('store only a hash, replace the previous link, and expire after seven days', async () => {
        const id = await add();
        const [first, second] = [(await invite(id)).body.link, (await invite(id)).body.link];
        const stored = JSON.stringify(await api.database.db.read('SELECT * FROM password_reset'));
        for (const link of [first, second]) expect(stored).not.toContain(tokenIn(link));
        expect((await set(first)).status).toBe(400);
        api.clock.now += 7 * DAY - 1000;
        admin = (
          await api.rest('/auth/signin/', { body: { email: 'admin@alpha.example', password: PASSWORD } })
        ).body.access;
        const third = (await invite(id)).body.link;
        api.clock.now += 7 * DAY;
        expect((await set(third)).status).toBe(400);
      });

      it('validate links before use, and show their expiry with the user', async () => {
        const id = await add();
        const until = async () =>
          (await api.rest(`/users/${id}/`, { token: admin })).body.invited_until as string | null;
        const check = (token: unknown) => api.rest('/auth/password-link/', { body: { token } });
        expect(await until()).toBeNull();
        const [first, second] = [(await invite(id)).body.link, (await invite(id)).body.link];
        expect(await until()).toMatch(/^\d{4}\/\d\d\/\d\d /);
        expect(await check(tokenIn(first))).toMatchObject({
          status: 400,
          body: { errors: { token: ['This link is no longer valid. Please ask for a new one.'] } },
        });
        expect([(await check(tokenIn(second))).status, (await check(tokenIn(second))).status]).toEqual([
          200, 200,
        ]);
        expect((await set(second)).status).toBe(200);
        expect((await check(tokenIn(second))).status).toBe(400);
        expect(await until()).toBeNull();
      });

      it('refuse links of deactivated users, and limit link checks', async () => {
        const id = await add();
        const { link } = (await invite(id)).body;
        await api.rest(`/users/${id}/`, { method: 'PATCH', token: admin, body: { status: false } });
        const check = async (token: unknown) =>
          (await api.rest('/auth/password-link/', { body: { token } })).status;
        expect(await check(tokenIn(link))).toBe(400);
        const answers = new Set<number>();
        for (let i = 0; i < 29; i += 1) answers.add(await check(`none${i}`));
        expect([[...answers], await check(tokenIn(link))]).toEqual([[400], 429]);
      });

      it('survive a password reset mail, but not a change of the address', async () => {
        const id = await add();
        const { link } = (await invite(id)).body;
        await api.rest('/auth/forgot-password/', { body: { email: 'new@alpha.example' } });
        await api.deliver();
        await api.rest(`/users/${id}/`, { method: 'PATCH', token: admin, body: { user_name: 'renamed' } });
        expect((await set(link)).status).toBe(200);
        const other = await add({ email: 'other@alpha.example' });
        const theirs = (await invite(other)).body.link;
        await api.rest(`/users/${other}/`, {
          method: 'PATCH',
          token: admin,
          body: { email: 'moved@alpha.example' },
        });
        expect((await set(theirs)).status).toBe(400);
      });

      it('are recorded in the audit trail without the link', async () => {
        const id = await add();
        const { link } = (await invite(id)).body;
        const { body } = await api.rest(
          `/audit-logs/?entity=user&entity_id=${id}&sortName=id&sortAsc=false`,
          { token: admin },
        );
        expect(body.results[0]).toMatchObject({
          action: 'update',
          entity_id: id,
          changes: [{ field: 'invitation', before: null, after: '"new@alpha.example"' }],
        });
        expect(JSON.stringify(body)).not.toContain(tokenIn(link));
      });

      it('are limited to active users of the company', async () => {
        expect((await invite(api.world.foreign.user)).status).toBe(404);
        const id = await add({ status: false });
        expect(await invite(id)).toMatchObject({
          status: 409,
          body: { _message: ['An invalid user can’t be invited.'] },
        });
      });

      it('grant no more than the inviting user has', async () => {
        const { open, closed, agencies } = api.world;
        await api.rest('/roles/', {
          method: 'PUT',
          token: admin,
          body: [
            { role_type: 2, version: 1, rights: { users: 'edit' } },
            { role_type: 4, version: 1, rights: { users: 'edit' } },
          ],
        });
        const [manager, agency] = [
          await api.tokenOf('manager@alpha.example'),
          await api.tokenOf('agency@alpha.example'),
        ];
        const createUser = async (name: string, given: object) =>
          add({ email: `${name}@alpha.example`, ...given });
        const cases = [
          ['an ADMIN', await createUser('a', { role_type: 1 }), 403, 403],
          [
            'a further product',
            await createUser('b', { product_ids: [open.product, closed.product] }),
            403,
            403,
          ],
          ['the same', await createUser('c', { product_ids: [open.product] }), 201, 403],
          ['an ANALYST', await createUser('d', { role_type: 3, product_ids: [open.product] }), 201, 403],
          [
            'their own agency',
            await createUser('e', { role_type: 4, agency_id: agencies[0], product_ids: [open.product] }),
            201,
            201,
          ],
          [
            'another agency',
            await createUser('f', { role_type: 4, agency_id: agencies[1], product_ids: [open.product] }),
            201,
            403,
          ],
        ] as const;
        for (const [name, id, ofManager, ofAgency] of cases) {
          expect([name, (await invite(id, manager)).status, (await invite(id, agency)).status]).toEqual([
            name,
            ofManager,
            ofAgency,
          ]);
        }
        expect((await invite(cases[2][1], await api.tokenOf('analyst@alpha.example'))).status).toBe(403);
      });
    });

    describe('with mail', () => {
      beforeEach(() => start({ smtpUrl: 'smtp://mail.example' }));

      it('mail the link without returning it; each mail has a new link', async () => {
        const id = await add();
        const { body } = await invite(id);
        expect(body).toMatchObject({ email: 'new@alpha.example', mailed: true, link: null });
        await api.deliver();
        expect(api.mails).toMatchObject([
          { to: 'new@alpha.example', subject: '[Inflow Console] Your invitation' },
        ]);
        expect(api.mails[0]?.text).toContain('seven days');
        expect((await set(api.mails[0]?.link)).status).toBe(200);
        expect(await signIn(NEW)).toBe(200);
      });

      it('are not mailed to users who have signed in, and are limited in number', async () => {
        const id = await add({ password: NEW });
        await invite(id);
        expect(await signIn(NEW)).toBe(200);
        await api.deliver();
        expect(api.mails).toEqual([]);
        const other = await add({ email: 'b@alpha.example' });
        const answers = [];
        for (let i = 0; i < 11; i += 1) answers.push((await invite(other)).status);
        expect(answers).toEqual([...Array<number>(10).fill(201), 429]);
      });
    });
  });
});
