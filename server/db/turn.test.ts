import { onEachDatabase, openTestDatabase, type TestDatabase } from './testing/databases';
import { takeTurn } from './turn';

onEachDatabase((dialect) => {
  describe('transactions that take turns', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('decide one after another by the rows that they read', async () => {
      const limited = () =>
        test.db.write(async (tx) => {
          await takeTurn(tx, 'limit');
          const rows = await tx.query("SELECT name FROM lease WHERE name LIKE 'counted%'");
          if (rows.length >= 3) return false;
          const name = `counted ${Math.random()}`;
          await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, 0)', [name, 'test']);
          return true;
        });
      const done = await Promise.all(Array.from({ length: 12 }, limited));
      expect(done.filter(Boolean)).toHaveLength(3);
    });
  });
});
