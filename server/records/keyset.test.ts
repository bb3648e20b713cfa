import { startApi, type ApiServer } from '../composition/testing/api-server';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('keyset paging of exports', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    it.each([
      ['newest first', '', 'created_at', false],
      ['oldest first', '&sortName=created_at&sortAsc=true', 'created_at', true],
      ['by id', '&sortName=interaction_id', 'id', true],
      ['by a nullable field', '&sortName=a_key2', 'a_key2', true],
      ['by a name, descending', '&sortName=ad&sortAsc=false', 'ad', false],
    ])('returns every row once, in order: %s', async (_, sort, by, ascending) => {
      const { db } = api.database;
      const products = [api.world.open, api.world.closed];
      const [known] = await db.read<{ n: number | string }>(
        "SELECT COUNT(*) AS n FROM interaction WHERE id LIKE 'many-%'",
      );
      if (Number(known?.n) === 0) {
        await db.write(async (tx) => {
          const [row] = await tx.query<Record<string, string | number>>(
            'SELECT * FROM interaction WHERE product_id = ? LIMIT 1',
            [api.world.open.product],
          );
          const columns = Object.keys(row ?? {});
          // The same ids at the same times in two products, many of them at one time.
          const rows = products.flatMap(({ product, ads }) =>
            Array.from({ length: 26_000 }, (__, i) =>
              columns.map((name) => {
                if (name === 'id') return `many-${i}`;
                if (name === 'product_id') return product;
                if (name === 'ad_id') return ads[i % 2];
                if (name === 'key2') return i % 3 === 0 ? null : `k${i % 7}`;
                return name === 'time' ? Number(row?.time) + Math.floor(i / 100) : row?.[name];
              }),
            ),
          );
          await insertRows(tx, 'interaction', columns, rows);
        });
      }
      const token = await api.tokenOf('admin@alpha.example');
      const { body } = await api.rest(`/logs/interactions/download/csv/?columns=product_id,id,${by}${sort}`, {
        token,
      });
      const lines = String(body).trim().split('\r\n').slice(1);
      expect([lines.length, new Set(lines).size]).toEqual([52_004, 52_004]);
      const words = lines.map((line) => line.split(',')[2] ?? '');
      const ordered = [...words].sort();
      expect(words).toEqual(ascending ? ordered : ordered.reverse());
    });
  });
});
