import { addDays, dayOf, endOfDay, type Day, type DayRange } from '../../../shared/domain/calendar';
import { entriesOf } from '../../../shared/records';
import { insertRows, placeholders, type Database, type Tx } from '../../db/database';
import { chunksOf, OPEN_FOR_MS } from '../../journeys';
import { dayCounts } from '../../logs/day-counts';

/** How many rows of each log a day has: what the logs' lists are counted by. */
export const TABLE = 'rollup_log_day';
const COLUMNS = Object.values(dayCounts).map(({ column }) => column);
/** Days looked back upon for those that nobody marked since they were over. */
const LOOK_BACK = 40;
/** Days counted anew in one transaction. */
const DAYS_AT_ONCE = 31;

type Reader = Pick<Tx, 'query'>;
type Counts = ReadonlyMap<Day, Readonly<Record<string, number>>>;

/** The last day that is over: whoever stores something of it from now on marks it as stale. */
const lastClosed = (now: number): Day => {
  const day = dayOf(now - OPEN_FOR_MS);
  return endOfDay(day) <= now - OPEN_FOR_MS ? day : addDays(day, -1);
};

/** What the rows of these days are, from the logs. Days without any are left out. */
async function countDays(tx: Reader, productId: number, days: readonly Day[]): Promise<Counts> {
  const counts = new Map<Day, Record<string, number>>();
  for (const chunk of chunksOf(days)) {
    for (const [, { table, column, rows }] of entriesOf(dayCounts)) {
      for (const row of rows) {
        const sql = `SELECT e.day, COUNT(*) AS n FROM ${table} e WHERE e.product_id = ? AND e.day IN (${placeholders(chunk)}) AND ${row} GROUP BY e.day`;
        for (const { day, n } of await tx.query<{ day: Day; n: number | string }>(sql, [
          productId,
          ...chunk,
        ])) {
          const of = counts.get(day) ?? {};
          counts.set(day, of);
          of[column] = (of[column] ?? 0) + Number(n);
        }
      }
    }
  }
  return counts;
}

/** Days that are over and have no count yet, although nobody marked them: they were still open when they were last marked. */
async function daysSinceOver(tx: Reader, productId: number, now: number): Promise<Day[]> {
  const last = lastClosed(now);
  const [row] = await tx.query<{ day: Day | null }>(
    `SELECT MAX(day) AS day FROM ${TABLE} WHERE product_id = ?`,
    [productId],
  );
  const earliest = addDays(last, 1 - LOOK_BACK);
  const days: Day[] = [];
  for (
    let day = Math.max(earliest, row?.day ? addDays(row.day, 1) : earliest);
    day <= last;
    day = addDays(day, 1)
  )
    days.push(day);
  return days;
}

/**
 * Counts the rows of days anew, and of those that were over meanwhile. Days that are still open have no count: their rows
 * are counted when somebody asks.
 */
export async function refreshLogCounts(
  tx: Tx,
  productId: number,
  days: readonly Day[],
  now: number,
): Promise<void> {
  const last = lastClosed(now);
  const all = [
    ...new Set([...days.filter((day) => day <= last), ...(await daysSinceOver(tx, productId, now))]),
  ];
  const counts = await countDays(tx, productId, all);
  for (const chunk of chunksOf(all))
    await tx.execute(`DELETE FROM ${TABLE} WHERE product_id = ? AND day IN (${placeholders(chunk)})`, [
      productId,
      ...chunk,
    ]);
  await insertRows(
    tx,
    TABLE,
    ['product_id', 'day', ...COLUMNS],
    [...counts].map(([day, of]) => [productId, day, ...COLUMNS.map((column) => of[column] ?? 0)]),
  );
}

/** Counts the rows of the days of a range anew, whatever their counts say. */
export async function recountLogs(db: Database, productId: number, range: DayRange): Promise<void> {
  const kept = await db.read<{ day: Day }>(
    `SELECT day FROM ${TABLE} WHERE product_id = ? AND day BETWEEN ? AND ?`,
    [productId, range.from, range.to],
  );
  for (const chunk of chunksOf(
    kept.map(({ day }) => day),
    DAYS_AT_ONCE,
  ))
    await db.write((tx) => refreshLogCounts(tx, productId, chunk, Date.now()));
}

/** A count of a day that is not what the logs say. */
export interface CountDifference {
  readonly day: Day;
  readonly column: string;
  readonly expected: number;
  readonly actual: number;
}

/** The counts of days against the logs; a day without a count is counted when somebody asks, and never wrong. */
export async function verifyLogCounts(
  db: Pick<Database, 'read' | 'reading'>,
  productId: number,
  days: readonly Day[],
): Promise<CountDifference[]> {
  const differences: CountDifference[] = [];
  for (const chunk of chunksOf(days)) {
    const kept = await db.read<Record<string, number> & { day: Day }>(
      `SELECT * FROM ${TABLE} WHERE product_id = ? AND day IN (${placeholders(chunk)})`,
      [productId, ...chunk],
    );
    const counts = await countDays(
      db.reading,
      productId,
      kept.map(({ day }) => day),
    );
    for (const row of kept) {
      for (const column of COLUMNS) {
        const [expected, actual] = [counts.get(row.day)?.[column] ?? 0, row[column] ?? 0];
        if (expected !== actual) differences.push({ day: row.day, column, expected, actual });
      }
    }
  }
  return differences;
}
