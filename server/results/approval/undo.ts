import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import {
  changeStates,
  lockResults,
  type ApprovalAct,
  type Change,
  type WritePostbacks,
} from './change-states';
import { writePostbacksUnlessReverted } from './revertible-postbacks';

/** History entry of the approval to undo. */
export interface UndoneEntry {
  readonly result_id: string;
  readonly from_status: number | null;
  readonly postback_id: string | null;
}

/**
 * Restores the previous status of an approval's results, unless they were changed since. Postbacks not tried
 * yet are withdrawn together with the change; networks that received one get another for the undo.
 */
export async function undoChange(
  tx: Tx,
  undone: string,
  entries: readonly UndoneEntry[],
  act: ApprovalAct,
  reason: string | null,
): Promise<Change[]> {
  const before = new Map(entries.map((entry) => [entry.result_id, entry]));
  const locked = await lockResults(tx, {
    ids: [...before.keys()],
    condition: { sql: 'e.change_id = ?', params: [undone] },
  });
  const postbacks = new Map(
    entries.flatMap(({ result_id: id, postback_id: postback }) =>
      postback === null ? [] : [[id, postback] as const],
    ),
  );
  const writePostbacks: WritePostbacks = (inside, productId, changes) =>
    writePostbacksUnlessReverted(inside, productId, changes, act, postbacks);
  const previousStatus = (id: string): ApprovalStatus => {
    const from = before.get(id)?.from_status;
    return isEnumValue(ApprovalStatus, from) ? from : ApprovalStatus.PENDING;
  };
  return changeStates(tx, locked, ({ id }) => ({ to: previousStatus(id), reason }), act, writePostbacks);
}
