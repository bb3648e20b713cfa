import { camelCase, CvType, deviceName, RoleType } from '../../../shared/catalog';
import { dayOf } from '../../../shared/domain/calendar';
import { seeded } from '../../../shared/domain/testing/random';
import { onEachDatabase } from '../../db/testing/databases';
import type { ReportFilters } from '../input';
import { adSummaries } from '../reports';
import type { CvInfoInput } from '../testing/cv-info-answer';
import { cvInfoFixture, NOW } from '../testing/cv-info-fixture';
import { pathOf, shareOf } from '../testing/oracle';
import type { Click, Cv } from '../testing/store-events';
import { actorOf } from '../testing/world';

jest.setTimeout(120_000);

const lastOf = (path: readonly Click[], last = path.at(-1)) => ({
  lastCvAdId: last?.adId ?? null,
  lastCvAd: last ? { id: last.adId } : null,
  lastCvInteractionId: last?.id ?? null,
});

onEachDatabase((dialect) => {
  describe('CV information', () => {
    const fixture = cvInfoFixture(dialect);
    const { ask, failureOf } = fixture;

    /** Returns the conversions of a request by the definitions alone. */
    const expected = (
      { dateFrom, dateTo, evaluation, filters, cvSettingIds }: CvInfoInput,
      agencyAds?: number[],
    ): [Cv, Click[]][] =>
      fixture.events.cvs.flatMap((cv): [Cv, Click[]][] => {
        const path = pathOf(cv, fixture.events, evaluation ?? 3);
        if (!path || dayOf(cv.time) < (dateFrom ?? 20251101) || dayOf(cv.time) > (dateTo ?? 20260331))
          return [];
        const last = path.at(-1);
        const { adIds, device, redirectIds } = (filters ?? {}) as {
          adIds?: number[];
          device?: string[];
          redirectIds?: number[];
        };
        const credited =
          (!adIds || adIds.includes(last?.adId ?? 0)) &&
          (!agencyAds || agencyAds.includes(last?.adId ?? 0)) &&
          (!device || device.includes(deviceName(last?.device ?? cv.device))) &&
          (!redirectIds || redirectIds.includes(last?.redirectId ?? 0)) &&
          (!cvSettingIds?.length || cvSettingIds.includes(cv.settingId));
        return credited ? [[cv, path]] : [];
      });

    const inputs = (): CvInfoInput[] => {
      const { below } = seeded(5);
      const filters: ReportFilters[] = [
        {},
        { adIds: fixture.world.ads.slice(0, 2) },
        { device: ['pc', 'tablet'] },
        { redirectIds: [fixture.world.redirects[0]] },
      ];
      return [1, 2, 3].flatMap((evaluation) =>
        filters.flatMap((filter): CvInfoInput[] => [
          { evaluation, filters: filter, attributionModel: 1 + below(6) },
          {
            evaluation,
            filters: filter,
            dateFrom: 20251215,
            dateTo: 20260120,
            attributionModel: 1 + below(6),
            cvSettingIds: [fixture.world.cvSettings[below(3)] ?? 0],
          },
        ]),
      );
    };

    it('returns every conversion of the request with its evaluated path, shares and latency', async () => {
      for (const input of inputs()) {
        const { results, count } = await ask(input);
        const expectedRows = expected(input);
        expect([results.length, count]).toEqual([expectedRows.length, expectedRows.length]);
        const rows = new Map(results.map((row) => [row.eventId, row]));
        for (const [cv, path] of expectedRows) {
          const row = rows.get(cv.id);
          expect(row).toMatchObject({
            id: cv.id,
            amount: cv.amountSen / 100,
            cvType: cv.type,
            cvSettingId: cv.settingId,
            visitorId: cv.visitor,
            touches: path.length,
            latency: path[0] ? (cv.time - path[0].time) / 1000 : null,
            ...lastOf(path),
            performanceCvInteractionId:
              path.find(({ id }) => id === pathOf(cv, fixture.events, 3)?.[0]?.id)?.id ?? null,
          });
          expect(row?.path).toEqual(
            path.map((click, index) => ({
              interactionId: click.id,
              adId: click.adId,
              ad: `Ad ${fixture.world.ads.indexOf(click.adId) + 1}`,
              time: new Date(click.time),
              share: expect.closeTo(shareOf(input.attributionModel ?? 1, index + 1, path), 12),
            })),
          );
          if (path.length > 0) expect(row?.path.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
        }
      }
    });

    it('has the totals of ad statistics for the same request', async () => {
      for (const input of inputs()) {
        const { cvSettingIds, ...rest } = input;
        const { total } = await ask(rest);
        const { total: statistics } = await adSummaries.read(
          fixture.test.db,
          actorOf(fixture.world),
          { productId: fixture.world.productId, dateFrom: 20251101, dateTo: 20260331, ...rest, axis: ['ad'] },
          NOW,
        );
        const { cvTotalFinal, cvTotalMiddle, amountSum, amountAvg, adTouchAvg, averageLatency } =
          statistics.figures;
        expect(total).toMatchObject({
          cvTotalFinal,
          cvTotalMiddle,
          count: (cvTotalFinal ?? 0) + (cvTotalMiddle ?? 0),
        });
        for (const [key, value] of Object.entries({ amountSum, amountAvg, adTouchAvg, averageLatency })) {
          expect([key, total[key]]).toEqual([key, value === null ? null : expect.closeTo(value, 6)]);
        }
        if (cvSettingIds) expect((await ask(input)).count).toBe(expected(input).length);
      }
    });

    const rankOf = (values: number[], share: number): number | null =>
      [...values].sort((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1] ?? null;

    it('has distributions that match the touches and latencies of the rows', async () => {
      for (const input of inputs()) {
        const { results, touchCounts, latencies, total } = await ask(input);
        const withTouches = results.filter(({ touches }) => touches > 0);
        for (const [distribution, values] of [
          [touchCounts, withTouches.map(({ touches }) => touches)],
          [latencies, withTouches.map(({ latency }) => latency ?? 0)],
        ] as const) {
          const { p25, p50, p75, p90, bars } = distribution;
          expect([p25, p50, p75, p90]).toEqual([0.25, 0.5, 0.75, 0.9].map((share) => rankOf(values, share)));
          for (const bar of bars.slice(1))
            expect([bar.from, bar.count]).toEqual([
              bar.from,
              values.filter((value) => value >= bar.from && (bar.to === null || value < bar.to)).length,
            ]);
          expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(
            distribution === touchCounts ? results.length : withTouches.length,
          );
        }
        expect(touchCounts.bars[0]?.count).toBe(total.directCount);
      }
    });

    it('has hours of the week that match the times of the rows', async () => {
      for (const input of inputs()) {
        const { results, hours } = await ask(input);
        const expectedHours = new Map<string, [count: number, cvFinal: number, amountSum: number]>();
        for (const { cvTime, cvType, amount } of results) {
          const local = new Date(cvTime.getTime() + 9 * 3_600_000);
          const key = `${local.getUTCDay()} ${local.getUTCHours()}`;
          const [count, finals, sales] = expectedHours.get(key) ?? [0, 0, 0];
          const isFinal = cvType === CvType.LAST_CV;
          expectedHours.set(key, [
            count + 1,
            finals + Number(isFinal),
            sales + (isFinal ? (amount ?? 0) : 0),
          ]);
        }
        expect(hours).toHaveLength(168);
        for (const { weekday, hour, count, cvFinal, amountSum } of hours) {
          const [n, finals, sales] = expectedHours.get(`${weekday} ${hour}`) ?? [0, 0, 0];
          expect([weekday, hour, count, cvFinal, amountSum]).toEqual([
            weekday,
            hour,
            n,
            finals,
            expect.closeTo(sales, 6),
          ]);
        }
      }
    });

    it('has operating systems and browsers that add up to its total', async () => {
      for (const input of inputs()) {
        const { total, systems } = await ask(input);
        const sums = systems.reduce(
          (sum, { count, cvFinal, amountSum }) => [sum[0]! + count, sum[1]! + cvFinal, sum[2]! + amountSum],
          [0, 0, 0],
        );
        expect(sums).toEqual([total.count, total.cvTotalFinal, expect.closeTo(total.amountSum ?? 0, 6)]);
        const names = systems.map(({ os, browser }) => `${os} ${browser}`);
        expect(new Set(names).size).toBe(names.length);
      }
    });

    it('has touch counts that equal the columns of ad statistics', async () => {
      const { touchCounts } = await ask();
      const { total } = await adSummaries.read(
        fixture.test.db,
        actorOf(fixture.world),
        { productId: fixture.world.productId, dateFrom: 20251101, dateTo: 20260331, evaluation: 3 },
        NOW,
      );
      const { adTouch1, adTouch2, adTouch3, adTouch4, adTouch5, adTouch6 } = total.figures;
      const finals = (from: number, to: number) =>
        touchCounts.bars
          .filter((bar) => bar.from >= from && bar.from <= to)
          .reduce((sum, bar) => sum + bar.cvFinal, 0);
      expect([1, 2, 3, 4, 5].map((n) => finals(n, n)).concat(finals(6, Infinity))).toEqual([
        adTouch1,
        adTouch2,
        adTouch3,
        adTouch4,
        adTouch5,
        adTouch6,
      ]);
    });

    it.each([true, false])(
      'ranks the paths of ads by conversions (repeats as one step: %s)',
      async (compress) => {
        for (const input of inputs()) {
          const { frequentPaths, pathCount, count } = await ask({ ...input, compress, pathLimit: 100 });
          const expectedPaths = new Map<
            string,
            { count: number; finals: number; sen: number; touches: number }
          >();
          for (const [cv, path] of expected(input)) {
            const ads = path
              .map(({ adId }) => adId)
              .filter((ad, index, all) => !compress || ad !== all[index - 1]);
            const one = expectedPaths.get(ads.join()) ?? { count: 0, finals: 0, sen: 0, touches: 0 };
            expectedPaths.set(ads.join(), {
              count: one.count + 1,
              finals: one.finals + cv.type,
              sen: one.sen + (cv.type === 1 ? cv.amountSen : 0),
              touches: one.touches + path.length,
            });
          }
          expect(pathCount).toBe(expectedPaths.size);
          expect(frequentPaths).toHaveLength(Math.min(100, expectedPaths.size));
          for (const { steps, ...path } of frequentPaths) {
            const one = expectedPaths.get(steps.map(({ adId }) => adId).join());
            expect(path).toEqual({
              count: one?.count,
              cvFinal: one?.finals,
              amountSum: expect.closeTo((one?.sen ?? 0) / 100, 6),
              touches: expect.closeTo((one?.touches ?? 0) / (one?.count ?? 1), 9),
              share: expect.closeTo((one?.count ?? 0) / count, 9),
            });
          }
          const counts = frequentPaths.map((path) => path.count);
          expect(counts).toEqual([...counts].sort((a, b) => b - a));
        }
      },
    );

    it('shows an agency the conversions credited to its ads, and masks other touches but counts them', async () => {
      const agency = actorOf(fixture.world, RoleType.AGENCY, fixture.world.agencies[0]);
      const own: number[] = fixture.world.ads.slice(0, 2);
      for (const evaluation of [1, 2, 3]) {
        const { results, count, total, frequentPaths } = await ask(
          { evaluation, attributionModel: 1, pathLimit: 100 },
          agency,
        );
        const expectedRows = expected({ evaluation }, own);
        expect([count, results.length]).toEqual([expectedRows.length, expectedRows.length]);
        const rows = new Map(results.map((row) => [row.eventId, row]));
        for (const [cv, path] of expectedRows) {
          const row = rows.get(cv.id);
          expect(row?.touches).toBe(path.length);
          expect(row?.path.map(({ adId, interactionId, ad }) => [adId, interactionId, ad])).toEqual(
            path.map(({ adId, id }) =>
              own.includes(adId)
                ? [adId, id, `Ad ${fixture.world.ads.indexOf(adId) + 1}`]
                : [null, null, null],
            ),
          );
        }
        const statistics = await adSummaries.read(
          fixture.test.db,
          agency,
          { productId: fixture.world.productId, dateFrom: 20251101, dateTo: 20260331, evaluation },
          NOW,
        );
        expect(total.cvTotalFinal).toBe(statistics.total.figures.cvTotalFinal);
        expect(
          frequentPaths
            .flatMap(({ steps }) => steps)
            .every(({ adId }) => adId === null || own.includes(adId)),
        ).toBe(true);
        expect(frequentPaths.reduce((sum, path) => sum + path.count, 0)).toBe(count);
      }
    });

    it.each([RoleType.ANALYST, RoleType.AGENCY])(
      'masks customer data, and rejects sorting by it (role %i)',
      async (role) => {
        await fixture.test.db.write((tx) =>
          tx.execute(
            `UPDATE conversion SET ip = '203.0.113.9', user_id = 'u-secret', args = 'order=secret', other_key1 = 'secret'`,
          ),
        );
        const actor = actorOf(fixture.world, role, fixture.world.agencies[0]);
        const { results } = await ask({}, actor);
        expect(results.length).toBeGreaterThan(0);
        expect(JSON.stringify(results.map((row) => ({ ...row, userId: undefined })))).not.toContain('secret');
        expect(results[0]).toMatchObject({
          ipAddress: null,
          args: null,
          otherKey1: null,
          userId: 'c-u-secret',
        });
        for (const sortName of ['user_id', 'ip_address', 'args'])
          expect(await failureOf(ask({ sortName }, actor))).toEqual(['FORBIDDEN', camelCase(sortName)]);
        expect((await ask({ pageSize: 1 })).results[0]).toMatchObject({
          userId: 'u-secret',
          args: 'order=secret',
        });
      },
    );
  });
});
