import 'reflect-metadata';
import pino from 'pino';
import { parseDatabaseUrl } from '../../config/database-url';
import { productDatabase } from '../../composition/product-database';
import { startWorker } from '../../sweeps';
import { createMailer, deliveryQueue } from '../../mail';
import { reachOf } from '../../postbacks';
import { alertDelivery } from '../index';

/** A process that evaluates and sends alerts until a test kills it. */
const [url = ''] = process.argv.slice(2);
const mailer = createMailer({ log: pino({ level: 'silent' }) });
const kind = alertDelivery({ mailer, reach: reachOf(['127.0.0.0/8']), publicUrl: 'https://console.example' });

async function main(): Promise<void> {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  startWorker(db, () => undefined, [deliveryQueue([kind], { retrySeconds: [1, 1, 1], patienceMs: 1500 })]);
}

void main();
