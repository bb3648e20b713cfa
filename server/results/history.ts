import type { ApprovalStatus } from '../../shared/domain/results';
import { insertRows, type Tx } from '../db/database';
import type { Notice } from './outbox/notify';

/** What changes of one act have in common. */
export interface Act {
  readonly productId: number;
  readonly changeId: string;
  readonly at: number;
  /** Null: the product itself. */
  readonly userId: number | null;
}

/** One change of a result's state. */
export interface StateChange {
  readonly resultId: string;
  /** Null: it was made. */
  readonly from: ApprovalStatus | null;
  readonly to: ApprovalStatus;
  readonly reason: string | null;
  readonly notice: Notice;
}

const COLUMNS = ['result_id', 'from_status', 'to_status', 'reason', 'postback_id', 'untold'] as const;

/** Keeps changes of state, each with what becomes of its telling. */
export async function keepChanges(
  tx: Tx,
  { productId, changeId, at, userId }: Act,
  changes: readonly StateChange[],
): Promise<void> {
  await insertRows(
    tx,
    'result_history',
    COLUMNS,
    changes.map(({ resultId, from, to, reason, notice }) => [
      resultId,
      from,
      to,
      reason,
      notice.postbackId,
      notice.untold,
    ]),
    { product_id: productId, change_id: changeId, at, user_id: userId },
  );
}
