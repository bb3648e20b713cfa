import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { ClickEvent, IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { IngestQueue, type Parcel, type StoreAhead } from './ingest-queue';

onEachDatabase((dialect) => {
  describe('pending clicks and their landings', () => {
    let test: TestDatabase;
    let fixture: Fixture;
    let make: Events;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());
    beforeEach(async () => {
      fixture = await makeProduct(test.db);
      make = new Events(fixture);
    });

    const parcel = (...events: IncomingEvent[]): Parcel => ({
      door: 'collect',
      ip: null,
      refused: [],
      deliveries: events.map((event) => ({ event, text: event.id })),
    });
    const owners = () =>
      test.db.read<{ id: string; visitor_id: string }>(
        'SELECT id, visitor_id FROM interaction WHERE product_id = ? ORDER BY id',
        [fixture.productId],
      );
    const views = () =>
      test.db.read<{ id: string }>('SELECT id FROM access WHERE product_id = ? ORDER BY id', [
        fixture.productId,
      ]);

    /** Creates a queue beside a log with these clicks. */
    const beside = (clicks: ClickEvent[]) => {
      const asked: (readonly string[])[] = [];
      const stored: Promise<readonly string[]>[] = [];
      const ahead: StoreAhead = async (ids, store) => {
        asked.push(ids);
        stored.push(store(clicks));
        await stored.at(-1);
      };
      const queue = new IngestQueue(test.db, Date.now, 60_000, ahead);
      return { queue, asked, stored: () => Promise.all(stored) };
    };

    const now = Date.now() - 60_000;
    const landing = () => make.view('p', now + 1000, 'w', { interactionRef: 'c' });

    it('are stored in one transaction, each with its own outcome', async () => {
      const { queue, asked, stored } = beside([
        make.click('c', now, 'v'),
        make.click('x', now, 'v', { adId: 999_999 }),
      ]);
      expect(await queue.store(parcel(landing()))).toEqual([{ status: 'accepted' }]);
      expect([asked, await stored()]).toEqual([[['c']], [['c']]]);
      expect(await owners()).toEqual([{ id: 'c', visitor_id: 'w' }]);
    });

    it('are found by a conversion that names its click alone', async () => {
      const { queue, asked } = beside([make.click('c', now, 'v')]);
      const conversion = make.conversion('o', now + 1000, 'v', { visitorId: null, interactionRef: 'c' });
      expect(await queue.store(parcel(conversion))).toEqual([{ status: 'accepted' }]);
      expect(asked).toEqual([['c']]);
    });

    it('are not read for requests without a landing', async () => {
      const { queue, asked } = beside([make.click('c', now, 'v')]);
      await queue.store(parcel(make.view('q', now, 'w'), make.conversion('o', now, 'w')));
      expect(asked).toEqual([]);
    });

    it('do not fail together: an unstorable click stays on disk, the landing is stored', async () => {
      const unstorable = {
        ...make.click('c', now, 'v'),
        get adId(): number {
          throw new TypeError('not storable');
        },
      };
      const { queue, stored } = beside([unstorable]);
      expect(await queue.store(parcel(landing()))).toEqual([{ status: 'accepted' }]);
      expect([await stored(), await owners(), await views()]).toEqual([[[]], [], [{ id: 'p' }]]);
    });

    it('are stored separately if one request is at fault', async () => {
      const { queue } = beside([make.click('c', now, 'v')]);
      const wrong = {
        ...make.view('bad', now, 'w', { interactionRef: 'c' }),
        door: 'x'.repeat(300) as 'collect',
      };
      const [good, bad] = await Promise.allSettled([
        queue.store(parcel(landing())),
        queue.store(parcel(wrong)),
      ]);
      expect(good).toMatchObject({ status: 'fulfilled', value: [{ status: 'accepted' }] });
      // SQLite accepts any length.
      expect(bad.status).toBe(dialect === 'sqlite' ? 'fulfilled' : 'rejected');
    });
  });
});
