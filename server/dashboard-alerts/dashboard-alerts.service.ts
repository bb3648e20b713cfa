import { allows, type RightKey } from '../../shared/catalog';
import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import { ApprovalStatus } from '../../shared/domain/results';
import { recordOf } from '../../shared/records';
import { readDailyMetrics } from '../analysis';
import type { Actor } from '../auth/actor';
import { ownAgency, requireProduct, requireRight } from '../auth/permissions';
import type { ListArgs } from '../records/list-args';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { countRejectedEvents, type RejectedEventCount } from './rejected-events';
import { silentSources, type SilentSource } from './silent-sources';
import { daysToEvaluate, unusualDays, watchedMeasures, type UnusualDay } from './unusual-days';

/** Number of waiting rows, with the time of the longest waiting or last failed one. */
interface Waiting {
  readonly count: number;
  readonly countExact: boolean;
  readonly at: Date | null;
}

/** An ad whose period ends soon. */
interface EndingAd {
  readonly id: number;
  readonly adName: string;
  readonly periodTo: Day;
}

/** Dashboard alerts of a product; null for parts that the role may not see. */
export interface DashboardAlerts {
  readonly pending: Waiting | null;
  readonly failed: Waiting | null;
  readonly silent: readonly SilentSource[] | null;
  readonly refused: { readonly exact: boolean; readonly reasons: readonly RejectedEventCount[] } | null;
  readonly ending: readonly EndingAd[] | null;
  readonly unusual: readonly UnusualDay[] | null;
  readonly asOf: Date;
}

/** An ad that ends within these days counts as ending soon, and the maximum number of such ads. */
const SOON_DAYS = 14;
const MAX_ENDING = 20;
/** A failed postback matters for these days. */
const FAILED_DAYS = 30;
const DAY_MS = 86_400_000;

interface Deps {
  readonly db: Database;
  readonly results: ListService;
  readonly resultQueue: ListService;
  readonly now?: () => number;
}

/** Reads the dashboard alerts, each part with the right to the menu it links to. */
export class DashboardAlertsService {
  constructor(private readonly deps: Deps) {}

  /** @throws FORBIDDEN without the dashboard, or for a product outside the actor's list */
  async read(actor: Actor, productId: number): Promise<DashboardAlerts> {
    requireRight(actor, 'dashboard', 'view');
    requireProduct(actor, productId);
    const { db, results, resultQueue, now = Date.now } = this.deps;
    const at = now();
    const canView = (menu: RightKey): boolean => allows(actor.grants[menu], 'view');
    // Tags and rejected events belong to the product, not to an agency.
    const seesProduct = canView('logs') && actor.grants.logs.scope === 'all';
    const [pending, failed, silent, refused, ending, unusual] = await Promise.all([
      canView('cv_approve')
        ? this.waiting(results, actor, {
            productId,
            filter: { approvalStatus: [ApprovalStatus.PENDING] },
            sortName: 'cvTime',
            sortAsc: true,
          })
        : null,
      canView('postbacks')
        ? this.waiting(resultQueue, actor, {
            productId,
            filter: { resultStatus: [false] },
            timeFrom: new Date(at - FAILED_DAYS * DAY_MS),
            sortName: 'createdAt',
            sortAsc: false,
          })
        : null,
      seesProduct ? silentSources(db, productId, at) : null,
      seesProduct ? countRejectedEvents(db, productId, at) : null,
      canView('ads') ? this.ending(actor, productId, dayOf(at)) : null,
      canView('analyze') ? this.unusual(actor, productId, at) : null,
    ]);
    return {
      pending,
      failed,
      silent,
      refused: refused && { exact: refused.exact, reasons: refused.counts },
      ending,
      unusual,
      asOf: new Date(at),
    };
  }

  private async waiting(log: ListService, actor: Actor, args: ListArgs): Promise<Waiting> {
    const { sortName } = args;
    const page = await log.list(
      actor,
      { ...args, pageSize: 1, count: 'capped' },
      new Set([String(sortName)]),
    );
    const time = page.results[0]?.[String(sortName)];
    return { count: page.count, countExact: page.countExact ?? true, at: time instanceof Date ? time : null };
  }

  private async ending(actor: Actor, productId: number, today: Day): Promise<EndingAd[]> {
    const agency = ownAgency(actor, actor.grants.ads);
    const rows = await this.deps.db.read<{ id: number; ad_name: string; period_to: number }>(
      `SELECT id, ad_name, period_to FROM ad WHERE product_id = ? AND status = 1 AND period_to BETWEEN ? AND ?${agency === null ? '' : ' AND agency_id = ?'}
       ORDER BY period_to, id LIMIT ${MAX_ENDING}`,
      [productId, today, addDays(today, SOON_DAYS), ...(agency === null ? [] : [agency])],
    );
    return rows.map(({ id, ad_name: adName, period_to: periodTo }) => ({ id, adName, periodTo }));
  }

  private async unusual(actor: Actor, productId: number, at: number): Promise<UnusualDay[]> {
    const { from, to } = daysToEvaluate(at);
    const days = await readDailyMetrics(
      this.deps.db,
      actor,
      { productId, dateFrom: from, dateTo: to, fields: watchedMeasures.map((key) => `figures.${key}`) },
      at,
    );
    return unusualDays(
      days.map(({ day, figures }) => ({
        day,
        values: recordOf(watchedMeasures, (key) => figures[key] ?? 0),
      })),
      at,
    );
  }
}
