import { monthOf, type Day, type DayRange } from '../../shared/domain/calendar';
import { execute, select, sql } from '../db/statements';
import type { Database, Tx } from '../db/database';
import { markDays, markJourneyMonths } from '../journeys/stale';
import { recomputeMedia, recomputeRollups, type RecomputeMode } from './recompute';
import { FACT_KINDS } from './tables';

/** Days per transaction: a month for a command, few alongside requests. */
const DAYS: Record<RecomputeMode, number> = { live: 4, bulk: 31 };
/** Days per transaction if only media reports changed: more than a year. */
const MEDIA_DAYS = 400;

/** Up to this many waiting visitors are a moment's work, not a backlog. */
const MAX_QUIET_VISITORS = 2000;

/** Longest time that metrics may stay stale while a backlog is processed. */
const MAX_STALE_MS = 300_000;

/** Tables of marked days. */
type Queue = 'stale_day' | 'stale_media_day';

interface StaleDay {
  day: number;
  marks: number;
  since: number;
}

/** Time of marks of days to compute as a whole, even where nothing looks changed: of upgrades and `rebuild`. */
const WHOLE = 1;

/** Whether at most a few visitors of the product wait to be derived. */
async function isQuiet(db: Pick<Database, 'read'>, productId: number): Promise<boolean> {
  const rows = await select(db)`SELECT id FROM stale_visitor WHERE product_id = ${productId}
    ORDER BY visitor_id LIMIT 1 OFFSET ${MAX_QUIET_VISITORS}`;
  return rows.length === 0;
}

/** True if a mark is this old, or from a clock that was ahead. */
const isOlder = (since: number, ms: number, now: number): boolean => Math.abs(now - since) > ms;

/** A product with days to roll up, and the times of the oldest and newest mark. */
interface ProductToRollUp {
  productId: number;
  oldest: number;
  newest: number;
}

/**
 * Returns the products to roll up now, the longest waiting first. While a product has a backlog its days wait
 * for a limited time, so that each is rolled up once.
 *
 * @param mode a command takes all marked days
 */
export async function productsToRollUp(
  db: Pick<Database, 'read'>,
  mode: RecomputeMode,
  now = Date.now(),
): Promise<ProductToRollUp[]> {
  const products = await select<ProductToRollUp & { media: number }>(db)`SELECT product_id AS productId,
    MIN(since) AS oldest, MAX(since) AS newest, MAX(media) AS media
    FROM (SELECT product_id, since, 0 AS media FROM stale_day
    UNION ALL SELECT product_id, since, 1 AS media FROM stale_media_day) marked
    GROUP BY product_id ORDER BY oldest`;
  if (mode === 'bulk') return products;
  const due: ProductToRollUp[] = [];
  for (const product of products) {
    // Media reports don't depend on visitors.
    if (
      Number(product.media) === 1 ||
      isOlder(product.oldest, MAX_STALE_MS, now) ||
      (await isQuiet(db, product.productId))
    )
      due.push(product);
  }
  return due;
}

/** Marked days, newest first. */
const readMarkedDays = (tx: Tx, queue: Queue, productId: number, limit: number): Promise<StaleDay[]> =>
  select<StaleDay>(tx)`SELECT day, marks, since FROM ${sql(queue)} WHERE product_id = ${productId}
    ORDER BY day DESC LIMIT ${limit}`;

/**
 * Removes marks. A day that was marked again during the rollup stays marked. Goes from day to day like those
 * who mark, so that they wait for each other instead of deadlocking.
 */
async function unmark(
  tx: Tx,
  queue: Queue,
  productId: number,
  days: readonly StaleDay[],
  now: number,
): Promise<void> {
  for (const { day, marks } of [...days].sort((a, b) => a.day - b.day)) {
    const deleted = await execute(tx)`DELETE FROM ${sql(queue)} WHERE product_id = ${productId}
      AND day = ${day} AND marks = ${marks}`;
    if (deleted === 0)
      await execute(tx)`UPDATE ${sql(queue)} SET since = ${now} WHERE product_id = ${productId}
        AND day = ${day}`;
  }
}

/**
 * Rolls up some stale days of a product. Days with changed media reports only come first, then the newest:
 * people watch today, and neighbouring days share a month. A day that is marked again during the rollup stays
 * marked, since now.
 */
export async function rollUpStaleDays(
  tx: Tx,
  productId: number,
  mode: RecomputeMode,
  now = Date.now(),
): Promise<void> {
  const mediaDays = await readMarkedDays(tx, 'stale_media_day', productId, MEDIA_DAYS);
  if (mediaDays.length > 0) {
    await recomputeMedia(
      tx,
      productId,
      mediaDays.map(({ day }) => day),
      now,
    );
    return unmark(tx, 'stale_media_day', productId, mediaDays, now);
  }
  const stale = await readMarkedDays(tx, 'stale_day', productId, DAYS[mode]);
  if (stale.length === 0) return;
  await recomputeRollups(
    tx,
    productId,
    stale.map(({ day }) => day),
    stale.some(({ since }) => since === WHOLE) ? 'bulk' : mode,
  );
  await unmark(tx, 'stale_day', productId, stale, now);
}

