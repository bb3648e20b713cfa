import { actorOf, makeWorld } from '../../analysis/testing/world';
import { insertRows } from '../../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { MeService } from './me.service';

onEachDatabase((dialect) => {
  describe('product choices', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('have the first day with report data', async () => {
      const world = await makeWorld(test.db);
      const firstDay = async () => {
        const products = await new MeService(test.db).selections(actorOf(world), null).product();
        return products.find(({ id }) => id === world.productId)?.firstDay;
      };
      expect(await firstDay()).toBeNull();
      const days = [20260203, 20260109].map((day) => [world.productId, day, 1]);
      await test.db.write((tx) =>
        insertRows(
          tx,
          'figure_version',
          ['product_id', 'day', 'version'],
          [...days, [world.foreign.productId, 20250101, 1]],
        ),
      );
      expect(await firstDay()).toBe(20260109);
    });
  });

  describe('ad choices', () => {
    let test: TestDatabase;
    let world: Awaited<ReturnType<typeof makeWorld>>;
    const lists = () => new MeService(test.db).selections(actorOf(world), world.productId);
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
    });
    afterAll(() => test.drop());

    it('include all ads in the order of their ids by default', async () => {
      const all = await lists().ad();
      expect(all.length).toBeGreaterThan(2);
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b));
    });

    it('match words of their names, ignoring width and case, newest first', async () => {
      const [first, second] = await lists().ad();
      await test.db.write((tx) =>
        tx.execute("UPDATE ad SET ad_name = 'Ｓｐｒｉｎｇ セール A' WHERE id = ?", [first?.id ?? 0]),
      );
      await test.db.write((tx) =>
        tx.execute("UPDATE ad SET ad_name = 'sale spring ｾｰﾙ B' WHERE id = ?", [second?.id ?? 0]),
      );
      const search = async (search: string, limit?: number) =>
        (await lists().ad({ search, limit: limit ?? null })).map(({ id }) => id);
      expect(await search('セール spring')).toEqual([first?.id, second?.id]);
      expect(await search('セール spring', 50)).toEqual([second?.id, first?.id]);
      expect(await search('spring', 1)).toEqual([second?.id]);
      expect(await search('nobody')).toEqual([]);
      expect((await lists().ad({ limit: 1 })).map(({ id }) => id)).toEqual([
        Math.max(...(await lists().ad()).map(({ id }) => id)),
      ]);
    });

    it('are returned by id, except other companies’ ads', async () => {
      const [first] = await lists().ad();
      const [foreign] = await test.db.read<{ id: number }>('SELECT id FROM ad WHERE product_id = ?', [
        world.foreign.productId,
      ]);
      expect(
        (await lists().ad({ ids: [first?.id ?? 0, foreign?.id ?? 999_999, 999_999] })).map(({ id }) => id),
      ).toEqual([first?.id]);
      expect(await lists().ad({ ids: [] })).toEqual([]);
    });

    it.each([
      ['limit', { limit: 0 }],
      ['limit', { limit: 1001 }],
      ['ids', { ids: Array.from({ length: 1001 }, (_, id) => id) }],
    ])('refuse a wrong %s', async (name, query) => {
      await expect(lists().ad(query)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { fields: { [name]: [expect.anything()] } },
      });
    });
  });
});
