import { ApprovalStatus } from '../../shared/domain/results';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { ConversionEvent, PostbackReport } from '../journeys';
import type { Events } from '../journeys/testing/fixture';
import { settle } from '../sweeps';
import { makeAds, storeEvents } from './testing/product-with-ads';

jest.setTimeout(60_000);
const START = Date.UTC(2026, 0, 1);
const { PENDING, APPROVED, REJECTED } = ApprovalStatus;

onEachDatabase((dialect) => {
  describe('a status that a postback reports', () => {
    let test: TestDatabase;
    let db: Database;
    let make: Events;
    let productId: number;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());
    beforeEach(async () => {
      const world = await makeAds(db, { resultFlag: 1, resultMethod: 2 });
      make = world.make;
      ({ productId } = world.fixture);
      await storeEvents(db, [make.click('c1', START, 'v')]);
    });

    const postback = (id: string, status: PostbackReport['status']): ConversionEvent => ({
      ...make.conversion(id, START + 1000, 'v'),
      type: 'conversion',
      door: 'postback',
      visitorId: null,
      interactionRef: 'c1',
      postback: { source: 'カート', order: null, clickId: null, status },
    });
    const report = async (...events: ConversionEvent[]) => {
      await storeEvents(db, events);
      await settle(db);
    };
    const history = () =>
      db.read<object>(
        `SELECT h.from_status, h.to_status, h.author, h.user_id, p.url FROM result_history h LEFT JOIN postback p ON p.id = h.postback_id
          WHERE h.product_id = ? ORDER BY h.id`,
        [productId],
      );
    const step = (from: number | null, to: number, author: string | null, word: string) => ({
      from_status: from,
      to_status: to,
      author,
      user_id: null,
      url: `https://asp.example/?s=${word}`,
    });

    it('changes the result once it exists, with the source as author', async () => {
      await report(postback('o', 'approved'));
      expect(await history()).toEqual([
        step(null, PENDING, null, 'pending'),
        step(PENDING, APPROVED, 'カート', 'approved'),
      ]);
      expect(await db.read('SELECT id FROM reported_status WHERE product_id = ?', [productId])).toEqual([]);
    });

    it('changes it again with a later status of the same event, and not with the same one', async () => {
      await report(postback('o', null));
      await report(postback('o', 'approved'));
      await report(postback('o', 'approved'));
      await report(postback('o', 'rejected'), postback('o', 'pending'));
      expect(await history()).toEqual([
        step(null, PENDING, null, 'pending'),
        step(PENDING, APPROVED, 'カート', 'approved'),
        step(APPROVED, REJECTED, 'カート', 'rejected'),
        step(REJECTED, PENDING, 'カート', 'pending'),
      ]);
    });

    it('leaves results alone if it is cancelled or the conversion has none', async () => {
      await report(postback('o', 'cancelled'), { ...postback('d', 'approved'), interactionRef: null });
      expect(await history()).toEqual([step(null, PENDING, null, 'pending')]);
      expect(await db.read('SELECT id FROM reported_status WHERE product_id = ?', [productId])).toEqual([]);
    });
  });
});
