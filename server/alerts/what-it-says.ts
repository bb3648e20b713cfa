import type { Day } from '../../shared/domain/calendar';
import { nextJudged } from '../../shared/domain/watch';
import type { Database } from '../db/database';
import { alertText, type AlertText } from './alert-text';
import { dayToJudge, judge, type JudgedCase } from './judge';
import type { KnownAlert } from './known-alert';
import { isComputing } from './raise';

/** Cases that are shown. */
const MOST_CASES = 20;

/** What an alert says of the last finished day. */
export interface AlertTest extends AlertText {
  readonly day: Day;
  /** Whether figures of the day are still being computed: the alert itself would wait. */
  readonly computing: boolean;
  readonly raised: number;
  readonly judged: number;
  /** Those that would raise it first. */
  readonly cases: readonly JudgedCase[];
  /** The next day that it judges by itself, and from when on. */
  readonly nextDay: Day;
  readonly nextAt: Date;
}

/** Judges the last finished day by an alert as it stands. Nothing is stored or sent. @param test whether what it says is sent to try it */
export async function whatItSays(
  db: Database,
  alert: KnownAlert,
  publicUrl: string,
  now: number,
  test = false,
): Promise<AlertTest> {
  const day = dayToJudge(now);
  const [all, computing] = await Promise.all([
    judge(db, alert, day),
    isComputing(db, alert.productId, day, now),
  ]);
  const raised = all.filter((one) => one.raised);
  const next = nextJudged(alert, now);
  return {
    day,
    computing,
    raised: raised.length,
    judged: all.length,
    cases: all.slice(0, MOST_CASES),
    nextDay: next.day,
    nextAt: next.at,
    ...alertText(alert, day, raised, publicUrl, test),
  };
}
