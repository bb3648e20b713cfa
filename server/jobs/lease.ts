import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '../db/transient-error';
import type { Database, Tx } from '../db/database';

/** Identifies this process among all that share the database. */
export const OWNER = `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(6).toString('hex')}`;

/** A holder without a sign of life for this long is considered dead. */
const LEASE_MS = 20_000;

/** Thrown inside a transaction whose lease another process has taken over: nothing is written. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`The lease "${name}" was taken over by another process`);
    this.name = 'LeaseLostError';
  }
}

/**
 * A row that lets one process at a time do a job. Works on both databases, without locks that outlive a
 * connection. Loops within one process must not share a lease object.
 */
export class Lease {
  private readonly owner: string;

  constructor(
    private readonly db: Database,
    readonly name: string,
  ) {
    this.owner = `${OWNER}:${randomBytes(3).toString('hex')}`.slice(0, 64);
  }

  /** Acquires the lease unless a live holder has it. Returns true if it is ours now. */
  async acquire(now = Date.now()): Promise<boolean> {
    const expires = now + LEASE_MS;
    return this.db
      .write(async (tx) => {
        const taken = await tx.execute(
          'UPDATE lease SET owner = ?, expires_at = ? WHERE name = ? AND (owner = ? OR expires_at < ?)',
          [this.owner, expires, this.name, this.owner, now],
        );
        if (taken > 0) return true;
        const [existing] = await tx.query('SELECT name FROM lease WHERE name = ?', [this.name]);
        if (existing) return false;
        await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', [
          this.name,
          this.owner,
          expires,
        ]);
        return true;
      })
      .catch(async (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        // The lease may have been acquired despite the error. If the release fails too, the lease expires.
        await this.release().catch(() => undefined);
        throw error;
      });
  }

  /**
   * Extends the lease. Must be the first statement of every transaction under it. On MariaDB it locks the row
   * until the commit, so transactions of two holders can't overlap.
   * @throws LeaseLostError if the lease is no longer ours
   */
  async confirm(tx: Tx, now = Date.now()): Promise<void> {
    const mine = await tx.execute('UPDATE lease SET expires_at = ? WHERE name = ? AND owner = ?', [
      now + LEASE_MS,
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

/** Releases the leases of a dead process, so no other process has to wait for their expiry. */
export async function releaseLeasesOf(db: Database, owner: string): Promise<void> {
  await db.write((tx) =>
    tx.execute('UPDATE lease SET expires_at = 0 WHERE SUBSTR(owner, 1, ?) = ?', [
      owner.length + 1,
      `${owner}:`,
    ]),
  );
}

/**
 * Leases of one worker, with one object per name during its lifetime. It can reacquire a lease at once after
 * an unnoticed acquisition or a failed release. A new object would have to wait for the expiry.
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
