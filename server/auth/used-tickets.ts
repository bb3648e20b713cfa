import { execute, select } from '../db/statements';
import type { Tx } from '../db/database';

/**
 * Marks a one-time ticket as used. Returns false if it was used before. Used tickets are leases under a prefix,
 * where every process sees them.
 */
export async function markUsed(
  tx: Tx,
  { prefix, id, expiresAt, now }: { prefix: string; id: string; expiresAt: number; now: number },
): Promise<boolean> {
  const name = prefix + id;
  await execute(tx)`DELETE FROM lease WHERE name LIKE ${`${prefix}%`} AND expires_at < ${now}`;
  // Reads before the insert: a duplicate key would trigger retries, as for a concurrent insert.
  const [used] = await select(tx)`SELECT name FROM lease WHERE name = ${name}`;
  if (used) return false;
  await execute(tx)`INSERT INTO lease (name, owner, expires_at) VALUES (${name}, 'used', ${expiresAt})`;
  return true;
}
