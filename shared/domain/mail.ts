/** Reasons why a mail failed. Each has its texts in shared/i18n. */
export const MAIL_FAULTS = [
  'noSmtp',
  'dns',
  'refusedConnection',
  'lostConnection',
  'timeout',
  'tls',
  'signIn',
  'sender',
  'recipient',
  'later',
  'content',
  'other',
] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

/** Fault with the original message of the mail server or the system. */
export interface MailReason {
  readonly fault: MailFault;
  /** Empty if the fault is sufficient. */
  readonly raw: string;
}

/** Formats a reason as queues store it: `recipient: 550 no such user`. */
export const formatMailReason = ({ fault, raw }: MailReason): string =>
  raw === '' ? fault : `${fault}: ${raw}`;

/** Parses a text of `mailReasonText`. Returns null for other texts. */
export function parseMailReason(text: string): MailReason | null {
  const [, name, raw = ''] = /^(\w+)(?:: ([^]*))?$/.exec(text) ?? [];
  const fault = MAIL_FAULTS.find((one) => one === name);
  return fault ? { fault, raw } : null;
}
