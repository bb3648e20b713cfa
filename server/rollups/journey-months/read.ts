import type { NewAndExistingEvaluation } from '../../../shared/catalog';
import {
  addDays,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  startOfDay,
  type Day,
  type DayRange,
} from '../../../shared/domain/calendar';
import { DAY_MS, pathClassesOf, type PathClassCode } from '../../../shared/domain/journey';
import { encodeJourneys, type JourneyText } from '../../../shared/domain/attribution';
import { badInput, type Failure } from '../../auth/failure';
import type { Database } from '../../db/database';
import { select } from '../../db/statements';
import { contactsFrom, readLines } from './live';
import { readStoredText, type MonthMarks } from './store';

/** Most lines of one computation. A year of 5 million contacts in the bench has 550,000. */
const MAX_LINES = 2_000_000;

const tooMany = (): Failure => badInput({ dateFrom: { key: 'tooManyRows', params: { max: MAX_LINES } } });

/** Journeys of some days as the texts of their months and of days at the edges. */
export interface JourneyTexts {
  readonly texts: readonly JourneyText[];
  /** Classes of the converting journeys that count. */
  readonly classes: readonly PathClassCode[];
  /** First day whose null journeys are all known, if logs of earlier ones are missing. */
  readonly nullFrom: Day | null;
}

/** Age of a null journey from the logs that is old enough to count, among 0 and 1. */
const MATURE = 1;

/** Arguments of `readJourneys`. */
export interface JourneysQuestion {
  readonly productId: number;
  readonly range: DayRange;
  readonly evaluation: NewAndExistingEvaluation;
  /** A null journey counts if its last remaining contact is not later. */
  readonly matureUntil: number;
}

/**
 * Reads the journeys of some days: whole months as they are stored, other days and months with changes since
 * then from the logs. The same journeys give the same texts either way.
 *
 * @throws BAD_USER_INPUT for too many paths
 */
export async function readJourneys(
  db: Database,
  { productId, range, evaluation, matureUntil }: JourneysQuestion,
  signal?: AbortSignal,
): Promise<JourneyTexts> {
  const classes = pathClassesOf(evaluation);
  const from = await contactsFrom(db, productId);
  const months = await select<MonthMarks>(db)`SELECT month, marks, stored_marks AS stored
    FROM journey_month_mark WHERE product_id = ${productId} AND month >= ${monthOf(range.from)}
    AND month <= ${monthOf(range.to)} ORDER BY month`;
  const texts: JourneyText[] = [];
  let nullFrom: Day | null = null;
  let lines = 0;
  for (const { month, marks, stored } of months) {
    signal?.throwIfAborted();
    const whole = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
    const isWhole = range.from <= whole.from && range.to >= whole.to;
    // Without its contacts a month keeps the journeys of before, to the day.
    const isGone = whole.from < from;
    const isStored = stored !== null && stored > 0 && (stored === marks || isGone);
    const matureAge = Math.max(0, (startOfDay(addDays(whole.to, 1)) - matureUntil) / DAY_MS);
    if (isWhole && isStored && (Number.isInteger(matureAge) || isGone))
      texts.push({ text: await readStoredText(db, productId, month), matureAge });
    else {
      const days = { from: Math.max(range.from, whole.from), to: Math.min(range.to, whole.to) };
      if (days.from < from) nullFrom = Math.min(from, addDays(days.to, 1));
      const age = `CASE WHEN last_time <= ${matureUntil} THEN ${MATURE} ELSE 0 END`;
      const live = await readLines(db, { productId, range: days, classes, age }, MAX_LINES, signal);
      if (!live) throw tooMany();
      texts.push({ text: encodeJourneys(live), matureAge: MATURE });
    }
    lines += texts.at(-1)!.text.split('\n').length;
    if (lines > MAX_LINES) throw tooMany();
  }
  return { texts, classes, nullFrom };
}
