import type { mail as ja } from '../ja/mail';
import type { Texts } from '../texts';

/** Texts for failed mails: the reason and what to check. */
export const mail: Texts<typeof ja> = {
  fault: {
    noSmtp: 'No mail server is set (environment variable SMTP_URL).',
    dns: 'The mail server’s name was not found (DNS). Check the host in SMTP_URL.',
    refusedConnection:
      'The mail server did not accept the connection. Check host and port in SMTP_URL, and whether the server runs.',
    lostConnection: 'The connection to the mail server was lost.',
    timeout: 'The mail server did not respond in time.',
    tls: 'A secure connection (TLS) to the mail server could not be made. Check its certificate, and whether SMTP_URL should begin with smtp:// or smtps://.',
    signIn: 'The mail server refused the sign-in. Check user and password in SMTP_URL.',
    sender: 'The mail server did not accept the sender. Check the address in MAIL_FROM.',
    recipient: 'The mail server did not accept the recipient. Check the address.',
    later: 'The mail server did not accept it for the time being.',
    content: 'The mail server did not accept the mail itself (limits on size or content).',
    other: 'The mail could not be sent.',
  },
  /** Variants for users who can't change the mail settings. */
  faultOthers: {
    noSmtp: 'No mail server is set up. Please tell an administrator.',
    dns: 'The mail server’s name was not found (DNS). Please tell an administrator.',
    refusedConnection: 'The mail server did not accept the connection. Please tell an administrator.',
    tls: 'A secure connection (TLS) to the mail server could not be made. Please tell an administrator.',
    signIn: 'The mail server refused the sign-in. Please tell an administrator.',
    sender: 'The mail server did not accept the sender. Please tell an administrator.',
  },
  /** Label of the mail server's message. */
  said: 'Server message: {{raw}}',
};
