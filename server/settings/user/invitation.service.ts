import type { Locale } from '../../../shared/i18n/messages';
import type { Actor } from '../../auth/actor';
import { AttemptLimit } from '../../auth/attempt-limit';
import { emailKey } from '../../auth/auth.service';
import { Failure, notFound } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import { requireNoMore } from '../../auth/reach';
import type { Client } from '../../auth/sessions';
import { beginWriting, recordChange } from '../../records/audit/record';
import type { Database } from '../../db/database';
import { makePasswordLink, passwordLinks } from './password-link';
import { askForMail } from './reset-mail-queue';

const MOST_MAILS = 10;

/** How a user was invited. */
export interface Invitation {
  readonly email: string;
  /** Whether the link goes out by mail. */
  readonly mailed: boolean;
  /** The link to hand on, where no mail goes out; shown this once. */
  readonly link: string | null;
  readonly expiresAt: Date;
}

/** What invitations need to know of the installation. */
export interface InvitationSettings {
  /** Address of the console, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether mails go out. */
  readonly mails: boolean;
}

interface Invited {
  id: number;
  user_name: string;
  email: string;
  status: number | boolean;
  last_login: number | string | null;
}

/** Inviting of users who have never signed in: a link lets them set their password themselves. */
export class InvitationService {
  private readonly limit: AttemptLimit;

  constructor(
    private readonly db: Database,
    private readonly settings: InvitationSettings,
    private readonly now: () => number = Date.now,
  ) {
    this.limit = new AttemptLimit(db, now);
  }

  /**
   * Invites a user of the company, or invites them anew: an earlier link opens nothing then.
   * @throws FORBIDDEN, NOT_FOUND, CONFLICT when they have signed in already or are invalid, RATE_LIMITED
   */
  async invite(actor: Actor, userId: number, locale: Locale, client: Client): Promise<Invitation> {
    requireRight(actor, 'users', 'edit');
    const [user] = await this.db.read<Invited>(
      'SELECT id, user_name, email, status, last_login FROM app_user WHERE id = ? AND company_id = ?',
      [userId, actor.companyId],
    );
    if (!user) throw notFound();
    // The link opens all that the invited may do.
    await requireNoMore((sql, params) => this.db.read(sql, params), actor, user.id);
    if (!user.status) throw new Failure('CONFLICT', 'inviteInvalid');
    if (user.last_login !== null) throw new Failure('CONFLICT', 'inviteSignedIn');
    const { mails, publicUrl } = this.settings;
    const now = this.now();
    const link = mails
      ? await this.mail(user, locale, actor, client)
      : await this.record(user, actor, client, (tx) =>
          makePasswordLink(tx, user, 'invitation', publicUrl, now),
        );
    return {
      email: user.email,
      mailed: mails,
      link,
      expiresAt: new Date(now + passwordLinks.invitation.livesMs),
    };
  }

  private async mail(user: Invited, locale: Locale, actor: Actor, client: Client): Promise<null> {
    const key = emailKey(user.email);
    return this.limit.run([{ limit: 'mail to', key, most: MOST_MAILS }], async () => {
      await this.record(user, actor, client, (tx) =>
        askForMail(tx, { recipient: key, purpose: 'invitation', locale, now: this.now() }),
      );
      return { failed: true, result: null };
    });
  }

  private record<T>(
    user: Invited,
    actor: Actor,
    client: Client,
    work: (tx: Parameters<Parameters<Database['write']>[0]>[0]) => Promise<T>,
  ): Promise<T> {
    return this.db.write(async (tx) => {
      const result = await work(tx);
      await recordChange(beginWriting(tx, actor, client, this.now()), {
        entity: 'user',
        entityId: user.id,
        productId: null,
        label: user.user_name,
        action: 'update',
        version: null,
        before: {},
        after: { invitation: user.email },
      });
      return result;
    });
  }
}
