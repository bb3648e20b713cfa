import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

/** One mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link that the mail is about: what the log shows where no mail goes out. */
  readonly link: string;
}

/** Sends a mail. @throws Error that says why it did not go out */
export type Mailer = (mail: Mail) => Promise<void>;

interface MailerOptions {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom?: string;
  readonly demo?: boolean;
  readonly log: Logger;
}

/** Seconds that a mail server may take for each step. */
const PATIENCE_MS = 15_000;

/** Mails over SMTP where it is configured; else the link stands in the log of the demo, and only there: elsewhere nothing goes out. */
export function createMailer({ smtpUrl, mailFrom, demo, log }: MailerOptions): Mailer {
  if (!smtpUrl) {
    return async ({ link }) => {
      if (!demo) throw new Error('SMTP_URL is not set');
      log.info({ link }, 'no SMTP_URL is set: this link would have been mailed');
    };
  }
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
  const transport = createTransport({ url: smtpUrl, ...patience });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from: mailFrom, to, subject, text });
  };
}
