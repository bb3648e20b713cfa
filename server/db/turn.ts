import type { Tx } from './database';

/** Turn of changes to a company's settings. */
export const settingsTurn = (companyId: number): string => `settings:${companyId}`;

/**
 * Makes transactions of the same name follow each other. Call it first in transactions that read rows to decide
 * whether they may write others. The nodes of a cluster don't know each other's locks, but of two transactions
 * that change one row, only one can commit; the other one is retried. The embedded database has one writer.
 */
export async function takeTurn(tx: Tx, name: string): Promise<void> {
  if (!tx.needsLocks) return;
  const row = `turn:${name}`;
  const known = await tx.execute('UPDATE lease SET expires_at = expires_at + 1 WHERE name = ?', [row]);
  // Of two first transactions, one gets a duplicate key and retries.
  if (known === 0)
    await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, 1)', [row, 'turn']);
}
