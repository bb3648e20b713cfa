import { findMeasure } from '../../shared/catalog';
import type { Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { notFound } from '../auth/failure';
import type { ListService } from '../crud/list.service';
import type { Database } from '../db/database';
import { alertText, reportPath, type AlertText } from './alert-text';
import { latestFirings, type Firing } from './firings';
import { dayToJudge, judge, type JudgedCase } from './judge';
import { knownAlert, type KnownAlert } from './known-alert';
import { payloadIn } from './payload';
import { ALERT_DELIVERY, isComputing } from './raise';

/** Cases of the history that are shown, and of a test. */
const MOST_FIRINGS = 200;
const MOST_CASES = 20;

/** How the message of a day came to its end: `waiting` while it has not. */
interface Told {
  readonly day: Day;
  /** sent, withheld, failed, doubtful or waiting. */
  readonly outcome: string;
  readonly reason: string | null;
  /** To how many receivers. */
  readonly receivers: number;
}

/** What raised an alert, and what became of telling it. */
export interface AlertHistory {
  readonly firings: readonly (Firing & { readonly path: string })[];
  readonly told: readonly Told[];
}

/** What an alert would say now. Nothing is stored or sent. */
export interface AlertTest extends AlertText {
  readonly day: Day;
  /** Whether figures of the day are still being computed: the alert itself would wait. */
  readonly computing: boolean;
  readonly raised: number;
  readonly judged: number;
  /** Those that would raise it first. */
  readonly cases: readonly JudgedCase[];
}

interface Deps {
  readonly db: Database;
  readonly alerts: ListService;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** What alerts said and would say. */
export class AlertService {
  constructor(private readonly deps: Deps) {}

  /** @throws FORBIDDEN, NOT_FOUND */
  async history(actor: Actor, id: number): Promise<AlertHistory> {
    const { db } = this.deps;
    const alert = await this.visible(actor, id);
    const [firings, told] = await Promise.all([latestFirings(db, id, MOST_FIRINGS), this.told(id)]);
    const path = ({ measure, day, adId }: Firing): string => reportPath(alert.productId, day, findMeasure(measure) ?? alert.measure, adId);
    return { firings: firings.map((one) => ({ ...one, path: path(one) })), told };
  }

  /** Judges the last finished day as it stands. @throws FORBIDDEN, NOT_FOUND */
  async test(actor: Actor, id: number): Promise<AlertTest> {
    const { db, publicUrl, now } = this.deps;
    const alert = await this.visible(actor, id);
    const day = dayToJudge(now());
    const [all, computing] = await Promise.all([judge(db, alert, day), isComputing(db, alert.productId, day, now())]);
    const raised = all.filter((one) => one.raised);
    return { day, computing, raised: raised.length, judged: all.length, cases: all.slice(0, MOST_CASES), ...alertText(alert, day, raised, publicUrl) };
  }

  private async visible(actor: Actor, id: number): Promise<KnownAlert> {
    await this.deps.alerts.get(actor, id, new Set(['id']));
    const alert = await knownAlert(this.deps.db, id);
    if (!alert) throw notFound();
    return alert;
  }

  private async told(id: number): Promise<Told[]> {
    const rows = await this.deps.db.read<{ payload: string; outcome: string | null; reason: string | null }>(
      'SELECT payload, outcome, reason FROM delivery WHERE kind = ? AND subject_id = ? ORDER BY created_at DESC, id LIMIT ?',
      [ALERT_DELIVERY, id, MOST_FIRINGS],
    );
    const byKey = new Map<string, Told>();
    for (const { payload, outcome, reason } of rows) {
      const day = payloadIn(payload)?.day;
      if (day === undefined) continue;
      const key = `${day} ${outcome ?? ''} ${reason ?? ''}`;
      const known = byKey.get(key);
      byKey.set(key, { day, outcome: outcome ?? 'waiting', reason, receivers: (known?.receivers ?? 0) + 1 });
    }
    return [...byKey.values()];
  }
}
