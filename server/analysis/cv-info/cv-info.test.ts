import { camelCase, deviceName, RoleType } from '../../../shared/catalog';
import { dayOf, parseDateTime } from '../../../shared/domain/calendar';
import { seeded } from '../../../shared/domain/testing/random';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import type { ReportFilters } from '../input';
import { adSummaries } from '../reports/ad-summaries';
import { openReport } from '../report/read-unchanged';
import { cvInfo } from '../reports/cv-info';
import { recomputeRollups } from '../rollups';
import type { CvInfoAnswer, CvInfoInput, Row } from '../testing/cv-info-answer';
import { pathOf, shareOf } from '../testing/oracle';
import { randomEvents } from '../testing/random-events';
import { daysOf, storeEvents, type Click, type Cv, type Events } from '../testing/store-events';
import { actorOf, makeWorld, type World } from '../testing/world';

jest.setTimeout(120_000);

const NOW = parseDateTime('2026-03-31T12:00:00') ?? 0;

const lastOf = (path: readonly Click[], last = path.at(-1)) => ({
  lastCvAdId: last?.adId ?? null,
  lastCvAd: last ? { id: last.adId } : null,
  lastCvInteractionId: last?.id ?? null,
});
onEachDatabase((dialect) => {
  describe('CV information', () => {
    let test: TestDatabase;
    let world: World;
    let events: Events;
    const byId = new Map<string, Cv>();
    const ask = async (input: CvInfoInput = {}, actor: Actor = actorOf(world)): Promise<CvInfoAnswer> =>
      (await cvInfo.read(
        test.db,
        actor,
        { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, ...input },
        NOW,
        (_, id) => `c-${id}`,
      )) as never;
    const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!(error instanceof Failure)) throw error ?? new Error('was not refused');
      return [error.code, Object.keys(error.details.fields ?? {})[0]];
    };

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      events = randomEvents(world, 11, 600);
      for (const cv of events.cvs) byId.set(cv.id, cv);
      await test.db.write(async (tx) => {
        await storeEvents(tx, world.productId, events);
        await recomputeRollups(tx, world.productId, daysOf(events));
      });
    });
    afterAll(() => test.drop());

    /** Returns the conversions of a request by the definitions alone. */
    const expected = (
      { dateFrom, dateTo, evaluation, filters, cvSettingIds }: CvInfoInput,
      agencyAds?: number[],
    ): [Cv, Click[]][] =>
      events.cvs.flatMap((cv): [Cv, Click[]][] => {
        const path = pathOf(cv, events, evaluation ?? 3);
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
        { adIds: world.ads.slice(0, 2) },
        { device: ['pc', 'tablet'] },
        { redirectIds: [world.redirects[0]] },
      ];
      return [1, 2, 3].flatMap((evaluation) =>
        filters.flatMap((filter): CvInfoInput[] => [
          { evaluation, filters: filter, attributionModel: 1 + below(5) },
          {
            evaluation,
            filters: filter,
            dateFrom: 20251215,
            dateTo: 20260120,
            attributionModel: 1 + below(5),
            cvSettingIds: [world.cvSettings[below(3)] ?? 0],
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
              path.find(({ id }) => id === pathOf(cv, events, 3)?.[0]?.id)?.id ?? null,
          });
          expect(row?.path).toEqual(
            path.map((click, index) => ({
              interactionId: click.id,
              adId: click.adId,
              ad: `Ad ${world.ads.indexOf(click.adId) + 1}`,
              time: new Date(click.time),
              share: expect.closeTo(shareOf(input.attributionModel ?? 1, index + 1, path.length), 12),
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
          test.db,
          actorOf(world),
          { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, ...rest, axis: ['ad'] },
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

    it('has touch counts that equal the columns of ad statistics', async () => {
      const { touchCounts } = await ask();
      const { total } = await adSummaries.read(
        test.db,
        actorOf(world),
        { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, evaluation: 3 },
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
          const expectedPaths = new Map<string, { count: number; finals: number; sen: number; touches: number }>();
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

    it('pages through the same rows, newest first by default', async () => {
      const all = await ask();
      const times = all.results.map(({ cvTime }) => cvTime.getTime());
      expect(times).toEqual([...times].sort((a, b) => b - a));
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(all.count / 30) }, (_, page) =>
          ask({ page: page + 1, pageSize: 30, beside: [] }),
        ),
      );
      expect(pages.flatMap(({ results }) => results.map(({ eventId }) => eventId))).toEqual(
        all.results.map(({ eventId }) => eventId),
      );
      expect(pages.every(({ count, total }) => count === all.count && total.count === all.count)).toBe(true);
      expect((await ask({ page: 999, pageSize: 30 })).results).toEqual([]);
      const upwards = await ask({ sortName: 'cv_time' });
      expect(upwards.results.map(({ cvTime }) => cvTime.getTime())).toEqual([...times].reverse());
    });

    it.each([undefined, 'cv_time', 'touches', 'latency', 'amount', 'last_cv_ad_id'])(
      'pages over every row once by place, forward and backward, sorted by %s',
      async (sortName) => {
        const order = { ...(sortName ? { sortName } : {}), pageSize: 97, beside: [] };
        const { results: all, count } = await ask({ ...order, pageSize: null });
        const idsOf = (rows: Row[]) => rows.map(({ eventId }) => eventId);
        const there: CvInfoAnswer[] = [await ask(order)];
        for (let next = there[0]?.next; next; next = there.at(-1)?.next)
          there.push(await ask({ ...order, after: next }));
        expect(there.flatMap(({ results }) => idsOf(results))).toEqual(idsOf(all));
        const back: CvInfoAnswer[] = [await ask({ ...order, before: 'end' })];
        expect(back[0]?.results).toEqual(all.slice(-(count % 97 || 97)));
        for (let previous = back[0]?.previous; previous; previous = back[0]?.previous)
          back.unshift(await ask({ ...order, before: previous }));
        expect(back.flatMap(({ results }) => idsOf(results))).toEqual(idsOf(all));
        expect([there[0]?.previous, back.at(-1)?.next]).toEqual([null, null]);
      },
    );

    it('has no places for orders with missing values, and rejects places of another order', async () => {
      const [first, byAd] = await Promise.all([
        ask({ pageSize: 5 }),
        ask({ pageSize: 5, sortName: 'last_cv_ad' }),
      ]);
      expect([byAd.next, byAd.previous]).toEqual([null, null]);
      const after = first.next;
      for (const [more, field] of [
        [{ after, sortName: 'amount' }, 'after'],
        [{ after, sortAsc: true }, 'after'],
        [{ after: 'x' }, 'after'],
        [{ after, before: after }, 'before'],
        [{ before: 'W10' }, 'before'],
        [{ after, sortName: 'last_cv_ad' }, 'sortName'],
      ] as const) {
        expect(await failureOf(ask({ pageSize: 5, ...more }))).toEqual(['BAD_USER_INPUT', field]);
      }
    });

    it.each([undefined, 'amount', 'last_cv_ad'])(
      'returns every row for files, sorted by %s',
      async (sortName) => {
        const order = sortName ? { sortName } : {};
        const { rows } = await openReport(
          test.db,
          cvInfo,
          actorOf(world),
          { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, ...order },
          NOW,
          (_, id) => id,
        );
        expect(Symbol.asyncIterator in rows).toBe(true);
        const filed: unknown[] = [];
        for await (const row of rows) filed.push(row);
        expect(filed).toEqual((await ask(order)).results);
      },
    );

    it.each([
      'touches',
      'latency',
      'amount',
      'cv_setting',
      'last_cv_ad',
      'last_cv_ad_id',
      'performance_cv_ad',
      'event_id',
      'device',
    ])('sorts by %s', async (sortName) => {
      const down = await ask({ sortName, sortAsc: false });
      const up = await ask({ sortName, sortAsc: true });
      expect(down.results).toHaveLength(up.results.length);
      const key = camelCase(sortName);
      if (key === 'touches' || key === 'amount') {
        const values = up.results.map((row) => row[key]);
        expect(values).toEqual([...values].sort((a, b) => a - b));
      }
    });

    it.each([1, 2, 3])(
      'sorts by the current names of the credited ads under evaluation %i',
      async (evaluation) => {
        const sorted = async (order: CvInfoInput): Promise<Row[]> =>
          (await ask({ ...order, sortAsc: true, evaluation })).results;
        const namesOf = (rows: readonly Row[]): string[] => rows.map(({ path }) => path.at(-1)?.ad ?? '');
        const before = namesOf(await sorted({ sortName: 'last_cv_ad' }));
        expect(before).toEqual([...before].sort());
        const ids = (await sorted({ sortName: 'last_cv_ad_id' })).map(({ path }) => path.at(-1)?.adId ?? 0);
        expect(ids).toEqual([...ids].sort((a, b) => a - b));
        const name = before.at(-1)!;
        const rename = (to: string, from: string) =>
          test.db.write((tx) =>
            tx.execute('UPDATE ad SET ad_name = ? WHERE product_id = ? AND ad_name = ?', [
              to,
              world.productId,
              from,
            ]),
          );
        await rename('A first one', name);
        const after = namesOf(await sorted({ sortName: 'last_cv_ad' }));
        await rename(name, 'A first one');
        expect(after.slice(after.lastIndexOf(''))[1]).toBe('A first one');
        expect(after).toEqual([...after].sort());
      },
    );

    it('reads only requested fields', async () => {
      const { results } = await ask({ fields: ['eventId', 'touches'], beside: ['results'], pageSize: 1 });
      const [row] = results as unknown as UnknownRecord[];
      expect(row).toMatchObject({ eventId: expect.any(String), touches: expect.any(Number) });
      expect([row && 'path' in row, row && 'amount' in row]).toEqual([false, false]);
      const { latencies, frequentPaths } = await ask({ beside: ['results'], pageSize: 1 });
      expect([latencies, frequentPaths]).toEqual([undefined, undefined]);
    });

    it.each([
      [{ sortName: 'path' }, 'sortName'],
      [{ sortName: 'nothing' }, 'sortName'],
      [{ pathLimit: 0 }, 'pathLimit'],
      [{ pathLimit: 101 }, 'pathLimit'],
      [{ pageSize: 10_000 }, 'pageSize'],
      [{ evaluation: 4 }, 'evaluation'],
      [{ dateFrom: 20260201, dateTo: 20260101 }, 'dateFrom'],
    ])('rejects %j', async (input, field) => {
      expect(await failureOf(ask(input))).toEqual(['BAD_USER_INPUT', field]);
    });

    it('shows an agency the conversions credited to its ads, and masks other touches but counts them', async () => {
      const agency = actorOf(world, RoleType.AGENCY, world.agencies[0]);
      const own: number[] = world.ads.slice(0, 2);
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
              own.includes(adId) ? [adId, id, `Ad ${world.ads.indexOf(adId) + 1}`] : [null, null, null],
            ),
          );
        }
        const statistics = await adSummaries.read(
          test.db,
          agency,
          { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, evaluation },
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
        await test.db.write((tx) =>
          tx.execute(
            `UPDATE conversion SET ip = '203.0.113.9', user_id = 'u-secret', args = 'order=secret', other_key1 = 'secret'`,
          ),
        );
        const actor = actorOf(world, role, world.agencies[0]);
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
