import type { Actor } from '../../auth/actor';
import { notFound } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { ListService } from '../../records/list.service';
import { selectRows, type Selection } from '../../records/selection';
import { select } from '../../db/statements';
import { placeholders, type Database } from '../../db/database';
import { newEventId } from '../../platform/event-id';
import { decisionOf, requireDecider, type Approval } from './approval.service';
import { beginRun, runsWhere, stopRun, type RunRow, type RunStart, requireUndoable } from './runs';

/** Background approval and its progress. */
export interface ApprovalRunState {
  /** Change id, used for undo. */
  readonly id: string;
  /** Product of the results. */
  readonly productId: number;
  /** Null if it undoes another approval. */
  readonly approvalStatus: number | null;
  readonly undoes: string | null;
  /** Number of results selected, processed, and changed. */
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly finished: boolean;
  /** End of the undo time; null while in progress and for an undo. */
  readonly undoUntil: Date | null;
}

const stateOf = ({
  id,
  product_id: productId,
  to_status: approvalStatus,
  undoes,
  total,
  done,
  changed,
  finished_at: finishedAt,
  undo_ms: undoMs,
}: RunRow): ApprovalRunState => ({
  id,
  productId,
  approvalStatus,
  undoes,
  total,
  done,
  changed,
  finished: finishedAt !== null,
  undoUntil: finishedAt === null || undoes !== null || changed === 0 ? null : new Date(finishedAt + undoMs),
});

/** Maximum number of runs in a list, newest first. */
const MAX_LISTED = 20;

/** Approvals too large to wait for: started here, processed in the background. */
export class ApprovalRunService {
  constructor(
    private readonly db: Database,
    private readonly results: ListService,
    private readonly undoSeconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Starts to set the status of results. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  async begin(
    actor: Actor,
    selection: Selection,
    approval: Approval,
    client: Client,
  ): Promise<ApprovalRunState> {
    requireDecider(actor);
    const decision = decisionOf(approval);
    const { ids } = await selectRows(this.db, this.results.definition, actor, selection);
    return this.start(actor, client, { decision, undoes: null, ids });
  }

  /**
   * Starts to undo an approval within the undo time; a run in progress stops.
   * @throws FORBIDDEN, NOT_FOUND, CONFLICT when it is too late
   */
  async beginUndo(actor: Actor, changeId: string, client: Client): Promise<ApprovalRunState> {
    requireDecider(actor);
    await requireUndoable(this.db, actor, changeId, { undoMs: this.undoSeconds * 1000, now: this.now() });
    await this.db.write((tx) => stopRun(tx, changeId, this.now()));
    const rows = await select<{ result_id: string }>(this.db)`SELECT result_id FROM result_history
      WHERE change_id = ${changeId} AND from_status IS NOT NULL`;
    return this.start(actor, client, {
      decision: null,
      undoes: changeId,
      ids: rows.map(({ result_id: id }) => id),
    });
  }

  /** Returns a run of the actor. @throws FORBIDDEN, NOT_FOUND */
  async get(actor: Actor, id: string): Promise<ApprovalRunState> {
    const [run] = await this.own(actor, 'id = ?', [id]);
    if (!run) throw notFound();
    return stateOf(run);
  }

  /** Returns the actor's runs that are in progress or can be undone, newest first. @throws FORBIDDEN */
  async list(actor: Actor): Promise<ApprovalRunState[]> {
    const runs = await this.own(
      actor,
      `(finished_at IS NULL OR (undoes IS NULL AND changed > 0 AND finished_at + undo_ms > ?)) ORDER BY begun_at DESC, id LIMIT ${MAX_LISTED}`,
      [this.now()],
    );
    const undone = new Set(await this.undoneOf(runs.map(({ id }) => id)));
    return runs.filter(({ id }) => !undone.has(id)).map(stateOf);
  }

  private async undoneOf(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.read<{ undoes: string }>(
      `SELECT undoes FROM approval_run WHERE undoes IN (${placeholders(ids)})`,
      ids,
    );
    return rows.map(({ undoes }) => undoes);
  }

  private async own(actor: Actor, where: string, params: readonly (string | number)[]): Promise<RunRow[]> {
    requireRight(actor, 'cv_approve', 'view');
    return runsWhere(this.db.readOnlyTx, `user_id = ? AND ${where}`, [actor.userId, ...params]);
  }

  private async start(
    actor: Actor,
    client: Client,
    what: Pick<RunStart, 'decision' | 'undoes' | 'ids'>,
  ): Promise<ApprovalRunState> {
    const at = this.now();
    const id = newEventId(at);
    const [first] = what.ids;
    const [of] =
      first === undefined
        ? []
        : await this.db.read<{ product_id: number }>('SELECT product_id FROM result WHERE id = ?', [first]);
    const author = { companyId: actor.companyId, userId: actor.userId, ip: client.ip || null };
    await this.db.write((tx) =>
      beginRun(tx, {
        ...what,
        id,
        productId: of?.product_id ?? 0,
        author,
        at,
        undoMs: this.undoSeconds * 1000,
      }),
    );
    return this.get(actor, id);
  }
}
