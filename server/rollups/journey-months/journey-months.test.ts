import { startOfDay, type DayRange } from '../../../shared/domain/calendar';
import { cutRuns, decodeJourneys, linesOf, NULL_CLASS } from '../../../shared/domain/attribution';
import { pathClassesOf } from '../../../shared/domain/journey';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import type { Database } from '../../db/database';
import { execute, select, sql } from '../../db/statements';
import { ingest, type IncomingEvent } from '../../journeys';
import { markJourneyMonths } from '../../journeys/stale';
import { rebuildSettings } from '../../journeys/rebuild-settings';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { EXCLUDED_IP, randomEvents, randomOf, shuffled } from '../../journeys/testing/random-events';
import { erasureScenario } from '../../erasure/testing/erasure-scenario';
import { ageLogs, productsToAge, storeLeavingMonths } from '../../retention/age-logs';
import { verifyDays } from '../verify';
import { settle } from '../../sweeps';
import { sliceDays } from './live';
import { readJourneys, type JourneysQuestion, type JourneyTexts } from './read';
import { productsWithMonths, readStoredText, storeDueMonth, storeMonthsBefore } from './store';
import { verifyMonths } from './verify';

jest.setTimeout(300_000);

const START = Date.UTC(2026, 0, 1);
const LATER = 20301231;
const DAY = 86_400_000;
const MONTHS = [202601, 202602, 202603, 202604, 202605, 202606];

/** Spreads the eight days of random events over five months. */
const spread = (event: IncomingEvent): IncomingEvent => {
  const later = { ...event, time: START + (event.time - START) * 18 };
  return later.type === 'conversion' ? { ...later, amount: 1200.5 } : later;
};

/** Reads journeys as data-driven.md section 1 defines them, with all paths of final conversions. */
async function readByDefinition(
  db: Database,
  productId: number,
  { from, to }: DayRange,
  classes: readonly number[],
  matureUntil: number,
): Promise<string[]> {
  const isLast = 'cv_type = 1 AND pos > 0';
  const converting = await select<{ path: string; n: number; sen: number }>(db)`SELECT path, COUNT(*) AS n,
      SUM(amount_sen) AS sen
    FROM (SELECT conversion_id, class, MAX(amount_sen) AS amount_sen, GROUP_CONCAT(ad_id ORDER BY pos) AS path
      FROM conversion_touch WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND ${sql(isLast)}
      AND class IN ${classes} GROUP BY conversion_id, class) paths GROUP BY path`;
  const free = sql('CASE WHEN t.interaction_id IS NULL THEN');
  const others = await select<{ path: string; mature: number; n: number }>(
    db,
  )`SELECT path, mature, COUNT(*) AS n
    FROM (SELECT i.reference_id, MAX(i.day) AS last_day, GROUP_CONCAT(${free} i.ad_id END ORDER BY i.time, i.id)
        AS path, CASE WHEN MAX(${free} i.time END) <= ${matureUntil} THEN 1 ELSE 0 END AS mature
      FROM interaction i LEFT JOIN (SELECT DISTINCT interaction_id FROM conversion_touch
          WHERE product_id = ${productId} AND ${sql(isLast)} AND class IN (1, 3)) t ON t.interaction_id = i.id
      WHERE i.product_id = ${productId} AND i.counted = 1 GROUP BY i.reference_id) journeys
    WHERE last_day BETWEEN ${from} AND ${to} AND path IS NOT NULL GROUP BY path, mature`;
  const cut = (path: string) => cutRuns(path.split(',').map(Number)).join();
  let open = 0;
  const sums = new Sums();
  for (const { path, n, sen } of converting) sums.add(cut(path), [Number(n), Number(sen) / 100, 0]);
  for (const { path, mature, n } of others)
    if (Number(mature) === 1) sums.add(cut(path), [0, 0, Number(n)]);
    else open += Number(n);
  return sums.text(open);
}

/** Conversions, amounts and nulls by path. */
class Sums {
  private readonly paths = new Map<string, number[]>();

