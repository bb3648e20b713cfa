import { isRecord, type UnknownRecord } from '../../shared/records';
import { select, sql } from '../db/statements';
import type { Database } from '../db/database';

/** Maximum number of rejected events to read: counting a flood would take too long. */
const MAX_EVENTS = 10_000;
const WEEK_MS = 7 * 86_400_000;
const MAX_REASONS = 20;

/** Code of a landing by an ad's direct link, which has no code. */
export const DIRECT = '';

/** Events that a tracking endpoint rejected for one reason. */
export interface RejectedEventCount {
  readonly door: string;
  readonly reason: string;
  readonly count: number;
  readonly lastAt: Date;
}

/**
 * Counts a product's rejected events of the last seven days by endpoint and reason, most frequent first.
 * `exact` is false if a flood exceeds the limit, so that only the newest events are counted.
 */
export async function countRejectedEvents(
  db: Database,
  productId: number,
  now: number,
): Promise<{ counts: RejectedEventCount[]; exact: boolean }> {
  const rows = await select<{ door: string; reason: string; n: number | string; last: number | string }>(
    db,
  )`SELECT
    e.door, e.reason, COUNT(*) AS n, MAX(e.stored_at) AS last FROM ( SELECT door, reason, stored_at
    FROM bad_event WHERE product_id = ${productId} AND stored_at > ${now - WEEK_MS} ORDER BY stored_at DESC
    LIMIT ${sql(MAX_EVENTS)} ) e GROUP BY e.door, e.reason ORDER BY n DESC, e.door, e.reason`;
  const counts = rows.map(({ door, reason, n, last }) => ({
    door,
    reason,
    count: Number(n),
    lastAt: new Date(Number(last)),
  }));
  return {
    counts: counts.slice(0, MAX_REASONS),
    exact: counts.reduce((sum, { count }) => sum + count, 0) < MAX_EVENTS,
  };
}

/** Counts the rejected clicks of one ad by link. */
export async function countRejectedClicks(
  db: Database,
  productId: number,
  adId: number,
  now: number,
): Promise<(RejectedEventCount & { readonly code: string })[]> {
  const rows = await select<{
    door: string;
    reason: string;
    text: string | null;
    stored_at: number | string;
  }>(db)`SELECT door, reason, text, stored_at FROM bad_event WHERE product_id = ${productId}
    AND stored_at > ${now - WEEK_MS} ORDER BY stored_at DESC LIMIT ${sql(MAX_EVENTS)}`;
  const byKey = new Map<string, RejectedEventCount & { code: string }>();
  for (const { door, reason, text, stored_at: at } of rows) {
    const code = linkCodeOf(text, adId);
    if (code === null) continue;
    const key = `${door}/${code}/${reason}`;
    const before = byKey.get(key);
    byKey.set(key, {
      door,
      code,
      reason,
      count: (before?.count ?? 0) + 1,
      lastAt: before?.lastAt ?? new Date(Number(at)),
    });
  }
  return [...byKey.values()];
}

/**
 * Returns the link code of a rejected click of the ad, DIRECT for a landing that named the ad itself; null
 * for other ads.
 */
function linkCodeOf(text: string | null, adId: number): string | null {
  const value = parseObject(text);
  if (value?.ad_id === adId) return typeof value.code === 'string' ? value.code : DIRECT;
  const named = typeof value?.url === 'string' ? /[?&]a_ad=(\d+)(?:[&#]|$)/.exec(value.url)?.[1] : undefined;
  return named === String(adId) ? DIRECT : null;
}

function parseObject(text: string | null): UnknownRecord | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
