import type { Tx } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { IngestQueue, type Parcel, type OfferBatch, type PendingBatch } from './ingest-queue';

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

    /** Creates a queue beside a log with these events; `asked` resolves to whether they were stored. */
    const beside = (events: IncomingEvent[], finish: PendingBatch['finish'] = () => Promise.resolve()) => {
      const stores: Promise<boolean>[] = [];
      const along: OfferBatch = async (store) => {
        stores.push(store({ events, finish }));
        await stores.at(-1);
      };
      return { queue: new IngestQueue(test.db, Date.now, 60_000, along), stored: () => Promise.all(stores) };
    };

    const now = Date.now() - 60_000;
    const landing = () => make.view('p', now + 1000, 'w', { interactionRef: 'c' });

    it('are stored in one transaction, each with its own outcome', async () => {
      const finish = jest.fn((_tx: Tx, _outcomes: readonly unknown[]) => Promise.resolve());
      const { queue, stored } = beside(
        [make.click('c', now, 'v'), make.click('x', now, 'v', { adId: 999_999 })],
        finish,
      );
      expect(await queue.store(parcel(landing()))).toEqual([{ status: 'accepted' }]);
      expect(await stored()).toEqual([true]);
      expect(finish.mock.calls[0]?.[1]).toMatchObject([{ status: 'accepted' }, { status: 'rejected' }]);
      expect(await owners()).toEqual([{ id: 'c', visitor_id: 'w' }]);
    });

    it('are not read for requests without a landing', async () => {
      const { queue, stored } = beside([make.click('c', now, 'v')]);
      await queue.store(parcel(make.view('q', now, 'w')));
      expect(await stored()).toEqual([]);
    });

    it('do not fail together: an unstorable click stays on disk, the landing is stored', async () => {
      const { queue, stored } = beside([make.click('c', now, 'v')], () =>
        Promise.reject(new TypeError('not storable')),
      );
      expect(await queue.store(parcel(landing()))).toEqual([{ status: 'accepted' }]);
      expect([await stored(), await owners(), await views()]).toEqual([[false], [], [{ id: 'p' }]]);
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
