import { AlertChannel } from '../../shared/catalog';
import { formatOutcome } from '../../shared/domain/postback';
import { DoubtfulDelivery, type DeliveryKind } from '../mail/delivery-queue';
import { MailFailure, type Mail, type Mailer } from '../mail/mailer';
import { attempt, type Attempt, type Reach } from '../postbacks/request';
import type { Database } from '../db/database';
import { alertText, payloadIn, readFirings, type AlertText } from './alert-text';
import { chatRequest } from './chat-webhooks';
import { readAlert } from './alert-definition';
import { ALERT_DELIVERY } from './due-alerts';

interface OutgoingAlert {
  readonly to: string;
  readonly message: AlertText;
  /** The same for every attempt. */
  readonly key: string;
}

/** Converts a message to a mail. */
export const mailOf = ({ to, message: { subject, text, link }, key }: OutgoingAlert): Mail => ({
  to,
  subject,
  text: `${text}\n`,
  link,
  key,
});

/**
 * Escapes characters that Slack webhooks read as mentions, links and entities. Ampersands of URLs stay,
 * because other receivers accept the format too.
 */
const plainText = (text: string): string =>
  text
    .replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

interface WebhookMessage extends OutgoingAlert {
  readonly reach: Reach;
}

/** Sends a message to a webhook: as a card to a known chat, otherwise as plain text in Slack's form. */
export const callWebhook = ({ to, message, key, reach }: WebhookMessage): Promise<Attempt> => {
  const { url = to, ...content } = chatRequest(to, message) ?? {
    body: JSON.stringify({ text: plainText(`${message.subject}\n${message.text}`) }),
    contentType: 'application/json; charset=utf-8',
  };
  return attempt(url, { reach, idempotencyKey: key, method: 'POST', content });
};

interface Deps {
  /** Null if no mails are sent. */
  readonly mailer: Mailer | null;
  /** Addresses that webhooks may call. */
  readonly reach: Reach;
  /** Address of the console, without a slash at the end. */
  readonly publicUrl: string;
}

/** Failures before the receiver can have got any part of a request. */
const BEFORE_ARRIVAL =
  /^(REFUSED_ADDRESS|INVALID_URL|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_.*|ERR_TLS.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

/** @throws Doubtful if the request may have arrived, Error if it did not or was rejected */
function assertDelivered(answer: Attempt): void {
  const { status, error } = answer;
  if (status !== null && status >= 200 && status < 300) return;
  const failure = new Error(formatOutcome(answer));
  throw status === null && !BEFORE_ARRIVAL.test(error ?? '') ? new DoubtfulDelivery(failure) : failure;
}

/** Sends a message to a webhook. @throws Doubtful if it may have arrived, Error if it did not or was rejected */
export const postMessage = async (message: WebhookMessage): Promise<void> =>
  assertDelivered(await callWebhook(message));

/** Delivers alerts by mail or webhook: one message per receiver and day, in the language of the alert. */
export const alertDelivery = ({ mailer, reach, publicUrl }: Deps): DeliveryKind => ({
  name: ALERT_DELIVERY,
  async prepare(db: Database, item) {
    const payload = payloadIn(item.payload);
    const alert = payload && (await readAlert(db, item.subject_id));
    // The alert was deleted, turned off or given other receivers since.
    if (!payload || !alert?.status) return { withheld: 'alertGone' };
    const { day, to } = payload;
    const isMail = alert.channel === AlertChannel.MAIL;
    if (isMail ? !alert.recipients.includes(to) : alert.webhookUrl !== to) return { withheld: 'alertGone' };
    const cases = await readFirings(db, alert.id, day);
    const message = alertText(alert, day, cases, publicUrl);
    if (isMail) {
      if (!mailer) throw new MailFailure('noSmtp');
      return (signal) => mailer(mailOf({ to, message, key: item.id }), signal);
    }
    return () => postMessage({ to, message, reach, key: item.id });
  },
});
