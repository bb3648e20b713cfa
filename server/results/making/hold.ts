import type { Database, Tx } from '../../db/database';
import { newEventId } from '../../platform/event-id';

/** Milliseconds without a sign of life after which a load counts as dead. */
const LIFE_MS = 600_000;
/** Minimum interval between signs of life of a load with parallel transactions. */
const BEAT_MS = 30_000;
/** Maximum conversions per transaction. */
const AT_ONCE = 2000;

/** Releases the conversions held by a load, earliest first. */
async function releaseHold(db: Database, name: string): Promise<void> {
  const products = await db.read<{ id: number }>(
    'SELECT p.id FROM product p WHERE (SELECT d.event_id FROM result_due d WHERE d.product_id = p.id AND d.hold = ? LIMIT 1) IS NOT NULL',
    [name],
  );
  for (const { id } of products) {
    for (let more = true; more;) {
      more = await db.write(async (tx) => {
        const [last] = await tx.query<{ cv_time: number }>(
          'SELECT cv_time FROM result_due WHERE product_id = ? AND hold = ? ORDER BY cv_time, event_id, cv_setting_id LIMIT 1 OFFSET ?',
          [id, name, AT_ONCE],
        );
        const until = last?.cv_time ?? Number.MAX_SAFE_INTEGER;
        await tx.execute(
          "UPDATE result_due SET hold = '' WHERE product_id = ? AND hold = ? AND cv_time <= ?",
          [id, name, until],
        );
        return last !== undefined;
      });
    }
  }
  await db.write((tx) => tx.execute('DELETE FROM lease WHERE name = ?', [name]));
}

/**
 * Holds the conversions of a load until its end, so that their results are created in chronological order.
 */
export class ResultHold {
  readonly name: string;
  private lastBeat = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {
    this.name = `load:${newEventId(now())}`;
  }

  /** Renews the lease of the load; called in each of its transactions. */
  async renew(tx: Tx): Promise<void> {
    const until = this.now() + LIFE_MS;
    const known = await tx.execute('UPDATE lease SET expires_at = ? WHERE name = ?', [until, this.name]);
    if (known === 0)
      await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', [
        this.name,
        this.name,
        until,
      ]);
  }

  /**
   * Renews the lease occasionally in a separate transaction. Loads with parallel transactions await it before
   * each one, because they would block each other on the lease row.
   */
  async beat(): Promise<void> {
    const now = this.now();
    if (now - this.lastBeat < BEAT_MS) return;
    await this.db.write((tx) => this.renew(tx));
    this.lastBeat = now;
  }

  /** Ends the load and releases its conversions. */
  release(): Promise<void> {
    return releaseHold(this.db, this.name);
  }
}

/** Releases the conversions of loads that died. */
export async function releaseOrphans(db: Database, now = Date.now()): Promise<void> {
  const heldLoad =
    "(SELECT d.hold FROM result_due d WHERE d.product_id = p.id AND d.hold > '' ORDER BY d.hold LIMIT 1)";
  const rows = await db.read<{ hold: string | null; expires_at: number | null }>(
    `SELECT held.hold, l.expires_at FROM (SELECT ${heldLoad} AS hold FROM product p) held LEFT JOIN lease l ON l.name = held.hold`,
  );
  const orphans = rows.flatMap(({ hold, expires_at: until }) =>
    hold !== null && (until ?? 0) < now ? [hold] : [],
  );
  for (const name of new Set(orphans)) await releaseHold(db, name);
}
