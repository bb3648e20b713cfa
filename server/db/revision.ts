import type { Tx } from './database';

/** How often tracked settings were changed. */
export async function revisionOf(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ revision: number }>('SELECT revision FROM setting_revision WHERE id = 1');
  return row?.revision ?? 0;
}

/**
 * Keeps all others from changing tracked settings until the transaction ends; its first statement. Counts the revision
 * up, as a change does. @returns what it was
 */
export async function holdRevision(tx: Tx): Promise<number> {
  await tx.execute('UPDATE setting_revision SET revision = revision + 1 WHERE id = 1');
  return (await revisionOf(tx)) - 1;
}
