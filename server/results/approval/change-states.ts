import { isTransition, type ApprovalStatus } from '../../../shared/domain/results';
import { allOf, oneOf, type Condition } from '../../records/condition';
import { breather } from '../../backpressure/yield-to-traffic';
import { placeholders, type Tx } from '../../db/database';
import { chunksOf, groupBy, KEYS, StaleMarks } from '../../journeys';
import { keepChanges, type StateChange } from '../history';
import { TELLABLE_COLUMNS, type Notice, type TellableResult } from '../outbox/notify';
import { takenBack, tellUnlessTakenBack } from './telling';

/** A result as it stands before a change, locked. */
export interface StandingResult extends TellableResult {
  readonly product_id: number;
  readonly day: number;
  readonly approval_status: ApprovalStatus;
  readonly change_id: string;
  readonly version: number;
}

/** What a result is to become, and why. */
export interface Decision {
  readonly to: ApprovalStatus;
  readonly reason: string | null;
}

/** One act of somebody: all that it changes has the same id, instant and author. */
export interface ApprovalAct {
  readonly changeId: string;
  readonly at: number;
  readonly userId: number | null;
  /** When ad networks are told. */
  readonly dueAt: number;
}

/** A result with its decision. */
export interface Change {
  readonly result: StandingResult;
  readonly decision: Decision;
}

/** What becomes of the telling of changes of one product, in their order. */
export type Tell = (tx: Tx, productId: number, changes: readonly Change[]) => Promise<readonly Notice[]>;

const COLUMNS = ['product_id', 'day', 'approval_status', 'change_id', 'version', ...TELLABLE_COLUMNS].join(
  ', ',
);

/** Which results are meant by an act: by their ids, and what must hold of them now. */
export interface Meant {
  readonly ids: readonly string[];
  readonly still?: Condition;
  /** Whether `still` alone means them. */
  readonly whole?: boolean;
}

/** Locks results, in the order of their ids so that writers wait for each other. */
export async function lockResults(tx: Tx, { ids, still, whole = false }: Meant): Promise<StandingResult[]> {
  // Where nobody else writes all of a list are read at once, as the list reads them.
  if (!tx.locks && whole && still)
    return tx.query<StandingResult>(`SELECT ${COLUMNS} FROM result e WHERE ${still.sql}`, still.params);
  const rows: StandingResult[] = [];
  for (const chunk of chunksOf([...new Set(ids)].sort(), KEYS)) {
    const meant = oneOf('e.id', chunk);
    // The embedded engine would look for what must hold in an index of its own, all of it for each part.
    const sql =
      tx.locks || !still?.params.length
        ? `SELECT ${COLUMNS} FROM result e WHERE ${allOf(still ? [meant, still] : [meant]).sql} ORDER BY e.id ${tx.locks ? 'FOR UPDATE' : ''}`
        : `WITH e AS MATERIALIZED (SELECT * FROM result e WHERE ${meant.sql}) SELECT ${COLUMNS} FROM e WHERE ${still.sql} ORDER BY e.id`;
    for (const row of await tx.query<StandingResult>(sql, [...meant.params, ...(still?.params ?? [])]))
      rows.push(row);
  }
  return rows;
}

/**
 * Changes the states of locked results: rows, history, notifications and the days whose costs are others now. What has
 * its state already, or may not get it, is left as it is.
 * @param tell what becomes of the telling; by itself all are told but what takes back, within the undo time, what nobody
 * was told
 * @returns what was changed.
 */
export async function changeStates(
  tx: Tx,
  locked: readonly StandingResult[],
  decide: (result: StandingResult) => Decision,
  act: ApprovalAct,
  tell?: Tell,
): Promise<Change[]> {
  const { changeId, at, userId } = act;
  // The embedded engine works in this very thread: visitors come first between the pieces.
  const breathe = breather();
  const changes = locked
    .map((result) => ({ result, decision: decide(result) }))
    .filter(({ result, decision }) => isTransition(result.approval_status, decision.to));
  for (const [to, group] of groupBy(changes, ({ decision }) => decision.to)) {
    for (const chunk of chunksOf(group, KEYS)) {
      await tx.execute(
        `UPDATE result SET approval_status = ?, change_id = ?, updated_at = ?, version = version + 1 WHERE id IN (${placeholders(chunk)})`,
        [to, changeId, at, ...chunk.map(({ result }) => result.id)],
      );
      await breathe();
    }
  }
  const telling: Tell =
    tell ??
    (async (inside, productId, part) =>
      tellUnlessTakenBack(inside, productId, part, act, await takenBack(inside, part, at)));
  for (const [productId, group] of groupBy(changes, ({ result }) => result.product_id)) {
    const stale = new StaleMarks(productId);
    const notices = await telling(tx, productId, group);
    const kept = group.flatMap(({ result, decision }, index): StateChange[] => {
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
    if (kept.length < group.length)
      throw new Error('a change of state is neither told nor is it said why not');
    for (const part of chunksOf(kept, KEYS)) {
      await keepChanges(tx, { productId, changeId, at, userId }, part);
      await breathe();
    }
    await stale.save(tx);
  }
  return changes;
}
