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
 * @param months retention of the logs
 * @param longestTerm longest tracking term of open days, in days
 */
export function nextHorizon(current: Horizon, months: number, longestTerm: number, today: Day): Horizon {
  const targetDay = Math.max(current.forgetBefore, monthsBefore(today, months));
  const sealedBefore = Math.max(
    current.sealedBefore,
    Math.min(addDays(targetDay, longestTerm), addDays(today, -OPEN_DAYS)),
  );
  const forgetBefore = Math.max(
    current.forgetBefore,
    Math.min(targetDay, addDays(sealedBefore, -longestTerm)),
  );
  return { forgetBefore, sealedBefore, longestTerm };
}
