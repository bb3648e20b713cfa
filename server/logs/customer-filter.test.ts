import { startApi, type ApiServer } from '../composition/testing/api-server';
import { callers as users } from '../composition/testing/endpoints';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(180_000);

const LOGS = ['interactions', 'accesses', 'references'] as const;
const [ADMIN, , ANALYST, AGENCY] = users.map(({ email }) => email) as [string, string, string, string];

onEachDatabase((dialect) => {
  describe('filtering logs by customer', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
      const { closed } = api.world;
      await api.database.db.write(async (tx) => {
        // The same person in both products, with the same visitor id.
        await tx.execute('UPDATE conversion SET user_id = NULL');
        await tx.execute(
          "UPDATE conversion SET user_id = 'U1', visitor_id = 'v1' WHERE event_id = 'open-o0'",
        );
        await tx.execute(
          "UPDATE conversion SET user_id = 'U2', visitor_id = 'v2' WHERE event_id = 'open-o1'",
        );
        for (const table of ['interaction', 'access']) {
          const mark = table === 'access' ? 'p' : 'c';
          await tx.execute(`UPDATE ${table} SET visitor_id = 'elsewhere'`);
          for (const index of [0, 1])
            await tx.execute(
              `UPDATE ${table} SET visitor_id = 'v${index + 1}' WHERE id = 'open-${mark}${index}'`,
            );
          await tx.execute(`UPDATE ${table} SET visitor_id = 'v1' WHERE product_id = ?`, [closed.product]);
        }
      });
    });
    afterAll(() => api.stop());

    const read = async (log: string, filter: string, email = ADMIN) =>
      api.rest(`/logs/${log}/?product_id=${api.world.open.product}&${filter}`, {
        token: await api.tokenOf(email),
      });

    it.each(LOGS)('%s include all visitors that had a conversion with the customer id', async (log) => {
      const idsOf = async (filter: string): Promise<unknown> =>
        (await read(log, filter)).body.results.map(({ id }: { id: string }) => id).sort();
      const [one, two] = await Promise.all([idsOf('user_id=U1'), idsOf('user_id=U2')]);
      expect([one, two]).toEqual([0, 1].map((index) => [`open-${log === 'accesses' ? 'p' : 'c'}${index}`]));
      expect(await idsOf('user_id=U1&user_id=U2')).toEqual([one, two].flat());
      expect([await idsOf('user_id=nobody'), await idsOf('user_id=u1')]).toEqual([[], []]);
      // A visitor with the same id in a product where the customer never bought is not included.
      const { body } = await api.rest(`/logs/${log}/?user_id=U1`, { token: await api.tokenOf(ADMIN) });
      expect(body.results.map(({ id }: { id: string }) => id)).toEqual(one);
    });

    it.each(LOGS)('%s support a customer with very many visitors', async (log) => {
      const { db } = api.database;
      const { open } = api.world;
      await db.write(async (tx) => {
        const columns = [
          'product_id',
          'cv_setting_id',
          'event_id',
          'time',
          'day',
          'cv_type',
          'cv_slot',
          'visitor_id',
          'user_id',
          'amount_sen',
          'door',
          'device',
          'tracking_term',
          'stored_at',
        ];
        for (let start = 0; start < 1200; start += 200) {
          const rows = Array.from({ length: 200 }, (_, index) => [
            open.product,
            1,
            `many-${start + index}`,
            1,
            20200101,
            1,
            1,
            start + index === 0 ? 'v2' : `many-${start + index}`,
            'MANY',
            0,
            's2s',
            1,
            30,
            1,
          ]);
          await tx.execute(
            `INSERT INTO conversion (${columns.join(', ')}) VALUES ${rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')}`,
            rows.flat(),
          );
        }
      });
      expect((await read(log, 'user_id=MANY')).body.count).toBe(1);
      await db.write((tx) => tx.execute("DELETE FROM conversion WHERE user_id = 'MANY'"));
    });

    it.each(LOGS)('%s refuse the filter to roles that see masked customers', async (log) => {
      for (const email of [ANALYST, AGENCY]) {
        const { status, body } = await read(log, 'user_id=U1', email);
        expect([email, status, Object.keys(body.errors ?? {})]).toEqual([email, 403, ['user_id']]);
      }
      expect(
        (await read(log, Array.from({ length: 101 }, (_, index) => `user_id=${index}`).join('&'))).status,
      ).toBe(400);
    });
  });
});
