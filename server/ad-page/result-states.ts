import { enumValues } from '../../shared/catalog';
import { ApprovalStatus } from '../../shared/domain/results';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import { checkAdPageArgs, type AdPageArgs } from './ad-page-args';

/** Results of an ad in one state. */
export interface ResultState {
  readonly approvalStatus: ApprovalStatus;
  readonly count: number;
  /** Total conversion costs in yen. */
  readonly cvCost: number;
}

/**
 * Counts the results of an ad by state, by the day of their conversions. Includes states without results.
 * @throws FORBIDDEN, BAD_USER_INPUT
 */
export async function adResultStates(db: Database, actor: Actor, args: AdPageArgs): Promise<ResultState[]> {
  const { range } = await checkAdPageArgs(db, actor, args);
  const rows = await db.read<{ status: number; n: number | string; cost: number | string | null }>(
    'SELECT e.approval_status AS status, COUNT(*) AS n, SUM(e.cv_cost_sen) AS cost FROM result e WHERE e.ad_id = ? AND e.day BETWEEN ? AND ? GROUP BY e.approval_status',
    [args.adId, range.from, range.to],
  );
  return enumValues(ApprovalStatus).map((approvalStatus) => {
    const match = rows.find(({ status }) => Number(status) === approvalStatus);
    return { approvalStatus, count: Number(match?.n ?? 0), cvCost: Number(match?.cost ?? 0) / 100 };
  });
}
