import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus, Untold } from '../../../shared/domain/results';
import { placeholders, type Tx } from '../../db/database';
import { chunksOf } from '../../journeys';
import { notify, withdraw, type Notice } from '../outbox/notify';
import { changeStates, lockResults, type ApprovalAct, type Change, type Tell } from './change-states';

/** One entry of the act that is undone. */
export interface UndoneEntry {
  readonly result_id: string;
  readonly from_status: number | null;
  readonly postback_id: string | null;
}

const UNDONE: Notice = { postbackId: null, untold: Untold.UNDONE };

/**
 * Gives results of an act the states back that they had before it, unless they were changed again since. Notifications that
 * nobody has tried to send are taken back, and nobody is told of either change; who was told is told of the change back.
 */
export async function undoChange(tx: Tx, undone: string, entries: readonly UndoneEntry[], act: ApprovalAct, reason: string | null): Promise<Change[]> {
  const before = new Map(entries.map((entry) => [entry.result_id, entry]));
  const locked = await lockResults(tx, { ids: [...before.keys()], still: { sql: 'e.change_id = ?', params: [undone] } });
  const postbackOf = (id: string) => before.get(id)?.postback_id ?? null;
  const tell: Tell = async (inside, productId, changes) => {
    const taken = await withdraw(inside, changes.flatMap(({ result }) => postbackOf(result.id) ?? []));
    for (const chunk of chunksOf([...taken])) {
      await inside.execute(`UPDATE result_history SET postback_id = NULL, untold = ? WHERE change_id = ? AND postback_id IN (${placeholders(chunk)})`, [Untold.UNDONE, undone, ...chunk]);
    }
    const isTaken = ({ result }: Change) => taken.has(postbackOf(result.id) ?? '');
    const others = changes.filter((change) => !isTaken(change));
    const notices = await notify(inside, productId, others.map(({ result, decision }) => ({ result, status: decision.to })), { kind: 'changed', now: act.at, dueAt: act.dueAt });
    const noticeOf = new Map(others.map((change, index) => [change, notices[index]]));
    return changes.map((change) => noticeOf.get(change) ?? UNDONE);
  };
  const backTo = (id: string): ApprovalStatus => {
    const from = before.get(id)?.from_status;
    return isEnumValue(ApprovalStatus, from) ? from : ApprovalStatus.PENDING;
  };
  return changeStates(tx, locked, ({ id }) => ({ to: backTo(id), reason }), act, tell);
}
