import { z } from 'zod';
import { SendWhen } from '../../../shared/catalog';
import { NoPostbackReason, isTransition, ApprovalStatus } from '../../../shared/domain/results';
import { placeholders, type Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { chunksOf, MAX_KEYS, select } from '../../db/statements';
import { allOf, oneOf, type Condition } from '../../db/condition';
import { createTrafficYield } from '../../backpressure/traffic-load';
import { StaleMarks } from '../../journeys';
import type { Actor } from '../../auth/actor';
import { recordChanges, type WriteContext } from '../../records/audit/record';
import {
  writePostbacks,
  withdrawPostbacks,
  POSTBACK_SOURCE_COLUMNS,
  type Notice,
  type PostbackSource,
} from '../outbox/write-postbacks';
import { recordStateChanges, type StateChange } from '../history';
import { recheckSends, reportedConversions, writeSends } from '../outbox/write-sends';

/** A change that may need a postback. */
interface PostbackChange {
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
async function findRevertedPostbacks(
  tx: Pick<Tx, 'query'>,
  changes: readonly PostbackChange[],
  now: number,
): Promise<Map<string, string>> {
  const revertible = new Map(
    changes.filter(({ result }) => result.version > 1).map((change) => [change.result.id, change]),
  );
  const entries = await select<{
    result_id: string;
    change_id: string;
    from_status: number | null;
    postback_id: string;
  }>(tx)`SELECT h.result_id, h.change_id, h.from_status, h.postback_id FROM result_history h
    JOIN postback p ON p.id = h.postback_id WHERE p.due_at > ${now} AND h.result_id IN ${revertible.keys()}`;
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
  /** Name of the postback source that reported the changes. */
  readonly author?: string;
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
  const { changeId, at, userId, author = null } = act;
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
      await recordStateChanges(tx, { productId, changeId, at, userId, author }, part);
      await yieldToTraffic();
    }
    await stale.save(tx);
    await reportToPlatforms(tx, productId, group, act);
  }
  return changes;
}

/** Lets senders report the conversions of changed results to ad platforms, or take them back. */
async function reportToPlatforms(
  tx: Tx,
  productId: number,
  changes: readonly Change[],
  { at, dueAt }: ApprovalAct,
): Promise<void> {
  const [sender] = await select(tx)`SELECT id FROM conversion_sender WHERE product_id = ${productId} LIMIT 1`;
  if (!sender) return;
  const idsOf = (group: readonly Change[]) => group.map(({ result }) => result.id);
  const rows = await select<{ id: number }>(tx)`SELECT DISTINCT conversion_id AS id FROM result
    WHERE id IN ${idsOf(changes)}`;
  await recheckSends(
    tx,
    rows.map(({ id }) => id),
    dueAt,
  );
  const approved = changes.filter(({ decision }) => decision.to === ApprovalStatus.APPROVED);
  const conversions = await reportedConversions(tx, idsOf(approved));
  await writeSends(tx, productId, conversions, SendWhen.APPROVAL, { now: at, dueAt });
}

/** Results of a product that changed from one status to another for the same reason. */
const tallyEntry = z.object({
  productId: z.number(),
  from: z.number(),
  to: z.number(),
  reason: z.string().nullable(),
  /** One of the results, used as the entry's label. */
  first: z.string(),
  count: z.number(),
});
type TallyEntry = Readonly<z.output<typeof tallyEntry>>;

/** Audit trail entries of an approval. */
export const storedTally = z.array(tallyEntry);
export type Tally = readonly TallyEntry[];

const kindOf = ({ productId, from, to, reason }: Omit<TallyEntry, 'first' | 'count'>): string =>
  `${productId} ${from} ${to} ${reason === null ? '' : `:${reason}`}`;

/** Adds changes to the tally of an approval. */
export function addToTally(tally: Tally, changes: readonly Change[]): Tally {
  const entries = new Map(tally.map((entry) => [kindOf(entry), { ...entry }]));
  for (const { result, decision } of changes) {
    const kind = {
      productId: result.product_id,
      from: result.approval_status,
      to: decision.to,
      reason: decision.reason,
    };
    const key = kindOf(kind);
    const known = entries.get(key);
    if (known) known.count += 1;
    else entries.set(key, { ...kind, first: result.id, count: 1 });
  }
  return [...entries.values()];
}

/**
 * Records an approval in the audit trail: one entry for all results of a product that changed from one status
 * to another for the same reason. Their own histories list the individual results.
 */
export async function auditApproval(
  writing: WriteContext<Pick<Actor, 'companyId' | 'userId'>>,
  tally: Tally,
  action: 'update' | 'undo' = 'update',
): Promise<void> {
  await recordChanges(
    writing,
    tally.map(({ productId, from, to, reason, first, count }) => ({
      entity: 'result',
      entityId: 0,
      productId,
      label: count === 1 ? first : `${first} (+${count - 1})`,
      action,
      version: null,
      before: { approvalStatus: from },
      after: { approvalStatus: to, reason, results: count },
    })),
  );
}