  add(path: string, numbers: readonly number[]): void {
    const known = this.paths.get(path) ?? [0, 0, 0];
    this.paths.set(
      path,
      known.map((sum, index) => sum + (numbers[index] ?? 0)),
    );
  }

  text(open: number): string[] {
    return [`open ${open}`, ...[...this.paths].map(([path, sums]) => `${path}: ${sums.join(' ')}`).sort()];
  }
}

const textOf = ({ texts, classes }: Pick<JourneyTexts, 'texts' | 'classes'>): string[] => {
  const { journeys, open } = decodeJourneys(texts, [NULL_CLASS, ...classes]);
  const sums = new Sums();
  for (const [path, end] of journeys.ends.entries()) {
    const begin = path > 0 ? (journeys.ends[path - 1] ?? 0) : 0;
    const values = [...journeys.touches.subarray(begin, end)].map((place) => journeys.values[place]);
    const [conversions = 0, amount = 0, nulls = 0] = [
      journeys.conversions[path],
      journeys.amounts[path],
      journeys.nulls[path],
    ];
    sums.add(values.join(), [conversions, amount, nulls]);
  }
  return sums.text(open);
};

onEachDatabase((dialect) => {
  describe('stored journeys of months', () => {
    let test: TestDatabase;
    let fixture: Fixture;
    let make: Events;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());
    beforeEach(async () => {
      fixture = await makeProduct(test.db, { trackingTerm: 20, excludedIps: EXCLUDED_IP });
      make = new Events(fixture);
    });

    const arrive = async (events: readonly IncomingEvent[]): Promise<void> => {
      await test.db.write((tx) => ingest(tx, events));
      await settle(test.db);
    };
    const storeAll = () => storeMonthsBefore(test.db, fixture.productId, LATER);
    const read = (question: Pick<JourneysQuestion, 'range'> & Partial<JourneysQuestion>) =>
      readJourneys(test.db, {
        productId: fixture.productId,
        evaluation: 3,
        matureUntil: startOfDay(LATER),
        ...question,
      });
    const validMonths = async (): Promise<number[]> =>
      (
        await select<{ month: number }>(test.db)`SELECT month FROM journey_month_mark
          WHERE product_id = ${fixture.productId} AND stored_marks = marks ORDER BY month`
      ).map(({ month }) => month);

    const expectAsLive = async (label: string): Promise<void> => {
      const end = 20260701;
      const ranges: DayRange[] = [
        { from: 20260101, to: 20260630 },
        { from: 20260201, to: 20260228 },
        { from: 20260112, to: 20260509 },
      ];
      for (const range of ranges)
        for (const evaluation of [1, 2, 3] as const)
          for (const matureUntil of [
            startOfDay(end),
            startOfDay(20260402) - 30 * DAY,
            startOfDay(20260315),
            startOfDay(20260315) + 7 * 3_600_000,
          ]) {
            const live = await readByDefinition(
              test.db,
              fixture.productId,
              range,
              pathClassesOf(evaluation),
              matureUntil,
            );
            const stored = await read({ range, evaluation, matureUntil });
            expect([label, range, evaluation, matureUntil, textOf(stored)]).toEqual([
              label,
              range,
              evaluation,
              matureUntil,
              live,
            ]);
          }
    };

    it.each([2, 3])('equal the logs whatever arrives late, world %i', async (seed) => {
      const random = randomOf(seed);
      const events = shuffled(randomEvents(fixture, make, seed, 160).map(spread), random);
      await arrive(events.splice(0, 100));
      await storeAll();
      expect(await validMonths()).toEqual(MONTHS.slice(0, 5));
      await expectAsLive('stored');
      let kept = 0;
      while (events.length > 0) {
        await arrive(events.splice(0, 1 + Math.floor(random() * 8)));
        kept += (await validMonths()).length;
        await expectAsLive(`${events.length} left`);
        await storeAll();
      }
      // Months that nothing changes stay stored.
      expect(kept).toBeGreaterThan(5);
      await test.db.write(
        (tx) => execute(tx)`UPDATE product SET excluded_ips = '' WHERE id = ${fixture.productId}`,
      );
      await rebuildSettings(test.db, fixture.productId, { from: 20260101, to: 20261231 });
      await settle(test.db);
      await expectAsLive('rebuilt');
      await storeAll();
      await expectAsLive('stored again');
      expect(await verifyMonths(test.db, fixture.productId, MONTHS)).toEqual([]);
    });

    const rowsOf = async ({ productId, ads }: Fixture): Promise<string[]> => {
      const rows = await Promise.all(
        MONTHS.map(async (month) => linesOf(await readStoredText(test.db, productId, month))),
      );
      return rows.flatMap((ofMonth, index) =>
        ofMonth
          .map(({ path, ...row }) =>
            JSON.stringify({ ...row, index, path: path.split(',').map((ad) => ads.indexOf(Number(ad))) }),
          )
          .sort(),
      );
    };

    it('have the same rows in whatever order and parts the events arrive', async () => {
      const other = await makeProduct(test.db, { trackingTerm: 20, excludedIps: EXCLUDED_IP });
      await arrive(randomEvents(fixture, make, 9, 150).map(spread));
      const events = randomEvents(other, new Events(other), 9, 150).map(spread);
      const mixed = shuffled(events, randomOf(5));
      while (mixed.length > 0) {
        await arrive(mixed.splice(0, 40));
        await storeMonthsBefore(test.db, other.productId, LATER);
      }
      await storeAll();
      const rows = await rowsOf(fixture);
      expect(rows.length).toBeGreaterThan(30);
      expect(await rowsOf(other)).toEqual(rows);
    });

    it('follow visitors that are stored with their derivation, and erasures', async () => {
      await arrive(randomEvents(fixture, make, 11, 100).map(spread));
      await storeAll();
      const january = START + 9 * DAY;
      await arrive([make.click('n1', january, 'new'), make.conversion('n2', january + DAY, 'new')]);
      expect(await validMonths()).toEqual(MONTHS.slice(1, 5));
      await expectAsLive('a new visitor');
      await storeAll();
      // Both batches come before the visitor is derived.
      await test.db.write((tx) => ingest(tx, [make.click('m1', january, 'twice')]));
      await arrive([make.click('m2', january + 100 * DAY, 'twice')]);
      await expectAsLive('a visitor of two batches');
      await storeAll();
      const { erase } = erasureScenario(() => test.db);
      for (const id of ['v1', 'twice']) await erase(fixture.productId, { kind: 'visitor', id });
      await settle(test.db);
      await expectAsLive('erased');
      await test.db.write((tx) => tx.execute('UPDATE journey_month_mark SET stored_marks = NULL'));
      await storeAll();
      await expectAsLive('stored after the erasure');
    });

    it('answer a year that ends with a month without the logs', async () => {
      await arrive(randomEvents(fixture, make, 12, 100).map(spread));
      await storeAll();
      const reads = jest.spyOn(test.db, 'read');
      const range = { from: 20260101, to: 20260531 };
      await read({ range, matureUntil: startOfDay(20260601) - 30 * DAY });
      expect(reads.mock.calls.filter(([text]) => /FROM interaction/.test(text))).toEqual([]);
      reads.mockRestore();
    });

    it('stay as they are once their logs are gone', async () => {
      const { productId } = fixture;
      await test.db.write(
        (tx) => execute(tx)`UPDATE product SET log_retention_months = 2 WHERE id = ${productId}`,
      );
      await arrive(randomEvents(fixture, make, 13, 160).map(spread));
      const texts = async (range: DayRange) => {
        const { nullFrom, ...journeys } = await read({ range, matureUntil: startOfDay(20260510) });
        return { nullFrom, text: textOf(journeys) };
      };
      const whole = { from: 20260101, to: 20260531 };
      const before = await texts(whole);
      expect(before.nullFrom).toBeNull();
      const today = 20260601;
      while ((await productsToAge(test.db.readOnlyTx, today)).includes(productId)) {
        await storeLeavingMonths(test.db, productId, today);
        expect(await test.db.write((tx) => ageLogs(tx, productId, today, 50))).toBe(true);
      }
      await settle(test.db);
      expect(await texts(whole)).toEqual(before);
      expect((await texts({ from: 20260110, to: 20260531 })).nullFrom).toBe(20260201);
      // Later changes and computations leave them alone.
      await test.db.write((tx) => markJourneyMonths(tx, productId, MONTHS));
      await storeAll();
      expect(await texts(whole)).toEqual(before);
      expect(await verifyMonths(test.db, productId, MONTHS)).toEqual([]);
      // A month whose logs left before the upgrade has conversions only.
      await test.db.write(
        (tx) =>
          execute(
            tx,
          )`UPDATE journey_month_mark SET stored_marks = NULL WHERE product_id = ${productId} AND month = 202601`,
      );
      expect((await texts(whole)).nullFrom).toBe(20260201);
    });

    it('follow contacts after the seal that belong to references before it', async () => {
      const { productId } = fixture;
      const time = startOfDay(20260225);
      await arrive([make.click('s1', time, 's'), make.click('s2', time + 3 * DAY, 's')]);
      await test.db.write(
        (tx) =>
          execute(
            tx,
          )`INSERT INTO log_horizon (product_id, sealed_before, forget_before, kept_from, longest_term)
          VALUES (${productId}, 20260301, 20260201, 20260201, 20)`,
      );
      await storeAll();
      await arrive([make.click('s3', time + 9 * DAY, 's', { ip: '203.0.113.9' })]);
      await expectAsLive('continued');
      await storeAll();
      await test.db.write(
        (tx) => execute(tx)`UPDATE product SET excluded_ips = '203.0.113.9' WHERE id = ${productId}`,
      );
      await rebuildSettings(test.db, productId, { from: 20260101, to: 20261231 });
      await settle(test.db);
      expect(await validMonths()).toEqual([]);
      await expectAsLive('shortened');
    });

    it('are due 30 days after the month, and again after an hour', async () => {
      const { productId } = fixture;
      await arrive([make.click('d1', startOfDay(20260110), 'd')]);
      const due = async (now: number) => (await productsWithMonths(test.db, now)).includes(productId);
      const [march, hour] = [startOfDay(20260303), 3_600_000];
      // The term of 20 days is shorter.
      expect([await due(startOfDay(20260220)), await due(startOfDay(20260221))]).toEqual([false, true]);
      await storeDueMonth(test.db, productId, march, async () => undefined);
      expect(await due(march)).toBe(false);
      expect(await validMonths()).toEqual([202601]);
      await arrive([make.click('d2', startOfDay(20260111), 'd')]);
      expect([await due(march + hour - 1), await due(march + hour)]).toEqual([false, true]);
    });

    it('are compared with the logs by verify', async () => {
      await arrive(randomEvents(fixture, make, 14, 60).map(spread));
      await storeAll();
      await test.db.write(
        (tx) =>
          execute(
            tx,
          )`UPDATE journey_month SET journeys = REPLACE(journeys, ' 1 ', ' 2 ') WHERE product_id = ${fixture.productId} AND month = 202602`,
      );
      const differences = await verifyDays(test.db, fixture.productId, [20260110, 20260210]);
      expect(differences.length).toBeGreaterThan(1);
      expect(new Set(differences.map(({ table, key }) => `${table} ${key.month}`))).toEqual(
        new Set(['journey_month 202602']),
      );
      await test.db.write((tx) => markJourneyMonths(tx, fixture.productId, [202602]));
      expect(await verifyDays(test.db, fixture.productId, [20260110, 20260210])).toEqual([]);
    });
  });
});

describe('reading journeys in parts', () => {
  const days = { from: 20260101, to: 20260131 };
  it.each([
    [0, [[20260101, 20260131]]],
    [40_000, [[20260101, 20260131]]],
    [
      80_000,
      [
        [20260101, 20260115],
        [20260116, 20260130],
        [20260131, 20260131],
      ],
    ],
  ])('splits the days of %i contacts', (contacts, expected) => {
    expect(sliceDays(days, contacts).map(({ from, to }) => [from, to])).toEqual(expected);
  });

  it('never reads less than a day at once', () => {
    expect(sliceDays(days, 1e9)).toHaveLength(31);
  });
});
