import { SECRET, serveApi, startApi, type Answer } from '../../composition/testing/api-server';
import { onEachDatabase, openTestDatabase } from '../../db/testing/databases';
import { firstUserCode } from './first-user.service';

jest.setTimeout(60_000);

const user = {
  code: firstUserCode(SECRET),
  company_name: '株式会社一',
  product_name: '茶',
  user_name: '一郎',
  email: 'First@Shop.example',
  password: 'long enough',
};

it('derives a code of four groups from the secret', () => {
  expect(firstUserCode(SECRET)).toMatch(/^([A-Z0-9]{5}-){3}[A-Z0-9]{5}$/);
  expect(firstUserCode(SECRET)).not.toBe(firstUserCode(`${SECRET}2`));
});

onEachDatabase((dialect) => {
  describe('first user', () => {
    type Api = Awaited<ReturnType<typeof serveApi>>;
    let api: Api;
    beforeEach(async () => {
      api = await serveApi(await openTestDatabase(dialect), { trustProxy: 1 });
    });
    afterEach(() => api.stop());
    const create = (body: object): Promise<Answer> => api.rest('/auth/first-user/', { body });
    const count = async (table: string): Promise<number> => {
      const [row] = await api.database.db.read<{ n: number | string }>(`SELECT COUNT(*) AS n FROM ${table}`);
      return Number(row?.n);
    };

    it('is an ADMIN with company, product and CV setting, and is signed in', async () => {
      const { status, body } = await create(user);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access', 'refresh']]);
      const me = await api.rest('/users/me/', { token: body.access });
      expect(me.body.profile).toMatchObject({
        user_name: '一郎',
        role_type: 1,
        company_name: '株式会社一',
        email: 'First@Shop.example',
      });
      const signIn = await api.rest('/auth/signin/', {
        body: { email: user.email, password: user.password },
      });
      expect(signIn.status).toBe(200);
      const trail = await api.database.db.read(
        "SELECT user_name, action, entity FROM audit_log WHERE entity <> 'session' ORDER BY id",
      );
      const entities = ['company', 'product', 'cvSetting', 'user'];
      expect(trail).toEqual(entities.map((entity) => ({ user_name: '一郎', action: 'create', entity })));
    });

    it('accepts the code in small letters and without hyphens', async () => {
      const code = ` ${user.code.toLowerCase().replaceAll('-', '')} `;
      expect((await create({ ...user, code })).status).toBe(200);
    });

    it('is made once, even in parallel', async () => {
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) => create({ ...user, email: `${name}@shop.example` })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
      expect(await Promise.all(['app_user', 'company', 'product'].map(count))).toEqual([1, 1, 1]);
    });

    it.each([
      ['a wrong code', { code: 'ABCDE-FGHJK-MNPQR-STVWX' }, 401, 'code'],
      ['no code', { code: '' }, 400, 'code'],
      ['no company', { company_name: ' ' }, 400, 'company_name'],
      ['a long product', { product_name: 'x'.repeat(300) }, 400, 'product_name'],
      ['no address', { email: 'nobody' }, 400, 'email'],
      ['a short password', { password: 'short' }, 400, 'password'],
      ['a huge password', { password: 'x'.repeat(5000) }, 400, 'password'],
      ['a list as name', { user_name: ['x'] }, 400, 'user_name'],
    ])('is refused with %s, and nothing is stored', async (_what, change, status, field) => {
      const answer = await create({ ...user, ...change });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, [field]]);
      expect(await Promise.all(['app_user', 'company', 'product'].map(count))).toEqual([0, 0, 0]);
    });

    it('limits wrong codes from an address', async () => {
      const wrong = () => create({ ...user, code: 'wrong' });
      for (let tries = 0; tries < 100; tries += 1) await wrong();
      expect((await create(user)).status).toBe(429);
    });
  });
});

it('is refused once there are users', async () => {
  const api = await startApi('sqlite');
  const { status } = await api.rest('/auth/first-user/', { body: user });
  await api.stop();
  expect(status).toBe(403);
});
