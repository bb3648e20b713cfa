import type { Actor } from '../auth/actor';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { adPaths, type AdPaths } from './ad-paths';
import { type AdPageArgs, checkAdPageArgs } from './ad-page-args';
import { adLinkStates, type LinkState } from './link-states';
import { enumValues } from '../../shared/catalog';
import { ApprovalStatus } from '../../shared/domain/results';

/** Results of an ad in one state. */
interface ResultState {
  readonly approvalStatus: ApprovalStatus;
  readonly count: number;
  /** Total conversion costs in yen. */
  readonly cvCost: number;
}

/**
 * Counts the results of an ad by state, by the day of their conversions. Includes states without results.
 * @throws FORBIDDEN, BAD_USER_INPUT
 */
async function adResultStates(db: Database, actor: Actor, args: AdPageArgs): Promise<ResultState[]> {
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

/** Data of the ad page, beside reports. */
export interface AdPageService {
  paths(actor: Actor, args: AdPageArgs & { evaluation?: number | null }): Promise<AdPaths>;
  resultStates(actor: Actor, args: AdPageArgs): Promise<ResultState[]>;
  linkStates(actor: Actor, adId: number): Promise<LinkState[]>;
}

export const adPageService = (db: Database, ads: ListService, now: () => number): AdPageService => ({
  paths: (actor, args) => adPaths(db, actor, args),
  resultStates: (actor, args) => adResultStates(db, actor, args),
  linkStates: (actor, adId) => adLinkStates(db, ads, actor, adId, now()),
});
