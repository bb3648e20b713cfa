import 'reflect-metadata';
import { appendFileSync } from 'node:fs';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';
import type { Queue, QueueItem } from '../job';
import { startWorker } from '../../sweeps';

/** A process that works on a queue and logs the start and end of each item to a file. */
const [url = '', path = ''] = process.argv.slice(2);
const note = (what: string, id: number) =>
  appendFileSync(path, `${JSON.stringify({ what, id, pid: process.pid, at: Date.now() })}\n`);

const queue: Queue<QueueItem & { readonly id: number }> = {
  name: 'reset_mail',
  columns: [],
  everyMs: 20,
  concurrency: 4,
  timeoutMs: 1000,
  retrySeconds: [0, 0, 0, 0],
  async work(_db, { id, attempts }) {
    note('begin', id);
    await new Promise((resolve) => setTimeout(resolve, 20 + (id % 5) * 10));
    // A fifth of the items fail at first.
    if (id % 5 === 0 && attempts === 1) {
      note('end', id);
      throw new Error('not now');
    }
    note('done', id);
  },
};

async function main(): Promise<void> {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  const worker = startWorker(db, () => undefined, [queue]);
  process.on(
    'SIGTERM',
    () =>
      void worker
        .stop()
        .then(() => db.close())
        .then(() => process.exit(0)),
  );
}

void main();
