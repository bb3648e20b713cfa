import 'reflect-metadata';
import pino from 'pino';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';
import { startWorker } from '../../sweeps';
import { createMailer } from '../mailer';
import { deliveryQueue, type DeliveryKind } from '../delivery-queue';

/** A process that delivers mails. Deliveries it drops when killed become free again soon. */
const [url = '', smtpUrl = ''] = process.argv.slice(2);
const mailer = createMailer({ smtpUrl, mailFrom: 'a@b.example', log: pino({ level: 'silent' }) });
const kind: DeliveryKind = {
  name: 'test',
  prepare:
    async (_db, { id }) =>
    async (signal) =>
      mailer({ to: 'x@example.jp', subject: id, text: id, link: '', key: id }, signal),
};

async function main(): Promise<void> {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  startWorker(db, () => undefined, [deliveryQueue([kind], { retrySeconds: [1, 1, 1], patienceMs: 1500 })]);
}

void main();
