import { setTimeout } from 'node:timers/promises';
import { register } from 'prom-client';
import { insertRows } from '../db/database';
import { openTestDatabase } from '../db/testing/databases';
import { registerBacklogMetrics } from './backlog-metrics';

it('reports the backlog in /metrics, and NaN while the database is unreachable', async () => {
  const test = await openTestDatabase('sqlite');
  registerBacklogMetrics(test.db);
  await test.db.write(async (tx) => {
    await insertRows(
      tx,
      'stale_visitor',
      ['product_id', 'visitor_id', 'since'],
      [
        [1, 'a', 0],
        [2, 'b', 0],
      ],
    );
    await insertRows(tx, 'stale_day', ['product_id', 'day', 'since', 'marks'], [[1, 20260101, 1, 1]]);
  });
  const metrics = await register.metrics();
  expect(metrics).toContain('inflow_waiting{what="visitors"} 2');
  expect(metrics).toContain('inflow_waiting{what="days"} 1');
  await test.db.close();
  // Reads of one scrape are shared for a moment.
  await setTimeout(300);
  expect(await register.metrics()).toContain('inflow_waiting{what="visitors"} Nan');
  await test.db.connect();
  await test.drop();
});
