import type { Locale } from '../../../shared/i18n/messages';
import { type Actor, requireNoMoreRights } from '../../auth/actor';
import { AttemptLimit } from '../../auth/attempt-limit';
import { emailKey } from '../../auth/auth.service';
import { Failure, notFound } from '../../auth/failure';
import { isPasswordOff } from '../../auth/oidc/password-rule';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { makePasswordLink, passwordLinks } from './password-link';
import { requestMail } from './reset-mail-queue';

const MOST_MAILS = 10;

/** Result of an invitation. */
export interface Invitation {
  readonly email: string;
  /** Whether the link is mailed. */
  readonly mailed: boolean;
  /** The link to hand over if mail is not configured; shown only once. */
  readonly link: string | null;
  readonly expiresAt: Date;
}

/** Installation settings for invitations. */
export interface InvitationSettings {
  /** Address of the console, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether mail is configured. */
  readonly mails: boolean;
}

interface Invited {
  id: number;
  user_name: string;
  email: string;
  status: number | boolean;
  last_login: number | string | null;
}

/** Invites users who have never signed in, with a link to set their password. */
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
   * Invites a user of the company. A repeated invitation invalidates earlier links.
   * @throws FORBIDDEN, NOT_FOUND, CONFLICT when they have signed in already or are deactivated, RATE_LIMITED
   */
  async invite(actor: Actor, userId: number, locale: Locale, client: Client): Promise<Invitation> {
    requireRight(actor, 'users', 'edit');
    const [user] = await select<Invited>(this.db)`SELECT id, user_name, email, status, last_login
      FROM app_user WHERE id = ${userId} AND company_id = ${actor.companyId}`;
    if (!user) throw notFound();
    // The link grants all rights of the invited user.
    await requireNoMoreRights((sql, params) => this.db.read(sql, params), actor, user.id);
    if (!user.status) throw new Failure('CONFLICT', 'inviteInvalid');
    if (user.last_login !== null) throw new Failure('CONFLICT', 'inviteSignedIn');
    if (await isPasswordOff(this.db.readOnlyTx, { id: user.id, companyId: actor.companyId }))
      throw new Failure('CONFLICT', 'invitePasswordsOff');
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
    return this.limit.run([{ limit: 'mail to', key, maxFailures: MOST_MAILS }], async () => {
      await this.record(user, actor, client, (tx) =>
        requestMail(tx, { recipient: key, purpose: 'invitation', locale, now: this.now() }),
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
      await recordChange(createWriteContext(tx, actor, client, this.now()), {
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
