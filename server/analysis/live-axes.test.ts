import {
  axes,
  baseKeysOf,
  isAdditive,
  isPerWholeAd,
  MAX_LIVE_DAYS,
  measureKeys,
  RoleType,
  type AxisKey,
} from '../../shared/catalog';
import { addDays } from '../../shared/domain/calendar';
import { seeded } from '../../shared/domain/testing/random';
import { Failure } from '../auth/failure';
import type { Tx } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { execute, sql } from '../db/statements';
import { systemOf } from '../journeys';
import { recomputeRollups } from '../rollups';
import type { ReportFilters, ReportInput, ReportRow } from './input';
import { adSummaries, reports } from './reports';
import { expectMetrics } from './testing/oracle-rows';
import { randomEvents } from './testing/random-events';
import { daysOf, storeEvents } from './testing/store-events';
import { actorOf, makeWorld, type World } from './testing/world';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0';
const LINE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/13.21.0';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; SM-T870) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15';
const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 311.0.0.32.118';
/** One user agent for each device, so that a report by system must equal that by device. */
const BY_DEVICE = [WINDOWS, LINE, ANDROID, MAC];
const RANGE = { dateFrom: 20251201, dateTo: 20260228 };
const EVALUATIONS = [1, 2, 3];
const MODELS = [1, 2, 3, 4, 5, 6];
const ADDITIVE = measureKeys.filter(isAdditive);
/** Metrics without costs of whole ads, which each choice of axes splits in its own way. */
const UNSPLIT = ADDITIVE.filter((key) => !baseKeysOf([key], 1).some(isPerWholeAd));

/**
 * Sets the user agents of the rows of a log that meet a condition, as shared ones if they have an id. Conversions
 * share none.
 */
const setUserAgent = (tx: Tx, log: string, ua: string | null, id: number | null, condition: string) =>
  execute(tx)`UPDATE ${sql(log)} SET ua = ${id === null || log === 'conversion' ? ua : null}
    ${sql(log === 'conversion' ? '' : `, ua_id = ${id ?? 'NULL'}`)} WHERE ${sql(condition)}`;

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('was not refused');
  return Object.entries(error.details.fields ?? {}).map(([field, messages]) => [field, messages[0]?.key]);
}

