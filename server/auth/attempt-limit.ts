import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { execute, select, sql } from '../db/statements';
import type { Database, Tx } from '../db/database';
import { Failure } from './failure';
import { hashSecret } from './tokens';

/** Number of 16-bit groups that identify the network. A machine chooses the remaining groups freely. */
const NETWORK_GROUPS = 4;

/** Returns the limit key of an address: the address itself, or the /64 network for IPv6. */
export function networkKey(ip: string): string {
  if (!ip.includes(':') || isIP(ip) !== 6) return ip;
  const address = ipaddr.parse(ip.replace(/%.*$/, ''));
  if (!(address instanceof ipaddr.IPv6)) return ip;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${address.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

const WINDOW_MS = 15 * 60_000;
/** A longer attempt is abandoned: its process died or lost the database before reporting the outcome. */
const PENDING_MS = 30_000;
/** How long an attempt waits for the outcome of earlier ones, and how often it checks. */
const MAX_WAIT_MS = 10_000;
const CHECK_MS = 40;
/** How often a process deletes expired rows. */
const SWEEP_MS = 60_000;

/** Key with limited failures, such as a user or an address. */
export interface LimitKey {
  /** Separates equal keys of different limits. */
  readonly limit: string;
  readonly key: string;
  /** Maximum number of failures in a quarter of an hour from the first one on. */
  readonly maxFailures: number;
  /** True if a success clears earlier failures. */
  readonly resetOnSuccess?: boolean;
}

interface Row {
  failed: number;
  failed_until: number | string;
}

const nameOf = ({ limit, key }: LimitKey): string => hashSecret(`${limit} ${key}`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tooMany = (waitMs: number): Failure =>
  new Failure('RATE_LIMITED', 'rateLimited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });

/** Rolls back the attempts counted in the same transaction: another limit is reached. */
class LimitReached extends Error {
  constructor(readonly limitKey: LimitKey) {
    super('limit reached');
  }
}

/**
 * Limits failed attempts across processes by counting them in the database. Each attempt is counted before
 * its outcome is known, so a parallel burst gets no more attempts than a sequence would. If the database
 * fails midway, the attempt stays pending for half a minute. That neither allows more attempts nor locks
 * users out.
 */
export class AttemptLimit {
  private sweptAt = 0;

  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs an attempt. `work` returns whether it failed; an exception counts as neither.
   * @param all always in the same order of limits, which prevents deadlocks
   * @throws RATE_LIMITED
   */
  async run<T>(all: readonly LimitKey[], work: () => Promise<{ failed: boolean; result: T }>): Promise<T> {
    await this.begin(all);
    let failed: boolean | null = null;
    try {
      const outcome = await work();
      failed = outcome.failed;
      return outcome.result;
    } finally {
      await this.finish(all, failed);
    }
  }

  private async begin(all: readonly LimitKey[]): Promise<void> {
    for (let waited = 0; ; waited += CHECK_MS) {
      try {
        await this.db.write(async (tx) => {
          for (const limitKey of all)
            if (!(await this.countPending(tx, limitKey))) throw new LimitReached(limitKey);
        });
        return;
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        await this.requireBelowLimit(error.limitKey);
        if (waited >= MAX_WAIT_MS) throw tooMany(1000);
        await pause(CHECK_MS);
      }
    }
  }

  /** Counts a pending attempt. Returns false if failed and pending attempts reach the limit. */
  private async countPending(tx: Tx, limitKey: LimitKey): Promise<boolean> {
    const now = this.now();
    const name = nameOf(limitKey);
    // Inserts the row first: on MySQL an UPDATE of a missing row locks its gap, and parallel inserts deadlock.
    // Of two simultaneous first attempts, one gets a duplicate key and retries.
    const [known] = await select(tx)`SELECT name FROM attempt WHERE name = ${name}`;
    if (!known)
      await execute(tx)`INSERT INTO attempt (name, failed, failed_until, pending, pending_until)
        VALUES (${name}, 0, 0, 0, 0)`;
    const failed = 'CASE WHEN failed_until > ? THEN failed ELSE 0 END';
    const pending = 'CASE WHEN pending_until > ? THEN pending ELSE 0 END';
    const taken = await tx.execute(
      `UPDATE attempt SET failed = ${failed}, pending = ${pending} + 1, pending_until = ? WHERE name = ? AND ${failed} + ${pending} < ?`,
      [now, now, now + PENDING_MS, name, now, now, limitKey.maxFailures],
    );
    return taken > 0;
  }

  private async requireBelowLimit(limitKey: LimitKey): Promise<void> {
    const [row] = await select<Row>(this.db)`SELECT failed, failed_until FROM attempt
      WHERE name = ${nameOf(limitKey)}`;
    const left = Number(row?.failed_until ?? 0) - this.now();
    if (row && row.failed >= limitKey.maxFailures && left > 0) throw tooMany(left);
  }

  /** Ends the pending attempts. `failed` is null for an attempt without an outcome. */
  private async finish(all: readonly LimitKey[], failed: boolean | null): Promise<void> {
    const now = this.now();
    await this.db.write(async (tx) => {
      for (const limitKey of all) {
        const count = failed ? 'failed + 1' : failed === false && limitKey.resetOnSuccess ? '0' : 'failed';
        // `failed_until` comes first: in MySQL, later assignments see the new values of earlier ones.
        await execute(tx)`UPDATE attempt SET failed_until = CASE WHEN failed = 0 THEN ${now + WINDOW_MS} ELSE
          failed_until END, failed = ${sql(count)}, pending =
          CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END WHERE name = ${nameOf(limitKey)}`;
      }
    });
    if (now - this.sweptAt < SWEEP_MS) return;
    this.sweptAt = now;
    await this.db.write((tx) =>
      tx.execute('DELETE FROM attempt WHERE failed_until <= ? AND pending_until <= ?', [now, now]),
    );
  }
}
