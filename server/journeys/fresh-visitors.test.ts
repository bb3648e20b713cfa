import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { newEventId } from '../platform/event-id';
import { settle } from '../sweeps';
import type { IncomingEvent } from './events/incoming-event';
import { ingest, VisitorQueue } from './index';
import { Events, makeProduct, type Fixture } from './testing/fixture';
import { verifyJourneys } from './verify-journeys';

const T0 = Date.UTC(2026, 0, 10);
const MINUTE = 60_000;
const DAY = 86_400_000;
const ALL_DAYS = { from: 20250101, to: 20271231 };

onEachDatabase((dialect) => {
  describe('a visitor with its first events in the batch', () => {
    let test: TestDatabase;
    let db: Database;
    let fixture: Fixture;
    let make: Events;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());
    beforeEach(async () => {
      fixture = await makeProduct(db);
      make = new Events(fixture);
    });

    const store = (...events: IncomingEvent[]) => db.write((tx) => ingest(tx, events));
    /** Stores and derives the second batch before the first is committed; SQLite runs them in sequence. */
    const atOnce = async (first: IncomingEvent[], second: IncomingEvent[]) => {
      const storeAndDerive = async () => {
        await store(...second);
        await db.write((tx) => new VisitorQueue(fixture.productId).step(tx, { marks: 100, events: 1000 }));
      };
      if (dialect === 'mysql') {
        await db.write(async (tx) => {
          await ingest(tx, first);
          await storeAndDerive();
        });
      } else {
        await storeAndDerive();
        await store(...first);
      }
    };
    /** A recent time. Older events also mark their day, which blocks other transactions until the commit. */
    const lately = () => Date.now() - 5 * MINUTE;
    const interactions = async () => {
      const rows = await db.read<{
        id: string;
        visitor_id: string;
        first_touch: number;
        reference_id: string | null;
      }>(
        'SELECT id, visitor_id, first_touch, reference_id FROM interaction WHERE product_id = ? ORDER BY id',
        [fixture.productId],
      );
      return rows.map((row) => [row.id, row.visitor_id, row.first_touch, row.reference_id]);
    };
    const one = async (sql: string) =>
      Object.values((await db.read<Record<string, number>>(sql, [fixture.productId]))[0]!).map(Number);
    const touches = () =>
      one('SELECT COUNT(*) AS n, SUM(share_1) AS s FROM conversion_touch WHERE product_id = ?');
    const rolled = () =>
      one(
        'SELECT SUM(clicks) AS c, SUM(first_touches) AS f, SUM(pv) AS p FROM rollup_touch_month WHERE product_id = ?',
      );
    const differences = async () => {
      const differing = [];
      for await (const part of verifyJourneys(db, fixture.productId, ALL_DAYS, () => settle(db)))
        differing.push(...part.differences);
      return differing;
    };

    it('is stored with references, visits, first touch and paths, without later corrections', async () => {
      await store(
        make.click('a', T0, 'v'),
        make.view('p', T0 + MINUTE, 'v'),
        make.click('b', T0 + DAY, 'v'),
        make.conversion('o', T0 + 2 * DAY, 'v'),
        make.conversion('direct', T0, 'nobody'),
      );
      const [views, paths] = [
        await one('SELECT COUNT(interaction_id) AS n FROM access WHERE product_id = ?'),
        await touches(),
      ];
      expect(await interactions()).toEqual([
        ['a', 'v', 1, 'a'],
        ['b', 'v', 0, 'a'],
      ]);
      expect(views).toEqual([1]);
      expect(paths).toEqual([3, 2]);
      expect(await differences()).toEqual([]);
      await settle(db);
      expect(await rolled()).toEqual([2, 1, 1]);
    });

    it('is derived again if another version stored it', async () => {
      await store(make.click('a', T0, 'v'), make.conversion('o', T0 + DAY, 'v'));
      await db.write(async (tx) => {
        await tx.execute('UPDATE stale_visitor SET writer = writer - 1 WHERE product_id = ?', [
          fixture.productId,
        ]);
        // What that version knew nothing of.
        await tx.execute('UPDATE interaction SET first_touch = 0 WHERE product_id = ?', [fixture.productId]);
      });
      await settle(db);
      expect(await interactions()).toEqual([['a', 'v', 1, 'a']]);
      expect(await rolled()).toEqual([1, 1, 0]);
    });

    /** Creates a click like a redirect without a cookie: both ids are new, so they are not looked up. */
    const firstClick = (time: number) =>
      make.click(newEventId(time), time, newEventId(time), { door: 'redirect' });

    it('created by a redirect is derived normally if its landing was stored and derived first', async () => {
      const click = firstClick(T0);
      await store(
        make.view('landing', T0 + MINUTE, click.visitorId),
        make.conversion('o', T0 + DAY, click.visitorId),
      );
      await settle(db);
      await store(click);
      await settle(db);
      expect(await interactions()).toEqual([[click.id, click.visitorId, 1, click.id]]);
      expect(await one('SELECT COUNT(interaction_id) AS n FROM access WHERE product_id = ?')).toEqual([1]);
      expect(await touches()).toEqual([1, 1]);
      expect(await differences()).toEqual([]);
    });

    it('created by a redirect is stored once when the log is read again', async () => {
      const [click, other] = [firstClick(T0), firstClick(T0 + MINUTE)];
      expect(await store(click)).toEqual([{ status: 'accepted' }]);
      expect(await store(click, other)).toEqual([{ status: 'duplicate' }, { status: 'accepted' }]);
      expect((await interactions()).map(([id]) => id)).toEqual([click.id, other.id]);
      expect(await differences()).toEqual([]);
    });

    it('created by a redirect keeps its click id if a page view with an interaction has the same id', async () => {
      const click = firstClick(T0);
      await store(make.view(click.id, T0 + MINUTE, 'forger', { landingAdId: fixture.ads[1] }));
      expect(await store(click)).toEqual([{ status: 'accepted' }]);
      await settle(db);
      expect(await interactions()).toEqual([
        [click.id, click.visitorId, 1, click.id],
        [expect.stringContaining(`${click.id}~`), 'forger', 1, expect.any(String)],
      ]);
      expect(await differences()).toEqual([]);
    });

    it('is derived if a concurrent transaction stored more of its events', async () => {
      const t0 = lately();
      await atOnce(
        [make.click('late', t0 + MINUTE, 'v')],
        [make.click('early', t0, 'v'), make.conversion('o', t0 + 2 * MINUTE, 'v')],
      );
      await settle(db);
      expect(await interactions()).toEqual([
        ['early', 'v', 1, 'early'],
        ['late', 'v', 0, 'early'],
      ]);
      expect(await touches()).toEqual([2, 1]);
      expect(await rolled()).toEqual([2, 1, 0]);
      expect(await differences()).toEqual([]);
    });

    it('loses an interaction to a landing that was stored and derived first', async () => {
      const t0 = lately();
      await atOnce([make.click('c', t0, 'v')], [make.view('p', t0 + 1000, 'w', { interactionRef: 'c' })]);
      await settle(db);
      expect(await interactions()).toEqual([['c', 'w', 1, 'c']]);
      expect(await rolled()).toEqual([1, 1, 1]);
    });

    describe('with a landing that carries a click', () => {
      const viewOf = () =>
        one("SELECT COUNT(*) AS n FROM access WHERE product_id = ? AND interaction_id = 'c'");
      const landing = (id: string, time: number, visitorId: string, ref = 'c') =>
        make.view(id, time, visitorId, { interactionRef: ref });

      it('gets the click when the landing is stored, with the path of its purchase', async () => {
        const t0 = lately();
        await store(make.click('c', t0, 'v'));
        await store(landing('p', t0 + 1000, 'w'), make.conversion('o', t0 + 2000, 'w'));
        expect([await interactions(), await viewOf(), await touches()]).toEqual([
          [['c', 'w', 1, 'c']],
          [1],
          [1, 1],
        ]);
        await settle(db);
        expect(await rolled()).toEqual([1, 1, 1]);
        expect(await differences()).toEqual([]);
      });

      it('gets a click of the same batch, and the clicking visitor is not queued', async () => {
        const t0 = lately();
        await store(
          make.click('c', t0, 'v'),
          landing('p', t0 + 1000, 'w'),
          make.conversion('o', t0 + 2000, 'w'),
        );
        expect([await interactions(), await viewOf(), await touches()]).toEqual([
          [['c', 'w', 1, 'c']],
          [1],
          [1, 1],
        ]);
        const waiting = await db.read<{ visitor_id: string; stored_events: number }>(
          'SELECT visitor_id, stored_events FROM stale_visitor WHERE product_id = ?',
          [fixture.productId],
        );
        expect(waiting).toEqual([{ visitor_id: 'w', stored_events: 3 }]);
        await settle(db);
        expect(await rolled()).toEqual([1, 1, 1]);
        expect(await differences()).toEqual([]);
      });

      it('gets the click under its own id too', async () => {
        const t0 = lately();
        await store(make.click('c', t0, 'v'), landing('p', t0 + 1000, 'v'));
        expect([await interactions(), await viewOf()]).toEqual([[['c', 'v', 1, 'c']], [1]]);
        await settle(db);
        expect([await rolled(), await differences()]).toEqual([[1, 1, 1], []]);
      });

      it('gets several clicks in order', async () => {
        const t0 = lately();
        await store(make.click('c', t0, 'v'), make.click('d', t0 + 2000, 'x'));
        await store(landing('p', t0 + 1000, 'w'), landing('q', t0 + 3000, 'w', 'd'));
        expect(await interactions()).toEqual([
          ['c', 'w', 1, 'c'],
          ['d', 'w', 0, 'c'],
        ]);
        await settle(db);
        expect([await rolled(), await differences()]).toEqual([[2, 1, 2], []]);
      });

      it('gets the click only by the first landing, even if a later one is stored before', async () => {
        const t0 = lately();
        await store(make.click('c', t0, 'v'));
        await settle(db);
        const [first, second] = [landing('p', t0 + 1000, 'w'), landing('q', t0 + 2000, 'x')];
        await store(second);
        expect(await interactions()).toEqual([['c', 'x', 1, 'c']]);
        await store(first);
        await settle(db);
        expect([await interactions(), await rolled(), await differences()]).toEqual([
          [['c', 'w', 1, 'c']],
          [1, 1, 1],
          [],
        ]);
      });

      it.each<[string, (t0: number) => IncomingEvent[][]]>([
        [
          'the clicking visitor has more events',
          (t0) => [
            [make.click('c', t0, 'v'), make.click('d', t0 + 60_000, 'v')],
            [landing('p', t0 + 1000, 'w')],
          ],
        ],
        [
          'the click is in the batch of the landing, with more events of its visitor',
          (t0) => [
            [make.click('c', t0, 'v'), make.click('d', t0 + 60_000, 'v'), landing('p', t0 + 1000, 'w')],
          ],
        ],
        [
          'the click is in the batch of the landing, and its visitor is known',
          (t0) => [
            [make.view('before', t0 - 1000, 'v')],
            [make.click('c', t0, 'v'), landing('p', t0 + 1000, 'w')],
          ],
        ],
        [
          'the click is in the batch of two landings',
          (t0) => [[make.click('c', t0, 'v'), landing('q', t0 + 2000, 'x'), landing('p', t0 + 1000, 'w')]],
        ],
        [
          'the click is in the batch of the landing, after another landing',
          (t0) => [[landing('p', t0 + 1000, 'w')], [make.click('c', t0, 'v'), landing('q', t0 + 2000, 'x')]],
        ],
        [
          'the click is in the batch of the landing, with a conversion that names it',
          (t0) => [
            [
              make.click('c', t0, 'v'),
              landing('p', t0 + 1000, 'w'),
              make.conversion('o', t0 + 2000, null, { interactionRef: 'c' }),
            ],
          ],
        ],
        [
          'the click is stored after the landing',
          (t0) => [[landing('p', t0 + 1000, 'w')], [make.click('c', t0, 'v')]],
        ],
        [
          'the visitor is known',
          (t0) => [
            [make.view('before', t0 - 1000, 'w')],
            [make.click('c', t0, 'v')],
            [landing('p', t0 + 1000, 'w')],
          ],
        ],
        [
          'two landings of a batch carry it',
          (t0) => [[make.click('c', t0, 'v')], [landing('q', t0 + 2000, 'x'), landing('p', t0 + 1000, 'w')]],
        ],
        [
          'the clicking visitor has a conversion',
          (t0) => [
            [make.click('c', t0, 'v')],
            [make.conversion('o', t0 + 500, 'v')],
            [landing('p', t0 + 1000, 'w')],
          ],
        ],
      ])('gets the click by derivation if %s', async (_what, batches) => {
        for (const events of batches(lately())) await store(...events);
        await settle(db);
        expect((await interactions())[0]?.slice(0, 3)).toEqual(['c', 'w', 1]);
        expect(await differences()).toEqual([]);
      });

      it('does not get the click by an excluded landing', async () => {
        const t0 = lately();
        await store(make.click('c', t0, 'v'));
        await store({ ...landing('p', t0 + 1000, 'w'), ua: 'Googlebot/2.1' });
        await settle(db);
        expect([await interactions(), await differences()]).toEqual([[['c', 'v', 1, 'c']], []]);
      });
    });

    it('has its days rolled up even if it is restored before a derivation', async () => {
      await store(make.click('a', T0, 'v'), make.view('p', T0 + MINUTE, 'v'));
      await store(make.click('b', T0 + 5 * DAY, 'v'));
      await settle(db);
      expect(await rolled()).toEqual([2, 1, 1]);
    });

    it('with a customer id is linked to the customer’s other visitors', async () => {
      await store(make.click('a', T0, 'v'), make.conversion('o', T0 + DAY, 'v', { userId: 'u' }));
      await store(
        make.click('b', T0 + 2 * DAY, 'w'),
        make.conversion('o2', T0 + 3 * DAY, 'w', { userId: 'u' }),
      );
      await settle(db);
      expect(
        await one("SELECT repeated, touch_count FROM conversion WHERE product_id = ? AND event_id = 'o2'"),
      ).toEqual([1, 2]);
      expect(await differences()).toEqual([]);
    });
  });
});
