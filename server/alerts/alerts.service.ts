import { findMeasure } from '../../shared/catalog';
import type { Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { notFound } from '../auth/failure';
import type { ListService } from '../records/list.service';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { isPaceCase } from '../../shared/domain/watch';
import { reportPath, latestFirings, type Firing, payloadIn } from './alert-text';
import { readAlert, type AlertDefinition } from './alert-definition';
import { ALERT_DELIVERY } from './due-alerts';
import { runAlertTest, type AlertTest } from './alert-trial.service';

/** Maximum number of cases in the history. */
const MAX_FIRINGS = 200;

/** Deliveries of one day with the same outcome; `waiting` if they have none yet. */
interface AlertDeliveries {
  readonly day: Day;
  /** sent, withheld, failed, doubtful or waiting. */
  readonly outcome: string;
  readonly reason: string | null;
  /** Number of attempts; the highest one of several receivers. */
  readonly attempts: number;
  /** Next attempt, the earliest of several receivers; null when finished. */
  readonly nextAt: Date | null;
  /** Number of receivers. */
  readonly receivers: number;
}

/** Cases that raised an alert, and the outcomes of its messages. */
export interface AlertHistory {
  readonly firings: readonly (Firing & { readonly path: string })[];
  readonly told: readonly AlertDeliveries[];
}

interface Deps {
  readonly db: Database;
  readonly alerts: ListService;
  readonly publicUrl: string;
  readonly now: () => number;
}

interface DeliveryRow {
  readonly payload: string;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly attempts: number;
  readonly due_at: number | string | null;
}

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

/** Reads the history of alerts, and tests them. */
export class AlertService {
  constructor(private readonly deps: Deps) {}

  /** @throws FORBIDDEN, NOT_FOUND */
  async history(actor: Actor, id: number): Promise<AlertHistory> {
    const { db } = this.deps;
    const alert = await this.requireVisible(actor, id);
    const [firings, deliveries] = await Promise.all([
      latestFirings(db, id, MAX_FIRINGS),
      this.readDeliveries(id),
    ]);
    const path = (one: Firing): string =>
      reportPath(
        alert.productId,
        one.day,
        findMeasure(one.measure) ?? alert.measure,
        one.adId,
        isPaceCase(one),
      );
    return { firings: firings.map((one) => ({ ...one, path: path(one) })), told: deliveries };
  }

  /**
   * Evaluates the last finished day with the data so far.
   * @throws FORBIDDEN, NOT_FOUND
   */
  async test(actor: Actor, id: number): Promise<AlertTest> {
    const { db, publicUrl, now } = this.deps;
    const alert = await this.requireVisible(actor, id);
    return runAlertTest(db, alert, publicUrl, now());
  }

  private async requireVisible(actor: Actor, id: number): Promise<AlertDefinition> {
    await this.deps.alerts.get(actor, id, new Set(['id']));
    const alert = await readAlert(this.deps.db, id);
    if (!alert) throw notFound();
    return alert;
  }

  private async readDeliveries(id: number): Promise<AlertDeliveries[]> {
    const rows = await select<DeliveryRow>(this.deps.db)`SELECT payload, outcome, reason, attempts, due_at
      FROM delivery WHERE kind = ${ALERT_DELIVERY} AND subject_id = ${id} ORDER BY created_at DESC, id
      LIMIT ${MAX_FIRINGS}`;
    const byKey = new Map<string, AlertDeliveries>();
    for (const { payload, outcome, reason, attempts, due_at: due } of rows) {
      const day = payloadIn(payload)?.day;
      if (day === undefined) continue;
      const key = `${day} ${outcome ?? ''} ${reason ?? ''}`;
      const known = byKey.get(key);
      byKey.set(key, {
        day,
        outcome: outcome ?? 'waiting',
        reason,
        attempts: Math.max(known?.attempts ?? 0, attempts),
        nextAt: earlier(known?.nextAt ?? null, due === null ? null : new Date(Number(due))),
        receivers: (known?.receivers ?? 0) + 1,
      });
    }
    return [...byKey.values()];
  }
}
