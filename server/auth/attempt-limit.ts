import type { Database, Tx } from '../db/database';
import { Failure } from './failure';
import { hashSecret } from './tokens';

const WINDOW_MS = 15 * 60_000;
/** A try that takes longer is given up: its process has died, or lost the database before it could say how it ended. */
const PENDING_MS = 30_000;
/** How long a try waits for the outcome of those before it, and how often it looks. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 40;
/** How often a process removes what has run out. */
const SWEEP_MS = 60_000;

/** What is counted: a person, a place. */
export interface Counted {
  /** Without it another limit's counts of the same key would be these. */
  readonly limit: string;
  readonly key: string;
  /** Failed tries in a quarter of an hour, from the first one on. */
  readonly most: number;
  /** Whether a success forgets earlier failures. */
  readonly forgive?: boolean;
}

interface Row {
  failed: number;
  failed_until: number | string;
}

const nameOf = ({ limit, key }: Counted): string => hashSecret(`${limit} ${key}`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tooMany = (waitMs: number): Failure =>
  new Failure('RATE_LIMITED', 'rateLimited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });

/** Undoes the places taken in the same transaction: another of the counted is full. */
class Full extends Error {
  constructor(readonly counted: Counted) {
    super('full');
  }
}

/**
 * Counts failed tries in the database, so that the limits hold over processes. A try takes a place before its
 * outcome is known: a burst of parallel tries gets no more of them than one after another would. Where the
 * database goes away in between, the place stays taken for half a minute and nothing else happens: nobody gets
 * more tries than the limit, and nobody is locked out for it.
 */
export class AttemptLimit {
  private sweptAt = 0;

  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs a try. `work` answers whether it failed; what it throws counts as neither.
   * @param all always in the same order of limits, so that tries do not wait for each other crosswise
   * @throws RATE_LIMITED
   */
  async run<T>(all: readonly Counted[], work: () => Promise<{ failed: boolean; result: T }>): Promise<T> {
    await this.enter(all);
    let failed: boolean | null = null;
    try {
      const outcome = await work();
      failed = outcome.failed;
      return outcome.result;
    } finally {
      await this.leave(all, failed);
    }
  }

  private async enter(all: readonly Counted[]): Promise<void> {
    for (let waited = 0; ; waited += LOOK_MS) {
      try {
        await this.db.write(async (tx) => {
          for (const counted of all) if (!(await this.take(tx, counted))) throw new Full(counted);
        });
        return;
      } catch (error) {
        if (!(error instanceof Full)) throw error;
        await this.requireRoom(error.counted);
        if (waited >= PATIENCE_MS) throw tooMany(1000);
        await pause(LOOK_MS);
      }
    }
  }

  /** Takes a place; false when failures and tries under way fill the limit. */
  private async take(tx: Tx, counted: Counted): Promise<boolean> {
    const now = this.now();
    const name = nameOf(counted);
    const failed = 'CASE WHEN failed_until > ? THEN failed ELSE 0 END';
    const pending = 'CASE WHEN pending_until > ? THEN pending ELSE 0 END';
    const taken = await tx.execute(
      `UPDATE attempt SET failed = ${failed}, pending = ${pending} + 1, pending_until = ? WHERE name = ? AND ${failed} + ${pending} < ?`,
      [now, now, now + PENDING_MS, name, now, now, counted.most],
    );
    if (taken > 0) return true;
    if ((await tx.query('SELECT name FROM attempt WHERE name = ?', [name])).length > 0) return false;
    // Of two that come first at once one finds the key taken, and looks again.
    await tx.execute(
      'INSERT INTO attempt (name, failed, failed_until, pending, pending_until) VALUES (?, 0, 0, 1, ?)',
      [name, now + PENDING_MS],
    );
    return true;
  }

  private async requireRoom(counted: Counted): Promise<void> {
    const [row] = await this.db.read<Row>('SELECT failed, failed_until FROM attempt WHERE name = ?', [
      nameOf(counted),
    ]);
    const left = Number(row?.failed_until ?? 0) - this.now();
    if (row && row.failed >= counted.most && left > 0) throw tooMany(left);
  }

  /** Gives the places back; `failed` is null where the try came to no outcome. */
  private async leave(all: readonly Counted[], failed: boolean | null): Promise<void> {
    const now = this.now();
    await this.db.write(async (tx) => {
      for (const counted of all) {
        const count = failed ? 'failed + 1' : failed === false && counted.forgive ? '0' : 'failed';
        // `failed_until` comes first: MySQL gives later assignments the columns as the earlier ones left them.
        await tx.execute(
          `UPDATE attempt SET failed_until = CASE WHEN failed = 0 THEN ? ELSE failed_until END, failed = ${count},
           pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END WHERE name = ?`,
          [now + WINDOW_MS, nameOf(counted)],
        );
      }
    });
    if (now - this.sweptAt < SWEEP_MS) return;
    this.sweptAt = now;
    await this.db.write((tx) =>
      tx.execute('DELETE FROM attempt WHERE failed_until <= ? AND pending_until <= ?', [now, now]),
    );
  }
}
