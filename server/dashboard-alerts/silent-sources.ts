import { dayOf } from '../../shared/domain/calendar';
import { daysBeforeSilence, silenceOf } from '../../shared/domain/watch';
import type { Database } from '../db/database';

/** Event sources of a product: clicks of its links, page views and conversions of its tag or server. */
const SOURCES = { click: 'interaction', view: 'access', conversion: 'conversion' } as const;
export type EventSource = keyof typeof SOURCES;

/** A source that has been silent for longer than any pause in the four weeks before. */
export interface SilentSource {
  readonly source: EventSource;
  readonly lastAt: Date;
  /** Finished days since then, and the longest pause before, in days. */
  readonly days: number;
  readonly longestPause: number;
}

/** Returns the days with any event, by one index look-up each. */
async function activeDays(
  db: Database,
  table: string,
  productId: number,
  days: readonly number[],
): Promise<number[]> {
  const lookUps = days.map(
    () => `SELECT ? AS day, (SELECT 1 FROM ${table} e WHERE e.product_id = ? AND e.day = ? LIMIT 1) AS found`,
  );
  const rows = await db.read<{ day: number; found: number | null }>(
    lookUps.join(' UNION ALL '),
    days.flatMap((day) => [day, productId, day]),
  );
  return rows.filter(({ found }) => found !== null).map(({ day }) => Number(day));
}

async function silentSource(
  db: Database,
  productId: number,
  source: EventSource,
  now: number,
): Promise<SilentSource[]> {
  const table = SOURCES[source];
  // Excluded events also show that the source works.
  const [row] = await db.read<{ last: number | string | null }>(
    `SELECT MAX(time) AS last FROM ${table} WHERE product_id = ? AND time <= ?`,
    [productId, now],
  );
  if (row?.last == null) return [];
  const last = Number(row.last);
  const [lastDay, today] = [dayOf(last), dayOf(now)];
  // The usual case needs no other day.
  if (silenceOf(lastDay, daysBeforeSilence(lastDay), today) === null) return [];
  const silence = silenceOf(
    lastDay,
    await activeDays(db, table, productId, daysBeforeSilence(lastDay)),
    today,
  );
  return silence
    ? [{ source, lastAt: new Date(last), days: silence.days, longestPause: silence.longest }]
    : [];
}

/** Returns the silent sources of a product. */
export async function silentSources(db: Database, productId: number, now: number): Promise<SilentSource[]> {
  const sources = await Promise.all(
    (['click', 'view', 'conversion'] as const).map((source) => silentSource(db, productId, source, now)),
  );
  return sources.flat();
}
