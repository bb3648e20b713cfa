import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import { changeStates, lockResults, type ApprovalAct, type Change, type Tell } from './change-states';
import { tellUnlessTakenBack } from './telling';

/** One entry of the act that is undone. */
export interface UndoneEntry {
  readonly result_id: string;
  readonly from_status: number | null;
  readonly postback_id: string | null;
}

/**
 * Gives results of an act the states back that they had before it, unless they were changed again since. Notifications that
 * nobody has tried to send are taken back, and nobody is told of either change; who was told is told of the change back.
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
    still: { sql: 'e.change_id = ?', params: [undone] },
  });
  const back = new Map(
    entries.flatMap(({ result_id: id, postback_id: postback }) =>
      postback === null ? [] : [[id, postback] as const],
    ),
  );
  const tell: Tell = (inside, productId, changes) =>
    tellUnlessTakenBack(inside, productId, changes, act, back);
  const backTo = (id: string): ApprovalStatus => {
    const from = before.get(id)?.from_status;
    return isEnumValue(ApprovalStatus, from) ? from : ApprovalStatus.PENDING;
  };
  return changeStates(tx, locked, ({ id }) => ({ to: backTo(id), reason }), act, tell);
}
