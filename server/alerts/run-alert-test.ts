import type { Day } from '../../shared/domain/calendar';
import { nextCheck } from '../../shared/domain/watch';
import type { Database } from '../db/database';
import { alertText, type AlertText } from './alert-text';
import { dayToEvaluate, evaluateAlert, type EvaluatedCase } from './evaluate-alert';
import type { AlertDefinition } from './alert-definition';
import { isComputing } from './due-alerts';

/** Maximum number of displayed cases. */
const MAX_CASES = 20;

/** Result of an alert for the last finished day. */
export interface AlertTest extends AlertText {
  readonly day: Day;
  /** Whether metrics of the day are still being computed; the alert itself would wait. */
  readonly computing: boolean;
  readonly raised: number;
  readonly judged: number;
  /** Raised cases first. */
  readonly cases: readonly EvaluatedCase[];
  /** The next day it evaluates, and the earliest time to do so. */
  readonly nextDay: Day;
  readonly nextAt: Date;
}

/**
 * Evaluates an alert for the last finished day without storing or sending anything.
 * @param test whether the message is a test
 */
export async function runAlertTest(
  db: Database,
  alert: AlertDefinition,
  publicUrl: string,
  now: number,
  test = false,
): Promise<AlertTest> {
  const day = dayToEvaluate(now);
  const [all, computing] = await Promise.all([
    evaluateAlert(db, alert, day),
    isComputing(db, alert.productId, day, now),
  ]);
  const raised = all.filter((one) => one.raised);
  const next = nextCheck(alert, now);
  return {
    day,
    computing,
    raised: raised.length,
    judged: all.length,
    cases: all.slice(0, MAX_CASES),
    nextDay: next.day,
    nextAt: next.at,
    ...alertText(alert, day, raised, publicUrl, test),
  };
}
