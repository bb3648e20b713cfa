import 'reflect-metadata';
import { lowerPriority } from '../../server/backpressure/traffic-load';
import { productDatabase } from '../../server/composition/open-database';
import { parseDatabaseUrl } from '../../server/config/config';
import { forgetLogs } from '../../server/retention/forget-logs';

/** Product and Tokyo day. Rows of the product before the day are deleted. */
export interface Forgetting {
  url: string;
  productId: number;
  from: number;
  before: number;
}

/** Number of transactions and their time. */
export interface Forgotten {
  steps: number;
  ms: number;
}

/** Rows in one transaction, the same as in the worker. */
const BATCH_ROWS = { sqlite: 500, mysql: 2000 } as const;

/** Deletes rows as the worker does: at low priority, in short transactions. */
const forget = async ({ url, productId, from, before }: Forgetting): Promise<Forgotten> => {
  lowerPriority();
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  process.send?.('ready');
  const start = performance.now();
  let steps = 0;
  for (let day = from; day < before; steps += 1)
    day = await db.write((tx) =>
      forgetLogs(tx, productId, { from: day, before, most: BATCH_ROWS[db.dialect] }),
    );
  const ms = performance.now() - start;
  await db.close();
  return { steps, ms };
};

process.once('message', (forgetting: Forgetting) => {
  forget(forgetting).then(
    (forgotten) => process.send?.(forgotten, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
