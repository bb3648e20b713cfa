import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';
import { replaceClicks } from '../rollups/testing/replace-clicks';

jest.setTimeout(120_000);
const NOW = Date.parse('2026-03-18T12:00:00+09:00');
const TODAY = dayOf(NOW);

const FIELDS = `asOf pending { count countExact at } failed { count at } silent { source lastAt days longestPause }
  refused { exact reasons { door reason count lastAt } } unreadAmounts { count exact texts } ending { id adName periodTo } unusual { day measure value median low high days }`;

onEachDatabase((dialect) => {
  describe('dashboard alerts', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
      api.clock.now = NOW;
    });
    afterAll(() => api.stop());

    const ask = async (email: string, product = api.world.open.product) => {
      const { body } = await api.graphql(`{ attention(productId: ${product}) { ${FIELDS} } }`, {
        token: await api.tokenOf(email),
      });
      return body.data?.attention ?? body.errors[0].extensions.code;
    };
    const views = (back: readonly number[]) =>
      api.database.db.write(async (tx) => {
        await tx.execute('DELETE FROM access WHERE product_id = ?', [api.world.open.product]);
        await insertRows(
          tx,
          'access',
          ['product_id', 'id', 'time', 'day', 'visitor_id', 'door', 'device', 'stored_at'],
          back.map((days) => [
            api.world.open.product,
            `seen-${days}`,
            startOfDay(addDays(TODAY, -days)),
            addDays(TODAY, -days),
            'v',
            'collect',
            1,
            NOW,
          ]),
        );
      });

    it('count conversions of the last week with an unread amount', async () => {
      const { product, cvSetting } = api.world.open;
      const columns = ['product_id', 'cv_setting_id', 'event_id', 'time', 'day', 'amount_text'];
      const rest = { cv_type: 1, cv_slot: 1, visitor_id: 'v', amount_sen: 0, door: 'collect', device: 1 };
      const row = (id: string, days: number, text: string | null) => {
        const time = startOfDay(addDays(TODAY, -days));
        return [product, cvSetting, id, time, dayOf(time), text];
      };
      await api.database.db.write((tx) =>
        insertRows(
          tx,
          'conversion',
          columns,
          [
            row('u1', 1, '$5'),
            row('u2', 2, '1,2'),
            row('u3', 3, '$5'),
            row('u4', 1, null),
            row('u5', 9, '-1'),
          ],
          { ...rest, tracking_term: 30, stored_at: NOW },
        ),
      );
      expect((await ask('manager@alpha.example')).unreadAmounts).toEqual({
        count: 3,
        exact: true,
        texts: ['$5', '1,2'],
      });
      expect((await ask('agency@alpha.example')).unreadAmounts).toBeNull();
      await api.database.db.write((tx) => tx.execute("DELETE FROM conversion WHERE event_id LIKE 'u_'"));
    });

    it('count waiting results, failed postbacks and rejected events', async () => {
      const { db } = api.database;
      const { product } = api.world.open;
      await db.write(async (tx) => {
        await tx.execute('UPDATE result SET approval_status = 0, cv_time = ? WHERE product_id = ?', [
          NOW - 9 * 86_400_000,
          product,
        ]);
        await tx.execute('UPDATE postback SET result_status = 0, created_at = ? WHERE product_id = ?', [
          NOW - 86_400_000,
          product,
        ]);
        await tx.execute('DELETE FROM bad_event WHERE product_id = ?', [product]);
        await insertRows(
          tx,
          'bad_event',
          ['product_id', 'door', 'reason', 'text', 'stored_at'],
          [
            [product, 'redirect', 'ad_invalid', null, NOW - 1000],
            [product, 'redirect', 'ad_invalid', null, NOW - 2000],
            [product, 'collect', 'ad_outside_period', null, NOW - 3000],
            [product, 'redirect', 'ad_invalid', null, NOW - 8 * 86_400_000],
          ],
        );
      });
      const alerts = await ask('admin@alpha.example');
      expect(alerts.pending).toEqual({
        count: 2,
        countExact: true,
        at: new Date(NOW - 9 * 86_400_000).toISOString(),
      });
      expect(alerts.failed).toEqual({ count: 2, at: new Date(NOW - 86_400_000).toISOString() });
      expect(alerts.refused).toEqual({
        exact: true,
        reasons: [
          { door: 'redirect', reason: 'ad_invalid', count: 2, lastAt: new Date(NOW - 1000).toISOString() },
          {
            door: 'collect',
            reason: 'ad_outside_period',
            count: 1,
            lastAt: new Date(NOW - 3000).toISOString(),
          },
        ],
      });
    });

    it('list valid ads that end within two weeks', async () => {
      const { db } = api.database;
      const [first, second] = api.world.open.ads;
      const until = (id: number, day: number, status = 1) =>
        db.write((tx) =>
          tx.execute('UPDATE ad SET period_to = ?, status = ? WHERE id = ?', [day, status, id]),
        );
      await until(first, addDays(TODAY, 14));
      await until(second, TODAY);
      const days = async () =>
        (await ask('admin@alpha.example')).ending.map(
          ({ id, periodTo }: { id: number; periodTo: string }) => [id, periodTo],
        );
      expect(await days()).toEqual([
        [second, '2026-03-18'],
        [first, '2026-04-01'],
      ]);
      expect((await ask('agency@alpha.example')).ending.map(({ id }: { id: number }) => id)).toEqual([first]);
      await until(first, addDays(TODAY, 15));
      await until(second, TODAY, 0);
      expect(await days()).toEqual([]);
      await until(second, addDays(TODAY, -1));
      expect(await days()).toEqual([]);
    });

    it('report a tag that is silent for longer than ever before, but not a new one', async () => {
      await views([3, 4, 5, 6, 8, 9, 10, 11]);
      const [silent] = (await ask('admin@alpha.example')).silent.filter(
        ({ source }: { source: string }) => source === 'view',
      );
      expect(silent).toEqual({
        source: 'view',
        lastAt: new Date(startOfDay(addDays(TODAY, -3))).toISOString(),
        days: 2,
        longestPause: 1,
      });
      for (const back of [
        [1, 2, 3, 4, 5, 6, 7, 8],
        [3, 4, 5],
        [2, 4, 6, 8, 10, 12, 14, 16],
      ]) {
        await views(back);
        expect(
          (await ask('admin@alpha.example')).silent.filter(
            ({ source }: { source: string }) => source === 'view',
          ),
        ).toEqual([]);
      }
    });

    it('report a day unlike the same weekdays before', async () => {
      const { product, ads } = api.world.open;
      const yesterday = addDays(TODAY, -1);
      const rows = Array.from({ length: 63 }, (_, back): [number, number, number] => [
        addDays(yesterday, -back),
        ads[0]!,
        back === 0 ? 150 : 100,
      ]);
      await api.database.db.write((tx) => replaceClicks(tx, product, rows));
      const expected = {
        day: '2026-03-17',
        measure: 'adClickCount',
        value: 150,
        median: 100,
        low: 65,
        high: 135,
        days: 8,
      };
      expect((await ask('admin@alpha.example')).unusual).toEqual([expected]);
      expect((await ask('agency@alpha.example')).unusual).toEqual([expected]);
    });

    it('leave out parts the role may not see, and data outside the agency', async () => {
      const agency = await ask('agency@alpha.example');
      expect([agency.silent, agency.refused]).toEqual([null, null]);
      expect(agency.pending.count).toBe(1);
      expect(agency.failed.count).toBe(1);
      const { body } = await api.graphql(
        'mutation { updateRoles(roles: [{ roleType: 3, rights: [{ menu: "postbacks", level: NONE }, { menu: "logs", level: NONE }, { menu: "ads", level: NONE }] }]) { version } }',
        { token: await api.tokenOf('admin@alpha.example') },
      );
      expect(body.errors).toBeUndefined();
      const analyst = await ask('analyst@alpha.example');
      expect([analyst.failed, analyst.silent, analyst.refused, analyst.ending]).toEqual([
        null,
        null,
        null,
        null,
      ]);
      // They link to the approval, which needs no right to the logs.
      expect(analyst.pending.count).toBe(2);
      expect(analyst.unusual).toHaveLength(1);
    });

    it('reject other companies and products outside the list', async () => {
      expect(await ask('manager@alpha.example', api.world.closed.product)).toBe('FORBIDDEN');
      expect(await ask('admin@alpha.example', api.world.foreign.product)).toBe('FORBIDDEN');
      expect(await ask('admin@alpha.example', 987_654)).toBe('FORBIDDEN');
    });
  });
});
