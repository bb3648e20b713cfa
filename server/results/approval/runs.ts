import { z } from 'zod';
import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import { insertRows, placeholders, type Tx, type Database } from '../../db/database';
import { latestInstant } from '../../jobs/job';
import { createWriteContext } from '../../records/audit/record';
import { chunksOf, execute, MAX_KEYS, select } from '../../db/statements';
import { readJson } from '../../db/columns';
import type { Actor } from '../../auth/actor';
import { Failure, notFound } from '../../auth/failure';
import {
  changeStates,
  lockResults,
  type ApprovalAct,
  type Change,
  type WritePostbacks,
  type Decision,
  writePostbacksUnlessReverted,
  auditApproval,
  addToTally,
  storedTally,
  type Tally,
} from './change-states';

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

/** Start of a run: a decision about results, or the undo of an approval. */
export interface RunStart {
  readonly id: string;
  readonly productId: number;
  readonly author: { readonly companyId: number; readonly userId: number; readonly ip: string | null };
  readonly decision: Decision | null;
  readonly undoes: string | null;
  readonly ids: readonly string[];
  readonly at: number;
  readonly undoMs: number;
}

/** A run and its progress; instants in epoch milliseconds. */
export interface RunRow {
  readonly id: string;
  readonly product_id: number;
  readonly company_id: number;
  readonly user_id: number;
  readonly ip: string | null;
  readonly undoes: string | null;
  readonly to_status: number | null;
  readonly reason: string | null;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly tally: string;
  readonly begun_at: number;
  readonly due_at: number;
  readonly undo_ms: number;
  readonly finished_at: number | null;
}

const COLUMNS =
  'id, product_id, company_id, user_id, ip, undoes, to_status, reason, total, done, changed, tally, begun_at, due_at, undo_ms, finished_at';

/**
 * Milliseconds per result added to the undo time before postbacks are due, so that the whole run is done by
 * then.
 */
const MS_PER_RESULT = 2;

/** Reads runs. @param where condition on the table's columns */
export async function runsWhere(
  tx: Pick<Tx, 'query'>,
  where: string,
  params: readonly (string | number)[],
): Promise<RunRow[]> {
  const rows = await tx.query<RunRow>(`SELECT ${COLUMNS} FROM approval_run WHERE ${where}`, params);
  return rows.map((row) => ({
    ...row,
    begun_at: Number(row.begun_at),
    due_at: Number(row.due_at),
    finished_at: row.finished_at === null ? null : Number(row.finished_at),
  }));
}

/** Queues a run for the worker. */
export async function beginRun(
  tx: Tx,
  { id, productId, author, decision, undoes, ids, at, undoMs }: RunStart,
): Promise<void> {
  const due = at + undoMs + ids.length * MS_PER_RESULT;
  await insertRows(tx, 'approval_run', COLUMNS.split(', '), [
    [
      id,
      productId,
      author.companyId,
      author.userId,
      author.ip,
      undoes,
      decision?.to ?? null,
      decision?.reason ?? null,
      ids.length,
      0,
      0,
      '[]',
      at,
      due,
      undoMs,
      ids.length > 0 ? null : at,
    ],
  ]);
  const parts = chunksOf([...new Set(ids)].sort(), MAX_KEYS);
  const rows = parts.map((part, place) => [id, place, JSON.stringify(part)]);
  await insertRows(tx, 'approval_run_part', ['run_id', 'part', 'ids'], rows);
}

/** Applies the decision to one part, except to results changed after the run began. */
async function decidePart(tx: Tx, run: RunRow, ids: readonly string[], act: ApprovalAct): Promise<Change[]> {
  const { to_status: to, reason } = run;
  if (!isEnumValue(ApprovalStatus, to)) throw new TypeError(`approval_run ${run.id} has no status`);
  const locked = await lockResults(tx, {
    ids,
    condition: {
      sql: 'e.updated_at <= ? OR e.updated_at > ?',
      params: [run.begun_at, latestInstant(act.at)],
    },
  });
  return changeStates(tx, locked, () => ({ to, reason }), act);
}

