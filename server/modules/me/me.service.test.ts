import { actorOf, makeWorld } from '../../analysis/testing/world';
import { insertRows } from '../../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { MeService } from './me.service';

onEachDatabase((dialect) => {
  describe('the products to choose from', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('say since when they have figures', async () => {
      const world = await makeWorld(test.db);
      const firstDay = async () => {
        const products = await new MeService(test.db).selections(actorOf(world), null).product();
        return products.find(({ id }) => id === world.productId)?.firstDay;
      };
      expect(await firstDay()).toBeNull();
      const days = [20260203, 20260109].map((day) => [world.productId, day, 1]);
      await test.db.write((tx) => insertRows(tx, 'figure_version', ['product_id', 'day', 'version'], [...days, [world.foreign.productId, 20250101, 1]]));
      expect(await firstDay()).toBe(20260109);
    });
  });
});
