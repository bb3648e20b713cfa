import type { Database } from '../db/database';
import { MAX_QUIET_VISITORS } from './stale-days';

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
  const [visitors] = await db.read<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT id FROM stale_visitor LIMIT ${MAX_COUNT}) waiting`,
  );
  const [days] = await db.read<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT DISTINCT product_id, day FROM ${STALE}) days`,
  );
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
    const countSql = `SELECT COUNT(*) AS n FROM (SELECT visitor_id FROM stale_visitor WHERE product_id = ? ORDER BY visitor_id LIMIT ${MAX_COUNT}) waiting`;
    const [waiting] = await this.db.read<{ n: number }>(countSql, [productId]);
    const [stale] = await this.db.read<{ n: number; oldest: number | null }>(
      `SELECT COUNT(DISTINCT day) AS n, MIN(since) AS oldest FROM ${STALE} WHERE product_id = ?`,
      [productId],
    );
    const [visitors, days] = [Number(waiting?.n ?? 0), Number(stale?.n ?? 0)];
    if (visitors <= MAX_QUIET_VISITORS && (stale?.oldest ?? Infinity) > now - QUIET_MS) {
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
