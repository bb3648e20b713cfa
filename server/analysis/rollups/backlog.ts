import type { Database } from '../../db/database';
import { FEW } from './stale-days';

/** What is left to compute of a product's figures. */
export interface Backlog {
  /** Marks of visitors that wait to be derived, counted up to a million. */
  visitors: number;
  /** Days that wait to be rolled up. */
  days: number;
  /** How long it takes about, by what was worked off since somebody first asked; null while nobody knows. */
  secondsLeft: number | null;
}

/** Beyond this nobody counts any more: it would hold others up. */
const MOST = 1_000_000;
/** A day that waits no longer than this is today's business. */
const SOON_MS = 30_000;
/** A rate of less time than this says nothing. */
const LEAST_MS = 2000;

/** Days that wait, for events or for what media report: a day that waits for both is one. */
const STALE =
  '(SELECT product_id, day, since FROM stale_day UNION ALL SELECT product_id, day, since FROM stale_media_day) marked';

/** What waits of all products. */
export async function countWaiting(db: Pick<Database, 'read'>): Promise<{ visitors: number; days: number }> {
  const [visitors] = await db.read<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT id FROM stale_visitor LIMIT ${MOST}) waiting`,
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

/** Watches how the backlogs of products grow less. One for a process. */
export class BacklogWatch {
  private readonly first = new Map<number, Sample>();

  constructor(private readonly db: Pick<Database, 'read'>) {}

  /** What is left of a product; null in quiet times, when events show within seconds. */
  async of(productId: number, now = Date.now()): Promise<Backlog | null> {
    const counted = `SELECT COUNT(*) AS n FROM (SELECT visitor_id FROM stale_visitor WHERE product_id = ? ORDER BY visitor_id LIMIT ${MOST}) waiting`;
    const [waiting] = await this.db.read<{ n: number }>(counted, [productId]);
    const [stale] = await this.db.read<{ n: number; oldest: number | null }>(
      `SELECT COUNT(DISTINCT day) AS n, MIN(since) AS oldest FROM ${STALE} WHERE product_id = ?`,
      [productId],
    );
    const [visitors, days] = [Number(waiting?.n ?? 0), Number(stale?.n ?? 0)];
    if (visitors <= FEW && (stale?.oldest ?? Infinity) > now - SOON_MS) {
      this.first.delete(productId);
      return null;
    }
    return { visitors, days, secondsLeft: this.secondsLeft(productId, { at: now, visitors }) };
  }

  private secondsLeft(productId: number, sample: Sample): number | null {
    const first = this.first.get(productId);
    // More than before: what was seen then says nothing of how fast it goes.
    if (!first || first.visitors < sample.visitors) this.first.set(productId, sample);
    const ms = sample.at - (first?.at ?? sample.at);
    const done = (first?.visitors ?? 0) - sample.visitors;
    if (ms < LEAST_MS || done <= 0 || sample.visitors >= MOST) return null;
    return Math.ceil((sample.visitors * ms) / done / 1000);
  }
}
