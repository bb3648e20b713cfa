import type { NewAndExistingEvaluation } from '../../../shared/catalog';
import {
  addDays,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  startOfDay,
  type Day,
  type DayRange,
  type Month,
} from '../../../shared/domain/calendar';
import { DAY_MS, pathClassesOf } from '../../../shared/domain/journey';
import type { Database } from '../../db/database';
import { select } from '../../db/statements';
import {
  contactsFrom,
  readLiveJourneys,
  sumJourneys,
  type JourneyQuery,
  type JourneyRow,
  type Journeys,
} from './live';
import { decodeAges, NULL_CLASS, readStoredRows, type MonthMarks } from './store';

/** Counts the null journeys of some ages that are mature and open; null if an age may be either. */
function splitByAge(ages: string, fromAge: number): { nulls: number; open: number } | null {
  const counts = { nulls: 0, open: 0 };
  for (const [age, n] of decodeAges(ages)) {
    if (age < fromAge && age + 1 > fromAge) return null;
    counts[age >= fromAge ? 'nulls' : 'open'] += n;
  }
  return counts;
}

/** Reads a stored month; null if the maturity falls within a day of its last remaining contacts. */
async function readStoredMonth(
  db: Database,
  month: Month,
  { productId, classes, matureUntil }: Omit<JourneyQuery, 'range'>,
): Promise<JourneyRow[] | null> {
  const end = startOfDay(addDays(lastDayOfMonth(month), 1));
  const fromAge = (end - matureUntil) / DAY_MS;
  const counting = new Set<number>(classes);
  const rows: JourneyRow[] = [];
  for (const row of await readStoredRows(db, productId, month)) {
    const { journeys, amount_sen: sen } = row;
    if (row.class === NULL_CLASS) {
      const counts = fromAge <= 0 ? { nulls: journeys, open: 0 } : splitByAge(row.ages ?? '', fromAge);
      if (!counts) return null;
      rows.push({ path: row.path, conversions: 0, sen: 0, ...counts });
    } else if (counting.has(row.class))
      rows.push({ path: row.path, conversions: journeys, sen, nulls: 0, open: 0 });
  }
  return rows;
}

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
 * then from the logs.
 * @returns also the first day whose null journeys are all known, if logs of earlier ones are missing
 * @throws BAD_USER_INPUT for too many distinct paths
 */
export async function readJourneys(
  db: Database,
  { productId, range, evaluation, matureUntil }: JourneysQuestion,
  signal?: AbortSignal,
): Promise<Journeys & { readonly nullFrom: Day | null }> {
  const query = { productId, classes: pathClassesOf(evaluation), matureUntil };
  const from = await contactsFrom(db, productId);
  const months = await select<MonthMarks>(db)`SELECT month, marks, stored_marks AS stored
    FROM journey_month_mark WHERE product_id = ${productId} AND month >= ${monthOf(range.from)}
    AND month <= ${monthOf(range.to)} ORDER BY month`;
  const parts: JourneyRow[][] = [];
  let nullFrom: Day | null = null;
  for (const { month, marks, stored } of months) {
    signal?.throwIfAborted();
    const whole = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
    const isWhole = range.from <= whole.from && range.to >= whole.to;
    // Without its contacts a month keeps the rows of before.
    const isStored = stored !== null && stored > 0 && (stored === marks || whole.from < from);
    const known = isWhole && isStored ? await readStoredMonth(db, month, query) : null;
    if (known) parts.push(known);
    else {
      const days = { from: Math.max(range.from, whole.from), to: Math.min(range.to, whole.to) };
      if (days.from < from) nullFrom = Math.min(from, addDays(days.to, 1));
      parts.push(await readLiveJourneys(db, { ...query, range: days }, signal));
    }
  }
  return { ...sumJourneys(parts.flat()), nullFrom };
}
