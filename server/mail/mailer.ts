import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { Doubtful } from './doubtful';
import { mailFailure, MailFailure } from './mail-failure';

/** A file that goes with a mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail: plain text, and where it has one the same as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
  /** The link that the mail is about: what the log shows where no mail goes out. */
  readonly link: string;
  /** Of each mail its own, and the same whenever it is tried again: so that a mail server can tell a repeat. */
  readonly key?: string;
}

/**
 * Sends a mail.
 * @throws Doubtful where the mail server may have taken it all the same
 * @throws MailFailure that says why it did not go out
 */
export type Mailer = (mail: Mail, signal?: AbortSignal) => Promise<void>;

interface MailerOptions {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom?: string;
  readonly demo?: boolean;
  readonly log: Logger;
}

/** Milliseconds that a mail server may take for each step. */
const PATIENCE_MS = 15_000;

/** The same bytes, and word of it when somebody begins to read them. */
const noticed = (input: Readable, onRead: () => void): Readable =>
  Readable.from(
    (async function* () {
      onRead();
      yield* input;
    })(),
    { objectMode: false },
  );

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** Whether the server said no, which settles that it did not take the mail. */
const wasRefused = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 400;

/** The mailer of an installation; null where no mails go out. */
export const mailerOf = (config: Pick<MailerOptions, 'smtpUrl' | 'mailFrom'>, log: Logger): Mailer | null =>
  config.smtpUrl === undefined ? null : createMailer({ ...config, log });

/** Mails over SMTP where it is configured; else the link stands in the log of the demo, and only there: elsewhere nothing goes out. */
export function createMailer({ smtpUrl, mailFrom = 'no-reply@localhost', demo, log }: MailerOptions): Mailer {
  if (!smtpUrl) {
    return async ({ link }) => {
      if (!demo) throw new MailFailure('noSmtp');
      log.info({ link }, 'no SMTP_URL is set: this link would have been mailed');
    };
  }
  const patience = {
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
  return async ({ to, subject, text, html, attachments, key }, signal) => {
    const transport = createTransport({ url: smtpUrl, ...patience });
    // The server asks for the content last of all: before that nothing can have arrived.
    let begun = false;
    transport.use('stream', (mail, done) => {
      mail.message.processFunc((input: Readable) => noticed(input, () => (begun = true)));
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
      throw begun && !wasRefused(error) ? new Doubtful(failure) : failure;
    }
  };
}
