import { endOfDay, startOfDay, type DayRange } from '../../../shared/domain/calendar';
import { NoPostbackReason } from '../../../shared/domain/results';
import { joinInOrder } from '../../db/condition';
import type { Database, Dialect, Tx } from '../../db/database';
import { newEventId } from '../../platform/event-id';
import { latestInstant } from '../../jobs/job';
import { awaitingClicks } from '../../journeys';
import { groupBy } from '../../platform/group-by';
import { chunksOf, execute, select, sql } from '../../db/statements';

/** Milliseconds without a sign of life after which a load counts as dead. */
const LIFE_MS = 600_000;
/** Minimum interval between signs of life of a load with parallel transactions. */
const BEAT_MS = 30_000;
/** Maximum conversions per transaction. */
const AT_ONCE = 2000;

/** Releases the conversions held by a load, earliest first. */
async function releaseHold(db: Database, name: string): Promise<void> {
  const products = await select<{ id: number }>(db)`SELECT p.id FROM product p WHERE (SELECT d.event_id
    FROM result_due d WHERE d.product_id = p.id AND d.hold = ${name} LIMIT 1) IS NOT NULL`;
  for (const { id } of products) {
    for (let more = true; more;) {
      more = await db.write(async (tx) => {
        const [last] = await select<{ cv_time: number }>(tx)`SELECT cv_time FROM result_due
          WHERE product_id = ${id} AND hold = ${name} ORDER BY cv_time, event_id, cv_setting_id
          LIMIT 1 OFFSET ${AT_ONCE}`;
        const until = last?.cv_time ?? Number.MAX_SAFE_INTEGER;
        await execute(tx)`UPDATE result_due SET hold = '' WHERE product_id = ${id} AND hold = ${name}
          AND cv_time <= ${until}`;
        return last !== undefined;
      });
    }
  }
  await db.write((tx) => tx.execute('DELETE FROM lease WHERE name = ?', [name]));
}

/**
 * Holds the conversions of a load until its end, so that their results are created in chronological order.
 */
export class ResultHold {
  readonly name: string;
  private lastBeat = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {
    this.name = `load:${newEventId(now())}`;
  }

  /** Renews the lease of the load; called in each of its transactions. */
  async renew(tx: Tx): Promise<void> {
    const until = this.now() + LIFE_MS;
    const known = await tx.execute('UPDATE lease SET expires_at = ? WHERE name = ?', [until, this.name]);
    if (known === 0)
      await execute(tx)`INSERT INTO lease (name, owner, expires_at)
        VALUES (${this.name}, ${this.name}, ${until})`;
  }

  /**
   * Renews the lease occasionally in a separate transaction. Loads with parallel transactions await it before
   * each one, because they would block each other on the lease row.
   */
  async beat(): Promise<void> {
    const now = this.now();
    // Renews it at once after the clock was set back.
    if (Math.abs(now - this.lastBeat) < BEAT_MS) return;
    await this.db.write((tx) => this.renew(tx));
    this.lastBeat = now;
  }

  /** Ends the load and releases its conversions. */
  release(): Promise<void> {
    return releaseHold(this.db, this.name);
  }
}

/** Releases the conversions of loads that died. */
export async function releaseOrphans(db: Database, now = Date.now()): Promise<void> {
  const heldLoad =
    "(SELECT d.hold FROM result_due d WHERE d.product_id = p.id AND d.hold > '' ORDER BY d.hold LIMIT 1)";
  const rows = await db.read<{ hold: string | null; expires_at: number | null }>(
    `SELECT held.hold, l.expires_at FROM (SELECT ${heldLoad} AS hold FROM product p) held LEFT JOIN lease l ON l.name = held.hold`,
  );
  const orphans = rows.flatMap(({ hold, expires_at: until }) =>
    hold !== null && ((until ?? 0) < now || Number(until) > latestInstant(now + LIFE_MS)) ? [hold] : [],
  );
  for (const name of new Set(orphans)) await releaseHold(db, name);
}

/** Conversion whose results may be due. */
export interface DueConversion {
  readonly id: number;
  readonly event_id: string;
  readonly time: number;
  readonly day: number;
  readonly cv_setting_id: number;
  readonly cv_type: number;
  readonly amount_sen: number;
  readonly visitor_id: string;
  readonly user_id: string | null;
  readonly args: string | null;
  readonly ip: string | null;
  readonly tracking_term: number;
  readonly repeated: number;
  readonly performance_interaction_id: string | null;
  readonly excluded_reason: string | null;
  /** Set if its results were created before. */
  readonly results_made_at: number | null;
}

interface DueRow {
  readonly cv_time: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly visitor_id: string;
  readonly user_id: string | null;
  readonly untold: string | null;
}

/** Queued conversion. */
export interface Due {
  readonly row: DueRow;
  /** Undefined if it is no longer stored. */
  readonly conversion: DueConversion | undefined;
}

