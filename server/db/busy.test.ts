import { DatabaseSync } from '@photostructure/sqlite';
import { openTestDatabase } from './testing/databases';

it('waits for another process’s transaction on the embedded database without blocking the event loop', async () => {
  const test = await openTestDatabase('sqlite');
  if (test.db.target.kind !== 'sqlite') throw new Error('not embedded');
  const other = new DatabaseSync(test.db.target.path);
  other.exec('BEGIN IMMEDIATE');
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const writing = test.db.write((tx) => tx.execute('UPDATE setting_revision SET revision = revision + 1'));
  await new Promise((resolve) => setTimeout(resolve, 800));
  other.exec('COMMIT');
  expect(await writing).toBe(1);
  clearInterval(watch);
  expect(longest).toBeLessThan(400);
  other.close();
  await test.drop();
});
