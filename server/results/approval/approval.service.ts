import { isEnumValue, RoleType, enumValues } from '../../../shared/catalog';
import { ApprovalStatus, isTransition, NoPostbackReason } from '../../../shared/domain/results';
import { allOf, oneOf } from '../../db/condition';
import type { Database, Tx } from '../../db/database';
import { chunksOf, select } from '../../db/statements';
import { selectRows, type Selected, type Selection } from '../../records/selection';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext } from '../../records/audit/record';
import type { ListService } from '../../records/list.service';
import { newEventId } from '../../platform/event-id';
import { postbackTemplate } from '../outbox/write-postbacks';
import { readEffectiveSettings } from '../effective-settings';
import {
  addToTally,
  auditApproval,
  changeStates,
  lockResults,
  type ApprovalAct,
  type Change,
  type Decision,
  type LockedResult,
} from './change-states';
import { stopRun, undoChange, type UndoneEntry, requireUndoable } from './runs';

/** Postbacks of an approval to one ad network, or why there are none. */
interface PreviewedNotice {
  /** Null if the ads have no ad network. */
  readonly aspId: number | null;
  readonly count: number;
  /** Null if postbacks are sent. */
  readonly untold: NoPostbackReason | null;
}

/** Preview of an approval. */
export interface ApprovalPreview {
  readonly changed: number;
  readonly unchanged: number;
  /** Changes of the approved and pending cost in yen. */
  readonly approvedCost: number;
  readonly pendingCost: number;
  /** Range of conversion days whose costs change. */
  readonly dayFrom: number | null;
  readonly dayTo: number | null;
  readonly notices: readonly PreviewedNotice[];
}

interface Group {
  readonly ad_id: number;
  readonly asp_id: number;
  readonly result_method: number;
  readonly approval_status: number;
  readonly erased: number;
  readonly taken_back: number;
  readonly n: number;
  readonly cost: number;
  readonly day_from: number;
  readonly day_to: number;
}

/**
 * SQL equivalent of `findRevertedPostbacks`: whether the approval reverts a change that can still be undone and has no
 * sent postback. Parameters: new status and now.
 */
const TAKEN_BACK = `CASE WHEN e.version > 1 AND EXISTS (SELECT 1 FROM result_history h JOIN postback p ON p.id = h.postback_id
  WHERE h.result_id = e.id AND h.change_id = e.change_id AND h.from_status = ? AND p.due_at > ? AND p.attempts = 0 AND p.owner IS NULL) THEN 1 ELSE 0 END`;

async function groupsOf(
  db: Database,
  { ids, condition }: Selected,
  to: ApprovalStatus,
  now: number,
): Promise<Group[]> {
  const groups: Group[] = [];
  for (const chunk of chunksOf(ids)) {
    const where = allOf([oneOf('e.id', chunk), condition]);
    groups.push(
      ...(await db.read<Group>(
        `SELECT ad_id, asp_id, result_method, approval_status, CASE WHEN erased_at IS NULL THEN 0 ELSE 1 END AS erased, ${TAKEN_BACK} AS taken_back, COUNT(*) AS n, SUM(cv_cost_sen) AS cost, MIN(day) AS day_from, MAX(day) AS day_to
          FROM result e WHERE ${where.sql} GROUP BY ad_id, asp_id, result_method, approval_status, erased, taken_back`,
        [to, now, ...where.params],
      )),
    );
  }
  return groups.map((group) => ({ ...group, n: Number(group.n), cost: Number(group.cost) }));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Previews the new status for the selected results. */
async function previewOf(
  db: Database,
  selection: Selected,
  to: ApprovalStatus,
  now: number,
): Promise<ApprovalPreview> {
  const groups = await groupsOf(db, selection, to, now);
  const changing = groups.filter(
    ({ approval_status: from }) => isEnumValue(ApprovalStatus, from) && isTransition(from, to),
  );
  const inForce = await readEffectiveSettings(
    db.readOnlyTx,
    changing.map(({ ad_id }) => ad_id),
    changing.map(({ asp_id }) => asp_id),
  );
  const notices = new Map<string, PreviewedNotice>();
  for (const group of changing) {
    const template =
      Number(group.erased) === 1
        ? NoPostbackReason.ERASED
        : postbackTemplate(group.result_method, inForce(group.ad_id, group.asp_id));
    const reason =
      Number(group.taken_back) === 1
        ? NoPostbackReason.UNDONE
        : typeof template === 'string'
          ? template
          : null;
    const key = `${group.asp_id} ${reason}`;
    const known = notices.get(key);
    notices.set(key, { aspId: group.asp_id || null, untold: reason, count: (known?.count ?? 0) + group.n });
  }
  const costOf = (status: ApprovalStatus): number => {
    const after = to === status ? sum(changing.map(({ cost }) => cost)) : 0;
    return (
      (after - sum(changing.filter(({ approval_status: from }) => from === status).map(({ cost }) => cost))) /
      100
    );
  };
  const days = changing.flatMap(({ day_from, day_to }) => [day_from, day_to]);
  return {
    changed: sum(changing.map(({ n }) => n)),
    unchanged: sum(groups.map(({ n }) => n)) - sum(changing.map(({ n }) => n)),
    approvedCost: costOf(ApprovalStatus.APPROVED),
    pendingCost: costOf(ApprovalStatus.PENDING),
    dayFrom: days.length > 0 ? Math.min(...days) : null,
    dayTo: days.length > 0 ? Math.max(...days) : null,
    notices: [...notices.values()],
  };
}

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
    const work = async (tx: Tx, act: ApprovalAct) => {
      // A background run that is still in progress stops.
      await stopRun(tx, changeId, act.at);
      const entries = await select<UndoneEntry>(tx)`SELECT result_id, from_status, postback_id
        FROM result_history WHERE change_id = ${changeId} AND from_status IS NOT NULL`;
      return { changes: await undoChange(tx, changeId, entries, act, null), selectedCount: entries.length };
    };
    return this.act(actor, client, work, 'undo');
  }

  private async act(
    actor: Actor,
    client: Client,
    work: (tx: Tx, act: ApprovalAct) => Promise<{ changes: Change[]; selectedCount: number }>,
    action?: 'undo',
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
      await auditApproval(createWriteContext(tx, actor, client, at), addToTally([], changes), action);
      const outcome = { changed: changes.length, unchanged: selectedCount - changes.length };
      return changes.length === 0
        ? { ...outcome, changeId: null, undoUntil: null }
        : { ...outcome, changeId: act.changeId, undoUntil: new Date(act.dueAt) };
    });
  }
}
