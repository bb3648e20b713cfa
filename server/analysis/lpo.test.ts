import { axes, RoleType, type AxisKey } from '../../shared/catalog';
import { addDays, startOfDay } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { ReportInput, ReportResult, ReportRow } from './input';
import type { LpoTest } from './input';
import { adSummaries } from './reports';
import { lpoAnalysis } from './reports/lpo-analysis';
import { recomputeRollups } from '../rollups';
import { oracleFacts, type OracleFact } from './testing/oracle';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents, type Events } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const FROM = 20251101;
const TO = 20260331;
const Z = 1.959963984540054;

interface Seen {
  clicks: number;
  chosen: number;
  finals: number;
}

/**
 * Probability of each variant to be the best, by numerical integration: slow, and independent of the
 * product's method.
 */
function bestByStrips(seen: readonly Seen[]): number[] {
  const strips = 8_000;
  const posteriors = seen.map(({ clicks, chosen }) => {
    const peak = clicks === 0 ? 0.5 : chosen / clicks;
    const log = (x: number): number => chosen * Math.log(x) + (clicks - chosen) * Math.log(1 - x);
    const at = Array.from({ length: strips }, (_, n) => (n + 0.5) / strips);
    const heights = at.map((x) => Math.exp(log(x) - log(Math.min(1 - 1e-12, Math.max(1e-12, peak)))));
    const whole = heights.reduce((sum, height) => sum + height, 0);
    let below = 0;
    return heights.map((height) => {
      const density = height / whole;
      below += density;
      return { density, below: below - density / 2 };
    });
  });
  return posteriors.map((own, index) =>
    own.reduce(
      (sum, { density }, n) =>
        sum +
        density *
          posteriors.reduce((product, other, k) => (k === index ? product : product * other[n]!.below), 1),
      0,
    ),
  );
}

/** Score interval by solving (p - k/n)² = z² p (1 - p) / n for p. */
function scoreBounds({ clicks: n, chosen: k }: Seen): [number | null, number | null] {
  if (n === 0 || k > n) return [null, null];
  const [a, b, c] = [1 + (Z * Z) / n, -(2 * k) / n - (Z * Z) / n, (k / n) ** 2];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)];
}

const idOn = (row: ReportRow, axis: AxisKey): string | number | null =>
  row[axes[axis].idKey ?? 'device'] ?? null;
const DEVICES = [null, 'pc', 'smartphone', 'tablet', 'other'];

