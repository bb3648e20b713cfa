import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { COUNT_CAP } from '../records/row-reader';
import { onEachDatabase } from '../db/testing/databases';
import { StaleMarks } from '../journeys';

jest.setTimeout(180_000);

onEachDatabase((dialect) => {
  describe('log pages', () => {
    let api: ApiServer;
    let admin: string;
    const ask = async (query: string): Promise<Json> => (await api.graphql(query, { token: admin })).body;
    const ROWS = 57;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      const { open, closed } = api.world;
      await api.database.db.write(async (tx) => {
        // Many at the same instant, and the same id in two products.
        for (let i = 0; i < ROWS; i += 1) {
          const row = [
            i % 2 ? open.product : closed.product,
            `place-${i >> 1}`,
            EVENT_TIME + Math.floor(i / 10) * 1000,
            20260115,
            `v${i % 3}`,
            'import',
            1,
            0,
            0,
            0,
            0,
          ];
          await tx.execute(
            'INSERT INTO access (product_id, id, time, day, visitor_id, door, device, ad_id, redirect_id, lpo_entry_id, stored_at) VALUES (?,?,?,?,?,?,?,?,?,?,?)',
            row as (string | number)[],
          );
        }
        // As every writer does: days that are over get stored counts.
        for (const { product } of [open, closed]) {
          const stale = new StaleMarks(product);
          stale.day(20260115);
          await stale.save(tx);
        }
      });
    });
    afterAll(() => api.stop());
    const FIELDS = 'count countExact next previous page results { id productId accessTime }';
    const page = async (args: string): Promise<Json> => {
      const { data, errors } = await ask(`{ accesses(${args}) { ${FIELDS} } }`);
      return data?.accesses ?? errors[0].extensions;
    };
    const keys = (rows: Json[]): string[] => rows.map(({ productId, id }) => `${productId} ${id}`);

    it('sort by key instead of the label when the list has only one product', async () => {
      const { product } = api.world.open;
      const reads = jest.spyOn(api.database.db, 'read');
      const [named, byId] = [
        await page(`productId: ${product}, pageSize: 7, sortName: "product", sortAsc: false`),
        await page(`productId: ${product}, pageSize: 7, sortName: "id", sortAsc: false`),
      ];
      expect(keys(named.results)).toEqual(keys(byId.results));
      expect(named.next).not.toBeNull();
      const next = await page(
        `productId: ${product}, pageSize: 7, sortName: "product", sortAsc: false, after: "${named.next}"`,
      );
      expect(keys(next.results)).toEqual(
        keys(
          (await page(`productId: ${product}, pageSize: 7, page: 2, sortName: "id", sortAsc: false`)).results,
        ),
      );
      expect(reads.mock.calls.filter(([sql]) => /product_name/.test(sql))).toEqual([]);
      reads.mockRestore();
    });

    it.each([
      ['newest first', 'pageSize: 7', undefined],
      ['oldest first', 'pageSize: 7, sortAsc: true', undefined],
      ['by visitor', 'pageSize: 7, sortName: "visitorId", sortAsc: false', undefined],
      ['by id', 'pageSize: 7, sortName: "id"', undefined],
      ['filtered', 'pageSize: 7, filter: { visitorId: ["v1"] }', undefined],
    ])('have the same rows by cursor and by number, in both directions: %s', async (_name, args) => {
      const all = keys((await page(`${args.replace('7', '9999')}`)).results);
      const reads = jest.spyOn(api.database.db, 'read');
      const forth: Json[] = [await page(args)];
      while (forth.at(-1).next) forth.push(await page(`${args}, after: "${forth.at(-1).next}"`));
      expect(forth.flatMap(({ results }) => keys(results))).toEqual(all);
      const back: Json[] = [forth.at(-1)];
      while (back[0].previous) back.unshift(await page(`${args}, before: "${back[0].previous}"`));
      expect(back.flatMap(({ results }) => keys(results))).toEqual(all);
      expect(back[0].previous).toBeNull();
      expect(new Set([...forth, ...back].map(({ count }) => count)).size).toBe(1);
      // Rows before the page are never read.
      const offsets = reads.mock.calls
        .filter(([sql]) => /OFFSET/.test(sql))
        .map(([, params]) => params?.at(-1));
      reads.mockRestore();
      expect(offsets.length).toBeGreaterThan(3);
      expect(offsets.every((offset) => offset === 0)).toBe(true);
      // The last page is read from the end and holds the remainder.
      const last = await page(`${args}, before: "end"`);
      expect([keys(last.results), last.next]).toEqual([all.slice(-(all.length % 7 || 7)), null]);
      expect(keys((await page(`${args}, before: "${last.previous}"`)).results)).toEqual(
        keys(forth.at(-2).results),
      );
      // A numbered page also returns cursors.
      const second = await page(`${args}, page: 2`);
      expect(keys((await page(`${args}, after: "${second.next}"`)).results)).toEqual(all.slice(14, 21));
      expect(keys((await page(`${args}, before: "${second.previous}"`)).results)).toEqual(all.slice(0, 7));
    });

    it('start at a time', async () => {
      const at = (ms: number) => new Date(EVENT_TIME + ms).toISOString();
      const down = await page(`pageSize: 5, at: "${at(3000)}"`);
      expect(down.results[0].accessTime).toBe(new Date(EVENT_TIME + 3000).toISOString());
      const before = await page(`pageSize: 9999, before: "${down.previous}"`);
      expect(before.results.every(({ accessTime }: Json) => accessTime > at(3000))).toBe(true);
      expect(before.results.length).toBeGreaterThan(0);
      const up = await page(`pageSize: 5, sortAsc: true, at: "${at(3000)}"`);
      expect(up.results[0].accessTime).toBe(at(3000));
      expect((await page(`at: "${at(900_000_000)}"`)).previous).toBeNull();
    });

    it('refuse cursors of another order, broken cursors, and orders without cursors', async () => {
      const { next } = await page('pageSize: 3');
      for (const args of [
        `after: "${next}", sortAsc: true`,
        `after: "${next}", sortName: "visitorId"`,
        'after: "x"',
        'before: "W10"',
        `after: "${Buffer.from('["accessTime",false,{},1,2]').toString('base64url')}"`,
      ]) {
        expect([args, (await page(args)).code]).toEqual([args, 'BAD_USER_INPUT']);
      }
      expect(await page(`after: "${next}", before: "${next}"`)).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { before: [expect.any(String)] },
      });
      for (const args of [
        `after: "${next}", sortName: "referrer"`,
        `after: "${next}", sortName: "ad"`,
        'at: "2026-01-15T00:00:00Z", sortName: "visitorId"',
      ]) {
        expect([args, await page(args)]).toMatchObject([
          args,
          { code: 'BAD_USER_INPUT', fields: { sortName: [expect.any(String)] } },
        ]);
      }
      expect(await page('pageSize: 3, sortName: "referrer"')).toMatchObject({ next: null, previous: null });
    });

    it('skip the count on request', async () => {
      const reads = jest.spyOn(api.database.db, 'read');
      expect(await page('pageSize: 5, count: NONE')).toMatchObject({
        count: 5,
        countExact: false,
        next: expect.any(String),
      });
      expect(reads.mock.calls.filter(([sql]) => sql.includes('COUNT('))).toEqual([]);
      reads.mockRestore();
      expect(await page('pageSize: 5, count: NONE, before: "end"')).toMatchObject({ count: 5, next: null });
    });

    it('find counted events by the reason none', async () => {
      const { product } = api.world.open;
      await api.database.db.write(async (tx) => {
        await tx.execute('UPDATE access SET excluded_reason = NULL WHERE product_id = ?', [product]);
        await tx.execute(
          "UPDATE access SET excluded_reason = 'bot' WHERE product_id = ? AND id = 'place-1'",
          [product],
        );
      });
      const count = async (values: string) =>
        (await page(`productId: ${product}, filter: { excludedReason: [${values}] }`)).count;
      const all = (await page(`productId: ${product}`)).count;
      expect([
        await count('"bot"'),
        await count('"none"'),
        await count('"none", "bot"'),
        await count('"excluded_ip"'),
      ]).toEqual([1, all - 1, all, 0]);
      await api.database.db.write((tx) =>
        tx.execute("UPDATE access SET excluded_reason = NULL WHERE id = 'place-1'"),
      );
    });

    it('report over REST whether the count is exact', async () => {
      const { open } = api.world;
      const { body } = await api.rest(`/logs/accesses/?product_id=${open.product}&page_size=3`, {
        token: admin,
      });
      expect(body).toMatchObject({ count_exact: true, previous: null, next: expect.any(String) });
      const following = (
        await api.rest(
          `/logs/accesses/?product_id=${open.product}&page_size=3&after=${body.next}&count=capped`,
          { token: admin },
        )
      ).body;
      expect(following).toMatchObject({ count: body.count, count_exact: true });
      expect((await api.rest(`/logs/accesses/?count=roughly`, { token: admin })).status).toBe(400);
      const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
      const places = ['a', 'b', 'c', 'd', 'e'];
      await api.database.db.write((tx) =>
        tx.execute(
          `INSERT INTO access (product_id, id, time, day, visitor_id, door, device, ad_id, redirect_id, lpo_entry_id, stored_at)
           SELECT ${open.product}, CONCAT('many-', ${places.map((place) => `${place}.d`).join(', ')}), ${EVENT_TIME}, 20260115, 'many', 'import', 1, 0, 0, 0, 0
           FROM ${places.map((place) => `(${digits}) ${place}`).join(', ')}`,
        ),
      );
      const many = async (count: string) => {
        const answer = (
          await api.rest(
            `/logs/accesses/?product_id=${open.product}&page_size=1&count=${count}&visitor_id=many&visitor_id=v1`,
            { token: admin },
          )
        ).body;
        return [answer.count, answer.count_exact];
      };
      const own = (
        await api.rest(`/logs/accesses/?product_id=${open.product}&visitor_id=v1`, { token: admin })
      ).body.count;
      expect(await many('exact')).toEqual([COUNT_CAP + own, true]);
      expect(await many('capped')).toEqual([COUNT_CAP, false]);
    });
  });
});