async function undoPart(tx: Tx, undone: string, ids: readonly string[], act: ApprovalAct): Promise<Change[]> {
  const sql = `SELECT result_id, from_status, postback_id FROM result_history WHERE change_id = ? AND from_status IS NOT NULL AND result_id IN (${placeholders(ids)})`;
  return undoChange(tx, undone, await tx.query<UndoneEntry>(sql, [undone, ...ids]), act, null);
}

async function finish(tx: Tx, run: RunRow, tally: Tally, now: number): Promise<void> {
  await tx.execute('DELETE FROM approval_run_part WHERE run_id = ?', [run.id]);
  await tx.execute('UPDATE approval_run SET finished_at = ? WHERE id = ?', [now, run.id]);
  const { company_id: companyId, user_id: userId, ip } = run;
  const writing = createWriteContext(tx, { companyId, userId }, { ip: ip ?? '', ua: null }, now);
  await auditApproval(writing, tally, run.undoes === null ? 'update' : 'undo');
}

/** Locks an unfinished run, waiting for other writers. */
async function openRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  await tx.execute('UPDATE approval_run SET done = done WHERE id = ?', [id]);
  const [run] = await runsWhere(tx, `id = ? AND finished_at IS NULL${tx.needsLocks ? ' FOR UPDATE' : ''}`, [
    id,
  ]);
  return run;
}

/**
 * Processes one part of a run in the caller's transaction; continues after a crash. @returns whether parts
 * are left
 */
export async function runStep(tx: Tx, id: string, now: number): Promise<boolean> {
  const run = await openRun(tx, id);
  if (!run) return false;
  const [first] = await select<{ part: number; ids: string }>(tx)`SELECT part, ids FROM approval_run_part
    WHERE run_id = ${id} ORDER BY part LIMIT 1`;
  const tally = readJson(storedTally, run.tally);
  if (!first) {
    await finish(tx, run, tally, now);
    return false;
  }
  const ids = readJson(z.array(z.string()), first.ids);
  const act: ApprovalAct = {
    changeId: id,
    at: now,
    userId: run.user_id,
    dueAt: Math.max(run.due_at, now + run.undo_ms),
  };
  const changes =
    run.undoes === null ? await decidePart(tx, run, ids, act) : await undoPart(tx, run.undoes, ids, act);
  const next = addToTally(tally, changes);
  const done = run.done + ids.length;
  await execute(tx)`UPDATE approval_run
    SET done = ${done}, changed = ${run.changed + changes.length}, tally = ${JSON.stringify(next)}
    WHERE id = ${id}`;
  await tx.execute('DELETE FROM approval_run_part WHERE run_id = ? AND part = ?', [id, first.part]);
  if (done < run.total) return true;
  await finish(tx, run, next, now);
  return false;
}

/** Stops a run; results not yet changed keep their status. */
export async function stopRun(tx: Tx, id: string, now: number): Promise<void> {
  const run = await openRun(tx, id);
  if (run) await finish(tx, run, readJson(storedTally, run.tally), now);
}

/** Duration of the undo time, and the current instant. */
interface UndoTime {
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
  const seen = await select<{ product_id: number; at: number | string }>(db)`SELECT product_id, MIN(at) AS at
    FROM result_history WHERE change_id = ${changeId} AND from_status IS NOT NULL GROUP BY product_id`;
  if (seen.length === 0 && run?.user_id !== actor.userId) throw notFound();
  if (!seen.every(({ product_id: id }) => actor.productIds.includes(id))) throw notFound();
  const until = run
    ? (run.finished_at ?? now) + run.undo_ms
    : Math.min(...seen.map(({ at }) => Number(at))) + undoMs;
  if (now > until) throw new Failure('CONFLICT', 'undoOver');
}
