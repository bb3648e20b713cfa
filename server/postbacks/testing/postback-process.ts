import 'reflect-metadata';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';
import { startWorker } from '../../sweeps';
import { postbackQueue } from '../postback-queue';
import { reachOf } from '../request';

/** Process that sends due postbacks; tests kill it. */
const [url = ''] = process.argv.slice(2);
const queue = postbackQueue({
  reach: reachOf(['127.0.0.0/8']),
  retrySeconds: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
  timeoutMs: 1500,
});

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
