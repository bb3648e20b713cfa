import type { Mail } from '../mail';
import { attempt, type Attempt, type Reach } from '../postbacks';
import type { AlertText } from './alert-text';

interface Sent {
  readonly to: string;
  readonly message: AlertText;
  /** The same whenever it is tried again. */
  readonly key: string;
}

/** What is told as a mail. */
export const mailOf = ({ to, message: { subject, text, link }, key }: Sent): Mail => ({
  to,
  subject,
  text: `${text}\n`,
  link,
  key,
});

/** Signs that Slack's webhooks read as mentions, links and entities; an ampersand of an address stands as it is, for others that take it too. */
const plainText = (text: string): string =>
  text
    .replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

/** Tells it to a webhook, as Slack's take it. */
export const callWebhook = ({
  to,
  message: { subject, text },
  key,
  reach,
}: Sent & { readonly reach: Reach }): Promise<Attempt> =>
  attempt(to, {
    reach,
    idempotencyKey: key,
    method: 'POST',
    json: JSON.stringify({ text: plainText(`${subject}\n${text}`) }),
  });
