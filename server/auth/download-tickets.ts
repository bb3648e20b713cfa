import { SignJWT, jwtVerify } from 'jose';
import { randomUUID } from 'node:crypto';
import { isRecord, type UnknownRecord } from '../../shared/records';
import { execute } from '../db/statements';
import type { Database } from '../db/database';
import type { Actor } from './actor';
import { loadActor } from './load-actor';

/** Lifetime of a download address in seconds. */
const LIFE_SECONDS = 60;
const AUDIENCE = 'download';
/** Used tickets are stored as leases under this prefix, where every process sees them. */
const LEASE_PREFIX = 'download:';

/** Download that a ticket grants: an API path with its parameters. */
export interface Ticket {
  readonly path: string;
  /** Parameters as sent. */
  readonly parameters: UnknownRecord;
}

/** One-time download addresses without a header, for links that the browser follows. */
export class DownloadTickets {
  private readonly key: Uint8Array;

  constructor(
    private readonly db: Database,
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = new TextEncoder().encode(secret);
  }

  /** Issues a ticket for the actor, valid once within a minute. */
  issue(actor: Actor, ticket: Ticket): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    return new SignJWT({ fam: actor.family, ...ticket })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setSubject(String(actor.userId))
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(this.key);
  }

  /** Redeems a ticket. Returns null if it is forged, expired or used, or if its session has ended. */
  async redeem(token: string): Promise<{ actor: Actor; ticket: Ticket } | null> {
    const verified = await jwtVerify(token, this.key, {
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'jti', 'exp'],
      currentDate: new Date(this.now()),
    }).catch(() => null);
    if (!verified) return null;
    const { sub, jti, fam, path, parameters } = verified.payload;
    const actor = await loadActor(this.db, { userId: Number(sub), family: String(fam) }, this.now());
    if (!actor || !(await this.markUsed(String(jti)))) return null;
    return { actor, ticket: { path: String(path), parameters: isRecord(parameters) ? parameters : {} } };
  }

  /** Reads before the insert: a duplicate key would trigger retries, as for a concurrent insert. */
  private markUsed(id: string): Promise<boolean> {
    const name = LEASE_PREFIX + id;
    return this.db.write(async (tx) => {
      await execute(tx)`DELETE FROM lease WHERE name LIKE ${`${LEASE_PREFIX}%`}
        AND expires_at < ${this.now()}`;
      const [used] = await tx.query('SELECT name FROM lease WHERE name = ?', [name]);
      if (used) return false;
      await execute(tx)`INSERT INTO lease (name, owner, expires_at)
        VALUES (${name}, 'used', ${this.now() + LIFE_SECONDS * 1000})`;
      return true;
    });
  }
}
