import 'reflect-metadata';
import { lowerPriority } from '../../server/backpressure/priority';
import { Database } from '../../server/db/database';
import { parseDatabaseUrl } from '../../server/db/data-source';
import { forgetLogs } from '../../server/retention/forget-logs';

/** Rows of which product are to go, before which Tokyo day. */
export interface Forgetting {
  url: string;
  productId: number;
  from: number;
  before: number;
}

/** How many transactions it took, and their time. */
export interface Forgotten {
  steps: number;
  ms: number;
}

/** Rows of a transaction, as many as the worker's. */
const MOST = { sqlite: 500, mysql: 2000 } as const;

/** Deletes them as the worker does: behind visitors, one short transaction after the other. */
const forget = async ({ url, productId, from, before }: Forgetting): Promise<Forgotten> => {
  lowerPriority();
  const db = new Database(parseDatabaseUrl(url));
  await db.connect();
  process.send?.('ready');
  const begun = performance.now();
  let steps = 0;
  for (let day = from; day < before; steps += 1)
    day = await db.write((tx) => forgetLogs(tx, productId, { from: day, before, most: MOST[db.dialect] }));
  const ms = performance.now() - begun;
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
