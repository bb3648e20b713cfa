import { formatMailReason, type MailFault } from '../../shared/domain/mail';
import { isRecord } from '../../shared/records';
import { messageOf } from '../platform/errors';

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
export const mailFailure = (error: unknown): MailFailure =>
  new MailFailure(faultOf(isRecord(error) ? error : {}), messageOf(error), error);
