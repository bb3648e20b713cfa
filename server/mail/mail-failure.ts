import { mailReasonText, type MailFault } from '../../shared/domain/mail';
import { isRecord } from '../../shared/records';
import { messageOf } from '../errors';

/** A mail surely did not go out; its message is the reason as queues keep it. */
export class MailFailure extends Error {
  constructor(
    readonly fault: MailFault,
    readonly raw = '',
    cause?: unknown,
  ) {
    super(mailReasonText({ fault, raw }), { cause });
    this.name = 'MailFailure';
  }
}

/** What nodemailer says of its trouble beside its words. */
interface Trouble {
  readonly code?: unknown;
  /** What the system called it, where nodemailer's own name stands as the code. */
  readonly originalCode?: unknown;
  /** Of the mail server's answer. */
  readonly responseCode?: unknown;
  /** What it was told when it answered so. */
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

/** The mail server wants a sign-in first (RFC 4954). */
const SIGN_IN_REQUIRED = 530;

/** What a mail server's answer to a command means; null where it says nothing of its own. */
function ofAnswer(status: number, command: string): MailFault | null {
  if (command.startsWith('AUTH') || status === SIGN_IN_REQUIRED) return 'signIn';
  if (status >= 400 && status < 500) return 'later';
  if (command === 'MAIL FROM') return 'sender';
  return command === 'RCPT TO' ? 'recipient' : null;
}

function faultOf({ code, originalCode, responseCode, command }: Trouble): MailFault {
  const answered = ofAnswer(Number(responseCode ?? 0), String(command ?? ''));
  if (answered) return answered;
  const system = String(originalCode ?? '');
  return (
    BY_CODE[system] ??
    (/CERT|^ERR_(TLS|SSL)|^UNABLE_TO/.test(system) ? 'tls' : BY_CODE[String(code)]) ??
    'other'
  );
}

/** The trouble of a mail transport, told apart. */
export const mailFailure = (thrown: unknown): MailFailure =>
  new MailFailure(faultOf(isRecord(thrown) ? thrown : {}), messageOf(thrown), thrown);
