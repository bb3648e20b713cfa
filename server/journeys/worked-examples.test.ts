import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../jobs';
import type { IncomingEvent } from './events/incoming-event';
import { ingest } from './index';
import { Events, makeProduct, type Fixture } from './testing/fixture';
import { BOT, EXCLUDED_IP } from './testing/random-events';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 0, 10);
/** Minutes after the start. */
const at = (minutes: number) => START + minutes * MINUTE;
/** Days after the start. */
const onDay = (days: number) => START + days * DAY;

interface Example {
  says: string;
  events(make: Events, fixture: Fixture): IncomingEvent[];
  /** Interactions as `id owner reference` in order; `-` for one that does not count. */
  interactions?: string[];
  /** Views as `id interaction`. */
  views?: string[];
  /** Conversions as `id class:path|class:path`, the path as interaction ids. */
  paths?: string[];
}

const EXAMPLES: Example[] = [
  {
    says: 'a gap of exactly tracking_term joins, a longer one opens a reference',
    events: (m) => [m.click('c1', onDay(0), 'v'), m.click('c2', onDay(2), 'v'), m.click('c3', onDay(4) + 1, 'v')],
    interactions: ['c1 v c1', 'c2 v c1', 'c3 v c3'],
  },
  {
    says: 'an excluded click bridges no gap',
    events: (m) => [m.click('c1', onDay(0), 'v'), m.click('c2', onDay(1.5), 'v', { ip: EXCLUDED_IP }), m.click('c3', onDay(3), 'v')],
    interactions: ['c1 v c1', 'c2 v -', 'c3 v c3'],
  },
  {
    says: 'a landing with a_iid moves that interaction alone, once, to the first landing visitor',
    events: (m) => [
      m.click('c1', at(0), 'tracker'),
      m.click('c2', at(1), 'tracker'),
      m.view('p1', at(2), 'site', { interactionRef: 'c2' }),
      m.view('p2', at(3), 'other', { interactionRef: 'c2' }),
    ],
    interactions: ['c1 tracker c1', 'c2 site c2'],
    views: ['p1 c2', 'p2 -'],
  },
  {
    says: 'the same visitor claims it too, so that a later landing of another does not',
    events: (m) => [
      m.click('c1', at(0), 'v'),
      m.view('p1', at(1), 'v', { interactionRef: 'c1' }),
      m.view('p2', at(2), 'w', { interactionRef: 'c1' }),
    ],
    interactions: ['c1 v c1'],
  },
  {
    says: 'an excluded landing claims nothing',
    events: (m) => [
      m.click('c1', at(0), 't'),
      m.view('p1', at(1), 'bot', { interactionRef: 'c1', ua: BOT }),
      m.view('p2', at(2), 'site', { interactionRef: 'c1' }),
    ],
    interactions: ['c1 site c1'],
    views: ['p1 -', 'p2 c1'],
  },
  {
    says: 'a landing page view with a_ad counts once per ad and address in a visit',
    events: (m, { ads }) => [
      m.view('p1', at(0), 'v', { landingAdId: ads[0], url: '/x' }),
      m.view('p2', at(30), 'v', { landingAdId: ads[0], url: '/x' }),
      m.view('p3', at(31), 'v', { landingAdId: ads[0], url: '/y' }),
      m.view('p4', at(32), 'v', { landingAdId: ads[1], url: '/x' }),
      m.view('p5', at(63), 'v', { landingAdId: ads[0], url: '/x' }),
    ],
    interactions: ['p1 v p1', 'p2 v -', 'p3 v p1', 'p4 v p1', 'p5 v p1'],
    views: ['p1 p1', 'p2 p1', 'p3 p3', 'p4 p4', 'p5 p5'],
  },
  {
    says: 'views belong to the newest interaction until a step of more than 30 minutes',
    events: (m) => [
      m.view('p0', at(-1), 'v'),
      m.click('c1', at(0), 'v'),
      m.view('p1', at(0), 'v'),
      m.view('p2', at(30), 'v'),
      m.view('p3', at(60), 'v'),
      m.view('p4', at(91), 'v'),
      m.view('p5', at(92), 'v'),
      m.click('c2', at(93), 'v'),
      m.view('p6', at(94), 'v'),
    ],
    views: ['p0 -', 'p1 c1', 'p2 c1', 'p3 c1', 'p4 -', 'p5 -', 'p6 c2'],
  },
  {
    says: 'the path reaches from cv_time - term to cv_time, both ends in it',
    events: (m) => [
      m.click('c0', onDay(0) - 1, 'v'),
      m.click('c1', onDay(0), 'v'),
      m.click('c2', onDay(2), 'v'),
      m.conversion('o1', onDay(2), 'v'),
      m.click('c3', onDay(2) + 1, 'v'),
      m.conversion('o2', onDay(9), 'w'),
    ],
    paths: ['o1 1:c1>c2', 'o2 1:'],
  },
  {
    says: 'a repeat conversion has the path since the previous LAST one, and the whole one',
    events: (m, { cv }) => [
      m.click('c1', at(0), 'v'),
      m.conversion('o1', at(1), 'v'),
      m.click('c2', at(1), 'v'),
      m.conversion('m1', at(2), 'v', { cvSettingId: cv.middle }),
      m.click('c3', at(3), 'v'),
      m.conversion('o2', at(4), 'v', { cvSettingId: cv.other }),
    ],
    paths: ['o1 1:c1>c2', 'm1 2:|3:c1>c2', 'o2 2:c3|3:c1>c2>c3'],
  },
  {
    says: 'a MIDDLE conversion makes nobody repeat, an excluded one neither',
    events: (m, { cv }) => [
      m.conversion('m1', at(0), 'v', { cvSettingId: cv.middle }),
      m.conversion('x1', at(1), 'v', { ip: EXCLUDED_IP }),
      m.conversion('o1', at(2), 'v'),
    ],
    paths: ['m1 1:', 'x1 ', 'o1 1:'],
  },
  {
    says: 'at the same instant the lower id is the earlier conversion, then the lower setting',
    events: (m, { cv }) => [
      m.conversion('b', at(0), 'v'),
      m.conversion('a', at(0), 'v', { cvSettingId: cv.other }),
      m.conversion('s', at(0), 'w', { cvSettingId: cv.other }),
      m.conversion('s', at(0), 'w', { cvSettingId: cv.last }),
    ],
    paths: ['a 1:', 'b 2:|3:', 's 1:', 's 2:|3:'],
  },
  {
    says: 'a customer id links the visitors that had a conversion with it at or before cv_time',
    events: (m) => [
      m.click('c1', at(0), 'phone'),
      m.click('c2', at(1), 'pc'),
      m.conversion('o1', at(2), 'pc', { userId: 'U' }),
      m.conversion('o2', at(3), 'phone', { userId: 'U' }),
      m.click('c3', at(4), 'pc'),
      m.conversion('o3', at(5), 'phone', { userId: 'U' }),
      m.conversion('o4', at(6), 'phone', { userId: 'u' }),
      m.conversion('o5', at(7), 'phone'),
    ],
    paths: ['o1 1:c2', 'o2 2:|3:c1>c2', 'o3 2:c3|3:c1>c2>c3', 'o4 1:c1', 'o5 1:c1'],
  },
  {
    says: 'an excluded conversion links nobody',
    events: (m) => [
      m.click('c1', at(0), 'phone'),
      m.conversion('x1', at(1), 'phone', { userId: 'U', ip: EXCLUDED_IP }),
      m.click('c2', at(2), 'pc'),
      m.conversion('o1', at(3), 'pc', { userId: 'U' }),
    ],
    paths: ['x1 ', 'o1 1:c2'],
  },
  {
    says: 'a conversion that names an interaction follows its owner',
    events: (m) => [
      m.click('c1', at(0), 'tracker'),
      m.click('c2', at(1), 'site'),
      m.conversion('o1', at(5), null, { interactionRef: 'c1' }),
      m.view('p1', at(2), 'site', { interactionRef: 'c1' }),
    ],
    paths: ['o1 1:c1>c2'],
  },
  {
    says: 'a conversion that names a customer belongs to the visitor of the latest one before',
    events: (m) => [
      m.click('c1', at(0), 'v'),
      m.conversion('o1', at(1), 'v', { userId: 'U' }),
      m.conversion('o2', at(2), null, { userId: 'U' }),
    ],
    paths: ['o1 1:c1', 'o2 2:|3:c1'],
  },
  {
    says: 'one that is told late belongs to the visitor of the earliest one',
    events: (m) => [
      m.click('c1', at(0), 'v'),
      m.conversion('o2', at(2), 'v', { userId: 'U' }),
      m.conversion('o1', at(1), null, { userId: 'U' }),
    ],
    paths: ['o1 1:c1', 'o2 2:|3:c1'],
  },
  {
    says: 'a view and a click may bear one id; the landing-made interaction gives way',
    events: (m, { ads }) => [m.view('same', at(0), 'v', { landingAdId: ads[0], url: '/' }), m.click('same', at(1), 'v')],
    interactions: ['same~ v same~', 'same v same~'],
  },
];

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
    const rows = await db.read<{ id: string; visitor_id: string; reference_id: string | null; counted: number }>(
      'SELECT * FROM interaction WHERE product_id = ? ORDER BY time, id',
      [productId],
    );
    return rows.map((row) => `${plain(row.id)} ${row.visitor_id} ${row.counted ? plain(row.reference_id ?? '?') : '-'}`);
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

  describe('journeys', () => {
    it.each(EXAMPLES)('$says', async (example) => {
      const fixture = await makeProduct(db, { trackingTerm: 2, excludedIps: EXCLUDED_IP });
      const { productId } = fixture;
      for (const event of example.events(new Events(fixture), fixture)) {
        expect(await db.write((tx) => ingest(tx, [event]))).toEqual([{ status: 'accepted' }]);
        await settle(db);
      }
      if (example.interactions) expect(await interactions(productId)).toEqual(example.interactions);
      if (example.views) expect(await views(productId)).toEqual(example.views);
      if (example.paths) expect(await paths(productId)).toEqual(example.paths);
    });
  });

  describe('storing', () => {
    it('takes the first of a key and calls the rest duplicates, over batches and within one', async () => {
      const fixture = await makeProduct(db);
      const make = new Events(fixture);
      const first = [make.click('1', at(0), 'v'), make.view('1', at(0), 'v'), make.conversion('1', at(0), 'v')];
      const again = [
        ...first,
        make.conversion('1', at(0), 'v', { cvSettingId: fixture.cv.other }),
        make.click('1 ', at(0), 'v'),
        make.click('１', at(0), 'v'),
        make.click('1 ', at(1), 'w'),
      ];
      expect((await db.write((tx) => ingest(tx, [...first, make.click('1', at(9), 'w')]))).map((o) => o.status)).toEqual([
        ...['accepted', 'accepted', 'accepted', 'duplicate'],
      ]);
      expect((await db.write((tx) => ingest(tx, again))).map((o) => o.status)).toEqual([
        ...['duplicate', 'duplicate', 'duplicate', 'accepted', 'accepted', 'accepted', 'duplicate'],
      ]);
      const [row] = await db.read<{ time: number }>("SELECT time FROM interaction WHERE product_id = ? AND id = '1'", [fixture.productId]);
      expect(row?.time).toBe(at(0));
    });

    it('uses up no id by a rejected event, but by an excluded one', async () => {
      const fixture = await makeProduct(db, { excludedIps: EXCLUDED_IP });
      const make = new Events(fixture);
      const statuses = async (...events: IncomingEvent[]) => (await db.write((tx) => ingest(tx, events))).map((o) => o.status);
      expect(await statuses(make.conversion('o', at(0), null, { userId: 'U' }), make.conversion('o', at(0), 'v', { userId: 'U' }))).toEqual(['rejected', 'accepted']);
      expect(await statuses(make.conversion('n', at(0), null, { interactionRef: 'no' }))).toEqual(['rejected']);
      expect(await statuses(make.click('c', at(0), 'v', { adId: 999_999 }), make.click('c', at(0), 'v', { ip: EXCLUDED_IP }))).toEqual(['rejected', 'accepted']);
      expect(await statuses(make.click('c', at(0), 'v'))).toEqual(['duplicate']);
    });

    // The embedded database stores one transaction after the other.
    (dialect === 'mysql' ? it : it.skip)('hands over although click, landing and conversion are stored at the same time', async () => {
      const fixture = await makeProduct(db);
      const make = new Events(fixture);
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
      expect(await db.read('SELECT visitor_id FROM conversion WHERE product_id = ?', [fixture.productId])).toMatchObject([{ visitor_id: 'site' }]);
    });

    it('keeps the settings of the moment with each event', async () => {
      const fixture = await makeProduct(db, { trackingTerm: 30 });
      const make = new Events(fixture);
      const [, performing] = fixture.ads;
      await db.write((tx) => ingest(tx, [make.click('a', at(0), 'v', { adId: performing }), make.click('b', at(0), 'v', { cost: 12.34 })]));
      await db.write((tx) => tx.execute('UPDATE ad SET click_cost_sen = 9900, performance_cv_flag = 0 WHERE product_id = ?', [fixture.productId]));
      await db.write((tx) => tx.execute('UPDATE product SET tracking_term = 7 WHERE id = ?', [fixture.productId]));
      await db.write((tx) => ingest(tx, [make.click('c', at(0), 'v', { adId: performing })]));
      const rows = await db.read('SELECT id, cost_sen, cost_given, performance_flag, tracking_term FROM interaction WHERE product_id = ? ORDER BY id', [fixture.productId]);
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
        { id: 'a', cost_sen: 3000, cost_given: 0, performance_flag: 1, tracking_term: 30 },
        { id: 'b', cost_sen: 1234, cost_given: 1, performance_flag: 0, tracking_term: 30 },
        { id: 'c', cost_sen: 9900, cost_given: 0, performance_flag: 0, tracking_term: 7 },
      ]);
    });
  });
});
