import type { Locale } from '../../shared/i18n/messages';
import { randomUUID } from 'node:crypto';
import { execute, select } from '../db/statements';
import type { Database, Tx } from '../db/database';
import { hashSecret, randomSecret, successorOf } from './tokens';

const HOUR_MS = 3_600_000;
const REMEMBER_MS = 30 * 24 * HOUR_MS;
const FORGET_MS = 12 * HOUR_MS;
/** Longest time between two sign-ins, however often a session is renewed. */
const LONGEST_MS = 90 * 24 * HOUR_MS;
/** Grace period for two tabs that renew at the same moment, which is no theft. */
const GRACE_MS = 10_000;

/** Origin of a request, stored with the session. */
export interface Client {
  readonly ip: string;
  readonly ua: string | null;
  /** Requested language, if any. */
  readonly locale?: Locale | null;
  /** Identifies a repeated request, whose creation then happens only once. */
  readonly idempotencyKey?: string | null;
  /** Whether the user confirmed a change that would lock them out. */
  readonly confirmed?: boolean;
}

/** A renewed session: its user and the next token. */
export interface Renewed {
  readonly userId: number;
  readonly family: string;
  readonly refresh: string;
}

interface TokenRow {
  id: number;
  user_id: number;
  family: string;
  remember: number | boolean;
  created_at: number | string;
  /** Null in a session from before the column. */
  began_at: number | string | null;
  expires_at: number | string;
  used_at: number | string | null;
  revoked_at: number | string | null;
}

const TOKEN =
  'SELECT id, user_id, family, remember, created_at, began_at, expires_at, used_at, revoked_at FROM refresh_token WHERE token_hash = ?';

/** Ends all sessions of a user except the given one. */
export async function endOtherSessions(
  tx: Tx,
  userId: number,
  keepFamily: string | null,
  now: number,
): Promise<void> {
  await execute(tx)`UPDATE refresh_token SET revoked_at = ${now} WHERE user_id = ${userId}
    AND family <> ${keepFamily ?? ''} AND revoked_at IS NULL`;
}

/**
 * Sessions as families of refresh tokens. Each family is a chain: a renewal uses a token and creates its only
 * successor. Tabs that renew the same token at once all get the end of the chain. A later reuse means that
 * the token or its successor was stolen, so the whole family ends.
 */
export class Sessions {
  constructor(
    private readonly db: Database,
    private readonly secret: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Begins a session. `check` runs in the same transaction and may throw to reject. */
  async begin(
    userId: number,
    remember: boolean,
    client: Client,
    check: (tx: Tx, family: string) => Promise<void>,
  ): Promise<Renewed> {
    const family = randomUUID();
    return this.db.write(async (tx) => {
      await check(tx, family);
      await execute(tx)`DELETE FROM refresh_token WHERE user_id = ${userId} AND expires_at < ${this.now()}`;
      const session = { userId, family, remember, client, beganAt: this.now() };
      return this.issue(tx, session, randomSecret());
    });
  }

  /**
   * Exchanges a refresh token for the next one. `check` runs in the same transaction and may throw to reject;
   * the token then stays unused. A separate connection could deadlock: it would wait for connections of
   * parallel renewals, which wait in turn.
   * @returns null if the token is unknown, expired, revoked or already used
   */
  async renew(
    token: string,
    client: Client,
    check: (tx: Tx, userId: number, family: string) => Promise<void>,
  ): Promise<Renewed | null> {
    return this.db.write(async (tx) => {
      const [row] = await tx.query<TokenRow>(TOKEN, [hashSecret(token)]);
      if (!row || row.revoked_at !== null || Number(row.expires_at) <= this.now()) return null;
      await check(tx, row.user_id, row.family);
      if (row.used_at === null) return this.consume(tx, row, token, client);
      if (this.now() - Number(row.used_at) <= GRACE_MS) return this.currentToken(tx, row, token);
      await this.endFamily(tx, row.family);
      return null;
    });
  }

  /**
   * Ends the session of a refresh token. Ignores unknown tokens.
   * @param ended runs in the same transaction, unless the session had ended before
   */
  async end(token: string, ended: (tx: Tx, userId: number, family: string) => Promise<void>): Promise<void> {
    await this.db.write(async (tx) => {
      const [row] = await select<{ family: string; user_id: number }>(tx)`SELECT family, user_id
        FROM refresh_token WHERE token_hash = ${hashSecret(token)}`;
      if (row && (await this.endFamily(tx, row.family)) > 0) await ended(tx, row.user_id, row.family);
    });
  }

  /** Issues the successor of an unused token. Returns null if the session has ended in the meantime. */
  private async consume(tx: Tx, row: TokenRow, token: string, client: Client): Promise<Renewed | null> {
    const used = await execute(tx)`UPDATE refresh_token SET used_at = COALESCE(used_at, ${this.now()})
      WHERE id = ${row.id} AND revoked_at IS NULL`;
    if (used === 0) return null;
    // If another tab was faster, its successor already exists: the duplicate key triggers a retry.
    const session = {
      userId: row.user_id,
      family: row.family,
      remember: Boolean(row.remember),
      client,
      beganAt: Number(row.began_at ?? row.created_at),
    };
    return this.issue(tx, session, successorOf(token, this.secret));
  }

  /** Returns the current token of a session that was renewed a moment ago, maybe several times. */
  private async currentToken(tx: Tx, row: TokenRow, token: string): Promise<Renewed | null> {
    const refresh = successorOf(token, this.secret);
    const [next] = await tx.query<TokenRow>(TOKEN, [hashSecret(refresh)]);
    if (!next || next.revoked_at !== null) return null;
    return next.used_at === null
      ? { userId: row.user_id, family: row.family, refresh }
      : this.currentToken(tx, next, refresh);
  }

  /** Returns the number of tokens that were still valid. */
  private async endFamily(tx: Tx, family: string): Promise<number> {
    return execute(tx)`UPDATE refresh_token SET revoked_at = ${this.now()} WHERE family = ${family}
      AND revoked_at IS NULL`;
  }

  private async issue(
    tx: Tx,
    session: { userId: number; family: string; remember: boolean; client: Client; beganAt: number },
    refresh: string,
  ): Promise<Renewed> {
    const now = this.now();
    const { userId, family, remember, client, beganAt } = session;
    const expires = Math.min(now + (remember ? REMEMBER_MS : FORGET_MS), beganAt + LONGEST_MS);
    await execute(tx)`INSERT INTO refresh_token
      (user_id, family, token_hash, remember, created_at, began_at, expires_at, ip, ua)
      VALUES (${userId}, ${family}, ${hashSecret(refresh)}, ${remember ? 1 : 0}, ${now}, ${beganAt}, ${expires},
      ${client.ip}, ${client.ua?.slice(0, 512) ?? null})`;
    return { userId, family, refresh };
  }
}
