import { translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { Mail, Mailer } from '../../mail/mailer';
import { isPasswordOff } from '../../auth/oidc/password-rule';
import { select, sql } from '../../db/statements';
import { insertRows, type Tx } from '../../db/database';
import type { Queue, QueueItem } from '../../jobs/job';
import { type LinkPurpose, makePasswordLink, passwordLinks } from './password-link';

/** Builds the mail with the link to set a password. */
function passwordMail(to: string, purpose: LinkPurpose, link: string, locale: Locale): Mail {
  const t = translator(locale);
  return { to, subject: t(`mails.${purpose}.subject`), text: t(`mails.${purpose}.text`, { link }), link };
}

interface Item extends QueueItem {
  readonly recipient: string;
  readonly purpose: LinkPurpose;
  readonly locale: Locale;
  readonly created_at: number;
}

interface Deps {
  readonly mailer: Mailer;
  /** Address of the console, without a trailing slash. */
  readonly publicUrl: string;
  readonly now?: () => number;
}

/** Queues a mail with a link. The statement is the same whether or not the address belongs to a user. */
export async function requestMail(
  tx: Tx,
  request: { recipient: string; purpose: LinkPurpose; locale: Locale; now: number },
): Promise<void> {
  const { recipient, purpose, locale, now } = request;
  const columns = ['recipient', 'purpose', 'locale', 'created_at', 'due_at', 'attempts'];
  await insertRows(tx, 'reset_mail', columns, [[recipient.slice(0, 254), purpose, locale, now, now, 0]]);
}

/**
 * Mails password links to addresses that belong to a user.
 * Each attempt creates a new link, which replaces earlier ones. No link is ever stored, and the link of the
 * last mail works.
 */
export const resetMailQueue = ({ mailer, publicUrl, now = Date.now }: Deps): Queue<Item> => ({
  name: 'reset_mail',
  columns: ['recipient', 'purpose', 'locale', 'created_at'],
  everyMs: 500,
  concurrency: 5,
  timeoutMs: 60_000,
  retrySeconds: [10, 60, 300, 900],
  async work(db, { recipient, purpose, locale, created_at: requestedAt }) {
    // The link would have expired by now.
    if (now() - requestedAt > passwordLinks[purpose].livesMs) return;
    // A user who has signed in since needs no invitation.
    const waiting = purpose === 'invitation' ? ' AND u.last_login IS NULL' : '';
    const [user] = await select<{ id: number; companyId: number; email: string }>(db)`SELECT u.id,
      u.company_id AS companyId, u.email FROM app_user u
      JOIN company c ON c.id = u.company_id AND c.status = 1 WHERE u.status = 1
      AND u.email_key = ${recipient}${sql(waiting)}`;
    // A new password would be of no use.
    if (!user || (await isPasswordOff(db.readOnlyTx, user))) return;
    const link = await db.write((tx) => makePasswordLink(tx, user, purpose, publicUrl, now()));
    await mailer(passwordMail(user.email, purpose, link, locale));
  },
});