const TABLES_BY_DAY = [
  ...['interaction', 'access', 'archived_day', 'conversion', 'result', 'media_cost'],
  ...['rollup_log_day', 'rollup_product_day'],
  ...FACT_KINDS.flatMap((kind) => [`rollup_${kind}_day`, `rollup_${kind}_fine_day`]),
];

/** Returns the days of a range with events, media costs or rollups. */
export async function daysWithData(db: Database, productId: number, { from, to }: DayRange): Promise<Day[]> {
  const days = new Set<Day>();
  for (const table of TABLES_BY_DAY)
    for (const { day } of await select<{ day: Day }>(db)`SELECT DISTINCT day FROM ${sql(table)}
      WHERE product_id = ${productId} AND day >= ${from} AND day <= ${to}`)
      days.add(day);
  return [...days].sort((a, b) => a - b);
}

/** Marks all these days. Their rows and those of their months are computed again, whichever worker does it. */
export async function markDaysWithData(db: Database, productId: number, range: DayRange): Promise<void> {
  const days = await daysWithData(db, productId, range);
  await db.write(async (tx) => {
    await markDays(tx, productId, days, WHOLE);
    await markJourneyMonths(tx, productId, new Set(days.map(monthOf)));
    await execute(
      tx,
    )`UPDATE stale_day SET since = ${WHOLE} WHERE product_id = ${productId} AND day IN ${days}`;
  });
}

/** Remaining work on a product's metrics. */
export interface Backlog {
  /** Visitors that wait to be derived, counted up to a million. */
  visitors: number;
  /** Days that wait to be rolled up. */
  days: number;
  /** Estimated time left, by the progress since the first call; null if unknown. */
  secondsLeft: number | null;
}

/** Stops counting here: a longer count would delay other work. */
const MAX_COUNT = 1_000_000;
/** Days that wait no longer than this are current work, not a backlog. */
const QUIET_MS = 30_000;
/** A shorter period gives no reliable rate. */
const MIN_SAMPLE_MS = 2000;

/** Days that wait for events or media reports. A day that waits for both counts once. */
const STALE =
  '(SELECT product_id, day, since FROM stale_day UNION ALL SELECT product_id, day, since FROM stale_media_day) marked';

/** Counts the waiting visitors and days of all products. */
export async function countBacklog(db: Pick<Database, 'read'>): Promise<{ visitors: number; days: number }> {
  const [visitors] = await select<{ n: number }>(db)`SELECT COUNT(*) AS n
    FROM (SELECT id FROM stale_visitor LIMIT ${sql(MAX_COUNT)}) waiting`;
  const [days] = await select<{ n: number }>(db)`SELECT COUNT(*) AS n
    FROM (SELECT DISTINCT product_id, day FROM ${sql(STALE)}) days`;
  return { visitors: Number(visitors?.n ?? 0), days: Number(days?.n ?? 0) };
}

interface Sample {
  at: number;
  visitors: number;
}

/** Watches how the backlogs of products shrink. Create one per process. */
export class BacklogWatch {
  private readonly first = new Map<number, Sample>();

  constructor(private readonly db: Pick<Database, 'read'>) {}

  /** Returns the backlog of a product; null in quiet times, when events show within seconds. */
  async backlogOf(productId: number, now = Date.now()): Promise<Backlog | null> {
    const [waiting] = await select<{ n: number }>(this.db)`SELECT COUNT(*) AS n FROM (SELECT visitor_id
      FROM stale_visitor WHERE product_id = ${productId} ORDER BY visitor_id
      LIMIT ${sql(MAX_COUNT)}) waiting`;
    const [stale] = await select<{ n: number; oldest: number | null }>(this.db)`SELECT COUNT(DISTINCT day)
      AS n, MIN(since) AS oldest FROM ${sql(STALE)} WHERE product_id = ${productId}`;
    const [visitors, days] = [Number(waiting?.n ?? 0), Number(stale?.n ?? 0)];
    if (visitors <= MAX_QUIET_VISITORS && !isOlder(stale?.oldest ?? now, QUIET_MS, now)) {
      this.first.delete(productId);
      return null;
    }
    return { visitors, days, secondsLeft: this.secondsLeft(productId, { at: now, visitors }) };
  }

  private secondsLeft(productId: number, sample: Sample): number | null {
    const first = this.first.get(productId);
    // The backlog grew, so the first sample gives no rate.
    if (!first || first.visitors < sample.visitors) this.first.set(productId, sample);
    const ms = sample.at - (first?.at ?? sample.at);
    const done = (first?.visitors ?? 0) - sample.visitors;
    if (ms < MIN_SAMPLE_MS || done <= 0 || sample.visitors >= MAX_COUNT) return null;
    return Math.ceil((sample.visitors * ms) / done / 1000);
  }
}
