import { SignJWT, jwtVerify } from 'jose';
import { randomUUID } from 'node:crypto';
import { isRecord, type UnknownRecord } from '../../shared/records';
import type { Database } from '../db/database';
import { insertRows } from '../db/database';
import type { Actor } from './actor';
import { loadActor } from './load-actor';

/** Seconds that a download's address lives. */
const LIFE_SECONDS = 60;
const AUDIENCE = 'download';
/** Used tickets are noted beside the leases, which every process sees, under names of their own. */
const NOTE = 'download:';

/** What a ticket opens: a path below the API with its parameters. */
export interface Ticket {
  readonly path: string;
  /** As they were sent. */
  readonly parameters: UnknownRecord;
}

/** Addresses that open one download once, without a header: for a link that the browser follows. */
export class DownloadTickets {
  private readonly key: Uint8Array;

  constructor(
    private readonly db: Database,
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = new TextEncoder().encode(secret);
  }

  /** A ticket for the actor, good once within a minute. */
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

  /** Uses a ticket up. Null when it is forged, too old or used, or its session has ended. */
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
    if (!actor || !(await this.firstUse(String(jti)))) return null;
    return { actor, ticket: { path: String(path), parameters: isRecord(parameters) ? parameters : {} } };
  }

  /** Looks before it notes: a key that is stored already is tried for again and again, as though somebody were just storing it. */
  private firstUse(id: string): Promise<boolean> {
    const name = NOTE + id;
    return this.db.write(async (tx) => {
      await tx.execute('DELETE FROM lease WHERE name LIKE ? AND expires_at < ?', [`${NOTE}%`, this.now()]);
      const [used] = await tx.query('SELECT name FROM lease WHERE name = ?', [name]);
      if (used) return false;
      await insertRows(
        tx,
        'lease',
        ['name', 'owner', 'expires_at'],
        [[name, 'used', this.now() + LIFE_SECONDS * 1000]],
      );
      return true;
    });
  }
}
