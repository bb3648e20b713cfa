import {
  addDays,
  dayOf,
  firstDayOfMonth,
  monthOf,
  monthRange,
  startOfDay,
  type Day,
  type Month,
} from '../../../shared/domain/calendar';
import { DAY_MS, PATH_CLASS } from '../../../shared/domain/journey';
import { insertRows, type Database, type Tx } from '../../db/database';
import { execute, select, sql } from '../../db/statements';
import { takeTurn } from '../../db/turn';
import { encodeJourneys, type JourneyLine } from '../../../shared/domain/attribution';
import { contactsFrom, readLines } from './live';

const CLASSES = Object.values(PATH_CLASS);

/** Most rows of a month. A month with more is always read from the logs, which rejects it. */
const MAX_ROWS = 1_000_000;
/** A month that changes again and again is stored at most this often. */
const STORE_EVERY_MS = 3_600_000;
/** A younger month still changes with each conversion, so it is read from the logs. */
const STORED_AFTER_DAYS = 30;

/** Characters of a part of a month's text, which MySQL limits to 65,535 bytes. */
const PART_LENGTH = 60_000;

/** Splits the text of a month into parts: a row of the database per path would take four times as much. */
const partsOf = (text: string): { place: number; journeys: string }[] =>
  Array.from({ length: Math.ceil(text.length / PART_LENGTH) }, (_, place) => ({
    place,
    journeys: text.slice(place * PART_LENGTH, (place + 1) * PART_LENGTH),
  }));

/** Reads the stored text of a month; see `decodeJourneys`. */
export async function readStoredText(db: Database, productId: number, month: Month): Promise<string> {
  const parts = await select<{ journeys: string }>(db)`SELECT journeys FROM journey_month
    WHERE product_id = ${productId} AND month = ${month} ORDER BY place`;
  return parts.map(({ journeys }) => journeys).join('');
}

/** Months whose stored rows don't include all changes. */
const CHANGED = '(stored_marks IS NULL OR ABS(stored_marks) <> marks)';

/** Number of marks of a month, and the number that its stored rows include; null or negative if it has none. */
export interface MonthMarks {
  readonly month: Month;
  readonly marks: number;
  readonly stored: number | null;
}

/** Computes the journeys of a month from the logs, with ages at its end; null for too many. */
export function computeMonth(db: Database, productId: number, month: Month): Promise<JourneyLine[] | null> {
  const range = monthRange(month);
  const end = startOfDay(addDays(range.to, 1));
  const age = `((${end} - last_time) - (${end} - last_time) % ${DAY_MS}) / ${DAY_MS}`;
  return readLines(db, { productId, range, classes: CLASSES, age }, MAX_ROWS);
}

type Reader = Pick<Tx, 'query'> | Pick<Database, 'read'>;

/** Returns the changed months that can be stored: those before a day whose contacts are all in the database. */
export async function monthsToStore(reader: Reader, productId: number, before: Day): Promise<MonthMarks[]> {
  const from = await contactsFrom(reader, productId);
  return select<MonthMarks>(reader)`SELECT month, marks, stored_marks AS stored FROM journey_month_mark
    WHERE product_id = ${productId} AND month * 100 + 1 >= ${from} AND month * 100 + 1 < ${before}
    AND ${sql(CHANGED)} ORDER BY month DESC`;
}

/**
 * Stores the journeys of a month as a whole. A change after `marks` was read leaves the month changed.
 * @param confirm throws if another process took over
 */
async function storeMonth(
  db: Database,
  productId: number,
  { month, marks }: MonthMarks,
  now: number,
  confirm: (tx: Tx) => Promise<void>,
): Promise<void> {
  const rows = await computeMonth(db, productId, month);
  await db.write(async (tx) => {
    // Retention may store months beside the sweep.
    await takeTurn(tx, `journeys:${productId}`);
    await confirm(tx);
    // Contacts may have left the database since they were read.
    if (firstDayOfMonth(month) < (await contactsFrom(tx, productId))) return;
    await execute(tx)`DELETE FROM journey_month WHERE product_id = ${productId} AND month = ${month}`;
    await insertRows(tx, 'journey_month', ['place', 'journeys'], partsOf(encodeJourneys(rows ?? [])), {
      product_id: productId,
      month,
    });
    await execute(tx)`UPDATE journey_month_mark SET stored_marks = ${rows ? marks : -marks},
      stored_at = ${now} WHERE product_id = ${productId} AND month = ${month}`;
  });
}

/** Stores all changed months that begin before a day, for example before their contacts leave the database. */
export async function storeMonthsBefore(
  db: Database,
  productId: number,
  before: Day,
  confirm: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const month of await monthsToStore(db, productId, before))
    await storeMonth(db, productId, month, Date.now(), confirm);
}

/** Returns the month of a product to store now: the newest one that is old enough; undefined without one. */
async function dueMonth(db: Database, productId: number, now: number): Promise<MonthMarks | undefined> {
  const [product] = await select<{ term: number }>(db)`SELECT tracking_term AS term FROM product
    WHERE id = ${productId}`;
  const young = Math.min(STORED_AFTER_DAYS, product?.term ?? 0);
  const before = firstDayOfMonth(monthOf(addDays(dayOf(now), -young)));
  const recent = await select<{ month: Month }>(db)`SELECT month FROM journey_month_mark
    WHERE product_id = ${productId} AND stored_at > ${now - STORE_EVERY_MS}`;
  const waiting = new Set(recent.map(({ month }) => month));
  return (await monthsToStore(db, productId, before)).find(({ month }) => !waiting.has(month));
}

/** Returns the products with months to store now. */
export async function productsWithMonths(db: Database, now: number): Promise<number[]> {
  const rows = await select<{ id: number }>(db)`SELECT DISTINCT product_id AS id FROM journey_month_mark
    WHERE ${sql(CHANGED)}`;
  const due: number[] = [];
  for (const { id } of rows) if (await dueMonth(db, id, now)) due.push(id);
  return due;
}

/** Stores the next month of a product. */
export async function storeDueMonth(
  db: Database,
  productId: number,
  now: number,
  confirm: (tx: Tx) => Promise<void>,
): Promise<void> {
  const month = await dueMonth(db, productId, now);
  if (month) await storeMonth(db, productId, month, now, confirm);
}
