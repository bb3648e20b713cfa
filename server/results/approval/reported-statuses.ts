import type { ApprovalStatus } from '../../../shared/domain/results';
import { placeholders, type Tx } from '../../db/database';
import { newEventId } from '../../platform/event-id';
import { changeStates, lockResults } from './change-states';

interface ReportRow {
  readonly id: number;
  readonly status: ApprovalStatus;
  readonly source: string;
  readonly conversion_id: number | null;
}

/**
 * Reports of conversions whose results exist, or will never exist, in order of arrival. Results of an order are
 * those of its first conversion.
 */
const READY = `FROM reported_status s LEFT JOIN conversion d
    ON d.product_id = s.product_id AND d.cv_setting_id = s.cv_setting_id AND d.event_id = s.event_id
  LEFT JOIN conversion c
    ON c.product_id = s.product_id AND c.cv_setting_id = s.cv_setting_id AND c.event_id = COALESCE(d.duplicate_of, d.event_id)
  WHERE s.product_id = ? AND (c.id IS NULL OR c.results_made_at IS NOT NULL OR c.excluded_reason IS NOT NULL)`;

/** True if a status that a postback reported can be applied. */
export async function isStatusReported(tx: Pick<Tx, 'query'>, productId: number): Promise<boolean> {
  return (await tx.query(`SELECT s.id ${READY} LIMIT 1`, [productId])).length > 0;
}

/**
 * Applies the statuses that postbacks reported to the results of their conversions, as if by hand: allowed
 * transitions only, each with history and postback. The postbacks are due at once, because no user undoes them.
 */
export async function applyReportedStatuses(
  tx: Tx,
  productId: number,
  most: number,
  now: number,
): Promise<void> {
  const reports = await tx.query<ReportRow>(
    `SELECT s.id, s.status, s.source, c.id AS conversion_id ${READY} ORDER BY s.id LIMIT ?`,
    [productId, most],
  );
  for (const { status: to, source: author, conversion_id: conversionId } of reports) {
    const results =
      conversionId === null
        ? []
        : await tx.query<{ id: string }>('SELECT id FROM result WHERE conversion_id = ?', [conversionId]);
    const locked = await lockResults(tx, { ids: results.map(({ id }) => id) });
    const act = { changeId: newEventId(now), at: now, userId: null, author, dueAt: now };
    await changeStates(tx, locked, () => ({ to, reason: null }), act);
  }
  if (reports.length > 0)
    await tx.execute(
      `DELETE FROM reported_status WHERE id IN (${placeholders(reports)})`,
      reports.map(({ id }) => id),
    );
}
