import { isTransition, type ApprovalStatus } from '../../../shared/domain/results';
import { allOf, oneOf, type Condition } from '../../db/condition';
import { createTrafficYield } from '../../backpressure/yield-to-traffic';
import { placeholders, type Tx } from '../../db/database';
import { StaleMarks } from '../../journeys';
import { groupBy } from '../../platform/group-by';
import { chunksOf, MAX_KEYS } from '../../db/chunks';
import { recordStateChanges, type StateChange } from '../history';
import { POSTBACK_SOURCE_COLUMNS, type Notice, type PostbackSource } from '../outbox/write-postbacks';
import { findRevertedPostbacks, writePostbacksUnlessReverted } from './revertible-postbacks';

/** Locked result before a change. */
export interface LockedResult extends PostbackSource {
  readonly product_id: number;
  readonly day: number;
  readonly approval_status: ApprovalStatus;
  readonly change_id: string;
  readonly version: number;
}

/** New status of a result, and the reason. */
export interface Decision {
  readonly to: ApprovalStatus;
  readonly reason: string | null;
}

/** Context of one approval: all its changes share id, instant and author. */
export interface ApprovalAct {
  readonly changeId: string;
  readonly at: number;
  readonly userId: number | null;
  /** When the postbacks become due. */
  readonly dueAt: number;
}

/** A result with its decision. */
export interface Change {
  readonly result: LockedResult;
  readonly decision: Decision;
}

/** Writes the postbacks for changes of one product and returns their notices in the same order. */
export type WritePostbacks = (
  tx: Tx,
  productId: number,
  changes: readonly Change[],
) => Promise<readonly Notice[]>;

const COLUMNS = [
  'product_id',
  'day',
  'approval_status',
  'change_id',
  'version',
  ...POSTBACK_SOURCE_COLUMNS,
].join(', ');

/** Selection of results: ids, plus a condition that must still hold. */
export interface ResultSelection {
  readonly ids: readonly string[];
  readonly condition?: Condition;
  /** Whether `still` alone selects them. */
  readonly whole?: boolean;
}

/** Locks results in the order of their ids, to avoid deadlocks between writers. */
export async function lockResults(
  tx: Tx,
  { ids, condition, whole = false }: ResultSelection,
): Promise<LockedResult[]> {
  // Without concurrent writers, a whole list is read in one query, as the list itself does.
  if (!tx.needsLocks && whole && condition)
    return tx.query<LockedResult>(`SELECT ${COLUMNS} FROM result e WHERE ${condition.sql}`, condition.params);
  const rows: LockedResult[] = [];
  for (const chunk of chunksOf([...new Set(ids)].sort(), MAX_KEYS)) {
    const idCondition = oneOf('e.id', chunk);
    // SQLite would otherwise search the condition in a separate index, in full for every chunk.
    const sql =
      tx.needsLocks || !condition?.params.length
        ? `SELECT ${COLUMNS} FROM result e WHERE ${allOf(condition ? [idCondition, condition] : [idCondition]).sql} ORDER BY e.id ${tx.needsLocks ? 'FOR UPDATE' : ''}`
        : `WITH e AS MATERIALIZED (SELECT * FROM result e WHERE ${idCondition.sql}) SELECT ${COLUMNS} FROM e WHERE ${condition.sql} ORDER BY e.id`;
    for (const row of await tx.query<LockedResult>(sql, [
      ...idCondition.params,
      ...(condition?.params ?? []),
    ]))
      rows.push(row);
  }
  return rows;
}

/**
 * Changes the status of locked results, with history, postbacks and stale days for their costs. Results that
 * already have the status, or may not get it, stay unchanged.
 * @param writePostbacks writes the postbacks; by default for all changes except reverts, within the undo time, of
 * changes without a sent postback
 * @returns the changes made
 */
export async function changeStates(
  tx: Tx,
  locked: readonly LockedResult[],
  decide: (result: LockedResult) => Decision,
  act: ApprovalAct,
  writePostbacks?: WritePostbacks,
): Promise<Change[]> {
  const { changeId, at, userId } = act;
  // SQLite runs in this thread, so tracking requests get their turn between chunks.
  const yieldToTraffic = createTrafficYield();
  const changes = locked
    .map((result) => ({ result, decision: decide(result) }))
    .filter(({ result, decision }) => isTransition(result.approval_status, decision.to));
  for (const [to, group] of groupBy(changes, ({ decision }) => decision.to)) {
    for (const chunk of chunksOf(group, MAX_KEYS)) {
      await tx.execute(
        `UPDATE result SET approval_status = ?, change_id = ?, updated_at = ?, version = version + 1 WHERE id IN (${placeholders(chunk)})`,
        [to, changeId, at, ...chunk.map(({ result }) => result.id)],
      );
      await yieldToTraffic();
    }
  }
  const writeNotices: WritePostbacks =
    writePostbacks ??
    (async (inside, productId, part) =>
      writePostbacksUnlessReverted(
        inside,
        productId,
        part,
        act,
        await findRevertedPostbacks(inside, part, at),
      ));
  for (const [productId, group] of groupBy(changes, ({ result }) => result.product_id)) {
    const stale = new StaleMarks(productId);
    const notices = await writeNotices(tx, productId, group);
    const stateChanges = group.flatMap(({ result, decision }, index): StateChange[] => {
      stale.day(result.day);
      const notice = notices[index];
      return notice
        ? [
            {
              resultId: result.id,
              from: result.approval_status,
              to: decision.to,
              reason: decision.reason,
              notice,
            },
          ]
        : [];
    });
    if (stateChanges.length < group.length)
      throw new Error('a change of status has neither a postback nor a reason for its absence');
    for (const part of chunksOf(stateChanges, MAX_KEYS)) {
      await recordStateChanges(tx, { productId, changeId, at, userId }, part);
      await yieldToTraffic();
    }
    await stale.save(tx);
  }
  return changes;
}