/**
 * Returns the FROM clause of queued conversions whose visitor is fully derived, and so are the clicks that its
 * landings name: on a cluster, a click stored at one node may not see its landing stored at another, and is handed
 * over once it is derived itself. Scalar subqueries in a fixed order force index lookups per row, independent of
 * table statistics.
 */
const fromReady = (dialect: Dialect): string => {
  const join = joinInOrder(dialect);
  return `FROM result_due d WHERE d.product_id = ? AND d.hold = '' AND d.stored_at <= ?
    AND (SELECT s.id FROM stale_visitor s WHERE s.product_id = d.product_id AND s.visitor_id = d.visitor_id LIMIT 1)
      IS NULL
    AND (SELECT s.id FROM access_ref r
      ${join} interaction i ON i.product_id = r.product_id AND i.id = r.interaction_ref
      ${join} stale_visitor s ON s.product_id = i.product_id AND s.visitor_id = i.visitor_id
      WHERE r.product_id = d.product_id AND r.visitor_id = d.visitor_id LIMIT 1) IS NULL`;
};

/** A collector without a sign of life for this long is not waited for. */
const SILENT_MS = 120_000;
/** No conversion waits longer for a collector. */
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Returns the instant up to which all collectors have stored their events. Results of a later conversion wait,
 * because a click before it may still be on its way.
 */
async function collectedUntil(db: Pick<Database, 'read'> | Pick<Tx, 'query'>): Promise<number> {
  const [row] = await select<{ until: number | string | null }>(db)`SELECT MIN(drained_until) AS until
    FROM spool_offset WHERE alive_at > ${Date.now() - SILENT_MS}`;
  return Math.max(Number(row?.until ?? Number.MAX_SAFE_INTEGER), Date.now() - LONGEST_WAIT_MS);
}

/** Returns whether the product has a queued conversion with a derived visitor. */
export async function isResultDue(
  db: Pick<Database, 'read' | 'dialect'>,
  productId: number,
): Promise<boolean> {
  const until = await collectedUntil(db);
  return (await db.read(`SELECT d.cv_time ${fromReady(db.dialect)} LIMIT 1`, [productId, until])).length > 0;
}

/**
 * Returns whether the path of a queued conversion may lack touches: a visitor of its customer, or a click that its
 * landings name by a click id, is still to be derived.
 */
async function incompletePaths(
  tx: Tx,
  productId: number,
  rows: readonly DueRow[],
): Promise<(row: DueRow) => boolean> {
  const waiting = await select(tx)`SELECT id FROM stale_visitor WHERE product_id = ${productId}
    ORDER BY visitor_id LIMIT 1`;
  if (waiting.length === 0) return () => false;
  const users = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const found = await select<{ user_id: string }>(tx)`SELECT DISTINCT c.user_id
    FROM conversion c JOIN stale_visitor s ON s.product_id = c.product_id AND s.visitor_id = c.visitor_id
    WHERE c.product_id = ${productId} AND c.user_id IN ${users}`;
  const customers = new Set(found.map((row) => row.user_id));
  const visitors = await awaitingClicks(tx, productId, new Set(rows.map(({ visitor_id }) => visitor_id)));
  return ({ user_id, visitor_id }) =>
    (user_id !== null && customers.has(user_id)) || visitors.has(visitor_id);
}

const COLUMNS = `id, event_id, time, day, cv_setting_id, cv_type, amount_sen, args, ip, tracking_term, repeated,
  performance_interaction_id, excluded_reason, results_made_at, visitor_id, user_id`;

/** Reads conversions by setting and event id, keyed by `setting:id`. */
export async function conversionsOf(
  tx: Tx,
  productId: number,
  rows: readonly Pick<DueRow, 'cv_setting_id' | 'event_id'>[],
): Promise<Map<string, DueConversion>> {
  const conversionsByKey = new Map<string, DueConversion>();
  for (const [cvSettingId, group] of groupBy(rows, (row) => row.cv_setting_id)) {
    const conversions = await select<DueConversion>(tx)`SELECT ${sql(COLUMNS)} FROM conversion
      WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId}
      AND event_id IN ${group.map((row) => row.event_id)}`;
    for (const conversion of conversions)
      conversionsByKey.set(`${cvSettingId}:${conversion.event_id}`, conversion);
  }
  return conversionsByKey;
}

/** Reads the earliest queued conversions with derived paths, in (time, id) order. */
export async function readDue(tx: Tx, productId: number, most: number): Promise<Due[]> {
  const until = await collectedUntil(tx);
  const rows = await tx.query<DueRow>(
    `SELECT d.cv_time, d.event_id, d.cv_setting_id, d.visitor_id, d.user_id, d.untold ${fromReady(tx.dialect)} ORDER BY d.cv_time, d.event_id, d.cv_setting_id LIMIT ?`,
    [productId, until, most],
  );
  const isIncomplete = await incompletePaths(tx, productId, rows);
  const ready = rows.filter((row) => !isIncomplete(row));
  const conversions = await conversionsOf(tx, productId, ready);
  return ready.map((row) => ({ row, conversion: conversions.get(`${row.cv_setting_id}:${row.event_id}`) }));
}

