import type { ApprovalStatus } from '../../shared/domain/results';
import { insertRows, type Tx } from '../db/database';
import type { Notice } from './outbox/write-postbacks';

/** Context shared by the changes of one approval. */
export interface ChangeContext {
  readonly productId: number;
  readonly changeId: string;
  readonly at: number;
  /** Null for the product itself. */
  readonly userId: number | null;
  /** Name of the postback source that reported the change. */
  readonly author?: string | null;
}

/** One change of a result's status. */
export interface StateChange {
  readonly resultId: string;
  /** Null for a new result. */
  readonly from: ApprovalStatus | null;
  readonly to: ApprovalStatus;
  readonly reason: string | null;
  readonly notice: Notice;
}

const COLUMNS = ['result_id', 'from_status', 'to_status', 'reason', 'postback_id', 'untold'] as const;

/** Records changes of status, each with its postback or the reason for none. */
export async function recordStateChanges(
  tx: Tx,
  { productId, changeId, at, userId, author = null }: ChangeContext,
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
    { product_id: productId, change_id: changeId, at, user_id: userId, author },
  );
}
