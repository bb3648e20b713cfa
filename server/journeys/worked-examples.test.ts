import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import type { IncomingEvent } from './events/incoming-event';
import { ingest } from './index';
import { Events, makeProduct } from './testing/fixture';
import { EXCLUDED_IP } from './testing/random-events';
import { CONTACT_EXAMPLES } from './testing/contact-examples';
import { at, EXAMPLES, type Example } from './testing/worked-examples';
import { verifyJourneys } from './verify-journeys';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(() => test.drop());

  const plain = (id: string) => id.replace(/~.*/, '~');

  async function interactions(productId: number): Promise<string[]> {
    const rows = await db.read<{
      id: string;
      visitor_id: string;
      reference_id: string | null;
      counted: number;
    }>('SELECT * FROM interaction WHERE product_id = ? ORDER BY time, id', [productId]);
    return rows.map(
      (row) => `${plain(row.id)} ${row.visitor_id} ${row.counted ? plain(row.reference_id ?? '?') : '-'}`,
    );
  }

  async function views(productId: number): Promise<string[]> {
    const rows = await db.read<{ id: string; interaction_id: string | null }>(
      'SELECT * FROM access WHERE product_id = ? ORDER BY time, id',
      [productId],
    );
    return rows.map((row) => `${row.id} ${row.interaction_id ?? '-'}`);
  }

  async function paths(productId: number): Promise<string[]> {
    const rows = await db.read<{ id: number; event_id: string }>(
      'SELECT * FROM conversion WHERE product_id = ? ORDER BY time, event_id, cv_setting_id',
      [productId],
    );
    const touches = await db.read<{ conversion_id: number; class: number; interaction_id: string | null }>(
      'SELECT * FROM conversion_touch WHERE product_id = ? ORDER BY class, pos',
      [productId],
    );
    return rows.map((row) => {
      const mine = touches.filter((touch) => touch.conversion_id === row.id);
      const classes = [...new Set(mine.map((touch) => touch.class))].map((code) => {
        const ids = mine.filter((touch) => touch.class === code).map((touch) => touch.interaction_id ?? '');
        return `${code}:${ids.join('>')}`;
      });
      return `${row.event_id} ${classes.join('|')}`;
    });
  }

  /** Stores the events in batches, derives after each, and compares. Verification must find nothing. */
  const check = async (
    example: Example,
    batches: (events: IncomingEvent[]) => IncomingEvent[][],
  ): Promise<void> => {
    const fixture = await makeProduct(db, { trackingTerm: 2, excludedIps: EXCLUDED_IP });
    const { productId } = fixture;
    for (const batch of batches(example.events(new Events(fixture), fixture))) {
      const outcomes = await db.write((tx) => ingest(tx, batch));
      expect(outcomes.every(({ status }) => status === 'accepted')).toBe(true);
      await settle(db);
    }
    if (example.interactions) expect(await interactions(productId)).toEqual(example.interactions);
    if (example.views) expect(await views(productId)).toEqual(example.views);
    if (example.paths) expect(await paths(productId)).toEqual(example.paths);
    for await (const { differences } of verifyJourneys(db, productId, { from: 20260101, to: 20261231 }, () =>
      settle(db),
    ))
      expect(differences).toEqual([]);
  };

  describe('journeys', () => {
    it.each([...EXAMPLES, ...CONTACT_EXAMPLES])('$rule', (example) =>
      check(example, (events) => events.map((event) => [event])),
    );
  });

  describe('contacts that arrive', () => {
    it.each(CONTACT_EXAMPLES)('in the opposite order: $rule', (example) =>
      check(example, (events) => events.reverse().map((event) => [event])),
    );

    it.each(CONTACT_EXAMPLES)('all at once: $rule', (example) => check(example, (events) => [events]));
  });

  describe('storing', () => {
    it('stores the first event of a key and reports the rest as duplicates, across and within batches', async () => {
      const fixture = await makeProduct(db);
      const make = new Events(fixture);
      const first = [
        make.click('1', at(0), 'v'),
        make.view('1', at(0), 'v'),
        make.conversion('1', at(0), 'v'),
      ];
      const again = [
        ...first,
        make.conversion('1', at(0), 'v', { cvSettingId: fixture.cv.other }),
        make.click('1 ', at(0), 'v'),
        make.click('１', at(0), 'v'),
        make.click('1 ', at(1), 'w'),
      ];
      expect(
        (await db.write((tx) => ingest(tx, [...first, make.click('1', at(9), 'w')]))).map((o) => o.status),
      ).toEqual([...['accepted', 'accepted', 'accepted', 'duplicate']]);
      expect((await db.write((tx) => ingest(tx, again))).map((o) => o.status)).toEqual([
        ...['duplicate', 'duplicate', 'duplicate', 'accepted', 'accepted', 'accepted', 'duplicate'],
      ]);
      const [row] = await db.read<{ time: number }>(
        "SELECT time FROM interaction WHERE product_id = ? AND id = '1'",
        [fixture.productId],
      );
      expect(row?.time).toBe(at(0));
    });

    it('a rejected event does not use up its id, an excluded one does', async () => {
      const fixture = await makeProduct(db, { excludedIps: EXCLUDED_IP });
      const make = new Events(fixture);
      const statuses = async (...events: IncomingEvent[]) =>
        (await db.write((tx) => ingest(tx, events))).map((o) => o.status);
      expect(
        await statuses(
          make.conversion('o', at(0), null, { userId: 'U' }),
          make.conversion('o', at(0), 'v', { userId: 'U' }),
        ),
      ).toEqual(['rejected', 'accepted']);
      expect(await statuses(make.conversion('n', at(0), null, { interactionRef: 'no' }))).toEqual([
        'rejected',
      ]);
      expect(
        await statuses(
          make.click('c', at(0), 'v', { adId: 999_999 }),
          make.click('c', at(0), 'v', { ip: EXCLUDED_IP }),
        ),
      ).toEqual(['rejected', 'accepted']);
      expect(await statuses(make.click('c', at(0), 'v'))).toEqual(['duplicate']);
    });

    // SQLite stores one transaction after the other.
    (dialect === 'mysql' ? it : it.skip)(
      'hands over although click, landing and conversion are stored at the same time',
      async () => {
        const fixture = await makeProduct(db);
        const make = new Events(fixture);
        // Recent times: older events also mark their day, which blocks other transactions until the commit.
        const now = Date.now();
        const at = (minutes: number) => now - (10 - minutes) * 60_000;
        const stored = (event: IncomingEvent) => db.write((tx) => ingest(tx, [event]));
        await db.write(async (tx) => {
          await ingest(tx, [make.click('c', at(0), 'tracker')]);
          await stored(make.view('p', at(1), 'site', { interactionRef: 'c' }));
        });
        await db.write(async (tx) => {
          await ingest(tx, [make.conversion('o', at(2), null, { interactionRef: 'c' })]);
          await settle(db);
        });
        await settle(db);
        expect(await interactions(fixture.productId)).toEqual(['c site c']);
        expect(
          await db.read('SELECT visitor_id FROM conversion WHERE product_id = ?', [fixture.productId]),
        ).toMatchObject([{ visitor_id: 'site' }]);
      },
    );

    it('stores the settings of the moment with each event', async () => {
      const fixture = await makeProduct(db, { trackingTerm: 30 });
      const make = new Events(fixture);
      const [, performing] = fixture.ads;
      await db.write((tx) =>
        ingest(tx, [
          make.click('a', at(0), 'v', { adId: performing }),
          make.click('b', at(0), 'v', { cost: 12.34 }),
        ]),
      );
      await db.write((tx) =>
        tx.execute('UPDATE ad SET click_cost_sen = 9900, performance_cv_flag = 0 WHERE product_id = ?', [
          fixture.productId,
        ]),
      );
      await db.write((tx) =>
        tx.execute('UPDATE product SET tracking_term = 7 WHERE id = ?', [fixture.productId]),
      );
      await db.write((tx) => ingest(tx, [make.click('c', at(0), 'v', { adId: performing })]));
      const rows = await db.read(
        'SELECT id, cost_sen, cost_given, performance_flag, tracking_term FROM interaction WHERE product_id = ? ORDER BY id',
        [fixture.productId],
      );
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
        { id: 'a', cost_sen: 3000, cost_given: 0, performance_flag: 1, tracking_term: 30 },
        { id: 'b', cost_sen: 1234, cost_given: 1, performance_flag: 0, tracking_term: 30 },
        { id: 'c', cost_sen: 9900, cost_given: 0, performance_flag: 0, tracking_term: 7 },
      ]);
    });
  });
});
