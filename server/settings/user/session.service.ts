import { type Actor, requireNoMoreRights } from '../../auth/actor';
import { deviceName } from '../../auth/device-name';
import { Failure, notFound } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChanges } from '../../records/audit/record';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { sessionEntry } from './session-trail';

/** A session of a user. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly ip: string | null;
  readonly ua: string | null;
  /** Browser and operating system in words. */
  readonly device: string | null;
  readonly remember: boolean;
  /** Whether it is the session of this request. */
  readonly current: boolean;
}

interface TokenRow {
  family: string;
  user_id: number;
  remember: number | boolean;
  created_at: number | string;
  expires_at: number | string;
  used_at: number | string | null;
  ip: string | null;
  ua: string | null;
}

/** Manages sessions: each user's own, and all of the company's for users with the right to edit users. */
export class SessionService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns active sessions, newest first. @throws FORBIDDEN, NOT_FOUND */
  async list(actor: Actor, userId: number = actor.userId): Promise<Session[]> {
    await this.open(actor, userId);
    // All tokens of a family are one session: the first has its start, the last its current state.
    const rows = await select<TokenRow>(this.db)`SELECT family, user_id, remember, created_at, expires_at,
      used_at, ip, ua FROM refresh_token WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY id`;
    const sessions = new Map<string, Session>();
    for (const row of rows) {
      sessions.set(row.family, {
        id: row.family,
        userId: row.user_id,
        startedAt: sessions.get(row.family)?.startedAt ?? new Date(Number(row.created_at)),
        lastUsedAt: new Date(Number(row.used_at ?? row.created_at)),
        expiresAt: new Date(Number(row.expires_at)),
        ip: row.ip,
        ua: row.ua,
        device: deviceName(row.ua),
        remember: Boolean(row.remember),
        current: row.family === actor.family,
      });
    }
    return [...sessions.values()].filter(({ expiresAt }) => expiresAt.getTime() > this.now()).reverse();
  }

  /** Ends a session. @throws NOT_FOUND when it does not exist or the actor may not end it */
  async revoke(actor: Actor, id: string, client: Client): Promise<true> {
    const [row] = await select<{ user_id: number }>(this.db)`SELECT user_id FROM refresh_token
      WHERE family = ${id} AND revoked_at IS NULL`;
    if (!row) throw notFound();
    const mayEdit = actor.grants.users.right === 'edit';
    if (row.user_id !== actor.userId && !mayEdit) throw notFound();
    await this.open(actor, row.user_id);
    await this.end(actor, row.user_id, 'family = ?', id, client);
    return true;
  }

  /** Ends all of a user's sessions except the current one. */
  async revokeOthers(actor: Actor, client: Client, userId: number = actor.userId): Promise<true> {
    if (userId !== actor.userId) requireRight(actor, 'users', 'edit');
    await this.open(actor, userId);
    await this.end(actor, userId, 'family <> ?', actor.family, client);
    return true;
  }

  private async end(
    actor: Actor,
    userId: number,
    condition: string,
    family: string,
    client: Client,
  ): Promise<void> {
    const now = this.now();
    await this.db.write(async (tx) => {
      const where = `user_id = ? AND ${condition} AND revoked_at IS NULL`;
      // Locked before any plain read, so that of two parallel requests only one ends and records a session.
      const tokens = await tx.query<TokenRow>(
        `SELECT family, expires_at, ua FROM refresh_token WHERE ${where} ORDER BY id${tx.needsLocks ? ' FOR UPDATE' : ''}`,
        [userId, family],
      );
      await tx.execute(`UPDATE refresh_token SET revoked_at = ? WHERE ${where}`, [now, userId, family]);
      const ended = new Map(tokens.map((token) => [token.family, token]));
      const [user] = await select<{ user_name: string }>(tx)`SELECT user_name FROM app_user
        WHERE id = ${userId}`;
      await recordChanges(
        createWriteContext(tx, actor, client, now),
        [...ended.values()]
          .filter(({ expires_at: expiresAt }) => Number(expiresAt) > now)
          .map(({ ua }) => sessionEntry('delete', userId, user?.user_name ?? '', ua)),
      );
    });
  }

  private async open(actor: Actor, userId: number): Promise<void> {
    if (actor.reading) throw new Failure('FORBIDDEN', 'readingOnly');
    if (userId === actor.userId) return;
    requireRight(actor, 'users', 'view');
    const [user] = await select(this.db)`SELECT id FROM app_user WHERE id = ${userId}
      AND company_id = ${actor.companyId}`;
    if (!user) throw notFound();
    await requireNoMoreRights((sql, params) => this.db.read(sql, params), actor, userId);
  }
}
