import 'reflect-metadata';
import { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';
import { startWorker } from '../../sweeps';
import { conversionQueue } from '../conversions/conversion-queue';
import { reachOf } from '../request';

/** Process that decides and sends conversions; tests kill it. Writes errors to its output. */
const [url = '', secret = ''] = process.argv.slice(2);
const queue = conversionQueue({
  reach: reachOf(['127.0.0.0/8']),
  secrets: new SealedSecrets(secret, undefined, 'conversion sender'),
  retrySeconds: Array.from({ length: 30 }, () => 0.2),
  timeoutMs: 1500,
});

async function main(): Promise<void> {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  startWorker(db, (error, job) => process.stdout.write(`${job} ${String(error)}\n`), [queue]);
}

void main();