onEachDatabase((dialect) => {
  describe('reports by operating system and browser', () => {
    let test: TestDatabase;
    let world: World;
    const report = (input: Partial<ReportInput>) =>
      adSummaries.read(test.db, actorOf(world), { productId: world.productId, ...RANGE, ...input });
    const keyOf = (row: ReportRow, rowAxes: readonly AxisKey[]): string =>
      JSON.stringify([row.noAd, ...rowAxes.map((axis) => row[axes[axis].idKey ?? axis] ?? null)]);
    /** Returns metrics of rows, added up by their values on some axes. */
    const sumsBy = (rows: readonly ReportRow[], rowAxes: readonly AxisKey[], keys = ADDITIVE) => {
      const sums = new Map<string, number[]>();
      for (const row of rows) {
        const values = rowAxes.map((axis) => row[axes[axis].idKey ?? axis] ?? null);
        const sum = sums.get(JSON.stringify(values)) ?? keys.map(() => 0);
        sums.set(
          JSON.stringify(values),
          sum.map((value, at) => value + (row.figures[keys[at]!] ?? 0)),
        );
      }
      return sums;
    };
    function expectSame(actual: Map<string, number[]>, expected: Map<string, number[]>): void {
      const used = (sums: Map<string, number[]>) =>
        [...sums].filter(([, values]) => values.some((value) => Math.abs(value) > 1e-6)).map(([key]) => key);
      expect(used(actual).sort()).toEqual(used(expected).sort());
      for (const [key, values] of expected)
        values.forEach((value, at) => {
          const own = actual.get(key)?.[at] ?? 0;
          if (Math.abs(own - value) > 1e-6 * Math.max(1, Math.abs(value)))
            throw new Error(`metric ${at} of ${key}: ${own} instead of ${value}`);
        });
    }
    const filtersOf = (): ReportFilters[] => [
      {},
      { adIds: world.ads.slice(0, 2) },
      { aspIds: [world.asps[0]] },
      { agencyIds: [world.agencies[1]] },
      { device: ['pc', 'tablet'] },
      { redirectIds: [world.redirects[0]] },
    ];

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      const { productId } = world;
      const events = randomEvents(world, 11);
      const status = [0, 1, 2] as const;
      events.results = new Map(events.cvs.map(({ id }, index) => [id, status[index % 3]!]));
      await test.db.write(async (tx) => {
        await storeEvents(tx, productId, events);
        await execute(tx)`UPDATE result SET cv_cost_sen = 50000, device = (SELECT i.device FROM interaction i
          WHERE i.product_id = result.product_id AND i.id = result.interaction_id)`;
        await execute(tx)`INSERT INTO ad_fee (ad_id, period_from, period_to, amount_sen)
          VALUES (${world.ads[1]}, 20251210, 20260120, 9000000)`;
        await recomputeRollups(tx, productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    describe('where each device has one system', () => {
      const deviceOf = new Map<string | null, string | null>([[null, null]]);

      beforeAll(() =>
        test.db.write(async (tx) => {
          for (const [index, ua] of BY_DEVICE.entries()) {
            const { os, browser } = systemOf(ua);
            for (const name of [os, browser])
              deviceOf.set(name, ['pc', 'smartphone', 'tablet', 'other'][index]!);
            // Some devices share their user agents, others have texts of their own, as before they were shared.
            const id = index < 2 ? index + 1 : null;
            if (id !== null)
              await execute(tx)`INSERT INTO user_agent (id, product_id, month, hash, ua)
                VALUES (${id}, ${world.productId}, 202512, ${String(id)}, ${ua})`;
            for (const log of ['interaction', 'access', 'conversion'])
              await setUserAgent(tx, log, ua, id, `device = ${index + 1}`);
          }
        }),
      );

      // rule: limits-28
      it.each<AxisKey[]>([['os'], ['browser'], ['os', 'ad'], ['asp', 'browser'], ['redirect', 'os']])(
        'have the metrics of the device by %s %s, under every evaluation and model',
        async (...rowAxes) => {
          for (const evaluation of EVALUATIONS)
            for (const attributionModel of MODELS) {
              const same = { evaluation, attributionModel };
              const live = await report({ ...same, axis: rowAxes });
              const stored = await report({
                ...same,
                axis: rowAxes.map((axis) => (axes[axis].live ? 'device' : axis)),
              });
              const rows = live.results.map((row) => ({
                ...row,
                device: deviceOf.get(row.os ?? row.browser ?? null) ?? null,
              }));
              const byDevice = rowAxes.map((axis) => (axes[axis].live ? 'device' : axis));
              const known = new Map(stored.results.map((row) => [keyOf(row, byDevice), row.figures]));
              expect(rows.map((row) => keyOf(row, byDevice)).sort()).toEqual([...known.keys()].sort());
              for (const row of rows) expectMetrics(row.figures, known.get(keyOf(row, byDevice))!);
              expectMetrics(live.total.figures, stored.total.figures);
            }
        },
      );

      it('name no value of an unknown user agent, and count apps as browsers', async () => {
        expect(new Set(deviceOf.keys())).toEqual(
          new Set([null, 'Windows', 'iOS', 'Android', 'macOS', 'Firefox', 'LINE', 'Chrome', 'Safari']),
        );
        await test.db.write((tx) => setUserAgent(tx, 'interaction', null, null, 'device = 4'));
        const { results } = await report({ axis: ['browser'] });
        const unknown = results.find(({ browser, noAd }) => browser === null && !noAd);
        expect(unknown?.figures.adClickCount).toBeGreaterThan(0);
        await test.db.write((tx) => setUserAgent(tx, 'interaction', MAC, null, 'device = 4'));
      });
    });

    describe('where devices and systems differ', () => {
      beforeAll(() =>
        test.db.write(async (tx) => {
          const { below } = seeded(5);
          const known = [WINDOWS, LINE, ANDROID, MAC, INSTAGRAM, null];
          // Each visitor has one user agent, so that a conversion has that of its contacts.
          const visitors = await tx.query<{ visitor_id: string }>(
            'SELECT visitor_id FROM interaction UNION SELECT visitor_id FROM conversion',
            [],
          );
          for (const { visitor_id: visitor } of visitors) {
            const ua = known[below(known.length)]!;
            const id = ua === WINDOWS ? 1 : null;
            for (const log of ['interaction', 'access', 'conversion'])
              await setUserAgent(tx, log, ua, id, `visitor_id = '${visitor}'`);
          }
          await execute(tx)`UPDATE conversion SET ua = ${WINDOWS} WHERE visitor_id IN
            (SELECT visitor_id FROM interaction WHERE ua_id = 1)`;
        }),
      );

      it('add up to the rows by other axes, under every evaluation, model and filter', async () => {
        for (const filters of filtersOf())
          for (const evaluation of EVALUATIONS)
            for (const attributionModel of filters === filtersOf()[0] ? MODELS : [1, 2, 6]) {
              const same = { filters, evaluation, attributionModel };
              const [byOs, byBoth, byAd, byDeviceAndOs, byDevice] = await Promise.all([
                report({ ...same, axis: ['os'] }),
                report({ ...same, axis: ['os', 'browser'] }),
                report({ ...same, axis: ['ad'] }),
                report({ ...same, axis: ['device', 'os'] }),
                report({ ...same, axis: ['device'] }),
              ]);
              const { results } = byOs;
              // A filter finer than the ad leaves parts of a split out, which depend on the axes.
              const keys = filters.device || filters.redirectIds ? UNSPLIT : ADDITIVE;
              expectSame(sumsBy(results, [], keys), sumsBy([byAd.total], [], keys));
              expectSame(sumsBy(byBoth.results, ['os'], UNSPLIT), sumsBy(results, ['os'], UNSPLIT));
              expectSame(
                sumsBy(byDeviceAndOs.results, ['device'], UNSPLIT),
                sumsBy(byDevice.results, ['device'], UNSPLIT),
              );
            }
      });

      it('equal the systems of CV information', async () => {
        for (const evaluation of EVALUATIONS) {
          const input = { productId: world.productId, ...RANGE, evaluation };
          const { systems } = (await reports.cvInfo.read(test.db, actorOf(world), {
            ...input,
            resultFields: ['systems'],
          })) as unknown as {
            systems: { os: string | null; browser: string | null; cvFinal: number; amountSum: number }[];
          };
          const { results } = await report({ evaluation, axis: ['os', 'browser'] });
          const counted = results.filter(({ figures }) => figures.cvTotalFinal);
          expect(
            counted.map(({ os, browser, figures }) => [os, browser, figures.cvTotalFinal, figures.amountSum]),
          ).toEqual(
            expect.arrayContaining(
              systems
                .filter(({ cvFinal }) => cvFinal > 0)
                .map(({ os, browser, cvFinal, amountSum }) => [os, browser, cvFinal, amountSum]),
            ),
          );
          expect(counted).toHaveLength(systems.filter(({ cvFinal }) => cvFinal > 0).length);
        }
      });

      it('show an agency its own ads only', async () => {
        const agency = actorOf(world, RoleType.AGENCY, world.agencies[0]);
        const input = { productId: world.productId, ...RANGE, axis: ['os'] };
        const mine = await adSummaries.read(test.db, agency, input);
        const { results } = await report({ axis: ['os'], filters: { agencyIds: [world.agencies[0]] } });
        expect(mine.results).toEqual(results);
      });

      it('add up by day to the rows of the period', async () => {
        const input = {
          productId: world.productId,
          ...RANGE,
          axis: ['os'],
          unit: 'day',
          compareFrom: 20251120,
        };
        const trend = await reports.timeSeries.read(test.db, actorOf(world), {
          ...input,
          compareTo: 20251130,
        });
        const { results } = await report({ axis: ['os'] });
        expectSame(sumsBy(trend.results, ['os'], UNSPLIT), sumsBy(results, ['os'], UNSPLIT));
      });
    });

    it('refuse days without logs, too many days, and reports over years', async () => {
      const axis = ['ad', 'os'];
      const long = { dateFrom: 20251201, dateTo: addDays(20251201, MAX_LIVE_DAYS) };
      expect(await failureOf(report({ axis, ...long }))).toEqual([['dateFrom', 'liveDays']]);
      expect(await failureOf(report({ axis, compareFrom: 20250101, compareTo: 20251130 }))).toEqual([
        ['compareFrom', 'liveDays'],
      ]);
      await test.db.write(
        (tx) => execute(tx)`UPDATE rollup_product_day SET pv = pv + 2000000 WHERE day = 20260220`,
      );
      expect(await failureOf(report({ axis }))).toEqual([['dateFrom', 'liveRows']]);
      expect((await report({ axis, dateTo: 20260219 })).results.length).toBeGreaterThan(0);
      await test.db.write(
        (tx) => execute(tx)`UPDATE rollup_product_day SET pv = pv - 2000000 WHERE day = 20260220`,
      );
      const input = { productId: world.productId, axis: ['os'] };
      expect(await failureOf(reports.transitions.read(test.db, actorOf(world), input))).toEqual([
        ['axis', 'mustBeOneOf'],
      ]);
      await test.db.write(
        (tx) => execute(tx)`INSERT INTO archived_day (product_id, day, interaction_until, access_until)
          VALUES (${world.productId}, 20251201, 1, 1)`,
      );
      expect(await failureOf(report({ axis }))).toEqual([['dateFrom', 'liveFrom']]);
      const later = { axis, dateFrom: 20251202 };
      expect((await report(later)).results.length).toBeGreaterThan(0);
      expect(await failureOf(report({ ...later, compare: 'last_year' }))).toEqual([
        ['compareFrom', 'liveFrom'],
      ]);
    });
  });
});
