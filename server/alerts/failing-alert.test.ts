import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { evaluateNextAlert } from './due-alerts';

jest.setTimeout(120_000);

const NOW = Date.parse('2026-03-18T12:00:00+09:00');

onEachDatabase((dialect) => {
  describe('an alert that fails', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
      api.clock.now = NOW;
      await api.database.db.write(async (tx) => {
        for (const table of ['alert', 'stale_day', 'stale_media_day', 'stale_visitor'])
          await tx.execute(`DELETE FROM ${table}`);
      });
    });
    afterAll(() => api.stop());

    const createAlert = async (): Promise<number> => {
      const body = {
        product_id: api.world.open.product,
        title: 'クリック急減',
        measure: 'ad_click_count',
        rule: 3,
        scope: 1,
        hour: 9,
        channel: 2,
        webhook_url: 'https://hooks.example/T1',
      };
      const response = await api.rest('/alerts/', {
        method: 'POST',
        body,
        token: await api.tokenOf('manager@alpha.example'),
      });
      expect(response.status).toBe(201);
      // Makes the alert look like one saved long ago.
      await api.database.db.write((tx) => tx.execute('UPDATE alert SET from_day = NULL'));
      return response.body.id;
    };
    const readEvaluatedDay = async (id: number): Promise<unknown> =>
      (await api.rest(`/alerts/${id}/`, { token: await api.tokenOf('manager@alpha.example') })).body
        .judged_day;

    /** Returns a database that fails every read of one alert. */
    const failingFor = (db: Database, alert: number): Database =>
      new Proxy(db, {
        get: (target, name) => {
          if (name !== 'read') return Reflect.get(target, name, target) as unknown;
          const read: Database['read'] = async (sql, params) => {
            if (sql.includes('FROM alert a JOIN product') && params?.[0] === alert)
              throw new Error('this one is broken');
            return target.read(sql, params);
          };
          return read;
        },
      });

    it('does not block other alerts, and its error surfaces after them', async () => {
      const broken = await createAlert();
      const whole = await createAlert();
      const step = () =>
        evaluateNextAlert(
          failingFor(api.database.db, broken),
          api.world.open.product,
          NOW,
          async () => undefined,
        );
      await step();
      expect(await readEvaluatedDay(whole)).toBe('2026/03/17');
      expect(await readEvaluatedDay(broken)).toBeNull();
      await expect(step()).rejects.toThrow('this one is broken');
      // Once repaired, it is evaluated.
      await evaluateNextAlert(api.database.db, api.world.open.product, NOW, async () => undefined);
      expect(await readEvaluatedDay(broken)).toBe('2026/03/17');
    });
  });
});
