import { ExcludedReason } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import { newEventId } from '../../platform/event-id';
import { changeStates, lockResults } from '../approval/change-states';
import type { DueConversion } from './due-conversions';

/**
 * Rejects the pending results of conversions that became duplicates of an order after their results were made
 * (domain.md 8.5), with history and postbacks as by hand. Approved ones stay: the dashboard alerts list them.
 */
export async function rejectDuplicates(
  tx: Tx,
  conversions: readonly DueConversion[],
  now: number,
): Promise<void> {
  const duplicates = conversions.filter(
    (one) => one.excluded_reason === ExcludedReason.DUPLICATE_ORDER && one.results_made_at !== null,
  );
  const pending = await select<{ id: string }>(tx)`SELECT id FROM result
    WHERE approval_status = ${sql(String(ApprovalStatus.PENDING))}
    AND conversion_id IN ${duplicates.map(({ id }) => id)}`;
  if (pending.length === 0) return;
  const locked = await lockResults(tx, { ids: pending.map(({ id }) => id) });
  const rejected = { to: ApprovalStatus.REJECTED, reason: ExcludedReason.DUPLICATE_ORDER };
  const rows = locked.filter(({ approval_status }) => approval_status === ApprovalStatus.PENDING);
  await changeStates(tx, rows, () => rejected, {
    changeId: newEventId(now),
    at: now,
    userId: null,
    dueAt: now,
  });
}
