import { startOfDay } from '../../shared/domain/calendar';
import type { Tx } from '../db/database';
import type { Aging } from './horizon-rows';

/** Behind so many waiting visitors nobody looks for old ones: a horizon can wait until they are derived. */
const BACKLOG = 5000;

/** Whether something of the days that are to be sealed still waits to be derived or rolled up. */
async function waits(tx: Tx, { productId, due }: Aging): Promise<boolean> {
  const marks = await tx.query<{ since: number }>(
    'SELECT since FROM stale_visitor WHERE product_id = ? ORDER BY visitor_id LIMIT ?',
    [productId, BACKLOG],
  );
  if (marks.length === BACKLOG || marks.some(({ since }) => since < startOfDay(due.sealedBefore)))
    return true;
  const days = await tx.query('SELECT day FROM stale_day WHERE product_id = ? AND day < ? LIMIT 1', [
    productId,
    due.sealedBefore,
  ]);
  return days.length > 0;
}

/**
 * Seals the days that have come of age, in the caller's transaction: from its end on no event of theirs is taken.
 * @returns false when their figures are not settled yet; then nothing is changed.
 */
export async function drawHorizon(tx: Tx, aging: Aging): Promise<boolean> {
  const { productId, due } = aging;
  // Whoever is storing old events is waited for, and what they have stored is seen: this comes before any other reading.
  const known = await tx.execute('UPDATE log_horizon SET longest_term = longest_term WHERE product_id = ?', [
    productId,
  ]);
  if (known === 0) {
    await tx.execute(
      'INSERT INTO log_horizon (product_id, sealed_before, forget_before, kept_from, longest_term) VALUES (?, 0, 0, 0, 0)',
      [productId],
    );
  }
  if (await waits(tx, aging)) return false;
  await tx.execute(
    'UPDATE log_horizon SET sealed_before = ?, forget_before = ?, longest_term = ? WHERE product_id = ?',
    [due.sealedBefore, due.forgetBefore, due.longestTerm, productId],
  );
  return true;
}
