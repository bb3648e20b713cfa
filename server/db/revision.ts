import type { Tx } from './database';

/** Returns the number of changes of tracked settings. */
export async function revisionOf(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ revision: number }>('SELECT revision FROM setting_revision WHERE id = 1');
  return row?.revision ?? 0;
}

/**
 * Blocks other changes of tracked settings until the transaction ends; must be its first statement.
 * Increments the revision, like a change.
 * @returns the previous revision
 */
export async function lockRevision(tx: Tx): Promise<number> {
  await tx.execute('UPDATE setting_revision SET revision = revision + 1 WHERE id = 1');
  return (await revisionOf(tx)) - 1;
}
