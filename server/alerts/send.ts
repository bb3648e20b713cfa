import type { Mail } from '../mail';
import { attempt, type Attempt, type Reach } from '../postbacks';
import type { AlertText } from './alert-text';

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

/** Sends a message to a webhook in Slack's format. */
export const callWebhook = ({
  to,
  message: { subject, text },
  key,
  reach,
}: OutgoingAlert & { readonly reach: Reach }): Promise<Attempt> =>
  attempt(to, {
    reach,
    idempotencyKey: key,
    method: 'POST',
    json: JSON.stringify({ text: plainText(`${subject}\n${text}`) }),
  });
