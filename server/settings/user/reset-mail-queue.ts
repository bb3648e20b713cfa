import type { Locale } from '../../../shared/i18n/messages';
import type { Mailer } from '../../mail';
import { insertRows, type Tx } from '../../db/database';
import type { Queue, QueueItem } from '../../jobs';
import { invitationMail } from './invitation-mail';
import { makePasswordLink, passwordLinks, type LinkPurpose } from './password-link';
import { resetMail } from './reset-mail';

const mailOf = { reset: resetMail, invitation: invitationMail } as const;

interface Item extends QueueItem {
  readonly recipient: string;
  readonly purpose: LinkPurpose;
  readonly locale: Locale;
  readonly created_at: number;
}

interface Deps {
  readonly mailer: Mailer;
  /** Address of the console, without a slash at the end. */
  readonly publicUrl: string;
  readonly now?: () => number;
}

/** Notes that a link was asked for. The same statement whether or not the address is anybody's. */
export async function askForMail(
  tx: Tx,
  asked: { recipient: string; purpose: LinkPurpose; locale: Locale; now: number },
): Promise<void> {
  const { recipient, purpose, locale, now } = asked;
  const columns = ['recipient', 'purpose', 'locale', 'created_at', 'due_at', 'attempts'];
  await insertRows(tx, 'reset_mail', columns, [[recipient.slice(0, 254), purpose, locale, now, now, 0]]);
}

/**
 * Mails links to set a new password to those of the addresses that belong to a user. Each attempt makes a link of
 * its own, which replaces those before: so no link is ever stored, and the last mail is the one that works.
 */
export const resetMailQueue = ({ mailer, publicUrl, now = Date.now }: Deps): Queue<Item> => ({
  name: 'reset_mail',
  columns: ['recipient', 'purpose', 'locale', 'created_at'],
  everyMs: 500,
  atOnce: 5,
  patienceMs: 60_000,
  retrySeconds: [10, 60, 300, 900],
  async work(db, { recipient, purpose, locale, created_at: askedAt }) {
    // Who asked so long ago has given up too.
    if (now() - askedAt > passwordLinks[purpose].livesMs) return;
    // Who has signed in meanwhile needs no invitation any more.
    const waiting = purpose === 'invitation' ? ' AND u.last_login IS NULL' : '';
    const [user] = await db.read<{ id: number; email: string }>(
      `SELECT u.id, u.email FROM app_user u JOIN company c ON c.id = u.company_id AND c.status = 1 WHERE u.status = 1 AND u.email_key = ?${waiting}`,
      [recipient],
    );
    if (!user) return;
    const link = await db.write((tx) => makePasswordLink(tx, user, purpose, publicUrl, now()));
    await mailer(mailOf[purpose](user.email, link, locale));
  },
});