/** Returns whether the conversion counts and has no results yet. */
export const isOpen = (conversion: DueConversion): boolean =>
  conversion.excluded_reason === null && conversion.results_made_at === null;

/** Maximum rows per statement; each is a lookup by the full key. */
const POINTS = 50;

/** Removes conversions from the queue after their results were created. */
export async function finishDue(tx: Tx, productId: number, dues: readonly Due[], now: number): Promise<void> {
  const completed = dues.flatMap(({ conversion }) =>
    conversion && isOpen(conversion) ? [conversion.id] : [],
  );
  await execute(tx)`UPDATE conversion SET results_made_at = ${now} WHERE id IN ${completed}`;
  for (const part of chunksOf(dues, POINTS)) {
    const point = "(product_id = ? AND hold = '' AND cv_time = ? AND event_id = ? AND cv_setting_id = ?)";
    await tx.execute(
      `DELETE FROM result_due WHERE ${part.map(() => point).join(' OR ')}`,
      part.flatMap(({ row }) => [productId, row.cv_time, row.event_id, row.cv_setting_id]),
    );
  }
}

interface ConversionNotAsked {
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly day: number;
}

/**
 * Returns the counted conversions of Tokyo days that were never asked for their results and are not queued for
 * it. There are none unless data was lost; `rebuild` queues them.
 */
export async function conversionsNotAsked(
  db: Pick<Database, 'read'>,
  productId: number,
  { from, to }: DayRange,
): Promise<ConversionNotAsked[]> {
  const holds = await select<{ hold: string }>(db)`SELECT DISTINCT hold FROM result_due
    WHERE product_id = ${productId}`;
  return select<ConversionNotAsked>(db)`SELECT c.event_id, c.cv_setting_id, c.day FROM conversion c
    LEFT JOIN result_due d ON d.product_id = c.product_id AND d.hold IN ${['', ...holds.map(({ hold }) => hold)]}
    AND d.cv_time = c.time AND d.event_id = c.event_id AND d.cv_setting_id = c.cv_setting_id
    WHERE c.product_id = ${productId} AND c.day BETWEEN ${from} AND ${to} AND c.results_made_at IS NULL
    AND c.excluded_reason IS NULL AND d.event_id IS NULL ORDER BY c.time, c.id`;
}

const PAGE = 1000;

interface Unmade {
  readonly id: number;
  readonly time: number;
  readonly made: number | null;
  readonly excluded_reason: string | null;
}

/**
 * Queues the conversions of a range of Tokyo days that never had results created: those older than the
 * feature, or excluded until now. Their results send no postbacks. Other conversions keep their results, even
 * if they have none.
 * @param hold holds the conversions until all are queued
 * @returns the number of queued conversions
 */
export async function queueMissingResults(
  db: Database,
  productId: number,
  range: DayRange,
  hold: ResultHold,
): Promise<number> {
  let queued = 0;
  let last = { time: startOfDay(range.from), id: 0 };
  for (;;) {
    const rows = await select<Unmade>(db)`SELECT id, time, results_made_at AS made, excluded_reason
      FROM conversion WHERE product_id = ${productId} AND time >= ${last.time}
      AND time <= ${endOfDay(range.to)} AND (time > ${last.time} OR id > ${last.id}) ORDER BY time, id
      LIMIT ${sql(PAGE)}`;
    const ids = rows
      .filter(({ made, excluded_reason }) => made === null && excluded_reason === null)
      .map(({ id }) => id);
    if (ids.length > 0) queued += await queue(db, ids, hold);
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return queued;
    last = end;
  }
}

function queue(db: Database, ids: readonly number[], hold: ResultHold): Promise<number> {
  return db.write(async (tx) => {
    await hold.renew(tx);
    return execute(tx)`INSERT INTO result_due
      (product_id, hold, cv_time, event_id, cv_setting_id, visitor_id, user_id, untold, stored_at)
      SELECT c.product_id, ${hold.name}, c.time, c.event_id, c.cv_setting_id, c.visitor_id, c.user_id,
      ${NoPostbackReason.REBUILD}, c.stored_at FROM conversion c WHERE c.id IN ${ids} AND NOT EXISTS
      (SELECT 1 FROM result_due d WHERE d.product_id = c.product_id AND d.hold = '' AND d.cv_time = c.time
      AND d.event_id = c.event_id AND d.cv_setting_id = c.cv_setting_id)`;
  });
}
