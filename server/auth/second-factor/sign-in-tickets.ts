import { randomUUID } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import type { Tx } from '../../db/database';
import { hashSecret } from '../tokens';
import { markUsed } from '../used-tickets';

/** Lifetime of a ticket in seconds. */
const LIFE_SECONDS = 5 * 60;
const AUDIENCE = 'second-factor';
const LEASE_PREFIX = 'second-factor:';

/** A sign-in whose password was right. */
interface SignInTicket {
  readonly userId: number;
  readonly remember: boolean;
}

/** A ticket that was verified. */
export interface VerifiedTicket extends SignInTicket {
  readonly id: string;
  /** Returns whether the user's password is still the one that was given. */
  hasPassword(passwordHash: string): boolean;
}

/** Tickets for the second step of a sign-in. A ticket alone grants no access. */
export class SignInTickets {
  private readonly key: Uint8Array;

  constructor(
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = new TextEncoder().encode(secret);
  }

  /** Issues a ticket, valid for five minutes and one sign-in, until the password changes. */
  issue({ userId, remember }: SignInTicket, passwordHash: string): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    return new SignJWT({ rem: remember, pwd: hashSecret(passwordHash) })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setSubject(String(userId))
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(this.key);
  }

  /** Returns the sign-in of a ticket, or null if it is forged, malformed or expired. */
  async read(ticket: string): Promise<VerifiedTicket | null> {
    const verified = await jwtVerify(ticket, this.key, {
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'jti', 'exp'],
      currentDate: new Date(this.now()),
    }).catch(() => null);
    if (!verified) return null;
    const { sub, jti, rem, pwd } = verified.payload;
    const userId = Number(sub);
    if (!Number.isSafeInteger(userId)) return null;
    return {
      userId,
      remember: rem === true,
      id: String(jti),
      hasPassword: (passwordHash) => pwd === hashSecret(passwordHash),
    };
  }

  /** Uses a ticket up. Returns false if it was used before. */
  use(tx: Tx, { id }: VerifiedTicket): Promise<boolean> {
    const now = this.now();
    return markUsed(tx, { prefix: LEASE_PREFIX, id, expiresAt: now + LIFE_SECONDS * 1000, now });
  }
}
