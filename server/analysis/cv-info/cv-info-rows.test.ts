import { camelCase } from '../../../shared/catalog';
import type { UnknownRecord } from '../../../shared/records';
import { onEachDatabase } from '../../db/testing/databases';
import { openReport } from '../report/read-report';
import { cvInfo } from '../reports/cv-info';
import type { CvInfoAnswer, CvInfoInput, Row } from '../testing/cv-info-answer';
import { cvInfoFixture, NOW } from '../testing/cv-info-fixture';
import { actorOf } from '../testing/world';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('the rows of CV information', () => {
    const fixture = cvInfoFixture(dialect);
    const { ask, failureOf } = fixture;

    it('pages through the same rows, newest first by default', async () => {
      const all = await ask();
      const times = all.results.map(({ cvTime }) => cvTime.getTime());
      expect(times).toEqual([...times].sort((a, b) => b - a));
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(all.count / 30) }, (_, page) =>
          ask({ page: page + 1, pageSize: 30, resultFields: [] }),
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

    it('names the ad that each conversion is credited to, and its attributes', async () => {
      const { results } = await ask({ pageSize: 200 });
      const rows: readonly UnknownRecord[] = results.map((row) => ({ ...row }));
      const credited = rows.filter(({ lastCvAdId }) => lastCvAdId !== null);
      expect(credited.length).toBeGreaterThan(0);
      expect(credited.length).toBeLessThan(rows.length);
      for (const { lastCvAdId, adId, ad, path } of credited) {
        const last = Array.isArray(path) ? path.at(-1) : undefined;
        expect([adId, ad]).toEqual([lastCvAdId, last.ad]);
      }
      expect(new Set(credited.map(({ agency }) => agency)).size).toBeGreaterThan(1);
      for (const row of rows.filter(({ lastCvAdId }) => lastCvAdId === null))
        expect(row).toMatchObject({ adId: null, ad: null, agency: null, asp: null, category: null });
    });

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
          fixture.test.db,
          cvInfo,
          actorOf(fixture.world),
          { productId: fixture.world.productId, dateFrom: 20251101, dateTo: 20260331, ...order },
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
          fixture.test.db.write((tx) =>
            tx.execute('UPDATE ad SET ad_name = ? WHERE product_id = ? AND ad_name = ?', [
              to,
              fixture.world.productId,
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
      const { results } = await ask({
        fields: ['eventId', 'touches'],
        resultFields: ['results'],
        pageSize: 1,
      });
      const [row] = results as unknown as UnknownRecord[];
      expect(row).toMatchObject({ eventId: expect.any(String), touches: expect.any(Number) });
      expect([row && 'path' in row, row && 'amount' in row]).toEqual([false, false]);
      const { latencies, frequentPaths } = await ask({ resultFields: ['results'], pageSize: 1 });
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
  });
});