onEachDatabase((dialect) => {
  describe('the LPO report', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    let entries: readonly [first: number, second: number, retired: number];
    const ask = (input: Partial<ReportInput>, actor = actorOf(world)): Promise<ReportResult> =>
      lpoAnalysis.read(test.db, actor, { productId: world.productId, dateFrom: FROM, dateTo: TO, ...input });
    const testsOf = async (input: Partial<ReportInput>, actor = actorOf(world)): Promise<LpoTest[]> =>
      ((await ask(input, actor)) as ReportResult & { tests: LpoTest[] }).tests;

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const [redirectId] = world.redirects;
      await test.db.write(async (tx) => {
        await tx.query('UPDATE lpo_entry SET rate = 70, position = 1 WHERE id = ?', [world.lpoEntries[0]]);
        await tx.query('UPDATE lpo_entry SET rate = 30, position = 2 WHERE id = ?', [world.lpoEntries[1]]);
        await tx.query('UPDATE redirect SET lpo_flag = 1 WHERE id = ?', [redirectId]);
        const retired = await tx.insert(
          'INSERT INTO lpo_entry (redirect_id, position, title, url, rate) VALUES (?,0,?,?,?)',
          [redirectId, 'Old', 'https://example.com/old', 40],
        );
        entries = [...world.lpoEntries, retired];
      });
      events = randomEvents({ ...world, lpoEntries: [...entries] as never }, 42, 700);
      // Some clicks bypass the split: a separate page, or before the split existed.
      for (const [n, click] of events.clicks.entries()) if (n % 7 === 0) click.lpoEntryId = 0;
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    const valueOf = (axis: AxisKey, fact: OracleFact): string | number | null => {
      if (axis === 'redirect') return fact.redirectId || null;
      if (axis === 'lpoTitle') return fact.lpoEntryId || null;
      return axis === 'device' ? DEVICES[fact.device]! : fact.adId || null;
    };

    /** Compares a report with the raw events. */
    async function compare(input: Omit<Partial<ReportInput>, 'axis'> & { axis: AxisKey[] }): Promise<void> {
      const { results } = await ask(input);
      const { axis, evaluation = 3, attributionModel = 1, cvSettingIds, filters } = input;
      const range = { from: input.dateFrom ?? FROM, to: input.dateTo ?? TO };
      const facts = oracleFacts(events, evaluation ?? 3, attributionModel ?? 1).filter(
        (fact) =>
          fact.day >= range.from &&
          fact.day <= range.to &&
          (filters?.device?.includes(DEVICES[fact.device]!) ?? true) &&
          (filters?.redirectIds?.includes(fact.redirectId) ?? true),
      );
      const seenOf = (passes: (fact: OracleFact) => boolean): Seen => {
        const of = (measure: string): number =>
          facts.reduce((sum, fact) => (fact.measure === measure && passes(fact) ? sum + fact.value : sum), 0);
        const finals = of('final_1') + of('final_2') + of('final_3');
        return {
          clicks: of('clicks'),
          finals,
          chosen: cvSettingIds ? cvSettingIds.reduce((sum, id) => sum + of(`setting_${id}`), 0) : finals,
        };
      };
      const others = axis.filter((one) => one !== 'redirect' && one !== 'lpoTitle');
      for (const row of results) {
        const alike = (fact: OracleFact, by: readonly AxisKey[]): boolean =>
          by.every((one) => valueOf(one, fact) === idOn(row, one)) &&
          (axis.every((one) => one === 'device') || (fact.adId === 0) === row.noAd);
        const own = seenOf((fact) => alike(fact, axis));
        expect([row.cvTotal, row.cvCount]).toEqual([own.finals, own.chosen]);
        const [low, high] = scoreBounds(own);
        expect([row.cvrLow, row.cvrHigh]).toEqual(
          [low, high].map((bound) => (bound === null ? null : (expect.closeTo(bound, 10) as number))),
        );
        const entry = axis.includes('lpoTitle') ? (row.lpoTitleId ?? null) : null;
        if (entry === null) {
          expect([row.deliverRatio, row.deliverRatioActual, row.bestProbability, row.expectedLoss]).toEqual([
            null,
            null,
            null,
            null,
          ]);
          continue;
        }
        // Only the first redirect has variants, so their clicks are those of that redirect.
        const redirect = seenOf((fact) => fact.redirectId === world.redirects[0] && alike(fact, others));
        expect(row.deliverRatio).toBe({ [entries[0]]: 70, [entries[1]]: 30, [entries[2]]: 0 }[entry]);
        if (redirect.clicks === 0) expect(row.deliverRatioActual).toBeNull();
        else expect(row.deliverRatioActual).toBeCloseTo((100 * own.clicks) / redirect.clicks, 9);
        const rivals = entries
          .map((id) => ({ id, ...seenOf((fact) => fact.lpoEntryId === id && alike(fact, others)) }))
          .filter(({ clicks, chosen }) => clicks > 0 && chosen <= clicks);
        const place = rivals.findIndex(({ id }) => id === entry);
        if (place < 0) expect([row.bestProbability, row.expectedLoss]).toEqual([null, null]);
        else expect(Math.abs(row.bestProbability! - bestByStrips(rivals)[place]!)).toBeLessThan(1e-6);
      }
    }

    it.each<{ axis: AxisKey[] }>([
      { axis: ['redirect', 'lpoTitle'] },
      { axis: ['lpoTitle'] },
      { axis: ['lpoTitle', 'redirect', 'device'] },
      { axis: ['device', 'lpoTitle'] },
      { axis: ['ad', 'lpoTitle'] },
      { axis: ['redirect'] },
      { axis: ['ad'] },
    ])(
      'equals the raw events by $axis',
      async ({ axis }) => {
        for (const evaluation of [1, 2, 3]) await compare({ axis, evaluation });
      },
      60_000,
    );

    it('equals the raw events for random days, settings and filters', async () => {
      const random = seeded(8);
      for (let round = 0; round < 16; round += 1) {
        const from = addDays(20251120, random.below(90));
        await compare({
          axis: random.shuffle<AxisKey>(['redirect', 'lpoTitle', 'device']).slice(0, 1 + random.below(3)),
          evaluation: 1 + random.below(3),
          dateFrom: from,
          dateTo: addDays(from, random.below(60)),
          cvSettingIds: random.below(2) ? random.shuffle(world.cvSettings).slice(0, 2) : null,
          filters: {
            device: random.below(2) ? ['pc', 'smartphone'] : null,
            redirectIds: random.below(3) === 0 ? [world.redirects[0]] : null,
          },
        });
      }
    }, 120_000);

    it('has the rows, metrics and total of ad statistics by the same axes', async () => {
      const input = {
        productId: world.productId,
        dateFrom: FROM,
        dateTo: TO,
        axis: ['redirect', 'lpoTitle'],
      };
      const [lpo, ads] = [await ask({}), await adSummaries.read(test.db, actorOf(world), input)];
      expect(
        lpo.results.map(({ redirectId, lpoTitleId, lpoTitle, noAd, figures }) => ({
          redirectId,
          lpoTitleId,
          lpoTitle,
          noAd,
          figures,
        })),
      ).toEqual(
        ads.results.map(({ redirectId, lpoTitleId, lpoTitle, noAd, figures }) => ({
          redirectId,
          lpoTitleId,
          lpoTitle,
          noAd,
          figures,
        })),
      );
      expect(lpo.total.figures).toEqual(ads.total.figures);
    });

    it('has parts that add up: shares of a redirect to 100, probabilities of its variants to 1', async () => {
      const rows = (await ask({})).results.filter(({ redirectId }) => redirectId === world.redirects[0]);
      const sum = (value: (row: ReportRow) => number | null | undefined): number =>
        rows.reduce((all, row) => all + (value(row) ?? 0), 0);
      const without = rows.find(({ lpoTitleId }) => lpoTitleId === null)!;
      const clicks = sum((row) => row.figures.adClickCount);
      expect(
        sum((row) => row.deliverRatioActual) + (100 * (without.figures.adClickCount ?? 0)) / clicks,
      ).toBeCloseTo(100, 9);
      expect(sum((row) => row.bestProbability)).toBeCloseTo(1, 9);
      expect(rows.find(({ lpoTitle }) => lpoTitle === 'Old')).toMatchObject({
        lpoTitleId: entries[2],
        deliverRatio: 0,
        noAd: false,
      });
    });

    it('has no interval and no probability if there are more conversions than clicks', async () => {
      const days = [...new Set(events.cvs.map(({ time }) => time))].map((time) =>
        Math.floor(time / 86_400_000),
      );
      let count = 0;
      for (const day of [...new Set(days)]) {
        const date = addDays(19700101, day);
        const { results } = await ask({ dateFrom: date, dateTo: date, axis: ['lpoTitle'] });
        for (const row of results.filter(
          ({ cvCount = 0, figures }) => cvCount > (figures.adClickCount ?? 0),
        )) {
          count += 1;
          expect([row.cvrLow, row.cvrHigh, row.bestProbability, row.expectedLoss]).toEqual([
            null,
            null,
            null,
            null,
          ]);
        }
      }
      expect(count).toBeGreaterThan(3);
    });

    it('sorts by its own columns, and returns the same values for any requested fields', async () => {
      const sorted = await ask({
        sortName: 'best_probability',
        sortAsc: false,
        fields: ['bestProbability', 'figures.cvr'],
      });
      const known = sorted.results
        .map(({ bestProbability }) => bestProbability)
        .filter((value) => value != null);
      expect(known).toEqual([...known].sort((a, b) => b - a));
      expect(known).toHaveLength(3);
      const whole = await ask({});
      const of = (row: ReportRow) => row.lpoTitleId;
      for (const row of sorted.results)
        expect(row.bestProbability).toEqual(
          whole.results.find(
            (one) => of(one) === of(row) && one.redirectId === row.redirectId && one.noAd === row.noAd,
          )?.bestProbability,
        );
    });

    it('lists the tests with their current settings, retired variants last', async () => {
      expect(await testsOf({})).toEqual([
        {
          redirectId: world.redirects[0],
          redirect: `Ad 1 #${world.redirects[0]}`,
          lpoFlag: true,
          deliveryChangedAt: null,
          variants: [
            {
              lpoTitleId: entries[0],
              lpoTitle: 'A',
              url: 'https://example.com/A',
              deliverRatio: 70,
              retired: false,
            },
            {
              lpoTitleId: entries[1],
              lpoTitle: 'B',
              url: 'https://example.com/B',
              deliverRatio: 30,
              retired: false,
            },
            {
              lpoTitleId: entries[2],
              lpoTitle: 'Old',
              url: 'https://example.com/old',
              deliverRatio: 0,
              retired: true,
            },
          ],
        },
      ]);
    });

    it('lists only the tests of the filters and of an agency’s own ads', async () => {
      expect(await testsOf({ filters: { redirectIds: [world.redirects[1]] } })).toEqual([]);
      expect(await testsOf({ filters: { adIds: [world.ads[2]] } })).toEqual([]);
      expect(await testsOf({ filters: { adIds: [world.ads[0]] } })).toHaveLength(1);
      expect(await testsOf({}, actorOf(world, RoleType.AGENCY, world.agencies[0]))).toHaveLength(1);
      expect(await testsOf({}, actorOf(world, RoleType.AGENCY, world.agencies[1]))).toEqual([]);
      expect(await testsOf({}, actorOf(world, RoleType.AGENCY, null))).toEqual([]);
    });

    it('shows the last change of the delivery, and ignores other changes', async () => {
      const before = [{ id: entries[0], title: 'A', url: 'https://example.com/A', rate: 70 }];
      const change = (
        day: number,
        field: string,
        from: unknown,
        to: unknown,
        companyId = world.companyId,
        action = 'update',
      ) =>
        test.db.write(async (tx) => {
          const id = await tx.insert(
            'INSERT INTO audit_log (company_id, product_id, at, user_id, user_name, ip, action, entity, entity_id, label, version) VALUES (?,?,?,?,?,?,?,?,?,?,?)',
            [
              companyId,
              world.productId,
              startOfDay(day) + 3_600_000,
              1,
              'x',
              null,
              action,
              'redirect',
              world.redirects[0],
              'r',
              2,
            ],
          );
          await insertRows(
            tx,
            'audit_change',
            ['audit_id', 'field', 'before_value', 'after_value'],
            [[id, field, JSON.stringify(from), JSON.stringify(to)]],
          );
        });
      const changedAt = async (): Promise<Date | null | undefined> =>
        (await testsOf({}))[0]?.deliveryChangedAt;
      await change(FROM, 'lpo', before, [{ ...before[0], title: 'A2', url: 'https://example.com/A2' }]);
      await change(FROM, 'redirectUrl', 'a', 'b');
      await change(addDays(FROM, -1), 'lpo', before, [{ ...before[0], rate: 60 }]);
      await change(addDays(FROM, 2), 'lpo', before, [{ ...before[0], rate: 60 }], world.foreign.companyId);
      await change(addDays(FROM, 2), 'lpo', null, before, world.companyId, 'create');
      expect(await changedAt()).toBeNull();
      await change(addDays(FROM, 5), 'lpoFlag', false, true);
      expect(await changedAt()).toEqual(new Date(startOfDay(addDays(FROM, 5)) + 3_600_000));
      await change(addDays(TO, 5), 'lpo', before, [
        ...before,
        { title: 'new', url: 'https://example.com/n', rate: 30 },
      ]);
      expect(await changedAt()).toEqual(new Date(startOfDay(addDays(TO, 5)) + 3_600_000));
    });
  });
});
