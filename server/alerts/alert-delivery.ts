import { AlertChannel } from '../../shared/catalog';
import type { Database } from '../db/database';
import { Doubtful, type DeliveryKind, type Mailer } from '../mail';
import { attempt, type Attempt, type Reach } from '../postbacks';
import { alertText } from './alert-text';
import { knownAlert } from './known-alert';
import { payloadIn } from './payload';
import { ALERT_DELIVERY } from './raise';
import { readFirings } from './firings';

interface Deps {
  readonly mailer: Mailer;
  /** Which addresses webhooks may go to. */
  readonly reach: Reach;
  /** Address of the console, without a slash at the end. */
  readonly publicUrl: string;
}

/** Failures before anything of a request can have arrived. */
const BEFORE_ARRIVAL = /^(REFUSED_ADDRESS|INVALID_URL|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_.*|ERR_TLS.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

/** @throws Doubtful where it may have arrived, Error where it surely did not or was refused */
function settle({ status, error }: Attempt): void {
  if (status !== null && status >= 200 && status < 300) return;
  const failure = new Error(status === null ? String(error) : `HTTP ${status}`);
  throw status === null && !BEFORE_ARRIVAL.test(error ?? '') ? new Doubtful(failure) : failure;
}

/** Alerts by mail or webhook: one to each receiver of a day, in the language that the alert has. */
export const alertDelivery = ({ mailer, reach, publicUrl }: Deps): DeliveryKind => ({
  name: ALERT_DELIVERY,
  async prepare(db: Database, item) {
    const payload = payloadIn(item.payload);
    const alert = payload && (await knownAlert(db, item.subject_id));
    // Deleted, made invalid or told to others meanwhile.
    if (!payload || !alert?.status) return { withheld: 'alertGone' };
    const { day, to } = payload;
    const isMail = alert.channel === AlertChannel.MAIL;
    if (isMail ? !alert.recipients.includes(to) : alert.webhookUrl !== to) return { withheld: 'alertGone' };
    const cases = await readFirings(db, alert.id, day);
    const { subject, text, link } = alertText(alert, day, cases, publicUrl);
    if (isMail) return (signal) => mailer({ to, subject, text: `${text}\n`, link, key: item.id }, signal);
    return async () => settle(await attempt(to, { reach, idempotencyKey: item.id, method: 'POST', json: JSON.stringify({ text: `${subject}\n${text}` }) }));
  },
});
