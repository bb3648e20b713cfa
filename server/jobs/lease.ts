import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '../db/transient-error';
import type { Database, Tx } from '../db/database';

/** This process among all that share the database. */
export const OWNER = `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(6).toString('hex')}`;

/** A holder that shows no sign of life for so long is taken for dead. */
const LIFE_MS = 20_000;

/** Thrown inside a transaction whose lease another process has taken over: nothing is written. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`The lease "${name}" was taken over by another process`);
    this.name = 'LeaseLostError';
  }
}

/**
 * A row that lets one process at a time do a job, on both databases and without locks that
 * outlive a connection. Within one process a lease object must not be shared between loops.
 */
export class Lease {
  private readonly owner: string;

  constructor(
    private readonly db: Database,
    readonly name: string,
  ) {
    this.owner = `${OWNER}:${randomBytes(3).toString('hex')}`.slice(0, 64);
  }

  /** Takes the lease unless somebody alive holds it; true when it is ours now. */
  async acquire(now = Date.now()): Promise<boolean> {
    const expires = now + LIFE_MS;
    return this.db
      .write(async (tx) => {
        const taken = await tx.execute(
          'UPDATE lease SET owner = ?, expires_at = ? WHERE name = ? AND (owner = ? OR expires_at < ?)',
          [this.owner, expires, this.name, this.owner, now],
        );
        if (taken > 0) return true;
        const [held] = await tx.query('SELECT name FROM lease WHERE name = ?', [this.name]);
        if (held) return false;
        await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', [
          this.name,
          this.owner,
          expires,
        ]);
        return true;
      })
      .catch(async (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        // It may have been taken all the same. What can't be given back now runs out.
        await this.release().catch(() => undefined);
        throw error;
      });
  }

  /**
   * First statement of every transaction done under the lease: prolongs it, and on MariaDB
   * holds its row until the commit, so that no two holders' transactions overlap.
   * Throws LeaseLostError when it is no longer ours.
   */
  async confirm(tx: Tx, now = Date.now()): Promise<void> {
    const mine = await tx.execute('UPDATE lease SET expires_at = ? WHERE name = ? AND owner = ?', [
      now + LIFE_MS,
      this.name,
      this.owner,
    ]);
    if (mine === 0) throw new LeaseLostError(this.name);
  }

  async release(): Promise<void> {
    await this.db.write((tx) =>
      tx.execute('UPDATE lease SET expires_at = 0 WHERE name = ? AND owner = ?', [this.name, this.owner]),
    );
  }
}

/** Gives back what a process held that is known to be dead: nobody need wait until its leases' lives are over. */
export async function releaseLeasesOf(db: Database, owner: string): Promise<void> {
  await db.write((tx) =>
    tx.execute('UPDATE lease SET expires_at = 0 WHERE SUBSTR(owner, 1, ?) = ?', [
      owner.length + 1,
      `${owner}:`,
    ]),
  );
}

/**
 * The leases of one worker, one object for each name for as long as it works: what it was given without being told, or
 * could not give back, it takes again at once. A new object would have to wait until the old one's life is over.
 */
export class Leases {
  private readonly all = new Map<string, Lease>();

  constructor(private readonly db: Database) {}

  named(name: string): Lease {
    const known = this.all.get(name) ?? new Lease(this.db, name);
    this.all.set(name, known);
    return known;
  }
}
