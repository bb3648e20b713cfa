import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { settle } from '../sweeps';
import { ingest, type IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { Ad } from '../settings/ad/ad.entity';
import { Product } from '../settings/product/product.entity';
import { isResultDue, makeResults, queueMissingResults, releaseOrphans, ResultHold } from './index';
import { storedResults } from './testing/stored-results';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('results of one conversion', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const at = (hours: number) => START + hours * HOUR;
    let fixture: Fixture;
    let make: Events;
    beforeEach(async () => {
      fixture = await makeProduct(db);
      make = new Events(fixture);
      await db.write(({ manager }) =>
        manager.update(
          Ad,
          { productId: fixture.productId },
          {
            resultFlag: 1,
            cvCost: 100,
            resultMethod: 2,
            webhookUrl: 'https://asp.example/cv?x={xclid}&s={status}',
          },
        ),
      );
    });
    const stored = () => storedResults(db, fixture.productId);

    it('neither adds nor withdraws results when a path is derived again', async () => {
      await db.write((tx) => ingest(tx, [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v')]));
      await settle(db);
      const first = await stored();
      expect(first).toHaveLength(1);
      await db.write((tx) => ingest(tx, [make.click('c2', at(1), 'v', { adId: fixture.ads[2] })]));
      await settle(db);
      expect(await stored()).toEqual(first);
    });

    it('waits for a click that another node stored without seeing its landing', async () => {
      const { productId } = fixture;
      const landing = make.view('p', at(1), 'v', { interactionRef: 'c1' });
      await db.write((tx) => ingest(tx, [landing, make.conversion('o', at(2), 'v')]));
      await db.write((tx) => ingest(tx, [make.click('c1', at(0), 'w')]));
      await db.write((tx) => tx.execute("DELETE FROM stale_visitor WHERE visitor_id = 'v'"));
      expect(await isResultDue(db, productId)).toBe(false);
      await settle(db);
      expect(await stored()).toHaveLength(1);
    });

    it('waits for such a click that its landing names by a click id', async () => {
      const { productId } = fixture;
      const G = { clickIds: { gclid: 'G' } };
      const landing = make.view('p', at(1), 'v', G);
      await db.write((tx) => ingest(tx, [landing, make.conversion('o', at(2), 'v')]));
      await db.write((tx) => ingest(tx, [make.click('c1', at(0), 'w', G)]));
      await db.write((tx) => tx.execute("DELETE FROM stale_visitor WHERE visitor_id = 'v'"));
      expect(await db.write((tx) => makeResults(tx, productId, 10))).toBe(0);
      await settle(db);
      expect(await stored()).toHaveLength(1);
    });

    it('does not wait for later clicks with the same click id', async () => {
      const { productId } = fixture;
      const G = { clickIds: { gclid: '{gclid}' } };
      const landing = make.view('p', at(1), 'v', G);
      await db.write((tx) => ingest(tx, [landing, make.conversion('o', at(2), 'v')]));
      await db.write((tx) => ingest(tx, [make.click('c1', at(1) + 61_000, 'w', G)]));
      await db.write((tx) => tx.execute("DELETE FROM stale_visitor WHERE visitor_id = 'v'"));
      expect(await db.write((tx) => makeResults(tx, productId, 10))).toBe(1);
    });

    it('creates nothing for a repeated conversion', async () => {
      const events = [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v')];
      for (let times = 0; times < 2; times += 1) {
        await db.write((tx) => ingest(tx, events));
        await settle(db);
      }
      expect(await stored()).toHaveLength(1);
    });

    const notices = () =>
      db.read<{ untold: string | null; url: string | null; kind: string | null }>(
        'SELECT h.untold, p.url, p.kind FROM result_history h LEFT JOIN postback p ON p.id = h.postback_id WHERE h.product_id = ? ORDER BY h.id',
        [fixture.productId],
      );

    it('writes a postback with the click ids for a conversion over S2S', async () => {
      await db.write((tx) =>
        ingest(tx, [
          make.click('c1', at(0), 'v', { xclid: 'a b&c' }),
          make.conversion('o', at(2), 'v', { door: 's2s' }),
        ]),
      );
      await settle(db);
      expect(await notices()).toEqual([
        { untold: null, url: 'https://asp.example/cv?x=a%20b%26c&s=pending', kind: 'created' },
      ]);
    });

    it('sends no postbacks for an import unless requested', async () => {
      await db.write((tx) => ingest(tx, [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v')]));
      await db.write((tx) => ingest(tx, [make.conversion('p', at(3), 'v')], { notify: true }));
      await settle(db);
      expect(await notices()).toEqual([
        { untold: 'import', url: null, kind: null },
        { untold: null, url: 'https://asp.example/cv?x=&s=pending', kind: 'created' },
      ]);
    });

    it.each([
      ['the method is the CV tag', { resultMethod: 1 }, 'cv_tag'],
      ['no method is chosen', { resultMethod: null }, 'no_method'],
      ['there is no URL', { webhookUrl: null }, 'no_url'],
    ])('records why there is no postback: %s', async (_, settings, reason) => {
      await db.write(({ manager }) => manager.update(Ad, { productId: fixture.productId }, settings));
      await db.write((tx) =>
        ingest(tx, [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v', { door: 's2s' })]),
      );
      await settle(db);
      expect(await notices()).toEqual([{ untold: reason, url: null, kind: null }]);
    });

    it("adds the cost of pending and approved results to the rollups of the conversion's day", async () => {
      await db.write(({ manager }) =>
        manager.update(Ad, fixture.ads[2], {
          autoApproval: true,
          approvalAmountFlag: true,
          approvalAmount: 1,
        }),
      );
      await db.write((tx) =>
        ingest(tx, [
          make.click('c1', at(0), 'v'),
          make.conversion('o', at(2), 'v'),
          make.click('c2', at(1), 'w', { adId: fixture.ads[2] }),
          make.conversion('p', at(2), 'w', { amount: 5 }),
        ]),
      );
      await settle(db);
      const rows = await db.read(
        'SELECT ad_id, cv_cost_approved_sen AS approved, cv_cost_pending_sen AS pending FROM rollup_result_month WHERE product_id = ? ORDER BY ad_id',
        [fixture.productId],
      );
      expect(rows).toEqual([
        { ad_id: fixture.ads[0], approved: 0, pending: 10_000 },
        { ad_id: fixture.ads[2], approved: 10_000, pending: 0 },
      ]);
    });

    const ipFlags = async () =>
      (await stored()).map(({ cv, flags }) => [cv.replace(/^.*:/, ''), flags[2]]).sort();
    const byAddress = { autoApproval: true, excludeDuplicateIpsFlag: true, excludeDuplicateIps: 30 };
    const order = (id: string, hours: number) => make.conversion(id, at(hours), 'v', { ip: '203.0.113.9' });

    it('creates results of a load after its end, in chronological order', async () => {
      await db.write(({ manager }) => manager.update(Ad, { productId: fixture.productId }, byAddress));
      const hold = new ResultHold(db);
      const load = (...events: IncomingEvent[]) =>
        db.write(async (tx) => {
          await hold.renew(tx);
          await ingest(tx, events, { hold: hold.name });
        });
      await load(make.click('c1', at(0), 'v'), order('later', 3));
      await settle(db);
      await releaseOrphans(db);
      expect(await stored()).toEqual([]);
      await load(order('sooner', 2));
      await hold.release();
      await settle(db);
      expect(await ipFlags()).toEqual([
        ['later', 1],
        ['sooner', 0],
      ]);
    });

    it.each([
      ['yesterday', -86_400_000],
      ['while the clock was ahead', 3 * 86_400_000],
    ])('creates results of a load that began %s and never ended', async (_, offset) => {
      const hold = new ResultHold(db, () => Date.now() + offset);
      await db.write(async (tx) => {
        await hold.renew(tx);
        await ingest(tx, [make.click('c1', at(0), 'v'), order('o', 2)], { hold: hold.name });
      });
      await releaseOrphans(db);
      await settle(db);
      expect(await stored()).toHaveLength(1);
    });

    it('creates missing results of earlier conversions on request, without postbacks', async () => {
      await db.write((tx) =>
        ingest(tx, [
          make.click('c1', at(0), 'v'),
          make.conversion('o', at(2), 'v', { door: 's2s' }),
          make.conversion('p', at(3), 'v'),
        ]),
      );
      await db.write((tx) => tx.execute('DELETE FROM result_due WHERE product_id = ?', [fixture.productId]));
      await settle(db);
      const queueMissing = async () => {
        const hold = new ResultHold(db);
        const queued = await queueMissingResults(
          db,
          fixture.productId,
          { from: 20260101, to: 20260101 },
          hold,
        );
        await hold.release();
        await settle(db);
        return queued;
      };
      expect(await queueMissing()).toBe(2);
      expect(await notices()).toEqual([
        { untold: 'rebuild', url: null, kind: null },
        { untold: 'rebuild', url: null, kind: null },
      ]);
      expect(await queueMissing()).toBe(0);
      expect(await stored()).toHaveLength(2);
    });

    it('creates none for direct conversions, or repeat ones with new customers only', async () => {
      await db.write(({ manager }) =>
        manager.update(Product, fixture.productId, {
          newExistingSeparation: true,
          newExistingEvaluation: 1,
        }),
      );
      await db.write((tx) =>
        ingest(tx, [
          make.conversion('o', at(0), 'v'),
          make.click('c1', at(1), 'v'),
          make.conversion('p', at(2), 'v'),
        ]),
      );
      await settle(db);
      expect(await stored()).toEqual([]);
      const open = await db.read(
        'SELECT id FROM conversion WHERE product_id = ? AND results_made_at IS NULL',
        [fixture.productId],
      );
      expect(open).toEqual([]);
    });
  });
});
