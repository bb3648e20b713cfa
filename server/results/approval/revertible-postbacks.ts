import { NoPostbackReason, type ApprovalStatus } from '../../../shared/domain/results';
import { placeholders, type Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { chunksOf, MAX_KEYS, selectIn } from '../../db/chunks';
import {
  writePostbacks,
  withdrawPostbacks,
  type Notice,
  type PostbackSource,
} from '../outbox/write-postbacks';

/** A change that may need a postback. */
export interface PostbackChange {
  /** The result before the change, with the id of its previous change. */
  readonly result: PostbackSource & { readonly change_id: string; readonly version: number };
  readonly decision: { readonly to: ApprovalStatus };
}

/** Instant of a change, and when its postbacks become due. */
export interface Moment {
  readonly at: number;
  readonly dueAt: number;
}

const UNDONE: Notice = { postbackId: null, untold: NoPostbackReason.UNDONE };

/** Returns the unsent postbacks of changes that these changes revert within the undo time, by result. */
export async function findRevertedPostbacks(
  tx: Pick<Tx, 'query'>,
  changes: readonly PostbackChange[],
  now: number,
): Promise<Map<string, string>> {
  const revertible = new Map(
    changes.filter(({ result }) => result.version > 1).map((change) => [change.result.id, change]),
  );
  const entries = await selectIn<{
    result_id: string;
    change_id: string;
    from_status: number | null;
    postback_id: string;
  }>(
    tx,
    'SELECT h.result_id, h.change_id, h.from_status, h.postback_id FROM result_history h JOIN postback p ON p.id = h.postback_id WHERE p.due_at > ? AND h.result_id IN',
    [now],
    [...revertible.keys()],
  );
  const isReverted = ({ result_id: id, change_id: last, from_status: before }: (typeof entries)[number]) => {
    const change = revertible.get(id);
    return change?.result.change_id === last && change.decision.to === before;
  };
  return new Map(
    entries.filter(isReverted).map(({ result_id: id, postback_id: postback }) => [id, postback]),
  );
}

/**
 * Writes postbacks for changes of one product, in their order. If a change reverts one whose postback was not
 * tried yet, neither gets a postback.
 * @param revertedPostbacks postback of the reverted change, by result
 */
export async function writePostbacksUnlessReverted(
  tx: Tx,
  productId: number,
  changes: readonly PostbackChange[],
  { at, dueAt }: Moment,
  revertedPostbacks: ReadonlyMap<string, string>,
): Promise<Notice[]> {
  const withdrawn = await withdrawPostbacks(
    tx,
    changes.flatMap(({ result }) => revertedPostbacks.get(result.id) ?? []),
  );
  const isWithdrawn = ({ result }: PostbackChange) => withdrawn.has(revertedPostbacks.get(result.id) ?? '');
  for (const [changeId, group] of groupBy(changes.filter(isWithdrawn), ({ result }) => result.change_id)) {
    for (const chunk of chunksOf(group, MAX_KEYS)) {
      const ids = chunk.flatMap(({ result }) => revertedPostbacks.get(result.id) ?? []);
      await tx.execute(
        `UPDATE result_history SET postback_id = NULL, untold = ? WHERE change_id = ? AND postback_id IN (${placeholders(ids)})`,
        [NoPostbackReason.UNDONE, changeId, ...ids],
      );
    }
  }
  const others = changes.filter((change) => !isWithdrawn(change));
  const notices = await writePostbacks(
    tx,
    productId,
    others.map(({ result, decision }) => ({ result, status: decision.to })),
    { kind: 'changed', now: at, dueAt },
  );
  const noticeOf = new Map(others.map((change, index) => [change, notices[index]]));
  return changes.map((change) => noticeOf.get(change) ?? UNDONE);
}
