import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { DoubtfulDelivery } from './doubtful-delivery';
import { mailFailure, MailFailure } from './mail-failure';

/** A file attached to a mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail: plain text, optionally also as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
  /** Link that the mail is about; the demo logs it if no mail is sent. */
  readonly link: string;
  /** Unique per mail and the same for every attempt, so that a mail server can detect repeats. */
  readonly key?: string;
}

/**
 * Sends a mail.
 * @throws Doubtful if the mail server may have accepted it
 * @throws MailFailure with the reason why it was not sent
 */
export type Mailer = (mail: Mail, signal?: AbortSignal) => Promise<void>;

interface MailerOptions {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom?: string;
  readonly demo?: boolean;
  readonly log: Logger;
}

/** Milliseconds that a mail server may take for each step. */
const TIMEOUT_MS = 15_000;

/** Passes the bytes on, and reports the first read. */
const notifyOnRead = (input: Readable, onRead: () => void): Readable =>
  Readable.from(
    (async function* () {
      onRead();
      yield* input;
    })(),
    { objectMode: false },
  );

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** Whether the server rejected the mail, so that it can't have accepted it. */
const wasRejected = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 400;

/** Returns the mailer of an installation; null if no mails are sent. */
export const mailerOf = (config: Pick<MailerOptions, 'smtpUrl' | 'mailFrom'>, log: Logger): Mailer | null =>
  config.smtpUrl === undefined ? null : createMailer({ ...config, log });

/** Creates a mailer over SMTP. Without SMTP, the demo logs the link; elsewhere the mailer fails. */
export function createMailer({ smtpUrl, mailFrom = 'no-reply@localhost', demo, log }: MailerOptions): Mailer {
  if (!smtpUrl) {
    return async ({ link }) => {
      if (!demo) throw new MailFailure('noSmtp');
      log.info({ link }, 'no SMTP_URL is set: this link would have been mailed');
    };
  }
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  return async ({ to, subject, text, html, attachments, key }, signal) => {
    const transport = createTransport({ url: smtpUrl, ...timeouts });
    // The server asks for the content last, so nothing can have arrived before.
    let contentRead = false;
    transport.use('stream', (mail, done) => {
      mail.message.processFunc((input: Readable) => notifyOnRead(input, () => (contentRead = true)));
      done();
    });
    try {
      await transport.sendMail({
        from: mailFrom,
        to,
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        ...(attachments ? { attachments: [...attachments] } : {}),
        ...(key === undefined
          ? {}
          : { messageId: `<${key.replace(/[^\w.-]/g, '.')}@${domainOf(mailFrom)}>` }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      const failure = mailFailure(error);
      throw contentRead && !wasRejected(error) ? new DoubtfulDelivery(failure) : failure;
    }
  };
}
