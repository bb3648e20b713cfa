import { addDays, addMonths, firstDayOfMonth, lastDayOfMonth, monthOf, type Day } from './calendar';

/** Retention horizon of a product's raw logs. */
export interface Horizon {
  /** Raw logs of earlier days are deleted. */
  readonly forgetBefore: Day;
  /** Interactions of earlier days are sealed: their events are rejected, and they are not derived again. */
  readonly sealedBefore: Day;
  /** Longest tracking term of open days, in days. Logs of that many days before the first open day stay. */
  readonly longestTerm: number;
}

/** Horizon of a product that keeps its logs forever. */
export const UNSEALED: Horizon = { forgetBefore: 0, sealedBefore: 0, longestTerm: 0 };

/** The last days always stay open: events arrive late, and results are still approved. */
export const OPEN_DAYS = 31;
const SHORTEST_MONTH = 28;

/** Returns the minimum retention in months for a tracking term. */
export const minRetentionMonths = (trackingTerm: number): number =>
  Math.ceil((trackingTerm + OPEN_DAYS) / SHORTEST_MONTH);

/** Returns the same day some months ago, or the last day of a shorter month. */
const monthsBefore = (day: Day, months: number): Day => {
  const month = addMonths(monthOf(day), -months);
  return Math.min(firstDayOfMonth(month) + (day % 100) - 1, lastDayOfMonth(month));
};

/**
 * Computes today's horizon. Open days depend on interactions up to one tracking term before, so the seal lies
 * one term after the deletion horizon. A horizon never moves back.
 *
 * @param months retention of the logs; null: unlimited
 * @param longestTerm longest tracking term of open days, in days
 * @param archiveBefore days to archive are before it; 0 for none
 */
export function nextHorizon(
  current: Horizon,
  months: number | null,
  longestTerm: number,
  today: Day,
  archiveBefore: Day = 0,
): Horizon {
  const targetDay = months === null ? current.forgetBefore : monthsBefore(today, months);
  const forgetTarget = Math.max(current.forgetBefore, targetDay);
  const leaving = Math.max(forgetTarget, archiveBefore);
  if (leaving === 0) return current;
  const sealedBefore = Math.max(
    current.sealedBefore,
    Math.min(addDays(leaving, longestTerm), addDays(today, -OPEN_DAYS)),
  );
  const forgetBefore = Math.max(
    current.forgetBefore,
    Math.min(forgetTarget, addDays(sealedBefore, -longestTerm)),
  );
  return { forgetBefore, sealedBefore, longestTerm };
}

/** Returns the day before which rows can leave the database: no open day looks back on them. */
export const unneededBefore = ({ sealedBefore, longestTerm }: Horizon): Day =>
  sealedBefore === 0 ? 0 : addDays(sealedBefore, -longestTerm);
