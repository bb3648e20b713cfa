import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { formatMailReason, type MailFault } from '../../shared/domain/mail';
import { isRecord } from '../../shared/records';
import { messageOf } from '../platform/errors';
import { DoubtfulDelivery } from './delivery-queue';

/** A mail that was not sent. The message is the reason as queues store it. */
export class MailFailure extends Error {
  constructor(
    readonly fault: MailFault,
    readonly raw = '',
    cause?: unknown,
  ) {
    super(formatMailReason({ fault, raw }), { cause });
    this.name = 'MailFailure';
  }
}

/** Fields of a nodemailer error beside its message. */
interface MailError {
  readonly code?: unknown;
  /** System error code, if `code` is nodemailer's own name. */
  readonly originalCode?: unknown;
  /** Status of the mail server's answer. */
  readonly responseCode?: unknown;
  /** Command that the server answered. */
  readonly command?: unknown;
}

const BY_CODE: Readonly<Record<string, MailFault>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EDNS: 'dns',
  ECONNREFUSED: 'refusedConnection',
  EHOSTUNREACH: 'refusedConnection',
  ENETUNREACH: 'refusedConnection',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'signIn',
  ENOAUTH: 'signIn',
  EOAUTH2: 'signIn',
  EMESSAGE: 'content',
  ECONNECTION: 'lostConnection',
  ESOCKET: 'lostConnection',
};

/** The mail server requires a sign-in (RFC 4954). */
const SIGN_IN_REQUIRED = 530;

/** Returns the fault behind a mail server's answer to a command; null if the answer does not show it. */
function faultOfAnswer(status: number, command: string): MailFault | null {
  if (command.startsWith('AUTH') || status === SIGN_IN_REQUIRED) return 'signIn';
  if (status >= 400 && status < 500) return 'later';
  if (command === 'MAIL FROM') return 'sender';
  return command === 'RCPT TO' ? 'recipient' : null;
}

function faultOf({ code, originalCode, responseCode, command }: MailError): MailFault {
  const answered = faultOfAnswer(Number(responseCode ?? 0), String(command ?? ''));
  if (answered) return answered;
  const system = String(originalCode ?? '');
  return (
    BY_CODE[system] ??
    (/CERT|^ERR_(TLS|SSL)|^UNABLE_TO/.test(system) ? 'tls' : BY_CODE[String(code)]) ??
    'other'
  );
}

/** Converts an error of a mail transport to a MailFailure. */
const mailFailure = (error: unknown): MailFailure =>
  new MailFailure(faultOf(isRecord(error) ? error : {}), messageOf(error), error);

/** A file attached to a mail. */
interface Attachment {
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
