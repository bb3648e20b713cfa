import { isEnumValue, RoleType, enumValues } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext } from '../../records/audit/record';
import type { ListService } from '../../records/list.service';
import type { Database, Tx } from '../../db/database';
import { newEventId } from '../../platform/event-id';
import { addToTally, auditApproval } from './audit-approval';
import {
  changeStates,
  lockResults,
  type ApprovalAct,
  type Change,
  type Decision,
  type LockedResult,
} from './change-states';
import { previewOf, type ApprovalPreview } from './preview';
import { selectRows, type Selection } from '../../records/selection';
import { stopRun } from './runs';
import { undoChange, type UndoneEntry } from './undo';
import { requireUndoable } from './undoable';

/** Outcome of an approval. */
export interface ApprovalOutcome {
  readonly changed: number;
  /** Number of results that already had the status. */
  readonly unchanged: number;
  /** Id for undoing it; null if nothing changed. */
  readonly changeId: string | null;
  /** Until then it can be undone; then postbacks are sent. */
  readonly undoUntil: Date | null;
}

/** New status of results. */
export interface Approval {
  readonly approvalStatus: number;
  readonly reason?: string | null | undefined;
  /** Version of the result that the decision is based on; unchecked if absent. */
  readonly version?: number | null | undefined;
}

const MAX_REASON = 1000;

/** Validates status and reason. @throws BAD_USER_INPUT */
export function decisionOf({ approvalStatus, reason }: Approval): Decision {
  if (!isEnumValue(ApprovalStatus, approvalStatus)) {
    throw badInput({
      approvalStatus: { key: 'mustBeOneOf', params: { values: enumValues(ApprovalStatus).join(', ') } },
    });
  }
  const trimmed = reason?.trim() || null;
  if (trimmed !== null && [...trimmed].length > MAX_REASON)
    throw badInput({ reason: { key: 'maxLength', params: { count: MAX_REASON } } });
  return { to: approvalStatus, reason: trimmed };
}

/** Refuses a decision based on an outdated version of a result. @throws CONFLICT with the current version */
function requireCurrent(locked: readonly LockedResult[], version: number | null | undefined): void {
  const other = version == null ? undefined : locked.find((result) => result.version !== version);
  if (other)
    throw new Failure('CONFLICT', 'conflict', {
      fields: { version: [{ key: 'currentVersion', params: { version: other.version } }] },
    });
}

/**
 * Refuses actors who may not decide about results; an agency never may, even with a widened right. @throws
 * FORBIDDEN
 */
export function requireDecider(actor: Actor): void {
  requireRight(actor, 'cv_approve', 'edit');
  if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
}

/** Approves and rejects results manually. */
export class ApprovalService {
  constructor(
    private readonly db: Database,
    private readonly results: ListService,
    private readonly undoSeconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Sets the status of results. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, CONFLICT */
  async approve(
    actor: Actor,
    selection: Selection,
    approval: Approval,
    client: Client,
  ): Promise<ApprovalOutcome> {
    requireDecider(actor);
    const decision = decisionOf(approval);
    const matches = await selectRows(this.db, this.results.definition, actor, selection);
    return this.act(actor, client, async (tx, act) => {
      const locked = await lockResults(tx, matches);
      requireCurrent(locked, approval.version);
      return { changes: await changeStates(tx, locked, () => decision, act), selectedCount: locked.length };
    });
  }

  /** Sets an individual status for each result of a product. @throws FORBIDDEN */
  async decide(
    actor: Actor,
    productId: number,
    decisions: ReadonlyMap<string, Decision>,
    client: Client,
  ): Promise<ApprovalOutcome> {
    requireDecider(actor);
    requireProduct(actor, productId);
    return this.act(actor, client, async (tx, act) => {
      const locked = await lockResults(tx, {
        ids: [...decisions.keys()],
        condition: { sql: 'e.product_id = ?', params: [productId] },
      });
      const decide = ({ id, approval_status: to }: LockedResult): Decision =>
        decisions.get(id) ?? { to, reason: null };
      return { changes: await changeStates(tx, locked, decide, act), selectedCount: locked.length };
    });
  }

  /** Previews a change of status without writing anything. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  async preview(actor: Actor, selection: Selection, approval: Approval): Promise<ApprovalPreview> {
    requireRight(actor, 'cv_approve', 'view');
    const { to } = decisionOf(approval);
    return previewOf(
      this.db,
      await selectRows(this.db, this.results.definition, actor, selection),
      to,
      this.now(),
    );
  }

  /**
   * Undoes an approval within the undo time: results that were not changed since get their previous status,
   * and ad networks receive neither change. @throws FORBIDDEN, NOT_FOUND, CONFLICT when it is too late
   */
  async undo(actor: Actor, changeId: string, client: Client): Promise<ApprovalOutcome> {
    requireDecider(actor);
    await requireUndoable(this.db, actor, changeId, { undoMs: this.undoSeconds * 1000, now: this.now() });
    return this.act(actor, client, async (tx, act) => {
      // A background run that is still in progress stops.
      await stopRun(tx, changeId, act.at);
      const entries = await tx.query<UndoneEntry>(
        'SELECT result_id, from_status, postback_id FROM result_history WHERE change_id = ? AND from_status IS NOT NULL',
        [changeId],
      );
      return { changes: await undoChange(tx, changeId, entries, act, null), selectedCount: entries.length };
    });
  }

  private async act(
    actor: Actor,
    client: Client,
    work: (tx: Tx, act: ApprovalAct) => Promise<{ changes: Change[]; selectedCount: number }>,
  ): Promise<ApprovalOutcome> {
    return this.db.write(async (tx) => {
      const at = this.now();
      const act: ApprovalAct = {
        changeId: newEventId(at),
        at,
        userId: actor.userId,
        dueAt: at + this.undoSeconds * 1000,
      };
      const { changes, selectedCount } = await work(tx, act);
      await auditApproval(createWriteContext(tx, actor, client, at), addToTally([], changes));
      const outcome = { changed: changes.length, unchanged: selectedCount - changes.length };
      return changes.length === 0
        ? { ...outcome, changeId: null, undoUntil: null }
        : { ...outcome, changeId: act.changeId, undoUntil: new Date(act.dueAt) };
    });
  }
}
