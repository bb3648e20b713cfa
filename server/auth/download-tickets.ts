import { SignJWT, jwtVerify } from 'jose';
import { randomUUID } from 'node:crypto';
import { isRecord, type UnknownRecord } from '../../shared/records';
import type { Database } from '../db/database';
import type { Actor } from './actor';
import { loadActor } from './load-actor';
import { markUsed } from './used-tickets';

/** Lifetime of a download address in seconds. */
const LIFE_SECONDS = 60;
const AUDIENCE = 'download';
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
    if (!actor) return null;
    const now = this.now();
    const used = { prefix: LEASE_PREFIX, id: String(jti), expiresAt: now + LIFE_SECONDS * 1000, now };
    if (!(await this.db.write((tx) => markUsed(tx, used)))) return null;
    return { actor, ticket: { path: String(path), parameters: isRecord(parameters) ? parameters : {} } };
  }
}
