import type { Locale } from '../../../shared/i18n/messages';
import type { Mailer } from '../../auth/mailer';
import { hashSecret, randomSecret } from '../../auth/tokens';
import { insertRows, type Database } from '../../db/database';
import type { Queue, QueueItem } from '../../jobs';
import { resetMail } from './reset-mail';

const LINK_LIVES_MS = 60 * 60_000;

interface Item extends QueueItem {
  readonly recipient: string;
  readonly locale: Locale;
  readonly created_at: number;
}

interface Deps {
  readonly mailer: Mailer;
  /** Address of the console, without a slash at the end. */
  readonly publicUrl: string;
  readonly now?: () => number;
}

/** Notes that a reset link was asked for. The same statement whether or not the address is anybody's. */
export async function askForResetMail(db: Database, recipient: string, locale: Locale, now: number): Promise<void> {
  const columns = ['recipient', 'locale', 'created_at', 'due_at', 'attempts'];
  await db.write((tx) => insertRows(tx, 'reset_mail', columns, [[recipient.slice(0, 254), locale, now, now, 0]]));
}

/**
 * Mails links to set a new password to those of the addresses that belong to a user. Each attempt makes a link of
 * its own, which replaces those before: so no link is ever stored, and the last mail is the one that works.
 */
export const resetMailQueue = ({ mailer, publicUrl, now = Date.now }: Deps): Queue<Item> => ({
  name: 'reset_mail',
  columns: ['recipient', 'locale', 'created_at'],
  everyMs: 500,
  atOnce: 5,
  patienceMs: 60_000,
  retrySeconds: [10, 60, 300, 900],
  async work(db, { recipient, locale, created_at: askedAt }) {
    // Who asked so long ago has given up too.
    if (now() - askedAt > LINK_LIVES_MS) return;
    const [user] = await db.read<{ id: number; email: string }>(
      'SELECT u.id, u.email FROM app_user u JOIN company c ON c.id = u.company_id AND c.status = 1 WHERE u.status = 1 AND u.email_key = ?',
      [recipient],
    );
    if (!user) return;
    const token = randomSecret();
    await db.write(async (tx) => {
      await tx.execute('DELETE FROM password_reset WHERE user_id = ? OR expires_at < ?', [user.id, now()]);
      await insertRows(tx, 'password_reset', ['user_id', 'token_hash', 'expires_at'], [[user.id, hashSecret(token), now() + LINK_LIVES_MS]]);
    });
    await mailer(resetMail(user.email, `${publicUrl}/reset-password?token=${token}`, locale));
  },
});
