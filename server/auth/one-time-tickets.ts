import { randomUUID } from 'node:crypto';
import { SignJWT, jwtVerify, type JWTPayload } from 'jose';
import type { Tx } from '../db/database';
import { execute, select } from '../db/statements';

/** A ticket whose signature and time were verified. */
export interface VerifiedTicket {
  readonly id: string;
  /** Id of its user; null for a ticket that was issued before anyone signed in. */
  readonly userId: number | null;
  readonly claims: JWTPayload;
}

interface TicketKind {
  readonly secret: string;
  /** Purpose of the tickets. A ticket of another purpose is invalid. */
  readonly purpose: string;
  readonly lifeSeconds: number;
  readonly now?: () => number;
}

/** Signed tickets of one purpose, each valid for a short time and one use. Every process accepts them. */
export class OneTimeTickets {
  private readonly key: Uint8Array;
  private readonly now: () => number;

  constructor(private readonly kind: TicketKind) {
    this.key = new TextEncoder().encode(kind.secret);
    this.now = kind.now ?? Date.now;
  }

  /** Issues a ticket. `id` can be a value that the holder has to prove, for example a challenge. */
  issue(userId: number | null, claims: JWTPayload = {}, id: string = randomUUID()): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    const ticket = new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(this.kind.purpose)
      .setJti(id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.kind.lifeSeconds);
    if (userId !== null) ticket.setSubject(String(userId));
    return ticket.sign(this.key);
  }

  /** Returns the content of a ticket, or null if it is forged, malformed, expired or of another purpose. */
  async read(ticket: string): Promise<VerifiedTicket | null> {
    const verified = await jwtVerify(ticket, this.key, {
      audience: this.kind.purpose,
      algorithms: ['HS256'],
      requiredClaims: ['jti', 'exp'],
      currentDate: new Date(this.now()),
    }).catch(() => null);
    if (!verified) return null;
    const { sub, jti } = verified.payload;
    const userId = sub === undefined ? null : Number(sub);
    if (userId !== null && !Number.isSafeInteger(userId)) return null;
    return { id: String(jti), userId, claims: verified.payload };
  }

  /**
   * Uses a ticket up. Returns false if it was used before. Used tickets are leases under the purpose as prefix,
   * where every process sees them.
   */
  async use(tx: Tx, { id }: VerifiedTicket): Promise<boolean> {
    const prefix = `${this.kind.purpose}:`;
    const now = this.now();
    await execute(tx)`DELETE FROM lease WHERE name LIKE ${`${prefix}%`} AND expires_at < ${now}`;
    // Reads before the insert: a duplicate key would trigger retries, as for a concurrent insert.
    const [used] = await select(tx)`SELECT name FROM lease WHERE name = ${prefix + id}`;
    if (used) return false;
    await execute(tx)`INSERT INTO lease (name, owner, expires_at)
      VALUES (${prefix + id}, 'used', ${now + this.kind.lifeSeconds * 1000})`;
    return true;
  }
}
