import { onEachDatabase } from '../db/testing/databases';
import { startApi, type Answer, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const [ADMIN, , , , STRANGER] = callers.map(({ email }) => email) as [string, string, string, string, string];
const HOUR = 3_600_000;

onEachDatabase((dialect) => {
  describe('creation with an Idempotency-Key', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const post = async (path: string, body: object, key: string | null, email = ADMIN): Promise<Answer> =>
      api.rest(path, {
        body,
        token: await api.tokenOf(email),
        ...(key === null ? {} : { headers: { 'Idempotency-Key': key } }),
      });
    const category = (title: string) => ({ product_id: api.world.open.product, title });
    const count = async (table: string, title: string): Promise<number> => {
      const [row] = await api.database.db.read<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${table} WHERE title = ?`,
        [title],
      );
      return Number(row?.n);
    };

    it('creates once and repeats the response', async () => {
      const first = await post('/ad_categories/', category('一度だけ'), 'form-0001');
      const again = await post('/ad_categories/', category('一度だけ'), 'form-0001');
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      expect(await count('ad_category', '一度だけ')).toBe(1);
      const changes = await api.database.db.read('SELECT id FROM audit_log WHERE label = ?', ['一度だけ']);
      expect(changes).toHaveLength(1);
    });

    it('creates once if five requests arrive at the same time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post('/ad_categories/', category('同時'), 'form-0002')),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(await count('ad_category', '同時')).toBe(1);
    });

    it('creates each time without a key, and once per key', async () => {
      for (const key of [null, null, 'form-0003', 'form-0004'])
        expect(
          (
            await post(
              '/notes/',
              { product_id: api.world.open.product, day: '2026/01/15', note_text: '毎回' },
              key,
            )
          ).status,
        ).toBe(201);
      const rows = await api.database.db.read('SELECT id FROM note WHERE note_text = ?', ['毎回']);
      expect(rows).toHaveLength(4);
    });

    it('rejects a different body with the same key and stores nothing', async () => {
      expect((await post('/ad_categories/', category('前の内容'), 'form-0005')).status).toBe(201);
      const other = await post('/ad_categories/', category('後の内容'), 'form-0005');
      expect([other.status, JSON.stringify(other.body)]).toEqual([
        409,
        expect.stringContaining('saved already'),
      ]);
      expect([await count('ad_category', '前の内容'), await count('ad_category', '後の内容')]).toEqual([
        1, 0,
      ]);
    });

    it('accepts the key of a rejected request', async () => {
      expect((await post('/ad_categories/', category(''), 'form-0006')).status).toBe(400);
      expect((await post('/ad_categories/', category('直した'), 'form-0006')).status).toBe(201);
    });

    it('separates keys by entity type and by user', async () => {
      expect((await post('/ad_categories/', category('分類'), 'form-0007')).status).toBe(201);
      const view = { product_id: api.world.open.product, title: '同じ鍵', path: '/log/cv', search: '' };
      for (const _ of [1, 2]) expect((await post('/saved-views/', view, 'form-0007')).status).toBe(201);
      expect(await count('saved_view', '同じ鍵')).toBe(1);
      expect(
        (
          await post(
            '/ad_categories/',
            { product_id: api.world.foreign.product, title: '他社' },
            'form-0007',
            STRANGER,
          )
        ).status,
      ).toBe(201);
      expect((await post('/ad_categories/', category('分類'), 'form-0007', STRANGER)).status).toBe(409);
      expect((await post('/ad_categories/', category('分類'), 'form-0001', STRANGER)).status).toBe(403);
    });

    it('includes the password in the comparison of bodies', async () => {
      const user = {
        user_name: '鍵の人',
        email: 'key@alpha.example',
        role_type: 1,
        password: 'A long password 1',
      };
      for (const _ of [1, 2]) expect((await post('/users/', user, 'form-0008')).status).toBe(201);
      expect((await post('/users/', { ...user, password: 'Another password 2' }, 'form-0008')).status).toBe(
        409,
      );
    });

    it.each(['short', 'x'.repeat(65), 'with a space', ''])('rejects the invalid key "%s"', async (key) => {
      const { status, body } = await post('/ad_categories/', category('鍵なし'), key);
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          errors: { idempotency_key: ['must be 8 to 64 visible ASCII characters'] },
        }),
      ]);
      expect(await count('ad_category', '鍵なし')).toBe(0);
    });

    it('creates again a day later, after the key expired', async () => {
      expect((await post('/ad_categories/', category('翌日'), 'form-0009')).status).toBe(201);
      api.clock.now += 25 * HOUR;
      const token = (await api.rest('/auth/signin/', { body: { email: ADMIN, password: 'Password1!' } })).body
        .access;
      const next = await api.rest('/ad_categories/', {
        body: category('翌日の別'),
        token,
        headers: { 'Idempotency-Key': 'form-0009' },
      });
      expect(next.status).toBe(201);
      const stored = await api.database.db.read('SELECT entity_id FROM creation_key WHERE user_id = ?', [
        api.world.users.admin,
      ]);
      expect(stored).toEqual([{ entity_id: next.body.id }]);
    });

    it('creates once over GraphQL too', async () => {
      const query =
        'mutation ($input: AllocationScenarioInput!) { createAllocationScenario(input: $input) { id } }';
      const token = (await api.rest('/auth/signin/', { body: { email: ADMIN, password: 'Password1!' } })).body
        .access;
      const input = {
        productId: api.world.open.product,
        title: '一つの案',
        axes: ['ad'],
        simulationItem: 1,
        elasticity: 1,
        changes: '',
        shared: false,
      };
      const ids = [];
      for (const _ of [1, 2])
        ids.push(
          (
            await api.graphql(query, {
              variables: { input },
              token,
              headers: { 'Idempotency-Key': 'form-0010' },
            })
          ).body,
        );
      expect([ids[1], ids[0].errors]).toEqual([ids[0], undefined]);
      expect(await count('allocation_scenario', '一つの案')).toBe(1);
    });
  });
});
