/** What is wrong where a mail did not go out. Each has its words in shared/i18n. */
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

/** A fault, and what the mail server or the system said. */
export interface MailReason {
  readonly fault: MailFault;
  /** Empty where the fault says it all. */
  readonly raw: string;
}

/** A reason in one text, as queues keep it: `recipient: 550 no such user`. */
export const mailReasonText = ({ fault, raw }: MailReason): string =>
  raw === '' ? fault : `${fault}: ${raw}`;

/** What a text of `mailReasonText` says; null for other texts. */
export function mailReasonOf(text: string): MailReason | null {
  const [, name, raw = ''] = /^(\w+)(?:: ([^]*))?$/.exec(text) ?? [];
  const fault = MAIL_FAULTS.find((one) => one === name);
  return fault ? { fault, raw } : null;
}
