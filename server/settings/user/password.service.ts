import type { Locale } from '../../../shared/i18n/messages';
import { type Actor, requireNoMoreRights } from '../../auth/actor';
import { AttemptLimit, networkKey } from '../../auth/attempt-limit';
import { emailKey } from '../../auth/auth.service';
import { requireCurrentPassword } from '../../auth/current-password';
import { Failure, notFound } from '../../auth/failure';
import { hashPassword, requirePassword } from '../../auth/passwords';
import { requireRight } from '../../auth/permissions';
import { endOtherSessions, type Client } from '../../auth/sessions';
import { hashSecret } from '../../auth/tokens';
import { createWriteContext, recordChange } from '../../records/audit/record';
import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import { requestMail } from './reset-mail-queue';

const TRIES = 10;
/** Higher than the limit for mails, because a link may be opened repeatedly. */
const LINKS = 30;

interface Account {
  id: number;
  company_id: number;
  user_name: string;
  email: string;
  role_type: number;
  password_hash: string;
}

const ACCOUNT = `SELECT u.id, u.company_id, u.user_name, u.email, u.role_type, u.password_hash FROM app_user u
  JOIN company c ON c.id = u.company_id AND c.status = 1 WHERE u.status = 1 AND`;

const USABLE = 'token_hash = ? AND used_at IS NULL AND expires_at > ?';

const linkInvalid = (): Failure =>
  new Failure('BAD_USER_INPUT', 'resetTokenInvalid', { fields: { token: [{ key: 'resetTokenInvalid' }] } });

/** Changes passwords, and sets new ones through links. */
export class PasswordService {
  private readonly limit: AttemptLimit;

  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {
    this.limit = new AttemptLimit(db, now);
  }

  /**
   * Sets a password: the actor's own with the current one, another's with the right to edit users.
   * All other sessions of that user end.
   * @throws BAD_USER_INPUT, FORBIDDEN, NOT_FOUND, RATE_LIMITED
   */
  async change(
    actor: Actor,
    userId: number,
    given: { password: string; currentPassword?: string | null },
    client: Client,
  ): Promise<true> {
    const own = userId === actor.userId;
    if (!own) requireRight(actor, 'users', 'edit');
    const [user] = await select<Account>(this.db)`SELECT id, company_id, user_name, email, role_type,
      password_hash FROM app_user WHERE id = ${userId} AND company_id = ${actor.companyId}`;
    if (!user) throw notFound();
    await requireNoMoreRights((sql, params) => this.db.read(sql, params), actor, user.id);
    requirePassword(given.password);
    if (own) await requireCurrentPassword(this.limit, user, given.currentPassword);
    const hash = await hashPassword(given.password);
    await this.db.write((tx) =>
      this.store(tx, { user, hash, keep: own ? actor.family : null, actor, client }),
    );
    return true;
  }

  /**
   * Requests a mail with a reset link, if the address belongs to a user.
   * Neither the response nor its time reveals whether it does, because the user is looked up when the mail is
   * sent.
   */
  async forgot(email: string, locale: Locale, client: Client): Promise<true> {
    const key = emailKey(email);
    const limits = [
      { limit: 'mail from', key: networkKey(client.ip), maxFailures: TRIES },
      { limit: 'mail to', key, maxFailures: TRIES },
    ];
    try {
      // Every request counts. Beyond the limits per address and network, no mail is sent, and the response
      // stays the same.
      await this.limit.run(limits, async () => ({
        failed: true,
        result: await this.db.write((tx) =>
          requestMail(tx, { recipient: key, purpose: 'reset', locale, now: this.now() }),
        ),
      }));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'RATE_LIMITED') throw error;
    }
    return true;
  }

  /**
   * Checks whether a link can still set a password. Reveals no more than setting one would.
   * @throws BAD_USER_INPUT when it can't, RATE_LIMITED
   */
  async check(token: string, client: Client): Promise<true> {
    const account = await this.limit.run(
      [{ limit: 'link from', key: networkKey(client.ip), maxFailures: LINKS }],
      async () => {
        const [result] = await this.db.read<Account>(
          `${ACCOUNT} u.id IN (SELECT user_id FROM password_reset WHERE ${USABLE})`,
          [hashSecret(token), this.now()],
        );
        return { failed: !result, result };
      },
    );
    if (!account) throw linkInvalid();
    return true;
  }

  /**
   * Sets a new password with the token of a link, which is then used up; all sessions end. @throws
   * BAD_USER_INPUT
   */
  async reset(token: string, password: string, client: Client): Promise<true> {
    requirePassword(password);
    const given = [hashSecret(token), this.now()];
    const [known] = await this.db.read<{ user_id: number }>(
      `SELECT user_id FROM password_reset WHERE ${USABLE}`,
      given,
    );
    if (!known) throw linkInvalid();
    const hash = await hashPassword(password);
    await this.db.write(async (tx) => {
      // Of two requests with the same link, only one finds it unused.
      if (
        (await tx.execute(`UPDATE password_reset SET used_at = ? WHERE ${USABLE}`, [
          this.now(),
          ...given,
        ])) === 0
      )
        throw linkInvalid();
      const [user] = await tx.query<Account>(`${ACCOUNT} u.id = ?`, [known.user_id]);
      if (!user) throw linkInvalid();
      await this.store(tx, {
        user,
        hash,
        keep: null,
        actor: { userId: user.id, companyId: user.company_id },
        client,
      });
    });
    return true;
  }

  private async store(
    tx: Tx,
    change: {
      user: Account;
      hash: string;
      keep: string | null;
      actor: Pick<Actor, 'userId' | 'companyId'>;
      client: Client;
    },
  ): Promise<void> {
    const { user, hash, keep, actor, client } = change;
    await execute(tx)`UPDATE app_user
      SET password_hash = ${hash}, updated_at = ${this.now()}, version = version + 1 WHERE id = ${user.id}`;
    await tx.execute('DELETE FROM password_reset WHERE user_id = ?', [user.id]);
    await endOtherSessions(tx, user.id, keep, this.now());
    const [row] = await tx.query<{ version: number }>('SELECT version FROM app_user WHERE id = ?', [user.id]);
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      entity: 'user',
      entityId: user.id,
      productId: null,
      label: user.user_name,
      action: 'update',
      version: row?.version ?? null,
      before: { password: user.password_hash },
      after: { password: hash },
    });
  }
}
