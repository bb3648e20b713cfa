import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus, isTransition, NoPostbackReason } from '../../../shared/domain/results';
import { allOf, oneOf } from '../../db/condition';
import type { Database } from '../../db/database';
import { chunksOf } from '../../db/chunks';
import { postbackTemplate } from '../outbox/write-postbacks';
import { readEffectiveSettings } from '../effective-settings';
import type { Selected } from '../../records/selection';

/** Postbacks of an approval to one ad network, or why there are none. */
export interface PreviewedNotice {
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
export async function previewOf(
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
