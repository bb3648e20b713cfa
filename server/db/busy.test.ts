import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { productDatabase } from '../composition/open-database';
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
  await setTimeout(800);
  other.exec('COMMIT');
  expect(await writing).toBe(1);
  clearInterval(watch);
  expect(longest).toBeLessThan(400);
  other.close();
  await test.drop();
});

it('lets another process write after the transaction that it waited for', async () => {
  const test = await openTestDatabase('sqlite');
  const other = productDatabase(test.db.target);
  await other.connect();
  let stored = 0;
  let loading = true;
  const load = (async () => {
    while (loading) {
      await test.db.write(async (tx) => {
        await tx.execute('UPDATE setting_revision SET revision = revision + 1');
        await setTimeout(20);
      });
      stored += 1;
    }
  })();
  for (let round = 0; round < 5; round += 1) {
    const before = stored;
    await other.write((tx) => tx.execute('UPDATE setting_revision SET revision = revision + 1'));
    expect(stored - before).toBeLessThanOrEqual(2);
  }
  loading = false;
  await load;
  await other.close();
  await test.drop();
});
