import { isRecord, type UnknownRecord } from '../../shared/records';
import type { Database } from '../db/database';
import type { Actor } from './actor';
import { loadActor } from './load-actor';
import { OneTimeTickets } from './one-time-tickets';

/** Lifetime of a download address in seconds. */
const LIFE_SECONDS = 60;

/** Download that a ticket grants: an API path with its parameters. */
export interface Ticket {
  readonly path: string;
  /** Parameters as sent. */
  readonly parameters: UnknownRecord;
}

/** One-time download addresses without a header, for links that the browser follows. */
export class DownloadTickets {
  private readonly tickets: OneTimeTickets;

  constructor(
    private readonly db: Database,
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.tickets = new OneTimeTickets({ secret, purpose: 'download', lifeSeconds: LIFE_SECONDS, now });
  }

  /** Issues a ticket for the actor, valid once within a minute. */
  issue(actor: Actor, ticket: Ticket): Promise<string> {
    return this.tickets.issue(actor.userId, { fam: actor.family, ...ticket });
  }

  /** Redeems a ticket. Returns null if it is forged, expired or used, or if its session has ended. */
  async redeem(token: string): Promise<{ actor: Actor; ticket: Ticket } | null> {
    const verified = await this.tickets.read(token);
    if (!verified || verified.userId === null) return null;
    const { fam, path, parameters } = verified.claims;
    const claims = { userId: verified.userId, family: String(fam) };
    const actor = await loadActor(this.db, claims, this.now());
    if (!actor) return null;
    if (!(await this.db.write((tx) => this.tickets.use(tx, verified)))) return null;
    return { actor, ticket: { path: String(path), parameters: isRecord(parameters) ? parameters : {} } };
  }
}
