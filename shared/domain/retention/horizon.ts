import { addDays, addMonths, firstDayOfMonth, lastDayOfMonth, monthOf, type Day } from '../calendar';

/** How far the raw logs of a product reach back, and what is told of the days before. */
export interface Horizon {
  /** Raw logs of days before it go. */
  readonly forgetBefore: Day;
  /** Contacts of days before it are sealed: their events are not taken any more, and nothing of them is decided anew. */
  readonly sealedBefore: Day;
  /** The longest tracking term that rows of open days bear, in days: so long before the first of them the logs are kept. */
  readonly longestTerm: number;
}

/** Of a product whose logs are kept for good. */
export const UNSEALED: Horizon = { forgetBefore: 0, sealedBefore: 0, longestTerm: 0 };

/** The last days stay open whatever is set: events come late, and results are approved. */
export const OPEN_DAYS = 31;
const SHORTEST_MONTH = 28;

/** For how many months logs must be kept at least with a tracking term. */
export const leastMonths = (trackingTerm: number): number =>
  Math.ceil((trackingTerm + OPEN_DAYS) / SHORTEST_MONTH);

/** The same day some months ago, or the last one of a shorter month. */
const monthsBefore = (day: Day, months: number): Day => {
  const month = addMonths(monthOf(day), -months);
  return Math.min(firstDayOfMonth(month) + (day % 100) - 1, lastDayOfMonth(month));
};

/**
 * Where the horizon lies today. What a day that is still open can depend on (contacts up to a tracking term before it)
 * stays, so a seal lies a term behind what is forgotten. A horizon never moves back.
 *
 * @param months for how many months logs are kept
 * @param longestTerm of the tracking terms that rows of open days bear, in days
 */
export function nextHorizon(stands: Horizon, months: number, longestTerm: number, today: Day): Horizon {
  const wanted = Math.max(stands.forgetBefore, monthsBefore(today, months));
  const sealedBefore = Math.max(
    stands.sealedBefore,
    Math.min(addDays(wanted, longestTerm), addDays(today, -OPEN_DAYS)),
  );
  const forgetBefore = Math.max(stands.forgetBefore, Math.min(wanted, addDays(sealedBefore, -longestTerm)));
  return { forgetBefore, sealedBefore, longestTerm };
}
