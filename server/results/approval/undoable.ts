import type { Actor } from '../../auth/actor';
import { Failure, notFound } from '../../auth/failure';
import type { Database } from '../../db/database';
import { runsWhere } from './runs';

/** Duration of the undo time, and the current instant. */
export interface UndoTime {
  readonly undoMs: number;
  readonly now: number;
}

/**
 * Refuses to undo an approval that the actor may not see or that is too old. The undo time of a background
 * run starts at its end. @throws NOT_FOUND, CONFLICT
 */
export async function requireUndoable(
  db: Database,
  actor: Actor,
  changeId: string,
  { undoMs, now }: UndoTime,
): Promise<void> {
  const [run] = await runsWhere(db.readOnlyTx, 'id = ?', [changeId]);
  const seen = await db.read<{ product_id: number; at: number | string }>(
    'SELECT product_id, MIN(at) AS at FROM result_history WHERE change_id = ? AND from_status IS NOT NULL GROUP BY product_id',
    [changeId],
  );
  if (seen.length === 0 && run?.user_id !== actor.userId) throw notFound();
  if (!seen.every(({ product_id: id }) => actor.productIds.includes(id))) throw notFound();
  const until = run
    ? (run.finished_at ?? now) + run.undo_ms
    : Math.min(...seen.map(({ at }) => Number(at))) + undoMs;
  if (now > until) throw new Failure('CONFLICT', 'undoOver');
}
