import 'reflect-metadata';
import pino from 'pino';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';
import { startWorker } from '../../sweeps';
import { createMailer } from '../../mail/mailer';
import { deliveryQueue } from '../../mail/delivery-queue';
import { reachOf } from '../../postbacks/request';
import { alertDelivery } from '../send';

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
