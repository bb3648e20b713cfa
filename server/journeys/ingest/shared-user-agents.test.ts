import { startOfDay } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { Events, makeProduct, type Fixture } from '../testing/fixture';
import { ingest } from './ingest';
import { userAgentSql } from './shared-user-agents';

const JANUARY = startOfDay(20260110);
const FEBRUARY = startOfDay(20260210);
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';

onEachDatabase((dialect) => {
  describe('user agents that rows share', () => {
    let test: TestDatabase;
    let db: Database;
    let fixture: Fixture;
    let make: Events;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    beforeEach(async () => {
      fixture = await makeProduct(db);
      make = new Events(fixture);
    });
    afterAll(() => test.drop());

    const view = (id: string, time: number, ua: string | null) => make.view(id, time, `v-${id}`, { ua });
    const stored = () =>
      db.read(`SELECT month, ua, os, browser_ver FROM user_agent WHERE product_id = ? ORDER BY month, ua`, [
        fixture.productId,
      ]);
    const read = (log: 'access' | 'interaction') =>
      db.read<{ id: string; own: string | null; ua: string | null }>(
        `SELECT e.id, e.ua AS own, ${userAgentSql('e')} AS ua FROM ${log} e WHERE e.product_id = ? ORDER BY e.id`,
        [fixture.productId],
      );

    it('are kept once per product and month, with their parts', async () => {
      const batches = [
        [
          make.click('c', JANUARY, 'v-c', { ua: SAFARI }),
          view('a', JANUARY + 1, SAFARI),
          view('b', FEBRUARY, SAFARI),
        ],
        [
          view('d', JANUARY + 2, CHROME),
          view('e', JANUARY + 3, SAFARI),
          view('f', JANUARY + 4, null),
          view('g', JANUARY + 5, ''),
        ],
      ];
      for (const events of batches) await db.write((tx) => ingest(tx, events));
      const iphone = { ua: SAFARI, os: 'iOS', browser_ver: '17.5' };
      expect(await stored()).toEqual([
        { month: 202601, ua: CHROME, os: 'Windows', browser_ver: '131.0.0.0' },
        { month: 202601, ...iphone },
        { month: 202602, ...iphone },
      ]);
      expect(await read('interaction')).toEqual([{ id: 'c', own: null, ua: SAFARI }]);
      expect(await read('access')).toEqual([
        { id: 'a', own: null, ua: SAFARI },
        { id: 'b', own: null, ua: SAFARI },
        { id: 'd', own: null, ua: CHROME },
        { id: 'e', own: null, ua: SAFARI },
        { id: 'f', own: null, ua: null },
        { id: 'g', own: '', ua: '' },
      ]);
    });

    it('are stored once by writers that first see them at the same time', async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
      await Promise.all(
        ids.map((id, index) =>
          db.write((tx) =>
            ingest(tx, [view(id, JANUARY, CHROME), view(`${id}x`, FEBRUARY, `${SAFARI} ${index % 3}`)]),
          ),
        ),
      );
      expect(await stored()).toHaveLength(4);
      expect(await read('access')).toHaveLength(2 * ids.length);
      expect(new Set((await read('access')).map((row) => JSON.stringify([row.own, row.ua])))).toEqual(
        new Set(
          [CHROME, `${SAFARI} 0`, `${SAFARI} 1`, `${SAFARI} 2`].map((ua) => JSON.stringify([null, ua])),
        ),
      );
    });
  });
});
